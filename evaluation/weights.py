"""Fits the two logistic models of `rebost.ranking.evidence`. Used by `fit.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from asking import Asked, Matrix
from numpy.typing import NDArray

from rebost.ranking.evidence import logistic, nearest

RIDGE = 10.0
"""Strength of the ridge on standardised signals, in records: enough that signals which say the same share their weight. From 1 to 10
the cross-validated `balanced` moves by .004; the strongest of them leans least on the bases at hand."""
FORM = (
    "signal.words.question_weight",
    "signal.synonyms.question_weight",
    "signal.missing.number_unheard",
    "signal.names.held",
    "signal.identifiers.held",
    "signal.spelling.held",
    "signal.spelling.missing",
    "signal.kind.place_asked",
    "signal.kind.time_asked",
    "signal.length.words_of_question",
    "signal.length.heaviest",
)
"""Signals that rather say what a question is like (long, asking for a place, with a name, a number, a misspelled word) than how a record
meets it. Whether it is answerable isn't told by them: that would be learned from what those who wrote the bases liked to ask."""

Mask = NDArray[np.bool_]


def counted_of(names: Sequence[str]) -> Mask:
    """Which of these signals tell whether a question is answerable."""
    return np.array([name not in FORM for name in names])


class Weights(NamedTuple):
    """A logistic model over signals as they are measured."""

    bias: float
    usual: Matrix
    weights: Matrix

    def value(self, signals: Matrix) -> Matrix:
        """Of each row of signals, 0..1."""
        return logistic(self.bias + (signals - self.usual) @ self.weights)


class Fit(NamedTuple):
    """What was fitted: `rebost.ranking.evidence` tells what the two are."""

    fits: Weights
    answerable: Weights

    def evidence(self, signals: Matrix, counted: Mask) -> Matrix:
        """The evidence of each candidate of a question; `counted` are the signals that tell whether it is answerable."""
        fit = self.fits.value(signals)
        if not len(fit):
            return fit
        answerable = self.answerable.value(of_question(signals, fit, counted)[None])
        return np.asarray(fit * np.sqrt(answerable / fit.max()))


def fit(bases: Mapping[str, Sequence[Asked]], counted: Mask) -> Fit:
    """What the questions of these bases teach, each asked with its candidates."""
    signals, answerable = [], []
    for base, asked in bases.items():
        others = fit_records(question for other, rest in bases.items() if other != base for question in rest)
        for question in asked:
            if len(question.labels):
                signals.append(of_question(question.signals, others.value(question.signals), counted))
                answerable.append(question.answerable)
    return Fit(
        fit_records(question for asked in bases.values() for question in asked),
        fit_weights(np.array(signals), np.array(answerable, np.float64)),
    )


def fit_records(asked: Iterable[Asked]) -> Weights:
    """How well a record fits, from the labelled candidates of these questions."""
    told = [(one.signals[one.labels >= 0], one.labels[one.labels >= 0]) for one in asked if len(one.labels)]
    return fit_weights(
        np.concatenate([rows for rows, _ in told]), np.concatenate([labels for _, labels in told]).astype(np.float64)
    )


def of_question(signals: Matrix, fit: Matrix, counted: Mask) -> Matrix:
    """What tells whether a question is answerable: signals of the record that fits best, and how well three of them fit."""
    return np.concatenate([signals[fit.argmax(), counted], *nearest(fit).values()])


def fit_weights(x: Matrix, y: Matrix) -> Weights:
    """Weights that tell the rows of `x` with label 1 from those with label 0."""
    usual, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 1e-9, spread, np.inf)
    design = np.column_stack([np.ones(len(x)), (x - usual) / spread])
    ridge = np.full(design.shape[1], RIDGE)
    ridge[0] = 0.0
    beta = np.zeros(design.shape[1])
    for _ in range(60):
        p = logistic(design @ beta)
        slope = design.T @ (y - p) - ridge * beta
        curvature = (design * (p * (1 - p))[:, None]).T @ design + np.diag(ridge + 1e-9)
        step = np.linalg.solve(curvature, slope)
        beta = beta + step
        if np.abs(step).max() < 1e-8:
            break
    return Weights(float(beta[0]), usual, beta[1:] / spread)


def written(model: Weights, names: Sequence[str]) -> Mapping[str, object]:
    """A logistic model as evidence.json holds it."""
    weights: dict[str, dict[str, list[float]]] = {}
    for name, usual, weight in zip(names, model.usual, model.weights, strict=True):
        _, group, signal = name.split(".")
        weights.setdefault(group, {})[signal] = [round(float(usual), 5), round(float(weight), 5)]
    return {"bias": round(model.bias, 5), "weights": weights}
