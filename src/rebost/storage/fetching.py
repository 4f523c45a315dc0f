"""The rows of a query, as tuples of whatever its columns hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import apsw

Row = tuple[Any, ...]


def fetch_all(connection: apsw.Connection, query: str, values: Sequence[Any] = ()) -> list[Row]:
    """Every row."""
    return connection.execute(query, tuple(values)).fetchall()


def fetch_first(connection: apsw.Connection, query: str, values: Sequence[Any] = ()) -> Row | None:
    """The first row, None where there is none."""
    return connection.execute(query, tuple(values)).fetchone()


def fetch_one(connection: apsw.Connection, query: str, values: Sequence[Any] = ()) -> Row:
    """The one row of a query that always has one."""
    found = fetch_first(connection, query, values)
    assert found is not None
    return found


def json_of(texts: Iterable[str]) -> str:
    """Texts as SQLite's `json_each` takes them."""
    import json  # not at the top: most recalls have no use for it

    return json.dumps(list(texts), ensure_ascii=False)


def listed(numbers: Iterable[int]) -> str:
    """Numbers as SQLite's `json_each` takes them: a query's condition on any number of rows."""
    return "[" + ",".join(map(str, numbers)) + "]"
