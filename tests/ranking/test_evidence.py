"""From signals to evidence, and from evidence to an answer or to silence."""

from __future__ import annotations

import json
import math
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.told import Told
from rebost.memory.judging import model_of
from rebost.ranking import Caution, Parameters, Signal, default
from rebost.ranking.evidence import Curve, Limits, Logistic, Model, Weight, enough, logistic, nearest, read, weigh

KINDS = {"e5": "e5:any:1:384", "use": "use:any:1:512", "words": None}
EVIDENCE = st.lists(st.floats(0, 1), max_size=12).map(np.array)
LIMITS = st.builds(Limits, st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_are_fitted_for_exactly_the_signals_that_are_measured(kind: str) -> None:
    base = Told.in_language("ca", *["L'Anna viu a Vic."] * 20, cosines=None if kind == "words" else [0.8, 0.82] * 10)
    measured = base.answer("on viu l'Anna?", model_id=KINDS[kind] or "").judged.signals.values
    model = model_of(KINDS[kind])
    assert {group: set(names) for group, names in model.fits.weights.items()} == {
        group: set(names) for group, names in measured.items()
    }
    told = {**measured, "nearest": nearest(np.zeros(0))}
    assert all(set(names) <= set(told[group]) for group, names in model.answerable.weights.items())


def test_numbers_are_fitted_for_these_kinds_of_vectors_and_no_others() -> None:
    numbers = json.loads((files("rebost.ranking") / "data" / "evidence.json").read_text("utf-8"))
    assert set(read(numbers)) == set(KINDS)
    assert all(model_of(KINDS[kind]) == model for kind, model in read(numbers).items())


def test_vectors_of_another_kind_are_judged_by_the_numbers_of_e5() -> None:
    assert model_of("endpoint:somebody's:1:1024") is model_of("e5:any:1:384")


@pytest.mark.parametrize("kind", KINDS)
def test_more_caution_asks_for_more_evidence(kind: str) -> None:
    limits = model_of(KINDS[kind]).limits
    assert set(limits) == set(Caution)
    assert 0 < limits[Caution.LOW].minimum < limits[Caution.NORMAL].minimum < limits[Caution.HIGH].minimum < 1
    assert all(one.follower <= one.minimum for one in limits.values())


@pytest.mark.parametrize("kind", KINDS)
def test_confidence_is_a_probability_that_follows_the_evidence(kind: str) -> None:
    model = model_of(KINDS[kind])
    places = np.linspace(0, 1, 101)
    answered = [model.answered.at(place) for place in places]
    silent = [model.unanswerable.at(place) for place in places]
    assert answered == sorted(answered)
    assert silent == sorted(silent, reverse=True)
    assert all(0 < value < 1 for value in answered + silent)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_the_logistic_curve_is_ordered_and_never_overflows(values: list[float]) -> None:
    found = logistic(np.array(sorted(values)))
    assert (np.diff(found) >= 0).all()
    assert ((found >= 0) & (found <= 1)).all()
    assert logistic(np.zeros(1))[0] == 0.5


@given(EVIDENCE, LIMITS)
def test_what_is_near_enough_reaches_and_the_best_is_both_or_nothing_is(evidence: np.ndarray, limits: Limits) -> None:
    reaching, near = enough(evidence, limits)
    assert not (near & ~reaching).any()
    best = evidence.max(initial=0.0)
    assert near.any() == (len(evidence) > 0 and best >= limits.minimum)
    if near.any():
        assert near[int(evidence.argmax())]


@given(EVIDENCE, LIMITS, st.floats(0, 1))
def test_a_lower_minimum_silences_nothing(evidence: np.ndarray, limits: Limits, lower: float) -> None:
    lower = min(lower, limits.minimum)
    assert enough(evidence, limits)[1].any() <= enough(evidence, limits._replace(minimum=lower))[1].any()


@pytest.mark.parametrize(
    ("evidence", "returned"),
    [
        ([], []),
        ([0.29], []),
        ([0.30], [0]),
        ([0.9, 0.19], [0]),  # less than a follower needs
        ([0.9, 0.40], [0]),  # enough for a follower, but too far from the best
        ([0.9, 0.46], [0, 1]),
        ([0.9, 0.9, 0.1], [0, 1]),
    ],
)
def test_the_best_is_measured_by_the_minimum_and_the_others_beside_it(
    evidence: list[float], returned: list[int]
) -> None:
    _, near = enough(np.array(evidence), Limits(minimum=0.3, follower=0.2, relative=0.5))
    assert np.flatnonzero(near).tolist() == returned


def test_a_logistic_model_squeezes_the_sum_of_all_that_its_signals_add_and_take_away() -> None:
    model = Logistic(-1.0, {"words": {"a": Weight(0.5, 2.0), "b": Weight(0.0, -1.0)}})
    values = {"words": {"a": np.array([1.0, 0.5]), "b": np.array([0.0, 1.0])}}
    assert model.value(values, 2).tolist() == pytest.approx([1 / (1 + math.exp(0)), 1 / (1 + math.exp(2))])


@given(st.lists(st.floats(-9, 9), min_size=1, max_size=9), st.floats(-9, 9))
def test_the_best_records_evidence_is_the_geometric_mean_and_the_others_keep_their_shares(
    odds: list[float], answerable: float
) -> None:
    nothing = Curve((0.0,), (0.5,))
    fits = Logistic(0.0, {"words": {"a": Weight(0.0, 1.0)}})
    model = Model(fits, Logistic(answerable, {}), {}, nothing, nothing)
    found = weigh(model, {"words": {"a": np.array(odds)}}, len(odds))
    fit = logistic(np.array(odds))
    assert found.fit.tolist() == pytest.approx(fit.tolist())
    assert found.evidence.max() == pytest.approx(math.sqrt(fit.max() * logistic(np.float64(answerable))))
    assert (found.evidence / found.evidence.max()).tolist() == pytest.approx((fit / fit.max()).tolist())


def test_whether_there_is_an_answer_is_told_by_the_best_record_and_by_how_well_three_fit() -> None:
    nothing = Curve((0.0,), (0.5,))
    fits = Logistic(0.0, {"words": {"a": Weight(0.0, 1.0), "b": Weight(0.0, 0.0)}})
    of_question = Logistic(0.0, {"words": {"b": Weight(0.0, 1.0)}, "nearest": {"second": Weight(0.0, 1.0)}})
    model = Model(fits, of_question, {}, nothing, nothing)
    found = weigh(model, {"words": {"a": np.array([1.0, 2.0]), "b": np.array([7.0, -0.5])}}, 2)
    assert found.answerable == pytest.approx(1 / (1 + math.exp(-(-0.5 + 1.0))))
    alone = weigh(model, {"words": {"a": np.array([2.0]), "b": np.array([-0.5])}}, 1)
    assert alone.answerable == pytest.approx(1 / (1 + math.exp(-(-0.5 - 8.0))))
    assert weigh(model, {"words": {"a": np.zeros(0), "b": np.zeros(0)}}, 0).evidence.tolist() == []


def test_vectors_count_only_where_enough_records_have_them_and_differ() -> None:
    for count, step, counted in ((11, 0.01, False), (12, 0.01, True), (12, 0.0, False)):
        cosines = [0.8 + step * number for number in range(count)]
        base = Told.in_language("ca", *["L'Anna viu a Vic."] * count, cosines=cosines)
        found = default.measure(base.similarities, base.records, Parameters())
        assert (found.signal is Signal.ON) is counted
    assert default.measure(None, 100, Parameters()).signal is Signal.NO_VECTORS
