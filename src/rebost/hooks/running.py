"""Runs one hook: reads the event, does the work in its time, prints what is to be said, and never fails."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from rebost.hooks import log
from rebost.hooks.deadline import TooLateError, within

if TYPE_CHECKING:
    from rebost.hooks.deadline import Answer

MOMENTS: Mapping[str, float] = MappingProxyType({"prompt": 0.47, "session": 1.5, "compact": 1.5})
"""The moments, and the seconds after which each is given up, counted from the start of the interpreter as far as it can be
told. A person who sent a prompt waits half a second at most, of which ending takes some."""

_MOST_SECONDS = 60.0


_NAMELESS = "hooks"
"""The agent, where whoever set the hook up names none."""


def main(moment: str, agent: str | None = None) -> int:
    """Do what is to be done at a moment. The exit code is 0, always: another would be shown, or stop the prompt."""
    seconds = _seconds(moment)
    try:
        # Starting has taken at least as long as the processor worked for it.
        text = within(max(seconds - time.process_time(), 0), lambda answer: _work(moment, agent or _NAMELESS, answer))
    except TooLateError:
        log.note(moment, f"not done within {seconds:g} seconds")
    except OSError as error:
        log.note(moment, error)
    else:
        _print(text)
    return 0


def _seconds(moment: str) -> float:
    """The time there is; for a slow machine, or one that is looked into, `REBOST_HOOK_SECONDS` gives another."""
    try:
        given = float(os.environ.get("REBOST_HOOK_SECONDS", ""))
    except ValueError:
        return MOMENTS[moment]
    return given if 0 < given <= _MOST_SECONDS else MOMENTS[moment]


def _work(moment: str, agent: str, answer: Answer) -> None:
    try:
        _at(moment, agent)(answer)
    except Exception as error:  # noqa: BLE001 - a hook must not stop a prompt, whatever happens
        _explain(moment, error)


def _at(moment: str, agent: str) -> Callable[[Answer], None]:
    from rebost.hooks import moments
    from rebost.hooks.event import read_event

    event = read_event(agent)
    work = {"prompt": moments.prompt, "session": moments.session, "compact": moments.compact}[moment]
    return lambda answer: work(event, answer)


def _explain(moment: str, error: Exception) -> None:
    from rebost.errors import BaseNotFoundError
    from rebost.hooks.event import EventError

    if isinstance(error, BaseNotFoundError):  # nothing has been remembered yet
        return
    log.note(moment, str(error) if isinstance(error, EventError) else error)


def _print(text: str) -> None:
    if not text:
        return
    try:
        sys.stdout.buffer.write(text.encode("utf-8", errors="replace") + b"\n")
        sys.stdout.flush()
    except OSError:  # nobody reads it any more
        os._exit(0)
