"""macOS's own sentence model, NLEmbedding, through pyobjc.

Written from Apple's documentation and tested against a stand-in of its Python module only: it was never run on a Mac.
"""

from __future__ import annotations

import importlib
import importlib.util
import platform
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from rebost.embedders.languages import nearest_language
from rebost.embedders.text import clean
from rebost.errors import EmbedderError

if TYPE_CHECKING:
    from rebost.embedders.embedder import Vectors

LANGUAGES = ("en", "es", "fr", "de", "it", "pt", "zh")
"""Languages with a sentence model since macOS 11; of the others, `sentenceEmbeddingForLanguage:` gives nil."""
_APPLE_CODES = {"zh": "zh-Hans"}
_INSTALL = "install it with `pip install pyobjc-framework-NaturalLanguage`, or choose another model (`use`, or `none`)"


class AppleEmbedder:
    """NLEmbedding's sentence model of one language, or of its nearest relative (Catalan: Spanish).

    `module` is pyobjc's `NaturalLanguage`; by default it is imported when first needed.
    """

    def __init__(self, language: str, module: Any = None) -> None:
        self._wanted = language
        self._module = module
        self._model: Any = None
        self._revision = 0
        self._language = ""
        # Apple doesn't say that a model may be called from two threads at once.
        self._lock = threading.Lock()

    @property
    def dimension(self) -> int:
        """512 on every macOS known; what the model says. Raises EmbedderError."""
        with self._lock:
            return int(self._loaded().dimension())

    @property
    def model_id(self) -> str:
        """`apple:nlembedding-<language>:<revision>:<dimension>`; an update of macOS may bring another revision."""
        dimension = self.dimension
        return f"apple:nlembedding-{self._language}:{self._revision}:{dimension}"

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, shape (len(texts), dimension). Raises EmbedderError."""
        return self._embed(texts)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        """Vectors of records, shape (len(texts), dimension). Raises EmbedderError."""
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        with self._lock, self._pool():
            model = self._loaded()
            vectors = np.empty((len(texts), int(model.dimension())), dtype=np.float32)
            for row, text in enumerate(texts):
                found = model.vectorForString_(clean(text))
                # nil where the model knows nothing of the text: the direction that favours no dimension, as neutral
                # as can be, and the same each time.
                vectors[row] = 1.0 if found is None else [float(x) for x in found]
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors[norms[:, 0] == 0] = 1.0
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    def _loaded(self) -> Any:
        if self._model is None:
            module = self._module or _natural_language()
            language = nearest_language(self._wanted, LANGUAGES)
            if language is None:
                raise EmbedderError(
                    f"macOS has no sentence model for the language {self._wanted!r} or a relative of it: choose `e5` or `use`."
                )
            code = _APPLE_CODES.get(language, language)
            with self._pool():
                model = module.NLEmbedding.sentenceEmbeddingForLanguage_(code)
                revision = module.NLEmbedding.currentSentenceEmbeddingRevisionForLanguage_(code)
            if model is None:
                raise EmbedderError(
                    f"macOS hasn't its sentence model for {code!r} ready (macOS 11 or later is needed, and it may still"
                    " be downloading it): try later, or choose `e5` or `use`."
                )
            self._model, self._language, self._revision = model, language, int(revision)
        return self._model

    def _pool(self) -> AbstractContextManager[object]:
        """Objective-C's temporary objects are freed at its end; a thread of Python has none by itself."""
        if self._module is not None or platform.system() != "Darwin":
            return nullcontext()
        pool: AbstractContextManager[object] = importlib.import_module("objc").autorelease_pool()
        return pool


def _natural_language() -> Any:
    problem = why_not()
    if problem is not None:
        raise EmbedderError(problem)
    try:
        return importlib.import_module("NaturalLanguage")
    except ImportError as error:
        raise EmbedderError(f"pyobjc's NaturalLanguage can't be loaded ({error}): {_INSTALL}.") from error


def why_not() -> str | None:
    """What keeps NLEmbedding from being used here, without loading it; None when nothing does."""
    if platform.system() != "Darwin":
        return f"NLEmbedding is part of macOS, and this is {platform.system()}: choose `e5` or `use`."
    if importlib.util.find_spec("NaturalLanguage") is None:
        return f"The package pyobjc-framework-NaturalLanguage isn't installed: {_INSTALL}."
    return None
