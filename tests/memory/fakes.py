"""A sentence model that a reader can follow, and one that is broken."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from rebost.analysis import fold
from rebost.embedders.embedder import Vectors
from rebost.errors import EmbedderError

SAME = {"cotxe": "vehicle", "car": "vehicle", "coche": "vehicle", "furgoneta": "vehicle"}
"""Words that mean the same to this model."""


class FakeEmbedder:
    """Texts with the same words, or words of the same meaning, have the same vector. Counts what it is asked."""

    def __init__(self, name: str = "fake", dimension: int = 64) -> None:
        self.model_id = f"test:{name}:1:{dimension}"
        self.dimension = dimension
        self.questions: list[str] = []
        self.records: list[str] = []

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        self.questions += texts
        return self._embed(texts)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        self.records += texts
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for number, text in enumerate(texts):
            vectors[number] = self._word("every text has this in common") * 3
            for word in fold(text).replace(".", " ").replace("?", " ").split():
                vectors[number] += self._word(SAME.get(word, word))
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def _word(self, word: str) -> Vectors:
        seed = zlib.crc32(f"{self.model_id} {word}".encode())
        vector: Vectors = np.random.default_rng(seed).standard_normal(self.dimension).astype(np.float32)
        return vector


class BrokenEmbedder(FakeEmbedder):
    """Can be named but not used, as a model whose file is damaged."""

    def _embed(self, texts: Sequence[str]) -> Vectors:
        raise EmbedderError("The model's file is damaged: install it again.")
