"""Vectors of records: one byte a dimension, on the disk and in memory, as a matrix that a question meets whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

import apsw
import numpy as np
from numpy.typing import NDArray

from rebost.ranking.index import Similarities
from rebost.storage.fetching import fetch_first, fetch_one, listed

_LEVELS = 127
"""Symmetric: -127 to 127, so that nothing is added to a dot product."""
_FIRST_VECTORS = 1024
_BLOCK = 1024
"""Vectors that are measured at a time: 1.5 MB as numbers of 4 bytes, so that they stay in the processor's cache."""

_Number = TypeVar("_Number", bound=np.generic)


class Quantised(NamedTuple):
    """A vector v as v = scale * values."""

    scale: float
    values: bytes


def quantise(vector: NDArray[np.float32]) -> Quantised:
    """One byte a dimension. Shape (dimension,); the error is at most half of the largest value's 127th."""
    largest = float(np.abs(vector).max(initial=0.0))
    # What is too small to be divided by as a number of 4 bytes is nothing.
    scale = largest / _LEVELS if largest / _LEVELS >= np.finfo(np.float32).tiny else 1.0
    return Quantised(scale, np.rint(vector / scale).astype(np.int8).tobytes())


def model_number(connection: apsw.Connection, model_id: str) -> int | None:
    """The number that stands for the model in this base, None when it has no vectors of it."""
    found = fetch_first(connection, "SELECT id FROM models WHERE name = ?", (model_id,))
    return None if found is None else int(found[0])


def insert(connection: apsw.Connection, model: int, row: int, parts: Sequence[NDArray[np.float32]]) -> None:
    """Store a record's vectors of a model, by part, unless it has them already."""
    connection.executemany(
        "INSERT OR IGNORE INTO vectors(record, part, model, scale, vector) VALUES (?, ?, ?, ?, ?)",
        [(row, part, model, *quantise(vector)) for part, vector in enumerate(parts)],
    )


class Shared(Protocol):
    """What the vectors of a model have in common, and how a comparison does without it (`rebost.embedders.Common`)."""

    def questions(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]: ...
    def record_norms(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]: ...
    def cosines(
        self, question: NDArray[np.float32], products: NDArray[np.float32], norms: NDArray[np.float32]
    ) -> NDArray[np.float32]: ...


class VectorCache:
    """The vectors of ONE model as a matrix, brought up to date by what is newer.

    Another model needs another cache, so vectors of two models can't meet. Not thread-safe: the read lock of the
    base guards it. Memory: 1 byte a dimension and vector (4 MB for 10,000 vectors of 384).
    """

    def __init__(self, model: int, dimension: int) -> None:
        self.model = model
        self._last = 0
        self._count = 0
        self._rows: NDArray[np.int64] = np.empty(_FIRST_VECTORS, dtype=np.int64)
        self._parts: NDArray[np.int32] = np.empty(_FIRST_VECTORS, dtype=np.int32)
        self._scales: NDArray[np.float32] = np.empty(_FIRST_VECTORS, dtype=np.float32)
        self._matrix: NDArray[np.int8] = np.empty((_FIRST_VECTORS, dimension), dtype=np.int8)
        self._norms: NDArray[np.float32] = np.empty(0, dtype=np.float32)
        """Of the first vectors, as many as were needed so far: see `Shared.record_norms`."""

    def refresh(self, connection: apsw.Connection, changed: NDArray[np.int64]) -> None:
        """Take over new vectors, and drop those of the `changed` records that aren't in the base any more."""
        if self._count and len(changed):
            present = self._rows[: self._count]
            has_changed = np.zeros(max(int(present.max()), int(changed.max())) + 1, dtype=np.bool_)
            has_changed[changed] = True
            self._keep(~has_changed[present])
            again = connection.execute(
                "SELECT record, part, scale, vector FROM vectors WHERE model = ? AND number <= ?"
                " AND record IN (SELECT value FROM json_each(?))",
                (self.model, self._last, listed(changed.tolist())),
            )
            self._append(again)
        (newest,) = fetch_one(connection, "SELECT coalesce(max(number), 0) FROM vectors")
        if newest > self._last:
            self._append(
                connection.execute(
                    "SELECT record, part, scale, vector FROM vectors WHERE model = ? AND number > ?",
                    (self.model, self._last),
                )
            )
            self._last = newest

    def _keep(self, kept: NDArray[np.bool_]) -> None:
        if kept.all():
            return
        count = int(kept.sum())
        self._norms = self._norms[kept[: len(self._norms)]]
        for array in (self._rows, self._parts, self._scales, self._matrix):
            array[:count] = array[: self._count][kept]
        self._count = count

    def _append(self, found: Iterable[tuple[int, int, float, bytes]]) -> None:
        # One at a time: tuples of thousands kept together take as long to make again as SQLite takes to find them.
        rows: list[int] = []
        parts: list[int] = []
        scales: list[float] = []
        vectors = bytearray()
        for row, part, scale, vector in found:
            rows.append(row)
            parts.append(part)
            scales.append(scale)
            vectors += vector
        if not rows:
            return
        start, end = self._count, self._count + len(rows)
        if end > len(self._rows):
            size = max(end, len(self._rows) * 2) if start else end
            self._rows = _grown(self._rows, start, size)
            self._parts = _grown(self._parts, start, size)
            self._scales = _grown(self._scales, start, size)
            self._matrix = _grown(self._matrix, start, size)
        self._rows[start:end] = rows
        self._parts[start:end] = parts
        self._scales[start:end] = scales
        self._matrix[start:end] = np.frombuffer(vectors, dtype=np.int8).reshape(len(rows), -1)
        self._count = end

    def similarities(self, question: NDArray[np.float32], mask: NDArray[np.bool_]) -> Similarities:
        """Cosines of the question with every record where `mask` (by row) is true and that has a vector, by its first part.

        Shape of `question`: (dimension,).
        """
        is_first = self._parts[: self._count] == 0
        return _in_scope(self._rows[: self._count][is_first], self._products(question)[is_first], mask)

    def likenesses(self, question: NDArray[np.float32], mask: NDArray[np.bool_], shared: Shared | None) -> Similarities:
        """The same by the best of all parts, and without what all vectors share where that is known."""
        if shared is not None:
            self._measure(shared)
            question = shared.questions(question[None])[0]
        cosines = self._products(question)
        if shared is not None:
            cosines = shared.cosines(question, cosines, self._norms)
        return _in_scope(self._rows[: self._count], cosines, mask)

    def _measure(self, shared: Shared) -> None:
        """Norms of the vectors that came since the last time."""
        start = len(self._norms)
        if start == self._count:
            return
        norms = [self._norms]
        for place in range(start, self._count, _BLOCK):
            end = min(place + _BLOCK, self._count)
            values = self._matrix[place:end].astype(np.float32) * self._scales[place:end, None]
            norms.append(shared.record_norms(values))
        self._norms = np.concatenate(norms)

    def _products(self, question: NDArray[np.float32]) -> NDArray[np.float32]:
        """Dot product of the question, in one byte a dimension as well, with each vector; shape (vectors,).

        Integers are exact whatever the processor, and a quarter of what must be read of numbers of four bytes. What the
        rounding of the question costs: docs/performance.md.
        """
        import simsimd  # not at the top: an answer by words alone doesn't need it

        if not self._count:
            return np.empty(0, dtype=np.float32)
        scale, values = quantise(question)
        asked = np.frombuffer(values, dtype=np.int8)[None]
        products = np.asarray(simsimd.cdist(self._matrix[: self._count], asked, metric="dot"))[:, 0]
        return np.asarray(products * (scale * self._scales[: self._count]), dtype=np.float32)

    def covered(self, mask: NDArray[np.bool_]) -> int:
        """How many of the records where `mask` is true have a vector."""
        rows = self._rows[: self._count]
        return int(mask[rows[self._parts[: self._count] == 0]].sum())


def _in_scope(rows: NDArray[np.int64], cosines: NDArray[np.float32], mask: NDArray[np.bool_]) -> Similarities:
    """The best cosine of each record in scope that has a vector."""
    nothing = np.float32(-np.inf)
    by_row = np.full(len(mask), nothing, dtype=np.float32)
    np.maximum.at(by_row, rows, cosines)
    by_row[~mask] = nothing
    in_scope = np.flatnonzero(by_row != nothing)
    return Similarities(in_scope, by_row[in_scope])


def _grown(array: NDArray[_Number], used: int, size: int) -> NDArray[_Number]:
    grown = np.empty((size, *array.shape[1:]), dtype=array.dtype)
    grown[:used] = array[:used]
    return grown
