from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.ranking import Parameters, Signal, Similarities
from rebost.ranking.standout import highest_unclear, measure, standing_out, standout

PARAMETERS = Parameters()


def similarities(values, rows=None):
    rows = range(1, len(values) + 1) if rows is None else rows
    return Similarities(np.array(rows, dtype=np.int64), np.array(values, dtype=np.float32))


def measured(values, records=None, parameters=PARAMETERS):
    return measure(similarities(values), len(values) if records is None else records, parameters)


def test_z_counts_deviations_above_the_mean():
    vectors = measured([0.80, 0.82, 0.84] * 5)
    assert vectors.mean == pytest.approx(0.82)
    assert vectors.z[:3] == pytest.approx([-1.2247, 0, 1.2247], abs=1e-3)


@pytest.mark.parametrize(("z", "value"), [(-3, 0), (1.5, 0), (2.75, 0.5), (4, 1), (9, 1), (-np.inf, 0)])
def test_what_does_not_stand_out_clearly_adds_nothing(z, value):
    assert standout(np.array([float(z)]), PARAMETERS) == pytest.approx([value])


@given(st.lists(st.floats(0.5, 1, width=32), min_size=12, max_size=60), st.floats(-0.4, 0.4))
def test_only_differences_count_never_the_raw_similarity(values, shift):
    plain = measured(values)
    shifted = measured([value + shift for value in values])
    assert plain.z == pytest.approx(shifted.z, abs=0.01)


@pytest.mark.parametrize("records", [1, 2, 10, 11])
def test_below_a_dozen_records_nothing_stands_out(records):
    vectors = measured([0.99] + [0.5] * (records - 1))
    assert vectors.signal is Signal.FEW_RECORDS
    assert not len(vectors.z)
    assert (vectors.z_of(np.array([1])) == -np.inf).all()


def test_from_a_dozen_on_a_record_can_stand_out():
    vectors = measured([0.99] + [0.5] * 11)
    assert vectors.signal is Signal.ON
    assert vectors.z[0] == pytest.approx(11**0.5)


@pytest.mark.parametrize("noise", [0.0, 1e-7, 1e-5])
def test_among_records_that_are_all_alike_none_stands_out(noise):
    vectors = measured([0.8 + noise * (row % 3) for row in range(50)])
    assert vectors.signal is Signal.ON
    assert not standout(vectors.z, PARAMETERS).any()


def test_without_similarities_the_signal_is_off():
    assert measure(None, 50, PARAMETERS).signal is Signal.NO_VECTORS
    assert measured([], records=50).signal is Signal.NO_VECTORS


@pytest.mark.parametrize(("with_vector", "signal"), [(89, Signal.INCOMPLETE), (90, Signal.ON)])
def test_the_signal_is_off_when_fewer_than_nine_in_ten_have_a_vector(with_vector, signal):
    assert measured([0.8, 0.9] * (with_vector // 2) + [0.7] * (with_vector % 2), records=100).signal is signal


def test_a_record_without_a_vector_never_stands_out():
    values = [0.8] * 30
    vectors = measure(similarities(values, rows=range(10, 40)), 32, PARAMETERS)
    assert vectors.z_of(np.array([9, 10, 39, 40])) == pytest.approx([-np.inf, 0, 0, -np.inf])


def test_the_records_that_stand_out_are_the_clear_ones_and_the_nearest():
    values = [0.8, 0.81] * 100 + [0.95, 0.86, 0.85, 0.835]
    vectors = measured(values)
    clear = vectors.rows[vectors.z >= PARAMETERS.z_clear]
    assert clear.tolist() == [201, 202, 203]
    assert standing_out(vectors, replace(PARAMETERS, left_out=0)).tolist() == [201, 202, 203]
    assert standing_out(vectors, replace(PARAMETERS, left_out=1)).tolist() == [201, 202, 203]
    assert standing_out(vectors, PARAMETERS).tolist() == [201, 202, 203, 204]
    assert 0 < highest_unclear(vectors, PARAMETERS) < 0.8
