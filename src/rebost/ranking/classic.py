"""The published method: words and vectors in one score, a minimum, and silence. Sections 1, 2 and 5 of the method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.analysis.tokens import QuestionTerm
from rebost.ranking import bm25, candidates, explanation, standout
from rebost.ranking.bm25 import Match, WeighedQuestion, WeighedTerm
from rebost.ranking.candidates import Candidates
from rebost.ranking.index import Index, Rows, Similarities
from rebost.ranking.parameters import Parameters
from rebost.ranking.selection import Lines, Selection, Standings, first, select
from rebost.ranking.standout import Signal, Vectors
from rebost.records import Explanation, Reason

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]

_DIGITS = 12
"""Decimals of a score. What differs only in the order of a sum is a tie, on every machine."""


class Scores(NamedTuple):
    """The signals and the score of some records, as arrays that run over `rows`."""

    rows: Rows
    lexical: Values
    standout: Values
    holds: Mask
    """Shares a word with the question."""
    carries: Mask
    """Shares a word that can carry an answer."""
    clear: Mask
    """Stands out far enough to count without a word in common."""
    score: Values
    minimum: Values
    """What the score is measured against."""

    def at(self, places: NDArray[np.intp]) -> Scores:
        """Those of the records at these places."""
        return Scores(
            self.rows[places],
            self.lexical[places],
            self.standout[places],
            self.holds[places],
            self.carries[places],
            self.clear[places],
            self.score[places],
            self.minimum[places],
        )

    @property
    def counted(self) -> Mask:
        """Which records have a score at all: a word in common, or a very clear case."""
        return self.holds | self.clear

    @property
    def enough(self) -> Mask:
        """Which records reach the minimum that applies to them."""
        return self.score >= self.minimum


class Ranked(NamedTuple):
    """A record with its score and, unless it was selected, the one reason why not."""

    row: int
    score: float
    minimum: float
    reason: Reason | None


class Asked(NamedTuple):
    """A question as this scope sees it: all that is needed to score any record."""

    question: WeighedQuestion
    carriers: tuple[WeighedTerm, ...]
    """The terms that can carry an answer, the rarest first."""
    vectors: Vectors
    found: Candidates
    parameters: Parameters


def match(rows: Rows, asked: Asked, lengths: NDArray[np.int32]) -> Iterator[Match]:
    """Each known term of the question in each of the rows, the rarest term first."""
    p = asked.parameters
    drag = bm25.drag(lengths, asked.found.index.mean_length, k1=p.k1, b=p.b, length_cap=p.length_cap)
    return bm25.matches(asked.question.known, rows, asked.found.frequencies, drag, p.k1)


def score(rows: Rows, asked: Asked, matches: Iterable[Match]) -> Scores:
    """Section 1.3: score = 0.75 * lexical + 0.25 * standout, and zero without a word in common or a very clear case."""
    parameters = asked.parameters
    gained = np.zeros(len(rows))
    holds = np.zeros(len(rows), dtype=np.bool_)
    carries = holds
    for number, matched in enumerate(matches, start=1):
        gained += matched.gain
        holds = holds | (matched.occurrences > 0)
        if number == len(asked.carriers):
            carries = holds
    lexical = bm25.lexical(gained, asked.question)
    z = asked.vectors.z_of(rows)
    stands_out = standout.standout(z, parameters)
    clear = z >= parameters.z_clear
    together = parameters.weight_words * lexical + parameters.weight_vectors * stands_out
    counted = np.where(holds | clear, together.round(_DIGITS), 0.0)
    minimum = np.where(clear & ~holds, parameters.minimum_clear, parameters.minimum)
    return Scores(rows, lexical, stands_out, holds, carries, clear, counted, minimum)


@dataclass(frozen=True)
class Ranking:
    """The answer to one question, and how any record in scope came to be in it or not.

    It holds the index that it was made with: explain while that one is open.
    """

    records: int
    """N: how many records are in scope."""
    asked: Asked
    scores: Scores
    """Of the candidates, in the order of their rows."""
    matches: tuple[Match, ...]
    """Each known term of the question in the candidates, in the same order."""
    selection: Selection
    """Of the candidates, in the same order."""
    selected: tuple[Ranked, ...]
    """Best first; empty is silence."""
    left_out: tuple[Ranked, ...]
    """The nearest candidates that were not selected, best first. Records that share only very common words with the
    question are among them where their vectors stand out or few records hold those words."""
    counts: Mapping[Reason, int]
    """All records in scope that were not selected, `left_out` among them, by reason."""

    @property
    def best(self) -> float:
        """The best score of any candidate, 0 when there is none."""
        return float(self.scores.score.max(initial=0.0))

    @property
    def evidence(self) -> float:
        """What decides between an answer and silence: here the best score."""
        return self.best

    @property
    def confidence(self) -> None:
        """Never known: nothing calibrates this method."""
        return None

    @property
    def doubts(self) -> tuple[str, ...]:
        """What the answer takes for granted: here nothing."""
        return ()

    @property
    def vectors(self) -> Vectors:
        """The similarities of all records in scope."""
        return self.asked.vectors

    @property
    def signal(self) -> Signal:
        """Whether the vectors took part."""
        return self.vectors.signal

    @property
    def lines(self) -> Lines:
        """What records had to reach, a very clear case without a word in common apart."""
        parameters = self.asked.parameters
        cut = parameters.relative * self.selected[0].score if self.selected else 0.0
        return Lines("score", parameters.minimum, parameters.minimum, cut, parameters.limit)

    def look(self, row: int) -> Ranked:
        """Score and reason of any record in scope, candidate or not."""
        rows = np.array([row], dtype=np.int64)
        places = self._places(rows)
        if places is not None:
            return _ranked(self.scores, self.selection, int(places[0]))
        alone, _ = self._scored(rows)
        return Ranked(row, float(alone.score[0]), float(alone.minimum[0]), Reason.NOT_CLEAR)

    def explain(self, rows: Sequence[int]) -> tuple[Explanation, ...]:
        """The trees behind the scores of any records in scope, made from the numbers that make the scores."""
        return self.later(rows)()

    def later(self, rows: Sequence[int]) -> Callable[[], tuple[Explanation, ...]]:
        """What makes those trees, at any time: it needs the index no more."""
        array = np.array(rows, dtype=np.int64)
        lengths = self.asked.found.index.lengths(array)
        scores, matches = self._scored(array)
        return lambda: self._trees(array, lengths, scores, matches)

    def _trees(
        self, array: Rows, lengths: NDArray[np.int32], scores: Scores, matches: Sequence[Match]
    ) -> tuple[Explanation, ...]:
        asked, parameters = self.asked, self.asked.parameters
        coverage = explanation.lexical_nodes(scores.lexical, matches, self._question_node, lengths, self._settings)
        standouts = explanation.standout_nodes(scores.standout, asked.vectors.places(array), asked.vectors, parameters)
        weights = explanation.weights(parameters)
        return tuple(
            explanation.score_node(value, lexical, stands, weights, counted=counted, minimum=minimum)
            for value, lexical, stands, counted, minimum in zip(
                scores.score.tolist(),
                coverage,
                standouts,
                scores.counted.tolist(),
                scores.minimum.tolist(),
                strict=True,
            )
        )

    def _scored(self, rows: Rows) -> tuple[Scores, tuple[Match, ...]]:
        """The scores of these records and what they are made of: as ranked, or made now where one is no candidate."""
        places = self._places(rows)
        if places is None:
            matches = tuple(match(rows, self.asked, self.asked.found.index.lengths(rows)))
            return score(rows, self.asked, matches), matches
        matches = tuple(Match(term, occurrences[places], norm[places]) for term, occurrences, norm in self.matches)
        return self.scores.at(places), matches

    def _places(self, rows: Rows) -> NDArray[np.intp] | None:
        """Where these records stand among the candidates; None when one isn't among them."""
        candidates = self.scores.rows
        places = np.searchsorted(candidates, rows)
        among = (places < len(candidates)).all() and (candidates[places] == rows).all()
        return places if among else None

    @cached_property
    def _question_node(self) -> Explanation:
        return explanation.question_node(self.asked.question, self.records, self.asked.parameters)

    @cached_property
    def _settings(self) -> tuple[Explanation, ...]:
        return explanation.settings(self.asked.found.index.mean_length, self.asked.parameters)


def rank(
    question_terms: Sequence[QuestionTerm],
    index: Index,
    similarities: Similarities | None,
    standings: Standings,
    parameters: Parameters,
) -> Ranking:
    """Rank the records in scope for a question, and select those that answer it.

    With `similarities=None`, or too few of them, words decide alone: the score keeps its formula, so it is 0.75 at
    most and `minimum` asks for 0.47 of the question's weight. A question without a word has no answer, whatever its
    vector is near to.
    """
    records = index.records
    question = bm25.weigh(question_terms, index, parameters)
    vectors = standout.measure(similarities if question.terms else None, records, parameters)
    needed = candidates.needed_share(standout.highest_unclear(vectors, parameters), parameters)
    carriers = candidates.carrying(question, needed)
    terms = candidates.worth_reading(question, carriers, parameters)
    found = candidates.gather(terms, standout.standing_out(vectors, parameters), index)
    asked = Asked(question, carriers, vectors, found, parameters)
    matches = tuple(match(found.rows, asked, index.lengths(found.rows)))
    scores = score(found.rows, asked, matches)
    selection = select(
        scores.rows,
        scores.score,
        enough=scores.enough,
        possible=scores.carries | scores.clear,
        relative=parameters.relative,
        limit=parameters.limit,
        standings=standings,
    )
    others = np.ones(len(scores.rows), dtype=np.bool_)
    others[selection.kept] = False
    nearest = first(scores.rows, scores.score, others, parameters.left_out, standings)
    return Ranking(
        records=records,
        asked=asked,
        scores=scores,
        matches=matches,
        selection=selection,
        selected=tuple(_ranked(scores, selection, position) for position in selection.kept.tolist()),
        left_out=tuple(_ranked(scores, selection, position) for position in nearest.tolist()),
        counts=selection.counts(records),
    )


def _ranked(scores: Scores, selection: Selection, position: int) -> Ranked:
    return Ranked(
        int(scores.rows[position]),
        float(scores.score[position]),
        float(scores.minimum[position]),
        selection.reason(position),
    )
