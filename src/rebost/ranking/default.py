"""The default method: a few candidates, their signals, their evidence; an answer where that is enough, and silence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.analysis import Interpretation
from rebost.ranking import evidence, evidence_nodes, signals, standout
from rebost.ranking.classic import Ranked
from rebost.ranking.evidence import Caution, Model, Weighing
from rebost.ranking.index import Index, Rows, Similarities
from rebost.ranking.parameters import Parameters
from rebost.ranking.selection import Lines, Standings, first
from rebost.ranking.signals import Meaning, Signals, Weighed
from rebost.ranking.standout import Signal, Vectors
from rebost.records import Explanation, Reason, Sentence

Values = NDArray[np.float64]

BY_WORDS = 24
BY_CLAUSE = 6
BY_VECTOR = 12
"""Candidates that each way of finding them may bring. On the personal bases 24 and 12 hold all that any larger number does."""
_DIGITS = 12
"""Decimals of score and evidence: beyond them a record differs by how many others it is judged with."""
_NO_DIFFERENCE = 1e-6
"""Between cosines: what rounding alone can make."""
COMMON = 2_000
"""Postings of a term from which it finds no candidates, where a rarer one does."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as this scope sees it."""

    interpretation: Interpretation
    terms: tuple[Weighed, ...]
    vectors: Vectors
    """The cosines of all records in scope, without what all texts have in common."""
    index: Index
    parameters: Parameters
    model: Model
    caution: Caution


class Judged(NamedTuple):
    """Some candidates with their signals, evidence and score, as arrays that run over the same records."""

    signals: Signals
    weighing: Weighing
    evidence: Values
    standout: Values
    score: Values


@dataclass(frozen=True)
class Ranking:
    """The answer of the default method. It holds the index that it was made with: explain while that one is open."""

    records: int
    asked: Asked
    judged: Judged
    selected: tuple[Ranked, ...]
    """Best score first; empty is silence."""
    left_out: tuple[Ranked, ...]
    """All other candidates, most evidence first."""
    counts: Mapping[Reason, int]

    @property
    def vectors(self) -> Vectors:
        """The cosines of all records in scope."""
        return self.asked.vectors

    @property
    def signal(self) -> Signal:
        """Whether the vectors took part."""
        return self.vectors.signal

    @property
    def lines(self) -> Lines:
        """What records had to reach."""
        limits = self.asked.model.limits[self.asked.caution]
        cut = limits.relative * self.evidence if self.selected else 0.0
        return Lines("evidence", limits.minimum, limits.follower, cut, self.asked.parameters.limit)

    @property
    def doubts(self) -> tuple[str, ...]:
        """What the answer takes for granted, a sentence each: names that no record holds, read as others spelled alike."""
        rows = [item.row for item in self.selected]
        places = np.searchsorted(self.judged.signals.rows, rows)
        return tuple(
            Sentence(
                f"No record holds “{term.asked.word}”; “{term.asked.near_word}” is spelled alike and was taken for it: it may be another.",
                "taken_for",
                {"word": term.asked.word, "near": term.asked.near_word},
            )
            for number, term in enumerate(self.asked.terms)
            if term.asked.near_word
            and (term.asked.is_name or term.asked.near_is_name)
            and self.judged.signals.held.misspelled[number, places].any()
        )

    @property
    def evidence(self) -> float:
        """Of the record with the most of it, 0..1: what decided between an answer and silence."""
        return float(self.judged.evidence.max(initial=0.0))

    @property
    def minimum(self) -> float:
        """The evidence that an answer needs."""
        return self.asked.model.limits[self.asked.caution].minimum

    @property
    def confidence(self) -> float:
        """How likely the answer is right, 0..1: that a piece answers the question, or that the base has no answer."""
        curve = self.asked.model.answered if self.selected else self.asked.model.unanswerable
        return curve.at(self.evidence)

    def look(self, row: int) -> Ranked:
        """Score and reason of any record in scope, candidate or not."""
        for item in (*self.selected, *self.left_out):
            if item.row == row:
                return item
        alone = self._with(np.array([row], dtype=np.int64))
        place = int(np.searchsorted(alone.signals.rows, row))
        return Ranked(row, float(alone.score[place]), self.minimum, Reason.NOT_CLEAR)

    def explain(self, rows: Sequence[int]) -> tuple[Explanation, ...]:
        """The trees behind score and evidence of any records in scope, from the numbers that decided."""
        return self.later(rows)()

    def later(self, rows: Sequence[int]) -> Callable[[], tuple[Explanation, ...]]:
        """What makes those trees, at any time: it needs the index no more."""
        judged = self._with(np.array(rows, dtype=np.int64))
        places = np.searchsorted(judged.signals.rows, rows).tolist()
        return lambda: evidence_nodes.trees(self.asked, judged, places, self.minimum)

    def _with(self, rows: Rows) -> Judged:
        known = self.judged.signals.rows
        others = sorted(set(rows.tolist()) - set(known.tolist()))
        return (
            judge(np.sort(np.concatenate([known, np.array(others, dtype=np.int64)])), self.asked)
            if others
            else self.judged
        )


def rank(
    interpretation: Interpretation,
    index: Index,
    vectors: Vectors,
    standings: Standings,
    parameters: Parameters,
    model: Model,
    caution: Caution = Caution.NORMAL,
) -> Ranking:
    """Judge the records in scope for a question.

    `vectors` are from `measure`. `model` is that of the vectors, or of words alone where they don't count: their `signal` tells.
    """
    terms = signals.weigh(interpretation, index) if index.records else ()
    asked = Asked(interpretation, terms, vectors, index, parameters, model, caution)
    judged = judge(candidates(asked), asked)
    return _selected(asked, judged, standings)


def measure(similarities: Similarities | None, records: int, parameters: Parameters) -> Vectors:
    """How far each record stands out; off as in `standout.measure`, and where all are equally like the question."""
    vectors = standout.measure(similarities, records, parameters)
    if vectors.signal is Signal.ON and float(np.ptp(vectors.cosines)) < _NO_DIFFERENCE:
        return standout.off(Signal.ALIKE)
    return vectors


def candidates(asked: Asked) -> Rows:
    """The records that may answer: those that cover the question, or a clause of it, best, and those nearest by vector."""
    terms, index = asked.terms, asked.index
    found: list[tuple[Weighed, Rows, Values]] = []
    rare = [term for term in terms if term.meaning <= COMMON] or list(terms)
    for term in rare:
        for strength, held in (
            (signals.SAME, term.asked.term.variants),
            (signals.MISSPELLED, term.asked.near),
            (signals.SYNONYM, term.asked.concepts),
        ):
            for name in held:
                if 0 < index.document_frequency(name) <= max(COMMON, index.records // 4):
                    rows = index.postings(name).rows
                    found.append((term, rows, np.full(len(rows), strength * term.weight_of_meaning)))
    wanted = {int(row) for row in _nearest(asked.vectors)}
    if found:
        rows = _distinct([rows for _, rows, _ in found])
        covered = np.zeros(len(rows))
        clauses: dict[int, Values] = {}
        for term in rare:
            gained = np.zeros(len(rows))
            for other, its_rows, strengths in found:
                if other is term:
                    places = np.searchsorted(rows, its_rows)
                    gained[places] = np.maximum(gained[places], strengths)
            covered += gained
            clauses[term.asked.clause] = clauses.get(term.asked.clause, 0.0) + gained
        wanted |= _most(rows, covered, BY_WORDS)
        for in_clause in clauses.values() if len(clauses) > 1 else ():
            wanted |= _most(rows, in_clause, BY_CLAUSE)
    return np.array(sorted(wanted), dtype=np.int64)


def judge(rows: Rows, asked: Asked) -> Judged:
    """Signals, evidence and score of these candidates, which are measured against each other."""
    index, parameters = asked.index, asked.parameters
    z = asked.vectors.z_of(rows)
    meaning = None
    if asked.vectors.signal is Signal.ON:
        second, first_of_all = np.partition(asked.vectors.z, -2)[-2:]
        others = np.where(z >= first_of_all, second, first_of_all)
        meaning = Meaning(_finite(z), _finite(z) - others)
    measured = signals.measure(
        asked.interpretation, asked.terms, rows, index.holdings(rows), index.lengths(rows), meaning, index.records
    )
    weighing = evidence.weigh(asked.model, measured.values, len(rows))
    stands_out = standout.standout(z, parameters)
    score = parameters.weight_words * measured.coverage + parameters.weight_vectors * stands_out
    return Judged(measured, weighing, weighing.evidence.round(_DIGITS), stands_out, score.round(_DIGITS))


def _selected(asked: Asked, judged: Judged, standings: Standings) -> Ranking:
    rows, parameters = judged.signals.rows, asked.parameters
    limits = asked.model.limits[asked.caution]
    reaching, near = evidence.enough(judged.evidence, limits)
    kept = first(rows, judged.evidence, near, parameters.limit, standings)
    by_score = first(rows, judged.score, _mask(kept, len(rows)), len(kept), standings)
    order = first(rows, judged.evidence, ~_mask(kept, len(rows)), len(rows) - len(kept), standings)
    missing = judged.signals.values["names"]["missing"]

    def reason(place: int) -> Reason:
        if near[place]:
            return Reason.BEYOND_LIMIT
        if reaching[place]:
            return Reason.FAR_FROM_BEST
        if missing[place] > 0:
            return Reason.MISSING_NAME
        return Reason.BELOW_MINIMUM if judged.signals.coverage[place] > 0 else Reason.NOT_CLEAR

    def ranked(place: int, why_not: Reason | None) -> Ranked:
        return Ranked(int(rows[place]), float(judged.score[place]), limits.minimum, why_not)

    left_out = tuple(ranked(place, reason(place)) for place in order.tolist())
    counts: dict[Reason, int] = {}
    for item in left_out:
        if item.reason is not None:
            counts[item.reason] = counts.get(item.reason, 0) + 1
    unseen = asked.index.records - len(rows)
    if unseen > 0:
        counts[Reason.NOT_CLEAR] = counts.get(Reason.NOT_CLEAR, 0) + unseen
    selected = tuple(ranked(place, None) for place in by_score.tolist())
    return Ranking(asked.index.records, asked, judged, selected, left_out, counts)


def _nearest(vectors: Vectors) -> Rows:
    count = min(BY_VECTOR, len(vectors.rows))
    return vectors.rows[np.argpartition(-vectors.z, count - 1)[:count]] if count else vectors.rows


def _most(rows: Rows, values: Values, count: int) -> set[int]:
    """The rows of the highest values above 0, ties by the lower row."""
    order = np.lexsort((rows, -values))[:count]
    return {int(rows[place]) for place in order.tolist() if values[place] > 0}


def _distinct(parts: Sequence[Rows]) -> Rows:
    # Not np.unique: it loads numpy.ma, which takes as long as all the rest of a first recall.
    rows = np.sort(np.concatenate(parts))
    if not len(rows):  # words are counted that only records past their end hold
        return rows
    first_of_its_kind: NDArray[np.bool_] = np.concatenate([[True], rows[1:] != rows[:-1]])
    return rows[first_of_its_kind]


def _mask(places: NDArray[np.intp], size: int) -> NDArray[np.bool_]:
    mask = np.zeros(size, dtype=np.bool_)
    mask[places] = True
    return mask


def _finite(z: Values) -> Values:
    """A record without a vector is taken for an ordinary one."""
    return np.where(np.isfinite(z), z, 0.0)
