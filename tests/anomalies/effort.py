"""How much is tried: a part of it with all other tests, everything with `scripts/test --full`."""

from __future__ import annotations

import os
from collections.abc import Iterator

FULL = bool(os.environ.get("REBOST_TEST_FULL"))


def effort(short: int, full: int) -> int:
    """How many times something is tried."""
    return full if FULL else short


def places() -> Iterator[int]:
    """1, 2, 3 and so on without end; in the short form with gaps that grow."""
    place = 1
    while True:
        yield place
        place += 1 if FULL else place
