"""A new base out of what can still be read of a damaged one."""

from __future__ import annotations

import mmap
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from rebost.records import Kind, State
from rebost.storage import migrations, rows, settings, work
from rebost.storage.connection import APPLICATION_ID, connect, wal_of
from rebost.storage.fetching import fetch_all, fetch_first
from rebost.storage.salvage import Column, Found, Pages, Value, in_header
from rebost.storage.salvage import rows as rows_in

_DERIVED = frozenset(
    {
        "entries",
        "frequencies",
        "vocabulary",
        "languages",
        "queue",
        "leases",
        "postings",
        "occurrences",
        "sqlite_sequence",
    }
)
"""Made again from the records, or of no use in another file."""
_TELLING = frozenset({"entries", "queue"})
"""Of these, what tells which records there were."""
_OWN_SETTINGS = frozenset({"analyzer", "changes", "model"})
"""Of a base: these the new one gives itself."""


_LATEST = 4_102_444_800_000_000
"""The year 2100, in microseconds since 1970: what is beyond is damage."""


@dataclass(slots=True)
class Salvaged:
    """What was read of a damaged base."""

    rows: Counter[str] = field(default_factory=Counter)
    """By table."""
    unreadable: int = 0
    """Rows that are there and can't be read; of pages that are gone nobody knows how many they held."""
    lost: int = 0
    """Records that other tables name, and that aren't there any more."""
    named: set[int] = field(default_factory=set)
    """Rows of records that are told of anywhere."""
    doubtful: tuple[str, ...] = ()
    """Ids of records that aren't in all respects as they were stored."""
    without_settings: bool = False
    """Whether the settings and what else is kept outside of rows couldn't be read."""


def rebuild(source: Path, target: Path) -> Salvaged:
    """Make a new base at `target` with all records, versions, vectors and marks that `source` still gives.

    Its index isn't made yet: whoever opens it next does so. `source` is a copy that nothing else uses, and is changed:
    its log is moved into it. Raises `apsw.Error` when the target can't be written.
    """
    tables, others = tables_of(target)
    salvaged = Salvaged()
    _mend_header(source, target)
    with suppress(apsw.Error), closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
        settings.get(connection, "changes")  # it looks for its log when first read
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    with closing(connect(target, read_only=False, busy_seconds=0)) as new:
        new.execute("BEGIN IMMEDIATE")
        with source.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            _put(new, rows_in(Pages(memoryview(data)), tables), salvaged)
        _put_tables(new, source, others, salvaged)
        _set_right(new, source, salvaged)
        new.execute("COMMIT")
    return salvaged


def tables_of(target: Path) -> tuple[dict[str, Sequence[Column]], list[str]]:
    """Make an empty base. Gives its tables with rows by number, and the names of the others, without what is derived."""
    tables: dict[str, Sequence[Column]] = {}
    others: list[str] = []
    with closing(connect(target, read_only=False, busy_seconds=0)) as connection:
        first: dict[str, int] = {}
        for step in migrations.STEPS:
            step(connection)
            for name, count in fetch_all(connection, "SELECT name, ncol FROM pragma_table_list WHERE type = 'table'"):
                first.setdefault(name, count)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", migrations.SCHEMA_VERSION)
        for name, without_row in fetch_all(connection, "SELECT name, wr FROM pragma_table_list WHERE type = 'table'"):
            if name.startswith("sqlite_") or name in _DERIVED - _TELLING:
                continue
            if without_row:
                others.append(name)
                continue
            columns = fetch_all(
                connection, 'SELECT name, upper(type), "notnull", pk FROM pragma_table_info(?)', (name,)
            )
            tables[name] = [
                # A table has one key at most, and where that is a whole number it is the row's.
                Column(column, type_, bool(required), bool(key) and type_ == "INTEGER", number >= first[name])
                for number, (column, type_, required, key) in enumerate(columns)
            ]
    return tables, others


def _mend_header(source: Path, target: Path) -> None:
    """Give a file whose first bytes are gone those that every base begins with, so that its log can be moved into it."""
    header, new = in_header(source), bytearray(in_header(target))
    if header[:16] == new[:16] and header[68:72] == APPLICATION_ID.to_bytes(4, "big"):
        return
    new[18:20] = b"\2\2"  # it has a log
    new[24:28] = b"\0\0\0\1"  # with another number at 92: SQLite then counts the pages by itself
    new[28:32] = b"\0\0\0\0"
    new[32:40] = b"\0" * 8  # no free pages: they aren't looked for
    with source.open("r+b") as file:
        file.write(new)


def _put_tables(new: apsw.Connection, source: Path, names: Iterable[str], salvaged: Salvaged) -> None:
    with closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        for name in names:
            try:
                found = connection.execute(f"SELECT * FROM {name}")
                columns = [column for column, _ in found.get_description()]
                _put(new, (Found(name, dict(zip(columns, values, strict=True))) for values in found), salvaged)
            except apsw.ExecutionCompleteError:  # an empty table
                continue
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.IOError, UnicodeDecodeError):
                salvaged.without_settings = True


def _put(new: apsw.Connection, found: Iterable[Found | None], salvaged: Salvaged) -> None:
    doubtful = []
    for row in found:
        if row is None:
            salvaged.unreadable += 1
            continue
        table, values = row
        if table == "meta" and values["key"] in _OWN_SETTINGS:
            continue
        if table in _TELLING:
            salvaged.named.update(value for value in values.values() if isinstance(value, int))
            continue
        if table == "records":
            mended = _mended(values)
            if mended != values:
                doubtful.append(str(values["id"]))
            values = mended
        named, places = ", ".join(values), ", ".join("?" * len(values))
        new.execute(f"INSERT OR IGNORE INTO {table}({named}) VALUES ({places})", tuple(values.values()))
        salvaged.rows[table] += new.changes()
    salvaged.doubtful += tuple(doubtful)


def _mended(values: Mapping[str, Value]) -> dict[str, Value]:
    """A record's row as it can be read again, where damage left what can't be."""
    mended = {**values, "digest": rows.digest(str(values["text"]))}
    if mended["kind"] not in tuple(Kind):
        mended["kind"] = str(Kind.NOTE)
    if mended["state"] not in tuple(State):
        mended["state"] = int(State.CURRENT)
    for name in ("created", "updated", "state_since", "until"):
        moment = mended.get(name)
        if isinstance(moment, int) and not 0 <= moment <= _LATEST:
            mended[name] = min(max(moment, 0), _LATEST)
    try:
        rows.content("", None, None, mended["tags"])  # type: ignore[arg-type]  # of its column: a text or nothing
    except ValueError:
        mended["tags"] = None
    return mended


def _set_right(new: apsw.Connection, source: Path, salvaged: Salvaged) -> None:
    """Let everything agree with the records that there are."""
    for (project,) in fetch_all(
        new, "SELECT DISTINCT project FROM records WHERE project NOT IN (SELECT id FROM projects)"
    ):
        new.execute("INSERT INTO projects(id, name) VALUES (?, ?)", (project, f"recovered {project}"))
    named = "SELECT record FROM versions UNION SELECT record FROM vectors UNION SELECT record FROM uses"
    salvaged.named.update(row for (row,) in fetch_all(new, named))
    salvaged.lost = len(salvaged.named.difference(row for (row,) in fetch_all(new, "SELECT row FROM records")))
    for name, column in _references(new):
        new.execute(f"DELETE FROM {name} WHERE {column} NOT IN (SELECT row FROM records)")
    new.execute(
        "DELETE FROM vectors WHERE number IN (SELECT number FROM vectors LEFT JOIN models ON models.id = model"
        " WHERE dimension IS NOT length(vector))"
    )
    new.execute("UPDATE projects SET records = 0, terms = 0")
    new.execute("UPDATE meta SET value = (SELECT coalesce(max(changed), 0) + 1 FROM records) WHERE key = 'changes'")
    _use_model(new, source)


def _references(connection: apsw.Connection) -> list[tuple[str, str]]:
    """Every table and column that name the row of a record."""
    return [
        (str(name), str(column))
        for name, column in fetch_all(
            connection,
            "SELECT list.name, info.name FROM pragma_table_list AS list, pragma_table_info(list.name) AS info"
            " WHERE list.type = 'table' AND info.name IN ('record', 'other')",
        )
    ]


def _use_model(new: apsw.Connection, source: Path) -> None:
    """The model that the base used, else the one that most vectors are of: what has none of it waits for one."""
    name = None
    with (
        suppress(apsw.Error, UnicodeDecodeError),
        closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)) as connection,
    ):
        name = settings.get(connection, "model")
    most = "SELECT models.name FROM models JOIN vectors ON model = models.id GROUP BY 1 ORDER BY count(*) DESC"
    found = fetch_first(new, "SELECT name, dimension FROM models WHERE name = ?", (name,)) or fetch_first(
        new, f"SELECT name, dimension FROM models WHERE name = ({most})"
    )
    if found:
        work.use_model(new, *found)
    else:
        new.execute("INSERT OR IGNORE INTO queue SELECT row FROM records WHERE state = 0")


def copy_with_log(base: Path, target: Path) -> None:
    """Copy a base's file as it is, byte by byte, and the log beside it. Raises `OSError`."""
    for source, copy in ((base, target), (wal_of(base), wal_of(target))):
        if source.exists():
            copy.touch(mode=0o600)
            shutil.copyfile(source, copy)
