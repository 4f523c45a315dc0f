"""What the ranking needs to know of the records in scope. Storage provides it; so does a dictionary in a test."""

from __future__ import annotations

from collections.abc import Sequence
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

    def frequencies(self, term: str, rows: Rows) -> NDArray[np.int32]:
        """How often each of these records holds the term: 0 where it doesn't. In the order given.

        Asked for the question's commonest terms and the few records that its rare ones found, so it should
        cost by the rows and not by the postings; `look_up` serves where the postings are at hand anyway.
        """
        ...

    def lengths(self, rows: Rows) -> NDArray[np.int32]:
        """Number of terms of each of these records, in the order given."""
        ...

    def holdings(self, rows: Rows) -> Sequence[frozenset[str]]:
        """All that the index holds of each of these records, words and marks, in the order given."""
        ...

    def known(self, word: str) -> tuple[int, int]:
        """In how many records in scope a folded word stands, and in how many of them as a name."""
        ...


class Similarities(NamedTuple):
    """Cosines of one question with every record in scope that has a vector of the model in use.

    A record with several vectors stands here once, with its best. `values[i]` belongs to `rows[i]`.
    """

    rows: Rows
    values: NDArray[np.float32]


def look_up(postings: Postings, rows: Rows) -> NDArray[np.int32]:
    """The frequencies that `postings` gives to `rows`: 0 for a row that isn't among them."""
    if not len(postings.rows):
        return np.zeros(len(rows), dtype=np.int32)
    places = np.minimum(np.searchsorted(postings.rows, rows), len(postings.rows) - 1)
    found = postings.rows[places] == rows
    return np.where(found, postings.frequencies[places], 0).astype(np.int32, copy=False)
