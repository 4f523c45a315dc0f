"""A base in dictionaries, which the ranking takes for the real thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from rebost.analysis.tokens import QuestionTerm, Token
from rebost.ranking import Parameters, Postings, Ranking, Rows, Similarities, Standing, look_up, rank
from rebost.records import Explanation


@dataclass(frozen=True)
class World:
    """Records as lists of terms by row, with their cosines and standings where they have them."""

    texts: Mapping[int, Sequence[str]]
    cosines: Mapping[int, float] | None = None
    standing: Mapping[int, Standing] = field(default_factory=dict)
    postings_read: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, *texts: str, cosines: Sequence[float] | None = None) -> World:
        rows = {row: text.split() for row, text in enumerate(texts, start=1)}
        return cls(rows, None if cosines is None else dict(zip(rows, cosines, strict=True)))

    @property
    def records(self) -> int:
        return len(self.texts)

    @property
    def mean_length(self) -> float:
        return sum(map(len, self.texts.values())) / len(self.texts) if self.texts else 0.0

    def document_frequency(self, term: str) -> int:
        return sum(term in text for text in self.texts.values())

    def postings(self, term: str) -> Postings:
        self.postings_read.append(term)
        return self._postings(term)

    def _postings(self, term: str) -> Postings:
        found = {row: Counter(text)[term] for row, text in sorted(self.texts.items()) if term in text}
        return Postings(np.array(list(found), dtype=np.int64), np.array(list(found.values()), dtype=np.int32))

    def frequencies(self, term: str, rows: Rows) -> np.ndarray:
        return look_up(self._postings(term), rows)

    def lengths(self, rows: Rows) -> np.ndarray:
        return np.array([len(self.texts[row]) for row in rows.tolist()], dtype=np.int32)

    def standings(self, rows: Rows) -> list[Standing]:
        return [self.standing.get(row, Standing(0, 0.0, f"{row:04}")) for row in rows.tolist()]

    @property
    def similarities(self) -> Similarities | None:
        if self.cosines is None:
            return None
        rows = sorted(self.cosines)
        values = np.array([self.cosines[row] for row in rows], dtype=np.float32)
        return Similarities(np.array(rows, dtype=np.int64), values)

    def ask(self, question: str, parameters: Parameters | None = None) -> Ranking:
        return rank(terms(question), self, self.similarities, self.standings, parameters or Parameters())


def terms(question: str) -> list[QuestionTerm]:
    """The terms of a question written as words; `a|b` is one term with two variants, `a~0.1` is every tenth word of its language."""
    made = []
    for number, written in enumerate(question.split()):
        word, _, frequency = written.partition("~")
        first = word.split("|")[0]
        token = Token(first, first, first, number, number + len(first), number == 0, False)
        made.append(QuestionTerm(token, tuple(sorted(set(word.split("|")))), float(frequency) if frequency else None))
    return made


def nodes_named(name: str, node: Explanation) -> list[Explanation]:
    """All nodes of a tree that have this name."""
    here = [node] if node.name == name else []
    return [*here, *(found for detail in node.details for found in nodes_named(name, detail))]


@pytest.fixture(scope="session")
def nodes():
    return nodes_named


@pytest.fixture(scope="session")
def world() -> type[World]:
    return World


@pytest.fixture(scope="session")
def question():
    return terms
