"""What an evaluation compares: anything that returns a list of records for a question."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

import numpy as np

from rebost.embedders.embedder import Embedder, Vectors


class Answer(NamedTuple):
    """Ids of the records returned, best first, and the value that decides between answering and silence."""

    returned: tuple[str, ...]
    evidence: float


class Method(Protocol):
    """A way of answering, with the records of one evaluation set already in it."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str | None:
        """`model_id` of the vectors that take part; None when only words count."""
        ...

    def ask(self, question: str) -> Answer: ...

    def without(self, ids: frozenset[str]) -> AbstractContextManager[None]:
        """Inside, the records with these ids are taken out of the base; afterwards they are back."""
        ...


class CachedEmbedder:
    """An embedder that makes the vector of a text only once, so that methods compared in one run don't pay twice."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._questions: dict[str, Vectors] = {}
        self._records: dict[str, Vectors] = {}

    @property
    def model_id(self) -> str:
        return self._embedder.model_id

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        missing = [text for text in dict.fromkeys(texts) if text not in self._questions]
        if missing:
            self._questions.update(zip(missing, self._embedder.embed_questions(missing), strict=True))
        return self._stacked(self._questions, texts)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        missing = [text for text in dict.fromkeys(texts) if text not in self._records]
        if missing:
            self._records.update(zip(missing, self._embedder.embed_records(missing), strict=True))
        return self._stacked(self._records, texts)

    def _stacked(self, cache: dict[str, Vectors], texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([cache[text] for text in texts])
