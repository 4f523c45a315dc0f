"""The measures, by hand and by a second computation that shares nothing with the first."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.evaluation.datasets import Query
from rebost.evaluation.measures import FIGURES, Outcome, break_down, mean, measure

IDS = [f"r{number}" for number in range(12)]


def answerable(*gold: str, acceptable: tuple[str, ...] = (), **fields: str) -> Query:
    return Query("q", "?", True, frozenset(gold), frozenset(acceptable), **fields)


def unanswerable(*acceptable: str, **fields: str) -> Query:
    return Query("q", "?", False, frozenset(), frozenset(acceptable), **fields)


def outcome(query: Query, *returned: str) -> Outcome:
    return Outcome(query, returned, 0.5)


def test_a_worked_example():
    figures = measure(
        [
            outcome(answerable("r1"), "r1", "r2"),  # hit, on top, half of the list right, all gold found
            outcome(answerable("r1", "r2", acceptable=("r3",)), "r3", "r2"),  # hit, not on top, all right, half found
            outcome(answerable("r4")),  # nothing returned: no hit, and no say in the precision
            outcome(answerable("r4"), "r5"),  # all wrong
            outcome(unanswerable()),  # silent
            outcome(unanswerable("r1"), "r1"),  # forgiven
            outcome(unanswerable("r1"), "r1", "r2"),  # not forgiven
        ]
    )
    assert (figures.questions, figures.answerable, figures.unanswerable) == (7, 4, 3)
    assert figures.hit == 2 / 4
    assert figures.top == 1 / 4
    assert figures.precision == (0.5 + 1.0 + 0.0) / 3
    assert figures.gold_share == (1.0 + 0.5) / 4
    assert figures.silence == 2 / 3
    assert figures.balanced == pytest.approx((2 / 4 + 2 / 3) / 2)
    assert figures.pieces == pytest.approx(8 / 7)


def test_where_there_is_no_question_there_is_no_figure():
    nothing = measure([])
    assert all(getattr(nothing, name) is None for name in FIGURES)
    one_side = measure([outcome(answerable("r1"), "r1")])
    assert (one_side.hit, one_side.silence, one_side.balanced) == (1.0, None, None)
    all_silent = measure([outcome(answerable("r1"))])
    assert (all_silent.hit, all_silent.precision) == (0.0, None)


def test_a_question_of_neither_side_counts_only_for_the_length_of_the_lists():
    neither = Query("q", "?", None, frozenset({"r1"}))
    figures = measure([outcome(answerable("r1"), "r1"), outcome(unanswerable()), outcome(neither, "r2", "r3")])
    assert (figures.hit, figures.silence, figures.precision, figures.gold_share, figures.top) == (1, 1, 1, 1, 1)
    assert (figures.questions, figures.pieces) == (3, 1.0)


def test_only_the_first_eight_records_count():
    late = outcome(answerable("r9"), *[f"r{number}" for number in range(10)])
    figures = measure([late])
    assert (figures.hit, figures.precision, figures.gold_share, figures.pieces) == (0.0, 0.0, 0.0, 8.0)


def test_a_breakdown_measures_each_type_language_and_style_apart():
    figures = break_down(
        [
            outcome(answerable("r1", type="keyword", language="ca"), "r1"),
            outcome(answerable("r1", type="keyword", language="es", style="agent"), "r2"),
            outcome(unanswerable(type="off_topic", language="ca")),
            outcome(unanswerable()),
        ]
    )
    assert list(figures.by_type) == ["keyword", "off_topic"]
    assert (figures.by_type["keyword"].hit, figures.by_type["keyword"].silence) == (0.5, None)
    assert (figures.by_type["off_topic"].hit, figures.by_type["off_topic"].silence) == (None, 1.0)
    assert (figures.by_language["ca"].balanced, figures.by_language["es"].balanced) == (1.0, None)
    assert figures.by_style["agent"].hit == 0.0
    assert figures.all.silence == 1.0


def test_the_mean_over_bases_weighs_every_base_the_same_and_skips_those_without_a_figure():
    large = measure([outcome(answerable("r1"), "r1")] * 9 + [outcome(unanswerable())])
    small = measure([outcome(answerable("r1"), "r2")])
    together = mean([large, small])
    assert (together.hit, together.silence, together.questions) == (0.5, 1.0, 11)


queries = st.one_of(
    st.builds(
        lambda gold, acceptable: Query("q", "?", True, frozenset(gold), frozenset(acceptable)),
        st.sets(st.sampled_from(IDS), min_size=1, max_size=4),
        st.sets(st.sampled_from(IDS), max_size=4),
    ),
    st.builds(
        lambda acceptable: Query("q", "?", False, frozenset(), frozenset(acceptable)),
        st.sets(st.sampled_from(IDS), max_size=4),
    ),
    st.just(Query("q", "?", None)),
)
outcomes = st.lists(
    st.builds(Outcome, queries, st.lists(st.sampled_from(IDS), unique=True).map(tuple), st.floats(0, 1)), max_size=12
)


def ratio(parts: list[Fraction | bool]) -> float | None:
    return float(sum(Fraction(part) for part in parts) / len(parts)) if parts else None


@given(outcomes)
def test_a_second_computation_in_exact_fractions_gives_the_same_figures(given_outcomes):
    hits: list[Fraction | bool] = []
    silences: list[Fraction | bool] = []
    precisions: list[Fraction | bool] = []
    gold_shares: list[Fraction | bool] = []
    tops: list[Fraction | bool] = []
    for one in given_outcomes:
        listed = [*one.returned][:8]
        good = [name for name in listed if name in one.query.gold]
        fine = [name for name in listed if name in one.query.gold or name in one.query.acceptable]
        if one.query.answerable is True:
            hits.append(len(good) > 0)
            gold_shares.append(Fraction(len(good), len(one.query.gold)))
            tops.append(bool(listed) and listed[0] in one.query.gold)
            if listed:
                precisions.append(Fraction(len(fine), len(listed)))
        elif one.query.answerable is False:
            silences.append(len(fine) == len(listed))
    expected = {
        "hit": ratio(hits),
        "silence": ratio(silences),
        "precision": ratio(precisions),
        "gold_share": ratio(gold_shares),
        "top": ratio(tops),
        "pieces": ratio([Fraction(min(len(one.returned), 8)) for one in given_outcomes]),
        "balanced": (ratio(hits) + ratio(silences)) / 2 if hits and silences else None,
    }
    figures = measure(given_outcomes)
    for name, value in expected.items():
        found = getattr(figures, name)
        assert (found is None) == (value is None), name
        assert value is None or math.isclose(found, value, abs_tol=1e-12), name


@given(outcomes, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_changes_nothing(given_outcomes, random):
    shuffled = list(given_outcomes)
    random.shuffle(shuffled)
    before, after = measure(given_outcomes), measure(shuffled)
    for name in FIGURES:
        assert getattr(before, name) == pytest.approx(getattr(after, name))
