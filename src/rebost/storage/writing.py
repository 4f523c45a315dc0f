"""What changes records: every change keeps the index and all statistics exact, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import apsw

from rebost.errors import InputError
from rebost.records import Draft, Record, Remembered, State
from rebost.storage import rows, settings, statistics
from rebost.storage.fetching import fetch_all, fetch_one
from rebost.storage.ids import IdMaker
from rebost.storage.rows import Content
from rebost.storage.statistics import Delta, Entry

_IDS = IdMaker()
_PAGE = 1000
_OF_A_RECORD = (
    ("versions", "record"),
    ("uses", "record"),
    ("vectors", "record"),
    ("origins", "record"),
    ("likenesses", "record"),
    ("likenesses", "other"),
    ("marks", "record"),
    ("records", "row"),
)
"""Tables and columns that hold something of a record whatever its state; the record itself last."""
_ENQUEUE = """
INSERT OR IGNORE INTO queue SELECT row FROM records WHERE row = ? AND state = 0 AND NOT EXISTS (
    SELECT 1 FROM vectors JOIN models ON models.id = vectors.model
    WHERE record = row AND models.name = (SELECT value FROM meta WHERE key = 'model'))
"""


class Writer:
    """The changes of one write transaction. `finish` writes what was summed up; the base calls it before the commit."""

    def __init__(self, connection: apsw.Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.to_number(now)
        self._delta = Delta()
        self._projects: dict[str | None, int] = {None: 0}
        (self._change,) = fetch_one(
            connection, "UPDATE meta SET value = value + 1 WHERE key = 'changes' RETURNING value"
        )

    def add(self, drafts: Iterable[tuple[Draft, Entry]]) -> list[Remembered]:
        """Store and index what is new; of a text that the project already holds, give the record that holds it."""
        connection = self._connection
        places: list[tuple[int, bool]] = []
        entries: list[tuple[int, int, Entry]] = []
        for draft, entry in drafts:
            project = self.project(draft.project)
            digest = rows.digest(draft.text)
            row = rows.same(connection, project, digest)
            if row is None:
                replaced = None if draft.supersedes is None else rows.find(connection, draft.supersedes)
                row = self._insert(draft, entry, project, digest)
                entries.append((row, project, entry))
                places.append((row, False))
                if replaced is not None:
                    self._supersede(replaced, row, entries)
            else:
                places.append((row, True))
        statistics.add(connection, self._delta, entries)
        connection.executemany("INSERT INTO queue VALUES (?)", [(row,) for row, _, _ in entries])
        records = rows.read(connection, {row for row, _ in places})
        return [Remembered(records[row], known) for row, known in places]

    def _insert(self, draft: Draft, entry: Entry, project: int, digest: bytes) -> int:
        created = self._now if draft.created is None else rows.to_number(draft.created)
        while True:
            try:
                self._connection.execute(
                    "INSERT INTO records(id, text, kind, project, tags, source, language, told_language, created, updated, digest,"
                    " length, state, state_since, changed, context, until)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        _IDS.new(),
                        draft.text,
                        str(draft.kind),
                        project,
                        rows.tags_as_text(draft.tags),
                        draft.source,
                        entry.language,
                        draft.language,
                        created,
                        created,
                        digest,
                        len(entry.terms),
                        int(State.CURRENT),
                        self._now,
                        self._change,
                        draft.context,
                        None if draft.until is None else rows.to_number(draft.until),
                    ),
                )
            except apsw.ConstraintError:  # another process made the same id in the same millisecond
                continue
            return self._connection.last_insert_rowid()

    def _supersede(self, old: int, new: int, waiting: list[tuple[int, int, Entry]]) -> None:
        # The old record may have been added a moment ago, in this same call: index it before it can be taken out.
        statistics.add(self._connection, self._delta, waiting)
        self._connection.executemany("INSERT INTO queue VALUES (?)", [(row,) for row, _, _ in waiting])
        waiting.clear()
        self._leave(old, State.SUPERSEDED)
        self._connection.execute(
            "UPDATE records SET superseded_by = (SELECT id FROM records WHERE row = ?) WHERE row = ?", (new, old)
        )
        self._connection.execute(
            "UPDATE records SET supersedes = (SELECT id FROM records WHERE row = ?) WHERE row = ?", (old, new)
        )

    def find(self, prefix: str, *, forgotten: bool | None = False) -> int:
        """The row of the record with this id; `forgotten=None` looks among all. See `rows.find` for what it raises."""
        return rows.find(self._connection, prefix, forgotten=forgotten)

    def content(self, row: int) -> Content:
        """What of a record is analysed."""
        return rows.content(*fetch_one(self._connection, f"SELECT {rows.CONTENT} FROM records WHERE row = ?", (row,)))

    def correct(self, row: int, text: str, entry: Entry) -> Record:
        """Give a record another text; the one it had becomes a version of it.

        Raises `InputError` when the record is superseded, or another of its project says the same.
        """
        connection = self._connection
        old, project, since, state = fetch_one(
            connection, "SELECT text, project, updated, state FROM records WHERE row = ?", (row,)
        )
        record = rows.read(connection, (row,))[row]
        if state == State.SUPERSEDED:
            raise InputError(f"The record {record.id} was superseded by {record.superseded_by}. Correct that one.")
        if old == text:
            return record
        digest = rows.digest(text)
        self._refuse_twin(project, digest, row)
        connection.execute("INSERT INTO versions VALUES (?, ?, ?, ?)", (row, old, since, self._now))
        statistics.remove(connection, self._delta, row)
        connection.execute(
            "UPDATE records SET text = ?, language = ?, updated = ?, digest = ?, length = ?, changed = ? WHERE row = ?",
            (text, entry.language, self._now, digest, len(entry.terms), self._change, row),
        )
        statistics.add(connection, self._delta, [(row, project, entry)])
        connection.execute("DELETE FROM vectors WHERE record = ?", (row,))
        connection.execute("INSERT OR IGNORE INTO queue VALUES (?)", (row,))
        return rows.read(connection, (row,))[row]

    def forget(self, row: int) -> Record:
        """Take a record out of everything, to be purged later or restored."""
        self._leave(row, State.FORGOTTEN)
        return rows.read(self._connection, (row,))[row]

    def restore(self, row: int, entry: Entry) -> Record:
        """Undo `forget`. Raises `InputError` when the project meanwhile holds another record with the same text."""
        connection = self._connection
        project, digest, superseded_by = fetch_one(
            connection, "SELECT project, digest, superseded_by FROM records WHERE row = ?", (row,)
        )
        state = State.CURRENT if superseded_by is None else State.SUPERSEDED
        if state == State.CURRENT:
            self._refuse_twin(project, digest, row)
        connection.execute(
            "UPDATE records SET state = ?, state_since = ?, language = ?, length = ?, changed = ? WHERE row = ?",
            (int(state), self._now, entry.language, len(entry.terms), self._change, row),
        )
        if state == State.CURRENT:
            statistics.add(connection, self._delta, [(row, project, entry)])
            connection.execute(_ENQUEUE, (row,))
        return rows.read(connection, (row,))[row]

    def expire(self) -> int:
        """Take out of every scope what held until now or earlier. Gives how many records that were."""
        due = fetch_all(self._connection, "SELECT row FROM records WHERE until <= ? AND state = 0", (self._now,))
        for (row,) in due:
            self._leave(row, State.EXPIRED)
        return len(due)

    def purge(self, before: datetime | None = None, *, row: int | None = None) -> int:
        """Delete for good what was forgotten before a moment, or one forgotten record. Gives how many went."""
        condition, value = ("row = ?", row) if before is None else ("state_since < ?", rows.to_number(before))
        doomed = fetch_all(
            self._connection, f"SELECT row FROM records WHERE state = {State.FORGOTTEN:d} AND {condition}", (value,)
        )
        for table, column in _OF_A_RECORD:
            self._connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", doomed)
        return len(doomed)

    def reindex(self, analyse: Callable[[Content], Entry], *, only_undetected: bool = False) -> int:
        """Index anew, by `analyse`, every current record or those whose language is unknown.

        Gives how many they were.
        """
        connection = self._connection
        condition = "AND language IS NULL" if only_undetected else ""
        if not only_undetected:
            statistics.clear(connection)
        count, last = 0, 0
        while True:
            found = fetch_all(
                connection,
                f"SELECT row, project, {rows.CONTENT} FROM records WHERE state = 0 AND row > ? {condition}"
                f" ORDER BY row LIMIT {_PAGE}",
                (last,),
            )
            if not found:
                return count
            if only_undetected:
                for row, *_ in found:
                    statistics.remove(connection, self._delta, row)
            entries = [(row, project, analyse(rows.content(*rest))) for row, project, *rest in found]
            statistics.add(connection, self._delta, entries)
            connection.executemany(
                "UPDATE records SET language = ?, length = ?, changed = ? WHERE row = ?",
                [(entry.language, len(entry.terms), self._change, row) for row, _, entry in entries],
            )
            count, last = count + len(found), found[-1][0]

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
        """The number of a project, which is made if it's new."""
        number = self._projects.get(name)
        if number is None:
            self._connection.execute("INSERT OR IGNORE INTO projects(name) VALUES (?)", (name,))
            (number,) = fetch_one(self._connection, "SELECT id FROM projects WHERE name = ?", (name,))
            self._projects[name] = number
        return int(number)

    def finish(self) -> None:
        """Write the sums of what changed."""
        statistics.write(self._connection, self._delta)
        self._delta = Delta()

    def _leave(self, row: int, state: State) -> None:
        (before,) = fetch_one(self._connection, "SELECT state FROM records WHERE row = ?", (row,))
        if before == State.CURRENT:
            statistics.remove(self._connection, self._delta, row)
            self._connection.execute("DELETE FROM queue WHERE record = ?", (row,))
        self._connection.execute(
            "UPDATE records SET state = ?, state_since = ?, changed = ? WHERE row = ?",
            (int(state), self._now, self._change, row),
        )

    def _refuse_twin(self, project: int, digest: bytes, row: int) -> None:
        twin = rows.same(self._connection, project, digest)
        if twin is not None and twin != row:
            record = rows.read(self._connection, (twin,))[twin]
            raise InputError(f"The record {record.id} says the same already. Forget one of the two instead.")
