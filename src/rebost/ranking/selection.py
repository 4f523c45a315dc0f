"""Not answering is an answer: which of the scored records are returned, and why the others aren't. Section 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.ranking.index import Rows
from rebost.records import Reason

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]
Positions = NDArray[np.intp]


class Standing(NamedTuple):
    """What decides between records of the same score: more uses first, then the newest, then the lowest id."""

    uses: int
    newest: float
    """When it last changed, in seconds since any fixed moment."""
    id: str


class Lines(NamedTuple):
    """What records had to reach for one question, in the value that decides: `score` or `evidence`."""

    decides: str
    minimum: float
    """For the best one: below it, silence."""
    follower: float
    """For any other."""
    cut: float
    """The share of the best one's value that any other had to reach too; 0 in a silence."""
    limit: int
    """Pieces at most."""


Standings = Callable[[Rows], Sequence[Standing]]
"""The standing of each of these records, in the order given. Asked only about records that tie for a place."""


_REASONS = tuple(Reason)
_CODES = {reason: code for code, reason in enumerate(_REASONS)}
_KEPT = -1


class Selection(NamedTuple):
    """The outcome for every scored record, by its position in the arrays that were given."""

    kept: Positions
    """Best first."""
    codes: NDArray[np.int8]
    """Shape (records,): the reason of each, coded; see `reason`."""

    def reason(self, position: int) -> Reason | None:
        """Why this record was not kept; None when it was."""
        code = int(self.codes[position])
        return None if code == _KEPT else _REASONS[code]

    def counts(self, records: int) -> Mapping[Reason, int]:
        """How many of all `records` in scope were left out for each reason, the ones that were never scored included.

        A record is only left unscored when it holds no word that can carry an answer and its vector doesn't stand out as far as a very clear case's.
        """
        tally = np.bincount(self.codes[self.codes != _KEPT], minlength=len(_REASONS))
        tally[_CODES[Reason.NOT_CLEAR]] += records - len(self.codes)
        return {reason: int(count) for reason, count in zip(_REASONS, tally, strict=True) if count}


def first(rows: Rows, scores: Values, among: Mask, count: int, standings: Standings) -> Positions:
    """The positions of the `count` best records `among` them, best first, in a total and repeatable order."""
    pool = np.flatnonzero(among)
    if not count:
        return pool[:0]
    if len(pool) > count:
        cut = np.partition(scores[pool], len(pool) - count)[len(pool) - count]
        pool = pool[scores[pool] >= cut]
    # A set, since np.unique loads numpy.ma, which takes as long as all the rest of a first recall.
    if len(set(scores[pool].tolist())) == len(pool):
        return pool[np.argsort(-scores[pool])][:count]
    order = sorted(
        (-score, -standing.uses, -standing.newest, standing.id, position)
        for score, standing, position in zip(scores[pool].tolist(), standings(rows[pool]), pool.tolist(), strict=True)
    )
    return np.array([entry[-1] for entry in order[:count]], dtype=np.intp)


def select(
    rows: Rows, scores: Values, *, enough: Mask, possible: Mask, relative: float, limit: int, standings: Standings
) -> Selection:
    """Keep the best, and give every other record its one reason.

    `enough` marks the records that reach the minimum that applies to them. `possible` marks those that could have: a
    word in common that can carry an answer, or a vector that stands out as far as a very clear case's.
    """
    best = scores[enough].max() if enough.any() else np.inf
    near = enough & (scores >= relative * best)
    kept = first(rows, scores, near, limit, standings)
    codes = np.full(len(rows), _CODES[Reason.NOT_CLEAR], dtype=np.int8)
    codes[possible] = _CODES[Reason.BELOW_MINIMUM]
    codes[enough] = _CODES[Reason.FAR_FROM_BEST]
    codes[near] = _CODES[Reason.BEYOND_LIMIT]
    codes[kept] = _KEPT
    return Selection(kept, codes)
