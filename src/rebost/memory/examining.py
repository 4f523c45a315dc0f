"""An answer with what it was measured against, for whoever wants to see how it came about."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rebost.ranking.selection import Lines
from rebost.ranking.standout import Signal, Vectors
from rebost.records import Recall

_LOWEST, _HIGHEST = -3.0, 6.0
"""Deviations from the mean; what lies beyond is counted at the end that it lies behind."""
_BINS = 45


class Spread(NamedTuple):
    """How the similarities of all records in scope with one question are spread, in deviations from their mean."""

    edges: tuple[float, ...]
    """One more than there are counts, ascending."""
    counts: tuple[int, ...]


class Examined(NamedTuple):
    """A recall, the lines that its pieces had to reach, and the spread; None where no vectors took part."""

    recall: Recall
    lines: Lines
    spread: Spread | None


def spread(vectors: Vectors) -> Spread | None:
    """The spread of these similarities; None where they took no part."""
    if vectors.signal is not Signal.ON:
        return None
    counts, edges = np.histogram(np.clip(vectors.z, _LOWEST, _HIGHEST), bins=_BINS, range=(_LOWEST, _HIGHEST))
    return Spread(tuple(edges.tolist()), tuple(counts.tolist()))
