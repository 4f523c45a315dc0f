"""What each recall needs to know of every record, kept in memory: its project and its length, by row number."""

from __future__ import annotations

import apsw
import numpy as np
from numpy.typing import NDArray

from rebost.records import Scope
from rebost.storage.fetching import fetch_first, fetch_one

_ABSENT = -1
"""In `projects`, at a row that holds no current record."""
_FIRST_ROWS = 1024


class Catalogue:
    """Arrays indexed by row number, brought up to date by what changed since the last look.

    Not thread-safe: the read lock of the base guards it.
    """

    def __init__(self) -> None:
        self.changes = -1
        """The value of the change counter that this agrees with; -1 before the first look."""
        self._projects: NDArray[np.int32] = np.full(_FIRST_ROWS, _ABSENT, dtype=np.int32)
        self._lengths: NDArray[np.int32] = np.zeros(_FIRST_ROWS, dtype=np.int32)
        self._masks: dict[tuple[int | None, bool], NDArray[np.bool_]] = {}

    def refresh(self, connection: apsw.Connection) -> NDArray[np.int64]:
        """Take over what changed; must run in a read transaction. Gives the rows of the records that changed."""
        changes = change_counter(connection)
        if changes == self.changes:
            return np.empty(0, dtype=np.int64)
        rows = self._take_over(connection, self.changes)
        (current,) = fetch_one(connection, "SELECT sum(records) FROM projects")
        present = self._projects != _ABSENT
        if np.count_nonzero(present) != current:
            # Records were deleted for good before they were seen to leave: what isn't there has no change to look for.
            self._projects.fill(_ABSENT)
            self._take_over(connection, -1)
            rows = np.union1d(rows, np.flatnonzero(present & (self._projects[: len(present)] == _ABSENT)))
        self._masks.clear()
        self.changes = changes
        return rows

    def _take_over(self, connection: apsw.Connection, since: int) -> NDArray[np.int64]:
        # Aggregated to text inside SQLite: ten times as fast as fetching a row at a time.
        columns = fetch_one(
            connection,
            "SELECT group_concat(row), group_concat(iif(state = 0, project, -1)), group_concat(length)"
            " FROM records WHERE changed > ?",
            (since,),
        )
        rows, projects, lengths = (parse_numbers(column) for column in columns)
        if len(rows):
            self._grow(int(rows.max()) + 1)
        self._projects[rows] = projects
        self._lengths[rows] = lengths
        return rows

    def _grow(self, size: int) -> None:
        present = len(self._projects)
        if size > present:
            more = max(size, present * 2) - present
            self._projects = np.concatenate([self._projects, np.full(more, _ABSENT, dtype=np.int32)])
            self._lengths = np.concatenate([self._lengths, np.zeros(more, dtype=np.int32)])

    def mask(self, project: int | None, general: bool) -> NDArray[np.bool_]:
        """True at the row of each current record in scope. `project` None is every project."""
        key = (project, general)
        mask = self._masks.get(key)
        if mask is None:
            if project is None:
                mask = self._projects != _ABSENT
            else:
                mask = self._projects == project
                if general:
                    mask |= self._projects == 0
            self._masks[key] = mask
        return mask

    def lengths(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """Number of terms of each of these records."""
        return self._lengths[rows]


def change_counter(connection: apsw.Connection) -> int:
    """Goes up with every transaction that changes a record or a vector, in whatever process."""
    return int(fetch_one(connection, "SELECT value FROM meta WHERE key = 'changes'")[0])


def project_number(connection: apsw.Connection, scope: Scope) -> int | None:
    """The number of the scope's project: None for every project, -2 for one that the base doesn't have."""
    if scope.project is None:
        return None
    found = fetch_first(connection, "SELECT id FROM projects WHERE name = ?", (scope.project,))
    return -2 if found is None else int(found[0])


def parse_numbers(text: str | None) -> NDArray[np.int64]:
    """The numbers of a `group_concat`, in its order."""
    if not text:
        return np.empty(0, dtype=np.int64)
    return np.fromstring(text, dtype=np.int64, sep=",")
