"""What all changes of records rest on: where a record belongs, and its way into the index and out of it."""

from __future__ import annotations

from datetime import datetime

import apsw

from rebost.errors import InputError
from rebost.records import Record, State
from rebost.storage import rows, settings, statistics
from rebost.storage.fetching import fetch_first, fetch_one
from rebost.storage.rows import Content
from rebost.storage.statistics import Delta, Entry

_ENQUEUE = """
INSERT OR IGNORE INTO queue SELECT row FROM records WHERE row = ? AND state = 0 AND NOT EXISTS (
    SELECT 1 FROM vectors JOIN models ON models.id = vectors.model
    WHERE record = row AND models.name = (SELECT value FROM meta WHERE key = 'model'))
"""


class Changes:
    """One write transaction. `finish` writes what was summed up; the base calls it before the commit."""

    def __init__(self, connection: apsw.Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.to_number(now)
        self._delta = Delta()
        self._projects: dict[str | None, int] = {None: 0}
        (self._change,) = fetch_one(
            connection, "UPDATE meta SET value = value + 1 WHERE key = 'changes' RETURNING value"
        )

    def find(self, prefix: str, *, forgotten: bool | None = False) -> int:
        """The row of the record with this id; `forgotten=None` looks among all. See `rows.find` for what it raises."""
        return rows.find(self._connection, prefix, forgotten=forgotten)

    def record(self, row: int) -> Record:
        """The record at this row, as it stands within this transaction."""
        return rows.read(self._connection, (row,))[row]

    def content(self, row: int) -> Content:
        """What of a record is analysed."""
        return rows.content(*fetch_one(self._connection, f"SELECT {rows.CONTENT} FROM records WHERE row = ?", (row,)))

    def meta(self, key: str) -> str | int | None:
        """A setting of the base, as it stands within this transaction."""
        return settings.get(self._connection, key)

    def set_meta(self, key: str, value: str | int | None) -> None:
        """Store a setting of the base; None removes it."""
        settings.put(self._connection, key, value)

    def languages(self) -> dict[str, int]:
        """How many current records each language has, most frequent first, with what this writer changed."""
        self.finish()
        return settings.languages(self._connection)

    def project(self, name: str | None) -> int:
        """The number of a project that takes records, which is made if it's new. Raises `InputError` if it is archived."""
        number = self._projects.get(name)
        if number is None:
            self._connection.execute("INSERT OR IGNORE INTO projects(name) VALUES (?)", (name,))
            number, archived = fetch_one(self._connection, "SELECT id, archived FROM projects WHERE name = ?", (name,))
            if archived:
                raise InputError(f"The project {name} is archived: nothing is put into it. Unarchive it first.")
            self._projects[name] = number
        return int(number)

    def finish(self) -> None:
        """Write the sums of what changed."""
        statistics.write(self._connection, self._delta)
        self._delta = Delta()

    def _due_state(self, row: int) -> State:
        """The state that a record which nobody forgot has by rights."""
        superseded_by, until, archived = fetch_one(
            self._connection,
            "SELECT superseded_by, until, archived FROM records JOIN projects ON projects.id = project WHERE row = ?",
            (row,),
        )
        if superseded_by is not None:
            return State.SUPERSEDED
        if archived:
            return State.ARCHIVED
        return State.CURRENT if until is None or until > self._now else State.EXPIRED

    def _leave(self, row: int, state: State) -> None:
        """Give a record a state in which it is in no scope."""
        (before,) = fetch_one(self._connection, "SELECT state FROM records WHERE row = ?", (row,))
        if before == State.CURRENT:
            statistics.remove(self._connection, self._delta, row)
            self._connection.execute("DELETE FROM queue WHERE record = ?", (row,))
        self._connection.execute(
            "UPDATE records SET state = ?, state_since = ?, changed = ? WHERE row = ?",
            (int(state), self._now, self._change, row),
        )

    def _come_back(self, row: int, entry: Entry) -> None:
        """Give a record that isn't in the index the state that it has by rights, and index it where that is current.

        Raises `InputError` when its project holds another record with the same text.
        """
        connection = self._connection
        state = self._due_state(row)
        project, digest = fetch_one(connection, "SELECT project, digest FROM records WHERE row = ?", (row,))
        if state == State.CURRENT:
            self._refuse_twin(project, digest, row)
        connection.execute(
            "UPDATE records SET state_since = iif(state = ?1, state_since, ?2), state = ?1, language = ?3, length = ?4,"
            " changed = ?5 WHERE row = ?6",
            (int(state), self._now, entry.language, len(entry.terms), self._change, row),
        )
        if state == State.CURRENT:
            statistics.add(connection, self._delta, [(row, project, entry)])
            connection.execute(_ENQUEUE, (row,))
        else:
            connection.execute("DELETE FROM queue WHERE record = ?", (row,))

    def _twin(self, project: int, digest: bytes, row: int) -> int | None:
        """The row of another current record of this project that says the same."""
        found = fetch_first(
            self._connection,
            "SELECT row FROM records WHERE project = ? AND digest = ? AND state = 0 AND row <> ?",
            (project, digest, row),
        )
        return None if found is None else int(found[0])

    def _refuse_twin(self, project: int, digest: bytes, row: int) -> None:
        twin = self._twin(project, digest, row)
        if twin is not None:
            record = self.record(twin)
            where = f" in the project {record.project}" if record.project else ""
            raise InputError(f"The record {record.id}{where} says the same already. Forget one of the two instead.")
