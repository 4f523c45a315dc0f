"""What speaks for a record as the answer to a question, and what against it: the signals of the default method.

Each signal is a number for each of a few records, the candidates. They are grouped as a person would name them; the groups are
what an explanation shows. A record holds a word of the question in one of four ways, each of which counts less than the one before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.analysis import AskedTerm, Interpretation, language_mark
from rebost.analysis.marks import PLACE, TIME
from rebost.ranking import bm25
from rebost.ranking.index import Index, Rows

Values = NDArray[np.float64]

SAME, MISSPELLED, SYNONYM, RELATED = 1.0, 0.85, 0.85, 0.35
"""How fully a record holds a word: itself, in another spelling, as a word that answers for it, as one that is near to it."""

_USUAL_RECORDS = 150
"""Records of a base in which the weights were fitted: what a larger one does by chance is taken off."""
_RARE = 0.99
"""Rarity from which a word may be a name that was written without its capital."""
_LONGEST_WORD = 64
"""Characters of a word that the base can be without: as long as the digest of a file. A longer one was pasted, and that no record
holds it says nothing of what is asked."""
_LONGEST_RECORD = 110
"""Words of the longest record among those that the weights were fitted on. What its length says against a record isn't carried
on beyond them: a note of a thousand words would be silenced that holds all of the question."""


class Weighed(NamedTuple):
    """A term of the question with what it weighs in this scope."""

    asked: AskedTerm
    holding: int
    """Records that hold the term itself."""
    meaning: int
    """Records that hold it or a word that answers for it, at least."""
    weight: float
    """idf of the term, as a share of that of one that no record holds, times its rarity in the language."""
    weight_of_meaning: float
    """The same by `meaning`."""
    known_as_name: bool
    """Stands in the base as a name, more often than not."""

    @property
    def is_name(self) -> bool:
        """Written as a name, in the question or in the base."""
        return self.asked.is_name or self.known_as_name


def weigh(asked: Interpretation, index: Index) -> tuple[Weighed, ...]:
    """What each term of the question weighs in this scope; without those that were pasted and are nowhere in it."""
    records = max(index.records, _USUAL_RECORDS)  # in a base of one record every word it holds would weigh nothing
    highest = bm25.idf(records, 0)
    weighed = []
    for term in asked.terms:
        holding = min(index.records, sum(map(index.document_frequency, term.term.variants)))
        meaning = max((index.document_frequency(mark) for mark in term.concepts), default=0)
        meaning = max(holding, meaning)
        if not meaning and len(term.word) > _LONGEST_WORD:
            continue
        standing, names = index.known(term.term.token.word)
        weighed.append(
            Weighed(
                term,
                holding,
                meaning,
                bm25.idf(records, holding) / highest * term.rarity,
                bm25.idf(records, meaning) / highest * term.rarity,
                names > 0 and names >= standing / 2,
            )
        )
    return tuple(weighed)


class Held(NamedTuple):
    """Whether each candidate holds each term, shape (terms, candidates), 0 or 1."""

    same: Values
    misspelled: Values
    synonym: Values
    related: Values

    @property
    def words(self) -> Values:
        """How fully, by the words alone."""
        return np.maximum(SAME * self.same, MISSPELLED * self.misspelled)

    @property
    def meaning(self) -> Values:
        """How fully, with words that answer for it."""
        return np.maximum(self.words, SYNONYM * self.synonym)

    @property
    def nearly(self) -> Values:
        """How fully, with words that are near to it."""
        return np.maximum(self.meaning, RELATED * self.related)


def hold(terms: Sequence[Weighed], holdings: Sequence[frozenset[str]]) -> Held:
    """Compare the question's terms with all that each candidate holds."""

    def table(wanted: Sequence[tuple[str, ...]]) -> Values:
        held = [[not holding.isdisjoint(any_of) for holding in holdings] for any_of in wanted]
        return np.array(held, dtype=np.float64).reshape(len(terms), len(holdings))

    asked = [term.asked for term in terms]
    return Held(
        table([term.term.variants for term in asked]),
        table([term.near for term in asked]),
        table([term.concepts for term in asked]),
        table([term.related for term in asked]),
    )


class Meaning(NamedTuple):
    """What the vectors say of each candidate."""

    z: Values
    """In deviations above the mean of all records in scope."""
    lead: Values
    """How far z lies above the best of all other records."""


class Signals(NamedTuple):
    """All signals of some candidates."""

    rows: Rows
    values: dict[str, dict[str, Values]]
    """By group, by name: one number a candidate."""
    coverage: Values
    """Share of the question's weight that each candidate covers, 0..1: the words' part of the score."""
    held: Held


def measure(
    asked: Interpretation,
    terms: Sequence[Weighed],
    rows: Rows,
    holdings: Sequence[frozenset[str]],
    lengths: NDArray[np.int32],
    meaning: Meaning | None,
    records: int,
) -> Signals:
    """The signals of the candidates at `rows`; without `meaning`, those that need no vectors."""
    held = hold(terms, holdings)
    told = _Told(terms, held, holdings, asked.alone)
    values = dict(_of_words(told))
    values["kind"] = _of_kind(asked, holdings)
    values["length"] = {
        "words_of_record": np.log(np.clip(lengths, 1, _LONGEST_RECORD)),
        "words_of_question": np.full(len(rows), math.log(1 + len(terms))),
        "heaviest": np.full(len(rows), max((term.weight for term in terms), default=0.0)),
    }
    if meaning is not None:
        values |= _of_meaning(asked, told, holdings, meaning, records)
    return Signals(rows, values, told.covered_nearly, held)


class _Told:
    """What several groups of signals are made of."""

    def __init__(self, terms: Sequence[Weighed], held: Held, holdings: Sequence[frozenset[str]], alone: bool) -> None:
        self.terms, self.held, self.candidates = terms, held, len(holdings)
        alike = {holding: number for number, holding in enumerate(holdings)}
        self.group = np.array([alike[holding] for holding in holdings], dtype=np.intp)
        """The same number for candidates that are no rivals: that say the same, or hold the word that is all that is asked."""
        if alone:
            self.group[held.words.max(axis=0, initial=0.0) >= SAME] = -1
        self.weights = np.array([term.weight for term in terms], dtype=np.float64)
        self.meanings = np.array([term.weight_of_meaning for term in terms], dtype=np.float64)
        self.weight, self.weight_of_meaning = float(self.weights.sum()), float(self.meanings.sum())
        self.names = self.which(lambda term: term.asked.is_name)
        self.covered = self.share(self.weights, held.words)
        self.covered_by_meaning = self.share(self.meanings, held.meaning)
        self.covered_nearly = self.share(self.meanings, held.nearly)
        self.everything = np.ones(len(terms), dtype=np.bool_)
        self.missing = self.heaviest_missing(self.everything, held.words)
        self.missing_name = self.heaviest_missing(self.names, held.words)
        self.missing_meaning = self.heaviest_missing(self.everything, held.meaning, self.meanings)

    def which(self, condition: Callable[[Weighed], bool]) -> NDArray[np.bool_]:
        return np.fromiter(map(condition, self.terms), np.bool_, len(self.terms))

    def sum(self, weights: Values, table: Values) -> Values:
        return weights @ table if len(weights) else np.zeros(self.candidates)

    def share(self, weights: Values, table: Values) -> Values:
        total = float(weights.sum())
        return self.sum(weights, table) / total if total else np.zeros(self.candidates)

    def lead(self, values: Values) -> Values:
        """How far each value lies above the best of the others, 0 being the least that another can be.

        One that is no rival is no other: the same sentence in two projects doesn't speak against itself.
        """
        if not self.candidates:
            return values
        first = self.group == self.group[values.argmax()]
        second = values[~first].max(initial=0.0)
        return np.asarray(values - np.where(first, second, values.max()))

    def heaviest_missing(self, among: NDArray[np.bool_], table: Values, weights: Values | None = None) -> Values:
        """The weight of the heaviest of these terms that a candidate doesn't hold."""
        if not len(self.terms):
            return np.zeros(self.candidates)
        weights = self.weights if weights is None else weights
        return np.asarray(((weights * among)[:, None] * (1 - table)).max(axis=0))


def _of_words(told: _Told) -> Iterator[tuple[str, dict[str, Values]]]:
    held, candidates = told.held, told.candidates
    words, meaning, nearly = held.words, held.meaning, held.nearly
    absent = told.which(lambda term: not term.holding)
    unheard = told.which(lambda term: not term.meaning)
    opaque = told.which(lambda term: not term.meaning and not term.asked.concepts)
    respelled = told.which(lambda term: bool(term.asked.near))
    rare = told.which(lambda term: term.asked.rarity >= _RARE and not term.asked.is_identifier)
    numbers = told.which(lambda term: term.asked.is_identifier)
    known_names = told.which(lambda term: term.known_as_name and term.holding > 0)
    names = told.names | told.which(lambda term: term.known_as_name)
    only_meaning = held.synonym * (words < 0.5)
    yield (
        "words",
        {
            "coverage": told.covered,
            "coverage_squared": told.covered**2,
            "covered_weight": told.covered * told.weight,
            "question_weight": np.full(candidates, min(told.weight, 4.0)),
            "lead": told.lead(told.covered),
            "clause": _best_clause(told),
        },
    )
    yield (
        "synonyms",
        {
            "coverage": told.covered_by_meaning,
            "coverage_squared": told.covered_by_meaning**2,
            "covered_weight": told.covered_by_meaning * told.weight_of_meaning,
            "question_weight": np.full(candidates, told.weight_of_meaning),
            "only_by_meaning": told.share(told.meanings, only_meaning),
            "lead": told.lead(told.covered_by_meaning),
        },
    )
    yield (
        "related",
        {
            "coverage": told.covered_nearly,
            "only_nearly": told.share(told.meanings, held.related * (meaning < 0.5)),
            "missing": told.heaviest_missing(told.everything, nearly, told.meanings),
            "unheard": told.heaviest_missing(unheard, nearly, told.meanings),
            "with_others": _with_others(told),
        },
    )
    yield (
        "missing",
        {
            "any": told.missing,
            "absent": told.heaviest_missing(absent, words),
            "absent_and_unlike": told.heaviest_missing(absent & ~respelled, words),
            "meaning": told.missing_meaning,
            "unheard": told.heaviest_missing(unheard, meaning, told.meanings),
            "opaque": told.heaviest_missing(opaque, meaning, told.meanings),
            "number_unheard": np.full(candidates, float(unheard.sum())),
        },
    )
    yield (
        "names",
        {
            "missing": told.missing_name,
            "absent": told.heaviest_missing(told.names & absent, words),
            "rare_missing": told.heaviest_missing(rare, words),
            "rare_absent": told.heaviest_missing(rare & absent, words),
            "known_missing": told.heaviest_missing(known_names, words),
            "held": told.sum(told.weights * names, words),
        },
    )
    yield (
        "identifiers",
        {
            "missing": told.heaviest_missing(numbers, words),
            "held": told.sum(told.weights * numbers, words),
        },
    )
    yield (
        "spelling",
        {
            "held": told.sum(told.weights * respelled, held.misspelled),
            "missing": told.heaviest_missing(respelled, held.same),
        },
    )


def _of_kind(asked: Interpretation, holdings: Sequence[frozenset[str]]) -> dict[str, Values]:
    wanted = asked.wanted
    found = np.array([[mark in holding for holding in holdings] for mark in wanted], dtype=np.float64)
    found = found.reshape(len(wanted), len(holdings))
    nothing = np.zeros(len(holdings))
    return {
        "held": found.mean(axis=0) - 0.5 if wanted else nothing,
        "missing": (1 - found).max(axis=0) if wanted else nothing,
        "place_asked": nothing + (PLACE in wanted),
        "time_asked": nothing + (TIME in wanted),
    }


def _of_meaning(
    asked: Interpretation, told: _Told, holdings: Sequence[frozenset[str]], meaning: Meaning, records: int
) -> dict[str, dict[str, Values]]:
    z = meaning.z - by_chance(records)
    clear = np.clip(z, 0.0, 6.0)
    mark = language_mark(asked.language or "")
    other = np.array([mark not in holding for holding in holdings], dtype=np.float64)
    return {
        "meaning": {"z": z, "lead": meaning.lead},
        "language": {"other": other, "other_z": other * z},
        "together": {
            "coverage_z": told.covered * clear,
            "missing_z": told.missing * clear,
            "missing_name_z": told.missing_name * clear,
            "meaning_z": told.covered_by_meaning * clear,
            "missing_meaning_z": told.missing_meaning * clear,
        },
    }


def by_chance(records: int) -> float:
    """How much further the best of so many records stands out by chance than the best of 150, in deviations.

    The best of n normal values lies about sqrt(2 ln n) deviations above their mean.
    """
    return math.sqrt(2 * math.log(max(records, 2))) - math.sqrt(2 * math.log(_USUAL_RECORDS))


_TOGETHER = 3
"""Records beside which another one may complete an answer."""


def _with_others(told: _Told) -> Values:
    """Coverage of the question by a candidate together with the three that cover it best: some answers take several records."""
    nearly = told.held.nearly
    if not len(nearly):
        return told.covered_nearly
    best = np.argsort(-told.covered_nearly, kind="stable")[:_TOGETHER]
    return told.share(told.meanings, np.maximum(nearly, nearly[:, best].max(axis=1, initial=0.0)[:, None]))


def _best_clause(told: _Told) -> Values:
    """Coverage of that clause of the question that a candidate covers best, where there are several that weigh enough."""
    best = told.covered
    clauses = {term.asked.clause for term in told.terms}
    for clause in clauses if len(clauses) > 1 else ():
        weights = told.weights * np.array([term.asked.clause == clause for term in told.terms])
        if weights.sum() > 0.3:
            best = np.maximum(best, told.share(weights, told.held.words))
    return best
