"""Methods of Rebost itself, asked of a throw-away base as a program would ask them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from rebost.embedders import NONE
from rebost.embedders.embedder import Embedder
from rebost.errors import FormatError
from rebost.evaluation.measures import LIMIT
from rebost.evaluation.methods import Answer
from rebost.memory import Memory
from rebost.records import Draft, Explanation, LeftOut, Piece, Record


class ThrowAwayBase:
    """A base with the records of an evaluation set, which keep the ids of the set."""

    def __init__(self, path: Path, embedder: Embedder | None) -> None:
        self._memory = Memory.open(path, embedder=NONE if embedder is None else embedder)
        self.model = None if embedder is None else embedder.model_id
        self._set_ids: dict[str, str] = {}
        self._base_ids: dict[str, str] = {}

    def close(self) -> None:
        """Close the base; deleting the file is the caller's."""
        self._memory.close()

    def fill(self, records: Sequence[Record]) -> None:
        """Put the records in and wait until each has its vectors.

        Raises:
            FormatError: two records are one and the same to Rebost, so that an answer couldn't be told from the other.
        """
        drafts = [Draft(record.text, record.kind, record.project) for record in records]
        # A credential in a set is invented: refusing it would only take a question's answer away.
        for record, kept in zip(records, self._memory.remember_many(drafts, allow_secrets=True), strict=True):
            base_id = kept.record.id
            if base_id in self._set_ids:
                raise FormatError(
                    f"The records {self._set_ids[base_id]} and {record.id} have the same text in the same project, so "
                    "Rebost keeps them as one: leave one of them out of the set."
                )
            self._set_ids[base_id] = record.id
            self._base_ids[record.id] = base_id
        self._memory.settle()

    def ask(self, question: str, method: str) -> Answer:
        """The best eight at most, without counting a use."""
        recall = self._memory.recall(question, limit=LIMIT, method=method, counting=False)
        return Answer(tuple(self._set_ids[piece.record.id] for piece in recall.pieces), recall.evidence)

    def explained(self, question: str, left_out: int) -> list[tuple[str, Explanation]]:
        """The records returned and so many of those left out, each by its id of the set, with its explanation."""
        recall = self._memory.recall(question, limit=LIMIT, left_out=left_out, counting=False)
        shown: list[Piece | LeftOut] = [*recall.pieces, *recall.left_out]
        return [(self._set_ids[item.record.id], item.explanation) for item in shown]

    @contextmanager
    def without(self, ids: frozenset[str]) -> Iterator[None]:
        """Inside, the records with these ids of the set are forgotten; afterwards they are back, vectors and all."""
        forgotten = [self._base_ids[record_id] for record_id in sorted(ids)]
        for base_id in forgotten:
            self._memory.forget(base_id)
        try:
            yield
        finally:
            for base_id in forgotten:
                self._memory.restore(base_id)
            self._memory.settle()


class MemoryMethod:
    """A method of `Memory.recall` on a throw-away base."""

    def __init__(self, name: str, method: str, base: ThrowAwayBase) -> None:
        self.name, self._method, self._base = name, method, base

    @property
    def model(self) -> str | None:
        return self._base.model

    def ask(self, question: str) -> Answer:
        return self._base.ask(question, self._method)

    def without(self, ids: frozenset[str]) -> AbstractContextManager[None]:
        return self._base.without(ids)
