"""How good the answers are: hit, silence and their companions.

Every measure is a mean over some questions, in 0..1 (`pieces`: in 0..8). Where there is no such question, there is no
figure: None, never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from statistics import fmean

from rebost.evaluation.datasets import Query

LIMIT = 8
"""Records a list: what the measures are defined for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method returned for a question: ids of records, best first, and the value its decision rests on."""

    query: Query
    returned: tuple[str, ...]
    evidence: float


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures over a number of questions."""

    questions: int
    answerable: int
    unanswerable: int
    hit: float | None
    """Share of answerable questions with a gold record in the list."""
    silence: float | None
    """Share of unanswerable questions whose list holds nothing but acceptable records."""
    balanced: float | None
    """Mean of hit and silence; None where one of them is."""
    precision: float | None
    """Over answerable questions with a list that isn't empty: mean share of it that is gold or acceptable."""
    gold_share: float | None
    """Over answerable questions: mean share of the gold records that are in the list."""
    top: float | None
    """Share of answerable questions whose list begins with a gold record."""
    pieces: float | None
    """Mean length of the list, over all questions, those that count on neither side among them."""


FIGURES = ("hit", "silence", "balanced", "precision", "gold_share", "top", "pieces")
"""Names of the measures, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The measures over all questions of a set, and over those of each type, language and style."""

    all: Measures
    by_type: dict[str, Measures]
    by_language: dict[str, Measures]
    by_style: dict[str, Measures]


def measure(outcomes: Iterable[Outcome]) -> Measures:
    """The measures over these questions; the first eight records of each list count."""
    outcomes = list(outcomes)
    answerable = [outcome for outcome in outcomes if outcome.query.answerable is True]
    unanswerable = [outcome for outcome in outcomes if outcome.query.answerable is False]
    hit = _mean(is_hit(outcome) for outcome in answerable)
    silence = _mean(is_silent(outcome) for outcome in unanswerable)
    return Measures(
        questions=len(outcomes),
        answerable=len(answerable),
        unanswerable=len(unanswerable),
        hit=hit,
        silence=silence,
        balanced=None if hit is None or silence is None else (hit + silence) / 2,
        precision=_mean(_precision(outcome) for outcome in answerable if outcome.returned),
        gold_share=_mean(_gold_share(outcome) for outcome in answerable),
        top=_mean(bool(outcome.query.gold.intersection(outcome.returned[:1])) for outcome in answerable),
        pieces=_mean(len(_list(outcome)) for outcome in outcomes),
    )


def break_down(outcomes: Sequence[Outcome]) -> Breakdown:
    """The measures over all of these questions, and by type, language and style."""
    return Breakdown(
        all=measure(outcomes),
        by_type=_grouped(outcomes, lambda query: query.type),
        by_language=_grouped(outcomes, lambda query: query.language),
        by_style=_grouped(outcomes, lambda query: query.style),
    )


def mean(parts: Sequence[Measures]) -> Measures:
    """The mean of each measure over several bases, every base weighing the same; the numbers of questions are summed.

    A base that has no figure for a measure doesn't count for that measure.
    """
    figures = {name: _mean(value for part in parts if (value := getattr(part, name)) is not None) for name in FIGURES}
    return replace(
        measure(()),
        questions=sum(part.questions for part in parts),
        answerable=sum(part.answerable for part in parts),
        unanswerable=sum(part.unanswerable for part in parts),
        **figures,
    )


def is_hit(outcome: Outcome) -> bool:
    """Whether a gold record is in the list."""
    return not outcome.query.gold.isdisjoint(_list(outcome))


def is_silent(outcome: Outcome) -> bool:
    """Whether the list holds nothing but acceptable records."""
    return outcome.query.acceptable.issuperset(_list(outcome))


def as_dict(measures: Measures) -> dict[str, int | float | None]:
    """The measures by name, ready for JSON."""
    return {field.name: getattr(measures, field.name) for field in fields(measures)}


def _list(outcome: Outcome) -> tuple[str, ...]:
    return outcome.returned[:LIMIT]


def _precision(outcome: Outcome) -> float:
    right = outcome.query.gold | outcome.query.acceptable
    return fmean(record_id in right for record_id in _list(outcome))


def _gold_share(outcome: Outcome) -> float:
    return len(outcome.query.gold.intersection(_list(outcome))) / len(outcome.query.gold)


def _grouped(outcomes: Sequence[Outcome], key: Callable[[Query], str | None]) -> dict[str, Measures]:
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if (name := key(outcome.query)) is not None:
            groups.setdefault(name, []).append(outcome)
    return {name: measure(groups[name]) for name in sorted(groups)}


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return fmean(values) if values else None
