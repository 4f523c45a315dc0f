"""The vectors: how far a record stands out, never its raw similarity. Section 1.2 of the method.

Below a dozen records, or where too few of them have a vector, the signal is off: no record stands out and the words
decide alone. The score's formula doesn't change for it, so the score of an answer by words is the same either way.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.ranking.index import Rows, Similarities
from rebost.ranking.parameters import Parameters

Values = NDArray[np.float64]


class Signal(StrEnum):
    """Whether the vectors took part, and if not, why."""

    ON = "on"
    NO_VECTORS = "no_vectors"
    """No similarities were given: no model, or none of its vectors yet."""
    FEW_RECORDS = "few_records"
    """Fewer records than a mean and a deviation need to mean something."""
    INCOMPLETE = "incomplete"
    """Too many records in scope have no vector of this model yet."""
    ALIKE = "alike"
    """All records are equally like the question (`default` only: `classic` gives each of them a z of 0)."""


def z(cosines: NDArray[Any], mean: float, deviation: float) -> Values:
    """How many deviations each cosine lies above the mean.

    z(d) = (cos(q, d) - mean) / deviation
    """
    return (cosines.astype(np.float64) - mean) / deviation


def standout(z_values: Values, parameters: Parameters) -> Values:
    """How far each record stands out, 0..1: nothing up to `z_low`, fully from `z_high`.

    standout(d) = clamp((z - z_low) / (z_high - z_low), 0, 1)
    """
    return np.clip((z_values - parameters.z_low) / (parameters.z_high - parameters.z_low), 0.0, 1.0)


class Vectors(NamedTuple):
    """The cosines of one question, measured against each other. Empty, with the reason, when the signal is off."""

    signal: Signal
    rows: Rows
    cosines: NDArray[np.float32]
    z: Values
    mean: float
    deviation: float
    """Never below `least_deviation`."""

    def places(self, rows: Rows) -> NDArray[np.intp]:
        """Where each of `rows` stands in `z` and `cosines`; -1 for one without a vector."""
        if not len(self.rows):
            return np.full(len(rows), -1, dtype=np.intp)
        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        return np.where(self.rows[places] == rows, places, -1)

    def z_of(self, rows: Rows) -> Values:
        """The z of each of `rows`; minus infinity for one without a vector, so that it never stands out."""
        places = self.places(rows)
        if not len(self.rows):
            return np.full(len(rows), -np.inf)
        return np.where(places >= 0, self.z[places], -np.inf)


def measure(similarities: Similarities | None, records: int, parameters: Parameters) -> Vectors:
    """Standardise the cosines over all `records` in scope, or say why they can't be used."""
    signal = _signal(similarities, records, parameters)
    if similarities is None or signal is not Signal.ON:
        return off(signal)
    cosines = similarities.values
    mean = float(cosines.mean(dtype=np.float64))
    deviation = max(float(cosines.std(dtype=np.float64)), parameters.least_deviation)
    return Vectors(signal, similarities.rows, cosines, z(cosines, mean, deviation), mean, deviation)


def off(signal: Signal) -> Vectors:
    """No cosines, and why."""
    nothing = np.zeros(0)
    return Vectors(signal, nothing.astype(np.int64), nothing.astype(np.float32), nothing, 0.0, 0.0)


def _signal(similarities: Similarities | None, records: int, parameters: Parameters) -> Signal:
    if similarities is None or not len(similarities.rows):
        return Signal.NO_VECTORS
    if len(similarities.rows) < parameters.vector_share * records:
        return Signal.INCOMPLETE
    if len(similarities.rows) < parameters.fewest_vectors:
        return Signal.FEW_RECORDS
    return Signal.ON


def standing_out(vectors: Vectors, parameters: Parameters) -> Rows:
    """The very clear cases, and the records that stand out most, as many as are reported as left out (ties included)."""
    above = vectors.z > parameters.z_low
    z_above = vectors.z[above]
    count = parameters.left_out
    if len(z_above) > count:
        cut = np.partition(z_above, len(z_above) - count)[len(z_above) - count] if count else np.inf
        above = vectors.z >= cut
    return vectors.rows[above | (vectors.z >= parameters.z_clear)]


def highest_unclear(vectors: Vectors, parameters: Parameters) -> float:
    """The highest `standout` of a record that is no very clear case: what vectors can bring to any other, at most."""
    unclear = vectors.z[vectors.z < parameters.z_clear]
    return float(standout(unclear.max(keepdims=True), parameters)[0]) if len(unclear) else 0.0
