"""Records in plain language, analysed as a base would, and questions asked of them by the default method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ranking.conftest import World
from rebost.analysis import AskedTerm, analyze, analyze_question, interpret, marks
from rebost.memory.judging import model_of
from rebost.ranking import Caution, DefaultRanking, Parameters, Postings, Rows, Signal, default


@dataclass(frozen=True)
class Told(World):
    """A base by words, names and marks. Misspellings are those that a test names, from the word asked to the word meant."""

    names: Mapping[int, Mapping[str, bool]] = field(default_factory=dict)
    marks: Mapping[int, frozenset[str]] = field(default_factory=dict)
    language: str = "ca"
    near: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def in_language(
        cls,
        language: str,
        *texts: str,
        cosines: Sequence[float] | None = None,
        near: Mapping[str, str] | None = None,
    ) -> Told:
        rows = dict(enumerate(texts, start=1))
        tokens = {row: analyze(text, language) for row, text in rows.items()}
        return cls(
            {row: [token.term for token in found] for row, found in tokens.items()},
            None if cosines is None else dict(zip(rows, cosines, strict=True)),
            names={row: {token.word: token.surface[:1].isupper() for token in found} for row, found in tokens.items()},
            marks={row: frozenset(marks(text, tokens[row], language)) for row, text in rows.items()},
            language=language,
            near=near or {},
        )

    def document_frequency(self, term: str) -> int:
        return len(self._postings(term).rows)

    def _postings(self, term: str) -> Postings:
        marked = [row for row in sorted(self.marks) if term in self.marks[row]]
        if marked:
            return Postings(np.array(marked, dtype=np.int64), np.ones(len(marked), dtype=np.int32))
        return super()._postings(term)

    def holdings(self, rows: Rows) -> list[frozenset[str]]:
        return [self.marks[row] | frozenset(self.texts[row]) for row in rows.tolist()]

    def known(self, word: str) -> tuple[int, int]:
        standing = [names[word] for names in self.names.values() if word in names]
        return len(standing), sum(standing)

    def _respelled(self, term: AskedTerm) -> AskedTerm:
        word = self.near.get(term.term.token.word)
        if word is None:
            return term
        return term._replace(near_word=word, near=analyze_question(word, [self.language])[0].variants)

    def answer(
        self,
        question: str,
        caution: Caution = Caution.NORMAL,
        parameters: Parameters | None = None,
        model_id: str = "e5:test",
    ) -> DefaultRanking:
        parameters = parameters or Parameters()
        read = interpret(question, [self.language])
        vectors = default.measure(self.similarities, self.records, parameters)
        return default.rank(
            read._replace(terms=tuple(map(self._respelled, read.terms))),
            self,
            vectors,
            self.standings,
            parameters,
            model_of(model_id if vectors.signal is Signal.ON else None),
            caution,
        )
