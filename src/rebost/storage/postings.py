"""The postings of terms, kept between recalls: what people ask for holds the same common words again and again."""

from __future__ import annotations

import apsw
import numpy as np
from numpy.typing import NDArray

from rebost.ranking.index import Postings, Rows
from rebost.storage.catalogue import parse_numbers
from rebost.storage.fetching import fetch_one

_MOST_KEPT = 2_000_000
"""Postings in memory: 24 MB at most."""


class PostingsCache:
    """The records of all projects that hold a term. Not thread-safe: the read lock of the base guards it."""

    def __init__(self) -> None:
        self._changes = -1
        self._kept: dict[str, Postings] = {}
        self._count = 0

    def refresh(self, changes: int) -> None:
        """Forget everything when the base has changed: `changes` is the change counter of the read transaction."""
        if changes != self._changes:
            self._changes = changes
            self._kept.clear()
            self._count = 0

    def has(self, term: str) -> bool:
        """Whether the term's postings are at hand."""
        return term in self._kept

    def postings(self, connection: apsw.Connection, term: str) -> Postings:
        """The records that hold the term, in whatever project, and how often each does."""
        found = self._kept.get(term)
        if found is None:
            # Aggregated to text inside SQLite: several times as fast as fetching a row for each occurrence.
            (listed,) = fetch_one(connection, "SELECT group_concat(doc) FROM occurrences WHERE term = ?", (term,))
            found = Postings(*_count_runs(parse_numbers(listed)))
            if self._count + len(found.rows) > _MOST_KEPT:
                self._kept.clear()
                self._count = 0
            self._kept[term] = found
            self._count += len(found.rows)
        return found


def _count_runs(numbers: NDArray[np.int64]) -> tuple[Rows, NDArray[np.int32]]:
    """The distinct numbers of an ascending array, and how often each stands there."""
    if not len(numbers):
        return numbers, np.empty(0, dtype=np.int32)
    starts = starts_of(numbers)
    counts = np.diff(np.append(starts, len(numbers)))
    return numbers[starts], counts.astype(np.int32)


def starts_of(numbers: Rows) -> Rows:
    """Where each distinct number of an ascending array stands first."""
    if not len(numbers):
        return np.empty(0, dtype=np.int64)
    return np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1])))
