"""What a base holds, table by table."""

from __future__ import annotations

from hashlib import sha256

import apsw

from rebost.memory import Memory


def digest(memory: Memory) -> str:
    """Of every row of every table, uses and times included."""
    connection = apsw.Connection(str(memory.path), flags=apsw.SQLITE_OPEN_READONLY)
    found = sha256()
    try:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        # `occurrences` is a view of `postings`, which is contentless: its own tables hold what there is.
        for table in sorted({*tables} - {"occurrences", "postings"}):
            found.update(table.encode())
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                found.update(repr(row).encode())
    finally:
        connection.close()
    return found.hexdigest()
