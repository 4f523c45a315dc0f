"""The garbage collector, out of the way of a bulk import."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Let nothing be looked for in cycles meanwhile: an import makes none.

    It makes so much that lasts (what was analysed, and is kept for the next text) that the collector would walk over all of
    it time and again, for a quarter of the import's time. What isn't in a cycle is freed at once all the same.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
