from __future__ import annotations

import dataclasses
import math

import pytest

from rebost.errors import InputError
from rebost.ranking import Parameters


def test_the_starting_values_are_those_of_the_method():
    p = Parameters()
    assert (p.k1, p.b, p.z_low, p.z_high, p.z_clear) == (1.2, 0.3, 1.5, 4.0, 3.5)
    assert (p.minimum, p.minimum_clear, p.relative, p.limit, p.left_out) == (0.35, 0.15, 0.5, 8, 20)
    assert (p.weight_words, p.weight_vectors, p.absent_weight) == (0.75, 0.25, 0.5)


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"k1": -1}, "k1"),
        ({"k1": "many"}, "k1"),
        ({"z_low": math.nan}, "z_low"),
        ({"b": 1.1}, "b"),
        ({"relative": 2}, "relative"),
        ({"minimum": 0}, "minimum"),
        ({"minimum_clear": 0.0}, "minimum_clear"),
        ({"least_deviation": 0}, "least_deviation"),
        ({"limit": -1}, "limit"),
        ({"limit": 2.5}, "limit"),
        ({"limit": True}, "limit"),
        ({"weight_words": 0.9}, "weight_words"),
        ({"z_low": 4.0}, "z_low"),
    ],
)
def test_a_value_out_of_range_is_refused_by_its_name(values, name):
    with pytest.raises(InputError, match=name):
        Parameters(**values)


def test_parameters_never_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Parameters().limit = 3
