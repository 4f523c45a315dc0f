"""Which records can be in the answer at all. Section 5 of the method.

`minimum` is absolute and `lexical` is a share of the question's weight, so a record that holds only the question's
commonest terms can't reach the minimum, however much it stands out short of a very clear case. The terms without
which no record can are said to carry an answer. Records that hold one, and the very clear cases, are all that need
scoring: nothing that a full scan would return is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rebost.ranking.bm25 import WeighedQuestion, WeighedTerm
from rebost.ranking.index import Index, Postings, Rows, look_up
from rebost.ranking.parameters import Parameters

_ROUNDING = 1e-9
"""Sums of weights are made in different orders; a difference this small (a share) never decides."""


def needed_share(highest_standout: float, parameters: Parameters) -> float:
    """The least `lexical` with which a record reaches the minimum when it stands out by at most `highest_standout`."""
    return (parameters.minimum - parameters.weight_vectors * highest_standout) / parameters.weight_words


def carrying(question: WeighedQuestion, needed: float) -> tuple[WeighedTerm, ...]:
    """The terms from the rarest up, until the rest together weigh less than the `needed` share of the question.

    The terms that no record holds count in the question's weight, and carry nothing.
    """
    terms = question.known
    rest = 0.0
    for number in range(len(terms), 0, -1):
        rest += terms[number - 1].idf
        if rest >= (needed - _ROUNDING) * question.weight:
            return terms[:number]
    return ()


def worth_reading(
    question: WeighedQuestion, carriers: Sequence[WeighedTerm], parameters: Parameters
) -> tuple[WeighedTerm, ...]:
    """The carriers, and as many of the next rarest terms as cost little, so that there are nearest records to report."""
    terms = question.known
    postings = sum(term.document_frequency for term in carriers)
    number = len(carriers)
    while number < len(terms) and postings + terms[number].document_frequency <= parameters.extra_postings:
        postings += terms[number].document_frequency
        number += 1
    return terms[:number]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The records to score, and the postings that were read to find them."""

    rows: Rows
    postings: Mapping[str, Postings]
    index: Index

    def frequencies(self, term: str, rows: Rows) -> NDArray[np.int32]:
        """How often each of these records holds the term, from the postings where they were read."""
        known = self.postings.get(term)
        return self.index.frequencies(term, rows) if known is None else look_up(known, rows)


def gather(terms: Sequence[WeighedTerm], standing_out: Rows, index: Index) -> Candidates:
    """Every record that holds one of the terms, and those that stand out."""
    postings = {variant: index.postings(variant) for term in terms for variant in term.variants}
    found = [standing_out, *(entry.rows for entry in postings.values())]
    return Candidates(_union(found), postings, index)


def _union(found: Sequence[Rows]) -> Rows:
    rows = np.sort(np.concatenate(found))
    return rows[np.diff(rows, prepend=-1) > 0] if len(rows) else rows
