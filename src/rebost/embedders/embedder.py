"""The seam between Rebost and a sentence model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (texts, dimension), every row of length one."""


class Embedder(Protocol):
    """A sentence model. Loading may be slow and happens at the first call, never on import.

    Every call raises `EmbedderError` when the model can't be loaded or reached.
    """

    @property
    def model_id(self) -> str:
        """`backend:name:revision:dimension`; two different ids mean vectors that must never be compared."""
        ...

    @property
    def dimension(self) -> int: ...

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, shape (len(texts), dimension)."""
        ...

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        """Vectors of what is to be found, shape (len(texts), dimension)."""
        ...
