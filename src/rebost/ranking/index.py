"""What the ranking needs to know of the records in scope. Storage provides it; so does a dictionary in a test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
"""Row numbers of records: small integers that storage gives out, ascending, each at most once."""


class Postings(NamedTuple):
    """The records in scope that hold a term, and how often each holds it."""

    rows: Rows
    frequencies: NDArray[np.int32]


class Index(Protocol):
    """Statistics and postings of the records in scope, and of no others."""

    @property
    def records(self) -> int:
        """N: how many records are in scope."""
        ...

    @property
    def mean_length(self) -> float:
        """Mean number of terms a record; 0 when the scope is empty."""
        ...

    def document_frequency(self, term: str) -> int:
        """n(t): how many records in scope hold the term. Cheap: never walks the postings."""
        ...

    def postings(self, term: str) -> Postings: ...

    def lengths(self, rows: Rows) -> NDArray[np.int32]:
        """Number of terms of each of these records, in the order given."""
        ...


@dataclass(frozen=True, slots=True)
class Similarities:
    """Cosines of one question with every record in scope that has a vector of the model in use.

    A record with several vectors stands here once, with its best. `values[i]` belongs to `rows[i]`.
    """

    rows: Rows
    values: NDArray[np.float32]
