"""The leave-out test: does a method notice that the answer was taken out of the base?

(1) Each question is asked with the whole base: a hit is wanted. (2) It is asked again with the paragraph that answers
taken out, and (3) with the whole article taken out: nothing should come back. (2) is the harder, because the sibling
paragraphs are about the same matter; it skips the questions whose answer stands in one of them too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from rebost.evaluation.datasets import EvaluationSet, LeaveOutCase, Query
from rebost.evaluation.measures import Outcome, is_hit
from rebost.evaluation.methods import Method

ANSWERED = 0.95
"""Share of (1) that the swept threshold answers: where silence is compared at equal willingness to answer."""


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """How a method did in the leave-out test. All shares are None where there was no question for them."""

    questions: int
    hit: float | None
    """(1), at the settings as shipped."""
    paragraph_questions: int
    """Questions that (2) doesn't skip."""
    paragraph_silence: float | None
    """(2), at the settings as shipped."""
    article_silence: float | None
    """(3), at the settings as shipped."""
    threshold: float | None
    """The evidence that just answers 95 % of (1)."""
    paragraph_silence_at_threshold: float | None
    """(2), had everything with less evidence than `threshold` been silent, and all else answered."""
    article_silence_at_threshold: float | None
    """(3), likewise."""


def leave_out(
    method: Method, evaluation_set: EvaluationSet, whole: Sequence[Outcome], step: Callable[[], None] = lambda: None
) -> LeaveOut | None:
    """Run the test on a set that has one; None for a set that has none.

    Args:
        method: holds the set's records.
        evaluation_set: the set.
        whole: what the method returned with the whole base, for every question of the set.
        step: called after each question of (2) and (3).
    """
    if not evaluation_set.leave_out:
        return None
    queries = {query.id: query for query in evaluation_set.queries}
    tested = {case.query_id for case in evaluation_set.leave_out}
    first = [outcome for outcome in whole if outcome.query.id in tested]
    unanswered_elsewhere = [case for case in evaluation_set.leave_out if not case.answer_elsewhere]
    second = _asked_without(method, unanswered_elsewhere, queries, lambda case: case.paragraph, step)
    third = _asked_without(method, evaluation_set.leave_out, queries, lambda case: case.article, step)
    threshold = answering_threshold([outcome.evidence for outcome in first])
    return LeaveOut(
        questions=len(first),
        hit=_share(is_hit(outcome) for outcome in first),
        paragraph_questions=len(second),
        paragraph_silence=_share(not outcome.returned for outcome in second),
        article_silence=_share(not outcome.returned for outcome in third),
        threshold=threshold,
        paragraph_silence_at_threshold=_below(second, threshold),
        article_silence_at_threshold=_below(third, threshold),
    )


def steps(evaluation_set: EvaluationSet) -> int:
    """How many questions (2) and (3) ask together."""
    return sum(1 if case.answer_elsewhere else 2 for case in evaluation_set.leave_out)


def answering_threshold(evidence: Sequence[float], answered: float = ANSWERED) -> float | None:
    """The highest value that at least the share `answered`, above 0, of the evidence reaches; None without evidence."""
    if not evidence:
        return None
    # The small term keeps 0.95 of 100 at 95 whatever the rounding.
    needed = max(1, math.ceil(len(evidence) * answered - 1e-9))
    return sorted(evidence, reverse=True)[needed - 1]


def _asked_without(
    method: Method,
    cases: Iterable[LeaveOutCase],
    queries: dict[str, Query],
    removed: Callable[[LeaveOutCase], frozenset[str]],
    step: Callable[[], None],
) -> list[Outcome]:
    """Ask each case's question with its records taken out; each set of records is taken out once for all its questions."""
    groups: dict[frozenset[str], list[LeaveOutCase]] = {}
    for case in cases:
        groups.setdefault(removed(case), []).append(case)
    outcomes = []
    for ids, group in groups.items():
        with method.without(ids):
            for case in group:
                query = queries[case.query_id]
                outcomes.append(Outcome(query, *method.ask(query.text)))
                step()
    return outcomes


def _below(outcomes: Sequence[Outcome], threshold: float | None) -> float | None:
    return None if threshold is None else _share(outcome.evidence < threshold for outcome in outcomes)


def _share(truths: Iterable[bool]) -> float | None:
    truths = list(truths)
    return fmean(truths) if truths else None
