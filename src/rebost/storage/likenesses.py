"""Which records look alike: links between two, kept until somebody says that both are right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import apsw

from rebost.records import Alike, Remembered
from rebost.storage.changes import Changes
from rebost.storage.fetching import fetch_all, fetch_first

NEW, JUDGED = 0, 1
"""Values of `judged`: nobody looked at the pair yet; somebody said that both are right."""


class Like(NamedTuple):
    """A record that looks like another one: its row, and how much."""

    row: int
    likeness: float


class Pair(NamedTuple):
    """Two current records that look alike, by their rows, the older first."""

    row: int
    other: int
    likeness: float


class Links(Changes):
    """The changes that link records which look alike."""

    def link(self, results: Sequence[Remembered], likes: Sequence[Sequence[Like]]) -> list[Remembered]:
        """Link what is new among the results with what looks like it, and say so in each.

        Row -n - 1 stands for the result n. What another process took out meanwhile is left out, and so is the record
        whose place a new one takes.
        """
        linked = []
        for outcome, found in zip(results, likes, strict=True):
            alike = []
            for row, likeness in found if not outcome.known else ():
                other = self._current(row if row >= 0 else self.find(results[-row - 1].record.id))
                if other is not None and other[1] != outcome.record.id:
                    put(self._connection, self.find(outcome.record.id), [Like(other[0], likeness)])
                    alike.append(Alike(other[1], other[2], likeness))
            linked.append(outcome._replace(alike=tuple(alike)))
        return linked

    def _current(self, row: int) -> tuple[int, str, str] | None:
        found = fetch_first(self._connection, "SELECT row, id, text FROM records WHERE row = ? AND state = 0", (row,))
        return None if found is None else (int(found[0]), str(found[1]), str(found[2]))


def put(connection: apsw.Connection, row: int, likes: Iterable[Like]) -> None:
    """Link a record with others, unless they are linked already, in whatever direction."""
    connection.executemany(
        "INSERT OR IGNORE INTO likenesses SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS"
        " (SELECT 1 FROM likenesses WHERE record = ?2 AND other = ?1)",
        [(row, other, likeness, NEW) for other, likeness in likes],
    )


def pairs(connection: apsw.Connection, project: int | None) -> list[Pair]:
    """The pairs that nobody judged, the most alike first; with a project those of which one belongs to it."""
    found = fetch_all(
        connection,
        "SELECT min(record, other), max(record, other), likeness FROM likenesses"
        " JOIN records AS one ON one.row = record JOIN records AS two ON two.row = other"
        f" WHERE judged = {NEW} AND one.state = 0 AND two.state = 0"
        " AND (?1 IS NULL OR one.project = ?1 OR two.project = ?1) ORDER BY likeness DESC, 1, 2",
        (project,),
    )
    return [Pair(*line) for line in found]


def judge(connection: apsw.Connection, row: int, other: int) -> None:
    """Both are right: never show this pair again, until the text of one changes."""
    put(connection, row, [Like(other, 1.0)])
    connection.execute(
        f"UPDATE likenesses SET judged = {JUDGED} WHERE (record = ?1 AND other = ?2) OR (record = ?2 AND other = ?1)",
        (row, other),
    )


def changed_since(connection: apsw.Connection, change: int) -> list[int]:
    """The rows of the current records that changed after a value of the change counter, in the order of their making."""
    found = fetch_all(connection, "SELECT row FROM records WHERE changed > ? AND state = 0 ORDER BY row", (change,))
    return [row for (row,) in found]
