"""Whole records, as they leave a base for another one and come in there: with all that a base holds about each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum, auto
from typing import NamedTuple

import apsw

from rebost.records import Agent, Record, State, Version
from rebost.storage import counting, rows, settings, statistics
from rebost.storage.fetching import fetch_all, fetch_first, fetch_one, listed
from rebost.storage.statistics import Entry
from rebost.storage.writing import Writer

_PAGE = 500


class Origin(NamedTuple):
    """Where a record was imported from; see the table `origins`."""

    folder: str
    file: str
    part: int
    heading: str | None
    digest: bytes


class Whole(NamedTuple):
    """A record with all that goes with it."""

    record: Record
    told_language: str | None
    state_since: datetime
    versions: tuple[Version, ...]
    origin: Origin | None


class Likeness(NamedTuple):
    """Two records that look alike, by their ids."""

    record: str
    other: str
    likeness: float
    judged: int


class MarkedQuestion(NamedTuple):
    """A question of the user's own evaluation, and the ids of the records that should come or should not."""

    text: str
    project: str | None
    silence: bool
    created: datetime
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]


class Outgoing:
    """All that a base holds, in the order in which another one takes it in. One read transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def settings(self) -> dict[str, str | None]:
        """What is said of the base as a whole: `main_language` and `languages`."""
        found = {key: settings.get(self._connection, key) for key in ("main_language", "languages")}
        return {key: None if value is None else str(value) for key, value in found.items()}

    def projects(self, project: str | None = None) -> list[tuple[str, bool]]:
        """Each project that has records or is archived, by name, and whether it is archived."""
        found = fetch_all(
            self._connection,
            "SELECT name, archived FROM projects WHERE name IS NOT NULL AND (?1 IS NULL OR name = ?1)"
            " AND (archived OR EXISTS (SELECT 1 FROM records WHERE project = projects.id)) ORDER BY name",
            (project,),
        )
        return [(name, bool(archived)) for name, archived in found]

    def records(self, project: str | None = None) -> Iterator[Whole]:
        """Every record, or a project's, whatever its state, in the order of their making."""
        last = 0
        while True:
            found = fetch_all(
                self._connection,
                "SELECT row, told_language, state_since FROM records JOIN projects ON projects.id = project"
                f" WHERE row > ? AND (?2 IS NULL OR name = ?2) ORDER BY row LIMIT {_PAGE}",
                (last, project),
            )
            if not found:
                return
            numbers = [row for row, _, _ in found]
            records = rows.read(self._connection, numbers)
            origins = self._origins(numbers)
            for row, told, since in found:
                yield Whole(
                    records[row],
                    told,
                    rows.to_moment(since),
                    rows.versions(self._connection, row),
                    origins.get(row),
                )
            last = numbers[-1]

    def _origins(self, numbers: list[int]) -> dict[int, Origin]:
        found = fetch_all(
            self._connection,
            "SELECT record, folder, file, part, heading, digest FROM origins"
            " WHERE record IN (SELECT value FROM json_each(?))",
            (listed(numbers),),
        )
        return {row: Origin(*rest) for row, *rest in found}

    def likenesses(self, project: str | None = None) -> Iterator[Likeness]:
        """Every pair of records that look alike; with a project, those that both belong to it."""
        found = self._connection.execute(
            "SELECT one.id, two.id, likeness, judged FROM likenesses JOIN records AS one ON one.row = record"
            " JOIN records AS two ON two.row = other JOIN projects ON projects.id = one.project"
            " WHERE ?1 IS NULL OR (name = ?1 AND one.project = two.project) ORDER BY record, other",
            (project,),
        )
        return (Likeness(*line) for line in found)

    def questions(self, project: str | None = None) -> Iterator[MarkedQuestion]:
        """Every question of the user's own evaluation, or a project's, in the order of their making."""
        for id_, text, name, silence, created in fetch_all(
            self._connection,
            "SELECT id, text, project, silence, created FROM questions WHERE ?1 IS NULL OR project = ?1 ORDER BY id",
            (project,),
        ):
            marks = fetch_all(
                self._connection,
                "SELECT records.id, wanted FROM marks JOIN records ON row = record WHERE question = ? ORDER BY row",
                (id_,),
            )
            wanted, unwanted = (tuple(other for other, mark in marks if bool(mark) is kind) for kind in (True, False))
            yield MarkedQuestion(text, name, bool(silence), rows.to_moment(created), wanted, unwanted)

    def agents(self) -> tuple[Agent, ...]:
        """Every agent that was noted."""
        return counting.agents(self._connection)


class Outcome(Enum):
    """What became of a whole record."""

    ADDED = auto()
    UPDATED = auto()
    """The base held an earlier text of this record."""
    UNCHANGED = auto()
    """The base holds this record, or a later text of it, or the same text in the same project."""


class Receiver(Writer):
    """A write transaction that takes whole records in."""

    def is_empty(self) -> bool:
        """Whether the base holds no record in any state."""
        return fetch_first(self._connection, "SELECT 1 FROM records LIMIT 1") is None

    def take_project(self, name: str, archived: bool) -> None:
        """Make a project as it was elsewhere; one that the base has stays as it is."""
        self._connection.execute("INSERT OR IGNORE INTO projects(name, archived) VALUES (?, ?)", (name, archived))

    def look_for(self, whole: Whole) -> tuple[Outcome, str, int | None]:
        """What is to become of a record, under which id, and the row of the record that the base has of it already.

        The id is empty where the one that it brings is another record's: it needs a new one.
        """
        record = whole.record
        digest = rows.digest(record.text)
        found = fetch_first(self._connection, "SELECT row, digest, text, state FROM records WHERE id = ?", (record.id,))
        if found is not None:
            row, its_digest, its_text, state = found
            former = {rows.digest(version.text) for version in rows.versions(self._connection, row)}
            if its_digest == digest or digest in former:
                return Outcome.UNCHANGED, record.id, row
            if state == State.CURRENT == record.state and its_text in {version.text for version in whole.versions}:
                return Outcome.UPDATED, record.id, row
        if record.state in (State.CURRENT, State.ARCHIVED):
            twin = fetch_first(
                self._connection,
                "SELECT row, records.id FROM records JOIN projects ON projects.id = project"
                f" WHERE name IS ? AND digest = ? AND state IN ({State.CURRENT:d}, {State.ARCHIVED:d})",
                (record.project, digest),
            )
            if twin is not None:
                return Outcome.UNCHANGED, str(twin[1]), int(twin[0])
        return Outcome.ADDED, "" if found else record.id, None

    def take(self, whole: Whole, id_: str, entry: Entry | None) -> int:
        """Store a record as it was elsewhere, under this id, and index it by `entry` where it is current.

        An archived project makes archived what was current, and the other way round. Gives its row.
        """
        record, connection = whole.record, self._connection
        if record.project is not None:
            connection.execute("INSERT OR IGNORE INTO projects(name) VALUES (?)", (record.project,))
        project, archived = fetch_one(
            connection, "SELECT id, archived FROM projects WHERE name IS ?", (record.project,)
        )
        state = record.state
        if state in (State.CURRENT, State.ARCHIVED):
            state = State.ARCHIVED if archived else State.CURRENT
        current = state == State.CURRENT
        assert entry is not None or not current
        assert record.created is not None
        assert record.updated is not None
        connection.execute(
            "INSERT INTO records(id, text, kind, project, tags, source, language, told_language, created, updated,"
            " digest, length, state, state_since, supersedes, superseded_by, changed, context, until)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                id_,
                record.text,
                str(record.kind),
                project,
                rows.tags_as_text(record.tags),
                record.source,
                entry.language if current and entry else record.language,
                whole.told_language,
                rows.to_number(record.created),
                rows.to_number(record.updated),
                rows.digest(record.text),
                len(entry.terms) if current and entry else 0,
                int(state),
                rows.to_number(whole.state_since),
                record.supersedes,
                record.superseded_by,
                self._change,
                record.context,
                None if record.until is None else rows.to_number(record.until),
            ),
        )
        row = connection.last_insert_rowid()
        connection.executemany(
            "INSERT INTO versions VALUES (?, ?, ?, ?)",
            [(row, text, rows.to_number(since), rows.to_number(until)) for text, since, until in whole.versions],
        )
        if record.uses and record.last_used is not None:
            connection.execute(
                "INSERT INTO uses VALUES (?, ?, ?)", (row, record.uses, rows.to_number(record.last_used))
            )
        if whole.origin is not None:
            connection.execute(
                "INSERT INTO origins(record, folder, file, part, heading, digest) VALUES (?, ?, ?, ?, ?, ?)",
                (row, *whole.origin),
            )
        if current and entry is not None:
            statistics.add(connection, self._delta, [(row, project, entry)])
            connection.execute("INSERT INTO queue VALUES (?)", (row,))
        return row

    def take_likeness(self, likeness: Likeness) -> None:
        """Link two records that look alike, where both are here."""
        self._connection.execute(
            "INSERT OR IGNORE INTO likenesses SELECT one.row, two.row, ?, ? FROM records AS one, records AS two"
            " WHERE one.id = ? AND two.id = ? AND one.row <> two.row",
            (likeness.likeness, likeness.judged, likeness.record, likeness.other),
        )

    def take_question(self, question: MarkedQuestion) -> None:
        """Store a question of the user's own evaluation, or add to the marks that it has here."""
        connection = self._connection
        connection.execute(
            "INSERT OR IGNORE INTO questions(text, project, silence, created) VALUES (?, ?, ?, ?)",
            (question.text, question.project, question.silence, rows.to_number(question.created)),
        )
        for wanted, ids in ((1, question.wanted), (0, question.unwanted)):
            connection.executemany(
                "INSERT OR IGNORE INTO marks SELECT questions.id, row, ? FROM questions, records"
                " WHERE questions.text = ? AND questions.project IS ? AND records.id = ?",
                [(wanted, question.text, question.project, id_) for id_ in ids],
            )

    def take_agent(self, agent: Agent) -> None:
        """Note an agent that isn't known here."""
        self._connection.execute(
            "INSERT OR IGNORE INTO agents(name, asked, answered, remembered, last_used) VALUES (?, ?, ?, ?, ?)",
            (agent.name, agent.asked, agent.answered, agent.remembered, rows.to_number(agent.last_used)),
        )

    def redirect(self, taken: list[int], ids: Mapping[str, str]) -> None:
        """Let records that were taken in name others by the ids that those have here."""
        for column in ("supersedes", "superseded_by"):
            self._connection.executemany(
                f"UPDATE records SET {column} = ? WHERE {column} = ? AND row IN (SELECT value FROM json_each(?))",
                [(new, old, listed(taken)) for old, new in ids.items()],
            )
