"""The garbage collector during an import."""

from __future__ import annotations

import gc

import pytest

from rebost.memory.collecting import collector_paused


def test_the_collector_pauses_and_goes_on_afterwards_also_after_a_failure() -> None:
    seen = []

    def fail() -> None:
        with collector_paused():
            seen.append(gc.isenabled())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert [*seen, gc.isenabled()] == [False, True]


def test_a_collector_that_the_program_turned_off_stays_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
