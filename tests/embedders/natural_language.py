"""A stand-in of pyobjc's `NaturalLanguage`, faithful to Apple's documentation in what our code touches.

Methods have the names that pyobjc gives to selectors; a missing model and a text without a vector are None (nil); numbers
come as a sequence of Python floats, not of unit length; the model refuses to be called from two threads at once.
"""

from __future__ import annotations

import random
import threading

DIMENSION = 512


class FakeModel:
    def __init__(self, language: str, revision: int) -> None:
        self._language = language
        self._revision = revision
        self._busy = threading.Lock()

    def dimension(self) -> int:
        return DIMENSION

    def language(self) -> str:
        return self._language

    def revision(self) -> int:
        return self._revision

    def vectorForString_(self, text: str) -> tuple[float, ...] | None:  # noqa: N802 (the selector's name)
        text.encode("utf-8")  # a lone surrogate can't become an NSString
        if not self._busy.acquire(blocking=False):
            raise AssertionError("called from two threads at once")
        try:
            if not text.strip():
                return None
            numbers = random.Random(f"{self._language} {text}")
            return tuple(numbers.gauss(0, 3) for _ in range(DIMENSION))
        finally:
            self._busy.release()


class FakeNLEmbedding:
    def __init__(self, languages: dict[str, int]) -> None:
        self._languages = languages

    def sentenceEmbeddingForLanguage_(self, language: str) -> FakeModel | None:  # noqa: N802
        revision = self._languages.get(language)
        return None if revision is None else FakeModel(language, revision)

    def currentSentenceEmbeddingRevisionForLanguage_(self, language: str) -> int:  # noqa: N802
        return self._languages.get(language, 0)


class FakeNaturalLanguage:
    """The module. `languages` gives the revision of each sentence model that this Mac has."""

    def __init__(self, languages: dict[str, int] | None = None) -> None:
        if languages is None:
            languages = {"en": 1, "es": 1, "fr": 1, "de": 1, "it": 1, "pt": 1, "zh-Hans": 1}
        self.NLEmbedding = FakeNLEmbedding(languages)
