"""What an agent's program tells on standard input about the moment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_MOST_BYTES = 4_000_000
"""No prompt that a person sends is longer."""


class EventError(Exception):
    """Standard input holds no event."""


class Event(NamedTuple):
    """An event; names that are missing are empty."""

    prompt: str
    folder: Path
    source: str
    """At the start of a session, how it came about: `startup`, `resume`, `clear` or `compact`."""
    agent: str
    """As whoever set up the hook calls the agent."""


def read_event(agent: str) -> Event:
    """The event on standard input, of an agent's program. Raises `EventError`."""
    with open(0, "rb", closefd=False) as stdin:
        data = stdin.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise EventError(f"the event is longer than {_MOST_BYTES} bytes")
    try:
        told = json.loads(data.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        raise EventError("standard input isn't JSON") from None
    if not isinstance(told, dict):
        raise EventError("standard input isn't a JSON object")
    return Event(
        prompt=_text(told, "prompt"),
        folder=_folder(_text(told, "cwd")),
        source=_text(told, "source"),
        agent=agent,
    )


def _text(told: Mapping[str, object], name: str) -> str:
    value = told.get(name)
    return value if isinstance(value, str) else ""


def _folder(told: str) -> Path:
    try:
        return Path(told or os.environ.get("CLAUDE_PROJECT_DIR") or Path.cwd())
    except OSError:  # the folder was deleted under the program
        return Path("/")
