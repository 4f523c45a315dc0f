"""The words: BM25 (Robertson and Zaragoza, 2009), read as coverage of the question. Section 1.1 of the method.

One function a formula. Arrays run over records: `occurrences[i]` and `lengths[i]` belong to the same record.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.analysis.tokens import QuestionTerm
from rebost.ranking.index import Index, Rows
from rebost.ranking.parameters import Parameters

Values = NDArray[np.float64]
Frequencies = Callable[[str, Rows], NDArray[np.int32]]
"""How often each of these records holds an index term."""


def idf(records: float, document_frequency: float) -> float:
    """How much a term weighs that `document_frequency` of `records` records hold, in nats; always above 0.

    idf(t) = ln(1 + (N - n(t) + 0.5) / (n(t) + 0.5))
    """
    return math.log1p((records - document_frequency + 0.5) / (document_frequency + 0.5))


def chance(frequency: float, length: float) -> float:
    """How likely a text of `length` words holds a word that is this share of its language's, 0..1.

    chance(t) = 1 - exp(-frequency(t) length): words as if drawn one by one (Poisson).
    """
    return -math.expm1(-frequency * length)


def drag(lengths: NDArray[Any], mean_length: float, *, k1: float, b: float, length_cap: float) -> Values:
    """How many occurrences bring half of a term's weight: k1 (1 - b + b length / mean_length).

    The length counts as at most `length_cap` means (infinity gives the plain formula).
    """
    relative_length = np.minimum(lengths / mean_length, length_cap) if mean_length > 0 else np.ones(len(lengths))
    return k1 * (1 - b + b * relative_length)


def saturation(occurrences: NDArray[Any], drag: Values) -> Values:
    """BM25's part of a term in a record, 0..1: tf / (tf + drag)."""
    part = np.zeros(len(occurrences))
    np.divide(occurrences, occurrences + drag, out=part, where=occurrences > 0)
    return part


def tf_norm(occurrences: NDArray[Any], drag: Values, k1: float) -> Values:
    """How fully a record holds a term, 0..1: 1 for one occurrence in a record of mean length, and never more."""
    return np.minimum(1.0, (k1 + 1) * saturation(occurrences, drag))


class WeighedTerm(NamedTuple):
    """A term of the question with what it weighs in this scope."""

    term: QuestionTerm
    variants: tuple[str, ...]
    """Those of its variants that any record in scope holds."""
    document_frequency: int
    """Records that hold any of the variants, taken as the sum of theirs, at most N."""
    language_records: float
    """Records of ordinary language that are counted beside those in scope."""
    language_holding: float
    """How many of them hold the term."""
    idf: float
    weight: float
    """What it counts in the question: `idf`, or a part of it when no record holds the term."""

    @property
    def known(self) -> bool:
        """Whether any record in scope holds it."""
        return self.document_frequency > 0


class WeighedQuestion(NamedTuple):
    """The distinct terms of a question, the rarest first."""

    terms: tuple[WeighedTerm, ...]
    weight: float
    """Sum of the terms' weights: what a record that covers the question wholly would bring."""

    @property
    def known(self) -> tuple[WeighedTerm, ...]:
        """The terms that some record holds, the rarest first."""
        return tuple(term for term in self.terms if term.known)

    @property
    def absent(self) -> tuple[WeighedTerm, ...]:
        """The terms that no record holds, in the order of the question."""
        return tuple(
            sorted((term for term in self.terms if not term.known), key=lambda absent: absent.term.token.start)
        )


def weigh(question_terms: Sequence[QuestionTerm], index: Index, parameters: Parameters) -> WeighedQuestion:
    """Weigh each distinct term of the question; one that is given twice counts once.

    What a small base says of a word's rarity is chance: one record with `hi` makes it as rare as one with the number of
    an invoice. So `language_records` are counted beside the base's: as long as they are, and holding a word as often as
    its language does. Of a word that no record holds the language isn't asked: the base is without it, however
    common, and such words are what tells that a question isn't about this base.
    """
    records = index.records
    terms = []
    for term in {term.variants: term for term in reversed(question_terms)}.values():
        found = {variant: number for variant in term.variants if (number := index.document_frequency(variant))}
        frequency = min(records, sum(found.values()))
        beside, holding = 0, 0.0
        if term.frequency is not None:
            beside = parameters.language_records
            holding = beside * chance(term.frequency, index.mean_length) if frequency else 0.0
        rarity = idf(max(records, parameters.fewest_records) + beside, frequency + holding)
        weight = rarity if frequency else parameters.absent_weight * rarity
        terms.append(WeighedTerm(term, tuple(found), frequency, beside, holding, rarity, weight))
    terms.sort(key=lambda term: (term.document_frequency, term.term.variants))
    return WeighedQuestion(tuple(terms), sum(term.weight for term in terms))


class Match(NamedTuple):
    """One term of the question in some records."""

    term: WeighedTerm
    occurrences: NDArray[np.int32]
    tf_norm: Values

    @property
    def gain(self) -> Values:
        """What the term brings to each record: idf(t) * tf_norm(t, d)."""
        return self.term.idf * self.tf_norm


def matches(
    terms: Sequence[WeighedTerm], rows: Rows, frequencies: Frequencies, drag: Values, k1: float
) -> Iterator[Match]:
    """Each of the `terms` in each of `rows`; a term occurs as often as all its variants together."""
    for term in terms:
        occurrences = sum(
            (frequencies(variant, rows) for variant in term.variants), np.zeros(len(rows), dtype=np.int32)
        )
        yield Match(term, occurrences, tf_norm(occurrences, drag, k1))


def lexical(gained: Values, question: WeighedQuestion) -> Values:
    """What share of the question's weight each record covers, 0..1."""
    if question.weight == 0:
        return np.zeros(len(gained))
    return np.minimum(1.0, gained / question.weight)
