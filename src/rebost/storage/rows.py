"""Records as the base keeps them: reading them, and finding them by id, by text or by project."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import apsw

from rebost.errors import AmbiguousIdError, UnknownRecordError
from rebost.records import Kind, Record, State, Version
from rebost.storage import ids
from rebost.storage.fetching import fetch_all, fetch_first, listed

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_COLUMNS = """
SELECT r.row, r.id, r.text, r.kind, p.name, r.tags, r.source, r.language, r.created, r.updated,
       coalesce(u.uses, 0), u.last_used, r.supersedes, r.superseded_by, r.context, r.until, r.state
"""
_BESIDE = "JOIN projects AS p ON p.id = r.project LEFT JOIN uses AS u ON u.record = r.row"
_SELECT = f"{_COLUMNS} FROM records AS r {_BESIDE} "
_SELECT_BY_WORDS = f"{_COLUMNS} FROM entries AS e CROSS JOIN records AS r ON r.row = e.row {_BESIDE} "
"""Reads the index in the order of rows, and a record only where the index says so."""
CONTENT = "text, told_language, context, tags"
"""The columns that `content` takes."""
_PAGE = 500
_DIGEST_BYTES = 16


class Content(NamedTuple):
    """What of a record is analysed for the index."""

    text: str
    language: str | None = None
    """As somebody told; None when nobody did."""
    context: str | None = None
    tags: tuple[str, ...] = ()

    @property
    def beside(self) -> str:
        """What counts for the words though it isn't in the text: one line a thing."""
        return "\n".join((*([self.context] if self.context else []), *self.tags))


class Filters(NamedTuple):
    """Which records a listing shows, beside their project and state; what is None lets all through."""

    kind: str | None = None
    language: str | None = None
    source: str | None = None
    """What the source begins with."""
    since: datetime | None = None
    """Changed at this moment or later."""
    before: datetime | None = None
    """Changed before this moment."""
    used: bool | None = None
    """Whether a recall ever returned it."""

    def conditions(self) -> Iterator[tuple[str, Any]]:
        """Conditions in SQL, with the one value that each compares with."""
        if self.kind is not None:
            yield "r.kind = ?", self.kind
        if self.language is not None:
            yield "r.language = ?", self.language
        if self.source is not None:
            yield "instr(r.source, ?) = 1", self.source
        if self.since is not None:
            yield "r.updated >= ?", to_number(self.since)
        if self.before is not None:
            yield "r.updated < ?", to_number(self.before)
        if self.used is not None:
            yield "(u.record IS NOT NULL) = ?", int(self.used)


def to_number(moment: datetime) -> int:
    """Microseconds since 1970, UTC. A moment without a zone is taken for local time."""
    return (moment.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)


def to_moment(number: int) -> datetime:
    """The aware UTC moment of a number of microseconds."""
    return _EPOCH + timedelta(microseconds=number)


def present() -> int:
    """The moment that it is now, as the base has moments."""
    return to_number(datetime.now(UTC))


def overdue(connection: apsw.Connection) -> list[int]:
    """The rows of what held until now or earlier and wasn't taken out of the index yet."""
    found = fetch_all(
        connection, "SELECT row FROM records WHERE until IS NOT NULL AND until <= ? AND state = 0", (present(),)
    )
    return [row for (row,) in found]


def digest(text: str) -> bytes:
    """Equal for texts that differ at most in composed accents and in white space at the ends."""
    # Not at the top: it takes 4 ms, and a recall has no use for it.
    import hashlib

    same = unicodedata.normalize("NFC", text).strip()
    return hashlib.blake2b(same.encode(), digest_size=_DIGEST_BYTES).digest()


def tags_as_text(tags: tuple[str, ...]) -> str | None:
    """Tags as a row holds them."""
    import json

    return json.dumps(tags, ensure_ascii=False) if tags else None


def _tags(text: str) -> tuple[str, ...]:
    # Not at the top: few records have tags, and start-up counts.
    import json

    return tuple(json.loads(text))


def _record(found: tuple[Any, ...]) -> tuple[int, Record]:
    (row, id_, text, kind, project, tags, source, language, created, updated, uses, last_used, before, after) = found[
        :14
    ]
    context, until, state = found[14:]
    return row, Record(
        id=id_,
        text=text,
        kind=Kind(kind),
        project=project,
        tags=_tags(tags) if tags else (),
        source=source,
        language=language,
        created=to_moment(created),
        updated=to_moment(updated),
        uses=uses,
        last_used=None if last_used is None else to_moment(last_used),
        supersedes=before,
        superseded_by=after,
        context=context,
        until=None if until is None else to_moment(until),
        state=State.EXPIRED if state == State.CURRENT and until is not None and until <= present() else State(state),
    )


def content(text: str, language: str | None, context: str | None, tags: str | None) -> Content:
    """What is analysed of a row: its columns `CONTENT`."""
    return Content(text, language, context, _tags(tags) if tags else ())


def read(connection: apsw.Connection, rows: Iterable[int]) -> dict[int, Record]:
    """The records at these rows, by row."""
    found = connection.execute(_SELECT + "WHERE r.row IN (SELECT value FROM json_each(?))", (listed(rows),))
    return dict(map(_record, found))


def page(
    connection: apsw.Connection,
    after: int | None,
    *,
    project: int | None,
    state: State,
    newest_first: bool,
    filters: Filters | None = None,
    pieces: Sequence[str] = (),
) -> list[tuple[int, Record]]:
    """Up to 500 records in the order of their rows, from beyond the row `after`; `project` None is every project.

    Of current records, only those in whose words each of these pieces stands.
    """
    comparison, order = ("<", "DESC") if newest_first else (">", "ASC")
    conditions: list[str] = ["r.state = ?"]
    values: list[Any] = [int(state)]
    if state == State.CURRENT:
        conditions.append("(r.until IS NULL OR r.until > ?)")
        values.append(present())
    elif state == State.EXPIRED:
        # Also what is past its end and wasn't taken out yet, as in a base that can't be written.
        conditions[0] = f"(r.state = ? OR (r.state = {State.CURRENT:d} AND r.until <= ?))"
        values.append(present())
    if after is not None:
        conditions.append(f"r.row {comparison} ?")
        values.append(after)
    if project is not None:
        conditions.append("r.project = ?")
        values.append(project)
    for condition, value in () if filters is None else filters.conditions():
        conditions.append(condition)
        values.append(value)
    select, place = _SELECT, "r.row"
    if pieces and state == State.CURRENT:
        select, place = _SELECT_BY_WORDS, "e.row"
        for piece in pieces:
            conditions.append("instr(e.words, ?)")
            values.append(piece)
    found = connection.execute(
        f"{select} WHERE {' AND '.join(conditions)} ORDER BY {place} {order} LIMIT {_PAGE}", tuple(values)
    )
    return list(map(_record, found))


def find(connection: apsw.Connection, prefix: str, *, forgotten: bool | None = False) -> int:
    """The row of the record whose id begins so: among those not forgotten, the forgotten ones, or (None) all.

    Raises `UnknownRecordError` and `AmbiguousIdError`.
    """
    start = ids.normalize(prefix)
    condition = "1" if forgotten is None else f"state {'=' if forgotten else '<>'} {State.FORGOTTEN:d}"
    found = (
        []
        if start is None
        else fetch_all(
            connection,
            f"SELECT row, id FROM records WHERE id >= ? AND id < ? AND {condition} ORDER BY id LIMIT 2",
            (start, ids.following(start)),
        )
    )
    if len(found) == 1:
        return int(found[0][0])
    if not found:
        raise UnknownRecordError(_unknown(connection, prefix, start, bool(forgotten)))
    examples = " and ".join(id_ for _, id_ in found)
    raise AmbiguousIdError(f"Several records begin with {prefix!r}, {examples} among them. Give more of the id.")


def _unknown(connection: apsw.Connection, prefix: str, start: str | None, forgotten: bool) -> str:
    if start is not None and not forgotten:
        found = fetch_first(
            connection, "SELECT id, state_since FROM records WHERE id >= ? AND id < ?", (start, ids.following(start))
        )
        if found:
            day = to_moment(found[1]).date().isoformat()
            return f"The record {found[0]} was forgotten on {day}. Restore it first, if you still need it."
    which = "forgotten record" if forgotten else "record"
    return f"No {which} has the id {prefix!r}. Look it up in the list of records."


def same(connection: apsw.Connection, project: int, digest_: bytes) -> int | None:
    """The row of the current record of this project whose text has this digest, if there is one."""
    found = fetch_first(
        connection,
        "SELECT row FROM records WHERE project = ? AND digest = ? AND state = 0 ORDER BY row LIMIT 1",
        (project, digest_),
    )
    return None if found is None else int(found[0])


def versions(connection: apsw.Connection, row: int) -> tuple[Version, ...]:
    """The former texts of a record, oldest first."""
    found = connection.execute("SELECT text, since, until FROM versions WHERE record = ? ORDER BY until, rowid", (row,))
    return tuple(Version(text, to_moment(since), to_moment(until)) for text, since, until in found)


def history(connection: apsw.Connection, row: int) -> tuple[Version, ...]:
    """The former texts of a record, and those of the records that it supersedes, oldest first."""
    found: list[Version] = []
    seen = {row}
    while True:
        found[:0] = versions(connection, row)
        before = fetch_first(
            connection,
            "SELECT old.row, old.text, old.updated, old.state_since FROM records AS new"
            f" JOIN records AS old ON old.id = new.supersedes AND old.state <> {State.FORGOTTEN:d} WHERE new.row = ?",
            (row,),
        )
        if before is None or before[0] in seen:
            return tuple(found)
        row, text, since, until = before
        seen.add(row)
        found.insert(0, Version(text, to_moment(since), to_moment(max(since, until))))


def uses(connection: apsw.Connection, rows: Iterable[int]) -> Iterator[tuple[int, int, int, str]]:
    """For each of these records: its row, its uses, when its text last changed (microseconds), and its id."""
    yield from connection.execute(
        "SELECT r.row, coalesce(u.uses, 0), r.updated, r.id FROM records AS r LEFT JOIN uses AS u ON u.record = r.row"
        " WHERE r.row IN (SELECT value FROM json_each(?))",
        (listed(rows),),
    )
