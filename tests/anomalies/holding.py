"""What a base holds, read without Rebost, and whether all of it agrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw

from rebost.storage.checking import disagreements

_SOUND = apsw.vfs_names()[0]
"""The file system without a test's faults."""

_HELD = """
SELECT text, kind, (SELECT name FROM projects WHERE projects.id = project), state, tags, language, source,
    (SELECT group_concat(text, char(10)) FROM (SELECT text FROM versions WHERE record = row ORDER BY until)),
    (SELECT text FROM records AS other WHERE other.id = records.superseded_by)
FROM records ORDER BY row
"""


_BESIDE = (
    "SELECT name, archived FROM projects ORDER BY name",
    "SELECT folder, file, part, heading, records.text FROM origins JOIN records ON row = record ORDER BY 1, 2, 3",
    """SELECT questions.text, silence, wanted, records.text FROM questions
       LEFT JOIN marks ON question = questions.id LEFT JOIN records ON row = record ORDER BY 1, 4""",
    """SELECT one.text, two.text, judged FROM likenesses
       JOIN records AS one ON one.row = record JOIN records AS two ON two.row = other WHERE judged ORDER BY 1, 2""",
)


def held(path: Path) -> tuple[list[Any], dict[str, Any]]:
    """Every record with its versions, what was said about records, the settings: all that a person entrusted to it."""
    connection = apsw.Connection(str(path), vfs=_SOUND)
    try:
        records = connection.execute(_HELD).fetchall()
        if connection.pragma("user_version") > 1:
            records += [line for query in _BESIDE for line in connection.execute(query)]
        settings = dict(connection.execute("SELECT key, value FROM meta WHERE key <> 'changes'").fetchall())
    finally:
        connection.close()
    return records, settings


def wrong(path: Path) -> list[str]:
    """What SQLite finds damaged, and what the index and the counts say that the records don't."""
    connection = apsw.Connection(str(path), vfs=_SOUND)
    try:
        found = [str(line) for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
        return found + disagreements(connection)
    finally:
        connection.close()
