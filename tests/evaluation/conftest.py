"""A tiny evaluation set, written out by hand, and an embedder whose vectors a reader can follow."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rebost.embedders.embedder import Vectors
from rebost.evaluation.datasets import EvaluationSet, load

Rows = Sequence[Mapping[str, Any]]

RECORDS: Rows = (
    {"id": "r1", "text": "Anna lives in Girona.", "kind": "fact", "project": None},
    {"id": "r2", "text": "The boiler was serviced in March by Puig."},
    {"id": "r3", "text": "Invoices go out on the last Friday of the month.", "kind": "procedure"},
    {"id": "r4", "text": "The wifi password hangs behind the kitchen door.", "kind": "note"},
    {"id": "r5", "text": "Tomatoes want sun; sow the seedlings in April.", "kind": "note", "project": "garden"},
    {"id": "r6", "text": "Sow beans straight into the bed in May.", "kind": "note", "project": "garden"},
)
QUERIES: Rows = (
    {"id": "q1", "text": "boiler serviced", "answerable": True, "gold": ["r2"], "type": "keyword", "lang": "en"},
    {
        "id": "q2",
        "text": "sow tomatoes beans",
        "answerable": True,
        "gold": ["r5", "r6"],
        "type": "multi",
        "lang": "en",
        "style": "agent",
    },
    {"id": "q3", "text": "zebra saxophone", "answerable": False, "gold": [], "type": "off_topic", "lang": "en"},
    {
        "id": "q4",
        "text": "Anna Girona",
        "answerable": False,
        "gold": [],
        "acceptable": ["r1"],
        "type": "unknown_attribute",
        "lang": "ca",
    },
    {"id": "q5", "text": "kitchen door", "answerable": None, "gold": []},
)
LEAVE_OUT: Rows = (
    {
        "qid": "q1",
        "remove_paragraph": ["r2"],
        "remove_article": ["r2", "r3"],
        "answer_string_elsewhere_same_article": [],
    },
    {
        "qid": "q2",
        "remove_paragraph": ["r5"],
        "remove_article": ["r5", "r6"],
        "answer_string_elsewhere_same_article": ["r6"],
    },
)


class HashedWords:
    """Words hashed into 64 dimensions: texts with a word in common are near, others are not. It counts its work."""

    model_id = "test:hashed-words:1:64"
    dimension = 64

    def __init__(self) -> None:
        self.made = 0

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        self.made += len(texts)
        vectors = np.full((len(texts), self.dimension), 0.01, dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in text.lower().replace(".", " ").replace(";", " ").split():
                vector[zlib.crc32(word.encode("utf-8", "surrogatepass")) % self.dimension] += 1.0
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture
def hashed_words() -> HashedWords:
    return HashedWords()


@pytest.fixture
def write_set(tmp_path: Path) -> Callable[..., Path]:
    """Writes an evaluation set, the tiny one unless told otherwise, and gives its folder."""

    def write(
        *, records: Rows = RECORDS, queries: Rows = QUERIES, leave_out: Rows | None = LEAVE_OUT, name: str = "tiny"
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        for file, rows in (("records", records), ("queries", queries), ("leaveout", leave_out)):
            if rows is not None:
                lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                (folder / f"{file}.jsonl").write_text(lines, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def tiny(write_set: Callable[..., Path]) -> EvaluationSet:
    return load(write_set())
