"""What changes records: every change keeps the index and all statistics exact, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import apsw

from rebost.errors import InputError
from rebost.records import Draft, Record, Remembered, State
from rebost.storage import rows, statistics
from rebost.storage.fetching import fetch_all, fetch_first, fetch_one
from rebost.storage.ids import IdMaker
from rebost.storage.likenesses import Links
from rebost.storage.rows import Content
from rebost.storage.shelves import Shelves
from rebost.storage.statistics import Entry

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


class Writer(Shelves, Links):
    """The changes of one write transaction."""

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

    def new_id(self) -> str:
        """An id that no record has."""
        while True:
            id_ = _IDS.new()
            if fetch_first(self._connection, "SELECT 1 FROM records WHERE id = ?", (id_,)) is None:
                return id_

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

    def supersede(self, old: int, new: int) -> Record:
        """Let a current record take another's place. Raises `InputError` when one of them isn't current."""
        for record in (self.record(old), self.record(new)):
            if record.state is not State.CURRENT:
                raise InputError(f"The record {record.id} is {record.state.name.lower()}. Give one that holds now.")
        if old == new:
            raise InputError(f"{self.record(old).id} can't take its own place. Give two records.")
        self._supersede(old, new, [])
        return self.record(old)

    def correct(self, row: int, text: str, entry: Entry) -> Record:
        """Give a record another text; the one it had becomes a version of it.

        Raises `InputError` when the record is superseded, or another of its project says the same.
        """
        connection = self._connection
        old, project, since, state = fetch_one(
            connection, "SELECT text, project, updated, state FROM records WHERE row = ?", (row,)
        )
        record = self.record(row)
        if state == State.SUPERSEDED:
            raise InputError(f"The record {record.id} was superseded by {record.superseded_by}. Correct that one.")
        if old == text:
            return record
        digest = rows.digest(text)
        self._refuse_twin(project, digest, row)
        connection.execute("INSERT INTO versions VALUES (?, ?, ?, ?)", (row, old, since, self._now))
        if state == State.CURRENT:
            statistics.remove(connection, self._delta, row)
        connection.execute(
            "UPDATE records SET text = ?, language = ?, updated = ?, digest = ?, length = ?, changed = ? WHERE row = ?",
            (text, entry.language, self._now, digest, len(entry.terms), self._change, row),
        )
        connection.execute("DELETE FROM vectors WHERE record = ?", (row,))
        connection.execute("DELETE FROM likenesses WHERE record = ? OR other = ?", (row, row))
        if state == State.CURRENT:
            statistics.add(connection, self._delta, [(row, project, entry)])
            connection.execute("INSERT OR IGNORE INTO queue VALUES (?)", (row,))
        return self.record(row)

    def amend(self, row: int, amended: Record, entry: Entry) -> Record:
        """Give a record the kind, project, tags, context and `until` of another: all that isn't its text.

        Its state follows: what had expired and holds on is current again, and the other way round. Raises `InputError`
        when the project is archived or holds another record with the same text.
        """
        connection = self._connection
        state, before = fetch_one(connection, "SELECT state, project FROM records WHERE row = ?", (row,))
        (name,) = fetch_one(connection, "SELECT name FROM projects WHERE id = ?", (before,))
        project = before if amended.project == name else self.project(amended.project)
        if state == State.CURRENT:
            statistics.remove(connection, self._delta, row)
        connection.execute(
            "UPDATE records SET kind = ?, project = ?, tags = ?, context = ?, until = ? WHERE row = ?",
            (
                str(amended.kind),
                project,
                rows.tags_as_text(amended.tags),
                amended.context,
                None if amended.until is None else rows.to_number(amended.until),
                row,
            ),
        )
        self._come_back(row, entry)
        return self.record(row)

    def forget(self, row: int) -> Record:
        """Take a record out of everything, to be purged later or restored."""
        self._leave(row, State.FORGOTTEN)
        return self.record(row)

    def restore(self, row: int, entry: Entry) -> Record:
        """Undo `forget`. Raises `InputError` when the project meanwhile holds another record with the same text."""
        self._come_back(row, entry)
        return self.record(row)

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
