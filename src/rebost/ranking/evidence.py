"""How the signals of a record become its evidence, and how much evidence an answer needs. Section 4 of the method.

    evidence(d) = 1 / (1 + exp(-(bias + sum over the signals of weight * (value(d) - usual))))

A logistic model (Cox, 1958), fitted on the development bases by `evaluation/fit.py`, which writes `data/evidence.json`: `usual`
is the mean of a signal there, so that what a signal adds or takes away is seen against the ordinary case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


class Caution(StrEnum):
    """What the caller would rather have: no wrong piece, or no answer lost."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Weight(NamedTuple):
    """What one signal counts."""

    usual: float
    weight: float


class Limits(NamedTuple):
    """How much evidence is enough, 0..1."""

    minimum: float
    """For the best record: below it, silence."""
    follower: float
    """For any other record."""
    relative: float
    """Share of the best record's evidence that any other record needs too."""


class Curve(NamedTuple):
    """A calibration: straight lines between points of ascending evidence."""

    evidence: tuple[float, ...]
    probability: tuple[float, ...]

    def at(self, evidence: float) -> float:
        """The probability for an evidence, 0..1."""
        return float(np.interp(evidence, self.evidence, self.probability))


class Model(NamedTuple):
    """The fitted numbers for one kind of vectors, or for none."""

    bias: float
    weights: Mapping[str, Mapping[str, Weight]]
    """By group, by signal."""
    limits: Mapping[Caution, Limits]
    answered: Curve
    """How likely an answer at this evidence holds a right piece."""
    unanswerable: Curve
    """How likely a silence at this evidence is right: the base has no answer."""

    def contributions(self, values: Mapping[str, Mapping[str, Values]]) -> dict[str, dict[str, Values]]:
        """What each signal adds to the evidence of each record, before it is squeezed into 0..1."""
        return {
            group: {name: weight.weight * (values[group][name] - weight.usual) for name, weight in signals.items()}
            for group, signals in self.weights.items()
        }

    def evidence(self, contributions: Mapping[str, Mapping[str, Values]], records: int) -> Values:
        """The evidence of each record, 0..1."""
        total = np.full(records, self.bias)
        for signals in contributions.values():
            for contribution in signals.values():
                total = total + contribution
        return logistic(total)


def logistic(total: Values) -> Values:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(1 / (1 + np.exp(-np.clip(total, -50, 50))))


def enough(evidence: Values, limits: Limits) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which records have evidence enough to be returned if any is, and which of them are near enough to the best."""
    best = float(evidence.max(initial=0.0))
    if best < limits.minimum:
        nothing = np.zeros(len(evidence), dtype=np.bool_)
        return nothing, nothing
    first = evidence >= best
    reaching = first | (evidence >= limits.follower)
    return reaching, reaching & (first | (evidence >= limits.relative * best))


def read(numbers: Mapping[str, object]) -> dict[str, Model]:
    """The models in the contents of `data/evidence.json`, by name: a kind of vectors, or `words` for none."""
    return {name: _model(entry) for name, entry in numbers.items()}  # type: ignore[arg-type]


def _model(entry: Mapping[str, object]) -> Model:
    weights: Mapping[str, Mapping[str, Sequence[float]]] = entry["weights"]  # type: ignore[assignment]
    limits: Mapping[str, Mapping[str, float]] = entry["limits"]  # type: ignore[assignment]
    return Model(
        float(entry["bias"]),  # type: ignore[arg-type]
        {group: {name: Weight(*pair) for name, pair in signals.items()} for group, signals in weights.items()},
        {Caution(name): Limits(**values) for name, values in limits.items()},
        _curve(entry["answered"]),
        _curve(entry["unanswerable"]),
    )


def _curve(points: object) -> Curve:
    pairs: Sequence[Sequence[float]] = points  # type: ignore[assignment]
    return Curve(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))
