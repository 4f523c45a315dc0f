"""How the signals of a record become its evidence, and how much evidence an answer needs. Section 4 of the method.

Two logistic models (Cox, 1958) over the same signals, each

    1 / (1 + exp(-(bias + sum over the signals of weight * (value - usual))))

tell two things: how well a record fits the question, which orders the records, and whether the base answers the question at all,
which is told from the record that fits best and from how well the two behind it fit. With b the record that fits best,

    evidence(d) = fit(d) * sqrt(answerable / fit(b))

so that the evidence of b, which decides, is the geometric mean of the two. Both are fitted on the development bases by
`evaluation/fit.py`, which writes `data/evidence.json`: `usual` is the mean of a signal there, so that what a signal adds or takes
away is seen against the ordinary case.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Measured = Mapping[str, Mapping[str, Values]]
"""Numbers that were measured, by group, by signal: one a record."""


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


class Logistic(NamedTuple):
    """A fitted logistic model over signals."""

    bias: float
    weights: Mapping[str, Mapping[str, Weight]]
    """By group, by signal."""

    def value(self, values: Measured, count: int) -> Values:
        """The model's value, 0..1, of each of `count` places in the arrays of signals."""
        named = [
            (values[group][name], weight) for group, names in self.weights.items() for name, weight in names.items()
        ]
        if not named:
            return logistic(np.full(count, self.bias))
        measured = np.array([one for one, _ in named])
        usual, weight = np.array([one for _, one in named]).T
        return logistic(self.bias + weight @ (measured - usual[:, None]))


class Model(NamedTuple):
    """The fitted numbers for one kind of vectors, or for none."""

    fits: Logistic
    """How well a record fits the question."""
    answerable: Logistic
    """Whether the base answers it, over the signals of the record that fits best and `nearest`."""
    limits: Mapping[Caution, Limits]
    answered: Curve
    """How likely an answer at this evidence holds a right piece."""
    unanswerable: Curve
    """How likely a silence at this evidence is right: the base has no answer."""


class Weighing(NamedTuple):
    """How much speaks for some records, and for the question having an answer."""

    fit: Values
    """Of each record, 0..1."""
    of_question: Measured
    """The signals that tell whether there is an answer, shape (1,) each; empty without a record."""
    answerable: float
    """How likely there is one, 0..1; 0 without a record."""
    evidence: Values
    """Of each record, 0..1."""


def weigh(model: Model, values: Measured, count: int) -> Weighing:
    """The evidence of `count` records from their signals."""
    fit = model.fits.value(values, count)
    if not count:
        return Weighing(fit, {}, 0.0, fit)
    best = int(fit.argmax())
    of_question = {
        group: {name: measured[best : best + 1] for name, measured in signals.items()}
        for group, signals in values.items()
    }
    of_question["nearest"] = nearest(fit)
    answerable = float(model.answerable.value(of_question, 1)[0])
    return Weighing(fit, of_question, answerable, fit * math.sqrt(answerable / fit[best]))


def nearest(fit: Values) -> dict[str, Values]:
    """How well the three records fit that fit best, as log odds from -8 to 8; -8 where there are fewer."""
    best = np.sort(fit)[::-1][: len(_NEAREST)]
    squeezed = np.clip(best, logistic(-_FURTHEST), logistic(_FURTHEST))
    odds = np.append(np.log(squeezed / (1 - squeezed)), [-_FURTHEST] * len(_NEAREST))
    return {name: odds[place : place + 1] for place, name in enumerate(_NEAREST)}


_NEAREST = ("first", "second", "third")
_FURTHEST = np.float64(8.0)


def logistic(total: Values | np.float64) -> Values:
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
    limits: Mapping[str, Mapping[str, float]] = entry["limits"]  # type: ignore[assignment]
    return Model(
        _logistic(entry["fits"]),
        _logistic(entry["answerable"]),
        {Caution(name): Limits(**values) for name, values in limits.items()},
        _curve(entry["answered"]),
        _curve(entry["unanswerable"]),
    )


def _logistic(entry: object) -> Logistic:
    numbers: Mapping[str, object] = entry  # type: ignore[assignment]
    weights: Mapping[str, Mapping[str, Sequence[float]]] = numbers["weights"]  # type: ignore[assignment]
    return Logistic(
        float(numbers["bias"]),  # type: ignore[arg-type]
        {group: {name: Weight(*pair) for name, pair in signals.items()} for group, signals in weights.items()},
    )


def _curve(points: object) -> Curve:
    pairs: Sequence[Sequence[float]] = points  # type: ignore[assignment]
    return Curve(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))
