"""The published method: words and vectors in one score, a minimum, and silence. Sections 1, 2 and 5 of the method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from rebost.ranking.selection import Selection, Standings, first, select
from rebost.ranking.standout import Vectors
from rebost.records import Explanation, Reason

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]


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
    """A very clear case by its vector."""
    score: Values
    minimum: Values
    """What the score is measured against."""

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


def score(rows: Rows, asked: Asked) -> Scores:
    """Section 1.3: score = 0.75 * lexical + 0.25 * standout, and zero without a word in common or a very clear case."""
    index, parameters = asked.found.index, asked.parameters
    gained = np.zeros(len(rows))
    holds = np.zeros(len(rows), dtype=np.bool_)
    carries = holds
    for number, match in enumerate(_matches(rows, asked, index.lengths(rows)), start=1):
        gained += match.gain
        holds = holds | (match.occurrences > 0)
        if number == len(asked.carriers):
            carries = holds
    lexical = bm25.lexical(gained, asked.question)
    z = asked.vectors.z_of(rows)
    stands_out = standout.standout(z, parameters)
    clear = z >= parameters.z_clear
    together = parameters.weight_words * lexical + parameters.weight_vectors * stands_out
    counted = np.where(holds | clear, together, 0.0)
    minimum = np.where(clear, parameters.minimum_clear, parameters.minimum)
    return Scores(rows, lexical, stands_out, holds, carries, clear, counted, minimum)


def _matches(rows: Rows, asked: Asked, lengths: NDArray[np.int32]) -> Iterator[Match]:
    return bm25.matches(
        asked.question.known,
        rows,
        asked.found.frequencies,
        lengths=lengths,
        mean_length=asked.found.index.mean_length,
        parameters=asked.parameters,
    )


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

    def look(self, row: int) -> Ranked:
        """Score and reason of any record in scope, candidate or not."""
        position = int(np.searchsorted(self.scores.rows, row))
        if position < len(self.scores.rows) and self.scores.rows[position] == row:
            return _ranked(self.scores, self.selection, position)
        alone = score(np.array([row], dtype=np.int64), self.asked)
        return Ranked(row, float(alone.score[0]), float(alone.minimum[0]), Reason.NOT_CLEAR)

    def explain(self, row: int) -> Explanation:
        """The tree behind the score of any record in scope, made by the functions that made the score."""
        asked, index = self.asked, self.asked.found.index
        rows = np.array([row], dtype=np.int64)
        lengths = index.lengths(rows)
        alone = score(rows, asked)
        lexical = explanation.lexical_node(
            float(alone.lexical[0]),
            tuple(_matches(rows, asked, lengths)),
            self._question_node,
            records=self.records,
            length=int(lengths[0]),
            mean_length=index.mean_length,
            parameters=asked.parameters,
        )
        place = int(asked.vectors.places(rows)[0])
        return explanation.score_node(
            float(alone.score[0]),
            lexical,
            explanation.standout_node(float(alone.standout[0]), place, asked.vectors, asked.parameters),
            counted=bool(alone.holds[0] or alone.clear[0]),
            minimum=float(alone.minimum[0]),
            parameters=asked.parameters,
        )

    @cached_property
    def _question_node(self) -> Explanation:
        return explanation.question_node(self.asked.question, self.records, self.asked.parameters)


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
    scores = score(found.rows, asked)
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
