"""Asks evaluation bases, and keeps the signals of every candidate. Used by `fit.py`."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from turning import asking_with, learn, pairs

from rebost.embedders.common import Turn
from rebost.embedders.embedder import Embedder
from rebost.evaluation import EvaluationSet
from rebost.evaluation.throwaway import ThrowAwayBase
from rebost.records import Explanation

ALL = 200
"""More left-out records than there are candidates."""

Matrix = NDArray[np.float64]


class Asked(NamedTuple):
    """One question of a set, with its candidates."""

    set_name: str
    type: str
    answerable: bool
    gold: int
    """How many records answer it."""
    labels: NDArray[np.int8]
    """Of each candidate: 1 answers, 0 doesn't, -1 acceptable."""
    signals: Matrix
    """Shape (candidates, signals)."""


class Asking:
    """Asks the bases, each with a turn that was learned without it, and without others if need be."""

    def __init__(
        self, sets: Sequence[EvaluationSet], further: Sequence[EvaluationSet], embedder: Embedder | None
    ) -> None:
        self.names: list[str] = []
        """Of the signals, known once something was asked."""
        self.bases = {one.name: one for one in sets}
        self._embedder = embedder
        self._pairs = {one.name: pairs(one, embedder) for one in [*sets, *further]} if embedder else {}
        self._turns: dict[frozenset[str], Turn] = {}
        self._asked: dict[tuple[str, frozenset[str]], list[Asked]] = {}

    def turn(self, without: frozenset[str] = frozenset()) -> Turn:
        """The turn that all bases but these teach."""
        if without not in self._turns:
            self._turns[without] = learn([found for name, found in self._pairs.items() if name not in without])
        return self._turns[without]

    def __call__(self, base: str, *without: str) -> list[Asked]:
        """The questions of a base with the signals of their candidates."""
        left_out = frozenset((base, *without)) if self._embedder else frozenset[str]()
        if (base, left_out) not in self._asked:
            turned = asking_with(self._embedder.model_id, self.turn(left_out)) if self._embedder else nullcontext()
            with turned:
                names, asked = ask(self.bases[base], self._embedder)
            self.names = self.names or names
            self._asked[base, left_out] = asked
        return self._asked[base, left_out]


def ask(one: EvaluationSet, embedder: Embedder | None) -> tuple[list[str], list[Asked]]:
    """The names of the signals, and every question of a set with the signals of its candidates."""
    names: list[str] = []
    asked: list[Asked] = []
    with (
        tempfile.TemporaryDirectory(prefix="rebost-fit-") as folder,
        closing(ThrowAwayBase(Path(folder) / "base.db", embedder)) as base,
    ):
        base.fill(one.records)
        for query in (query for query in one.queries if query.answerable is not None):
            found = base.explained(query.text, ALL)
            rows = [_signals(tree) for _, tree in found]
            names = names or [name for name, _ in (rows[0] if rows else ())]
            labels = [1 if id_ in query.gold else -1 if id_ in query.acceptable else 0 for id_, _ in found]
            matrix = np.array([[value for _, value in row] for row in rows]) if rows else np.zeros((0, len(names)))
            asked.append(
                Asked(
                    one.name,
                    query.type or "",
                    bool(query.answerable),
                    len(query.gold),
                    np.array(labels, np.int8),
                    matrix,
                )
            )
    nothing = np.zeros((0, len(names)))  # of a question without candidates, which may have come before the first name
    return names, [one if len(one.labels) else one._replace(signals=nothing) for one in asked]


def _signals(tree: Explanation) -> list[tuple[str, float]]:
    fit_of_record = tree.details[1].details[0]
    return [(leaf.name, leaf.details[0].value) for group in fit_of_record.details[1:] for leaf in group.details]
