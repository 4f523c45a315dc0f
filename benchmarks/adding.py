"""How fast records come in, in bulk and one at a time, beside a table with a word index of SQLite alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw
from texts import Texts
from timing import timed

from rebost import Memory
from rebost.importers import import_path

ONE_AT_A_TIME = 500


def added(records: int, folder: Path) -> dict[str, Any]:
    """A second, records that can be found by their words; one at a time each is on the disk before the next one comes."""
    source = Texts(2)
    texts, singles = source.records(records), source.records(min(records, ONE_AT_A_TIME))
    file = folder / "adding.jsonl"
    file.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), encoding="utf-8")
    with Memory.open(folder / "adding.db", embedder="none") as memory:
        took = timed(lambda: import_path(memory, file))
        kept = sum(memory.projects().values())
        single = timed(lambda: [memory.remember(text) for text in singles])
    connection = _with_words(folder / "fts5.db")
    bulk = timed(lambda: _insert(connection, texts))
    alone = timed(lambda: _one_at_a_time(connection, singles))
    return {
        "records": kept,
        "records a second": round(kept / took.wall),
        "records a second of processor time": round(kept / took.cpu),
        "one at a time, records a second": round(len(singles) / single.wall),
        "one at a time, records a second of processor time": round(len(singles) / single.cpu),
        "SQLite with FTS5 alone, records a second": round(records / bulk.wall),
        "SQLite with FTS5 alone, one at a time, records a second": round(len(singles) / alone.wall),
    }


def _with_words(path: Path) -> apsw.Connection:
    """A base that, like ours, has each commit on the disk before it is reported."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE records(id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text, content = 'records', content_rowid = 'id')")
    return connection


def _insert(connection: apsw.Connection, texts: Iterable[str]) -> None:
    with connection:
        for text in texts:
            connection.execute("INSERT INTO records(text) VALUES (?)", (text,))
            connection.execute("INSERT INTO words(rowid, text) VALUES (last_insert_rowid(), ?)", (text,))


def _one_at_a_time(connection: apsw.Connection, texts: Iterable[str]) -> None:
    for text in texts:
        _insert(connection, [text])
