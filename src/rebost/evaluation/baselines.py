"""What most memory servers do, to compare with: always the best eight, however weak.

None of them can be silent by a decision of its own, so their silence is low by construction. `evidence` is the best
value of the list, to show how well it would tell a question with an answer from one without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import apsw
import numpy as np

from rebost.embedders.embedder import Embedder
from rebost.evaluation.measures import LIMIT
from rebost.evaluation.methods import Answer
from rebost.records import Record

FUSED_DEPTH = 50
"""How many of each ranking the fusion looks at: several times what is returned, as is usual."""
FUSION_CONSTANT = 60
"""k of reciprocal rank fusion, as in Cormack, Clarke and Büttcher (SIGIR 2009)."""

_WORD = re.compile(r"\w+")


class PlainFts5:
    """SQLite's FTS5 as it comes: tokenizer unicode61, any of the question's words, ordered by bm25()."""

    name = "fts5"
    model = None

    def __init__(self, records: Sequence[Record]) -> None:
        self._ids = [record.id for record in records]
        self._rows = {record_id: row for row, record_id in enumerate(self._ids)}
        self._database = apsw.Connection(":memory:")
        self._database.execute("CREATE VIRTUAL TABLE records USING fts5(text, tokenize = 'unicode61')")
        self._database.executemany(
            "INSERT INTO records(rowid, text) VALUES (?, ?)", ((row, record.text) for row, record in enumerate(records))
        )

    def ask(self, question: str) -> Answer:
        return _answer(self.ranking(question, LIMIT))

    def ranking(self, question: str, depth: int) -> list[tuple[str, float]]:
        """The best records for the question with their bm25, the higher the better; at most `depth`."""
        words = dict.fromkeys(_WORD.findall(question.lower()))
        if not words:
            return []
        rows = self._database.execute(
            "SELECT rowid, -bm25(records) FROM records WHERE records MATCH ? ORDER BY bm25(records), rowid LIMIT ?",
            (" OR ".join(f'"{word}"' for word in words), depth),
        )
        return [(self._ids[row], score) for row, score in rows]

    @contextmanager
    def without(self, ids: frozenset[str]) -> Iterator[None]:
        self._database.execute("BEGIN")
        try:
            self._database.executemany(
                "DELETE FROM records WHERE rowid = ?", ((self._rows[record_id],) for record_id in ids)
            )
            yield
        finally:
            self._database.execute("ROLLBACK")


class VectorsAlone:
    """Cosine similarity between the question and each whole record."""

    name = "vectors"

    def __init__(self, records: Sequence[Record], embedder: Embedder) -> None:
        self._ids = [record.id for record in records]
        self._embedder = embedder
        self._vectors = embedder.embed_records([record.text for record in records])
        self._present = np.ones(len(records), dtype=bool)
        self.model = embedder.model_id

    def ask(self, question: str) -> Answer:
        return _answer(self.ranking(question, LIMIT))

    def ranking(self, question: str, depth: int) -> list[tuple[str, float]]:
        """The best records for the question with their cosines; at most `depth`."""
        cosines = self._vectors @ self._embedder.embed_questions([question])[0]
        rows = np.flatnonzero(self._present)
        best = rows[np.argsort(-cosines[rows], kind="stable")[:depth]]
        return [(self._ids[row], float(cosines[row])) for row in best]

    @contextmanager
    def without(self, ids: frozenset[str]) -> Iterator[None]:
        before = self._present
        self._present = before & np.array([record_id not in ids for record_id in self._ids])
        try:
            yield
        finally:
            self._present = before


class ReciprocalRankFusion:
    """The two rankings above made one: each gives a record 1 / (60 + its rank)."""

    name = "rrf"

    def __init__(self, words: PlainFts5, vectors: VectorsAlone) -> None:
        self._words, self._vectors = words, vectors
        self.model = vectors.model

    def ask(self, question: str) -> Answer:
        scores: dict[str, float] = {}
        for ranking in (self._words.ranking(question, FUSED_DEPTH), self._vectors.ranking(question, FUSED_DEPTH)):
            for rank, (record_id, _) in enumerate(ranking, start=1):
                scores[record_id] = scores.get(record_id, 0.0) + 1.0 / (FUSION_CONSTANT + rank)
        return _answer(sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:LIMIT])

    @contextmanager
    def without(self, ids: frozenset[str]) -> Iterator[None]:
        with self._words.without(ids), self._vectors.without(ids):
            yield


def _answer(ranking: Sequence[tuple[str, float]]) -> Answer:
    return Answer(tuple(record_id for record_id, _ in ranking), ranking[0][1] if ranking else 0.0)
