"""What is counted beside the records: their uses, and what each agent did. It waits here until it can be written."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import apsw

from rebost.records import Agent
from rebost.storage import rows
from rebost.storage.fetching import fetch_all


class _Did(NamedTuple):
    """What an agent did since the last time it was written."""

    asked: int = 0
    answered: int = 0
    remembered: int = 0


class Counts:
    """Counts that aren't written yet. For any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._uses: Counter[int] = Counter()
        self._agents: dict[str, _Did] = {}

    def add_uses(self, used: Iterable[int]) -> None:
        """One use of each of these records, by row."""
        with self._lock:
            self._uses.update(used)

    def add_agent(self, name: str, asked: int, answered: int, remembered: int) -> None:
        """What an agent did."""
        with self._lock:
            did = self._agents.get(name, _Did())
            self._agents[name] = _Did(did.asked + asked, did.answered + answered, did.remembered + remembered)

    def write(self, connection: apsw.Connection, now: datetime) -> None:
        """Write all of it in one transaction; what can't be written stays. Raises `apsw.Error`."""
        moment = rows.to_number(now)
        with self._lock, connection:
            connection.executemany(
                "INSERT INTO uses VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
                " SET uses = uses + excluded.uses, last_used = excluded.last_used",
                [(row, count, moment) for row, count in self._uses.items()],
            )
            connection.executemany(
                "INSERT INTO agents(name, asked, answered, remembered, last_used) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered,"
                " remembered = remembered + excluded.remembered, last_used = excluded.last_used",
                [(name, *did, moment) for name, did in self._agents.items()],
            )
            self._uses.clear()
            self._agents.clear()


def agents(connection: apsw.Connection) -> tuple[Agent, ...]:
    """Every agent that was noted, the last used first."""
    found = fetch_all(
        connection, "SELECT name, asked, answered, remembered, last_used FROM agents ORDER BY last_used DESC, name"
    )
    return tuple(
        Agent(name, asked, answered, remembered, rows.to_moment(last_used))
        for name, asked, answered, remembered, last_used in found
    )
