"""Bringing a base to the schema of this version, one step at a time, each whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw

from rebost.errors import NewerBaseError
from rebost.storage import schema
from rebost.storage.connection import APPLICATION_ID
from rebost.storage.private import private_file

Step = Callable[[apsw.Connection], None]


def _first(connection: apsw.Connection) -> None:
    connection.execute(schema.CREATE)


def _second(connection: apsw.Connection) -> None:
    connection.execute(schema.TO_SECOND)


STEPS: tuple[Step, ...] = (_first, _second)
"""STEPS[n] brings a base from schema n to schema n + 1. Schema 0 is the empty file."""

SCHEMA_VERSION = len(STEPS)


def check(connection: apsw.Connection, path: Path) -> int:
    """The schema that the base has. Raises `NewerBaseError` when this version doesn't know it."""
    version = int(connection.pragma("user_version"))
    if version > SCHEMA_VERSION:
        raise NewerBaseError(
            f"A newer Rebost made {path} (schema {version}, this one knows {SCHEMA_VERSION}). Update Rebost to use it."
        )
    return version


def migrate(connection: apsw.Connection, path: Path, *, keeping: bool = True) -> None:
    """Bring the base to `SCHEMA_VERSION`, `keeping` a copy of one that held something.

    All steps are one transaction: a process killed half way leaves the base as it was, and the next one starts again.
    """
    if check(connection, path) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster: look again now that no other can write.
        version = check(connection, path)
        if keeping and 0 < version < SCHEMA_VERSION:
            keep_copy(path, version)
        for number in range(version, SCHEMA_VERSION):
            STEPS[number](connection)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", SCHEMA_VERSION)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def keep_copy(path: Path, version: int) -> Path:
    """Copy the base as it stands to `NAME.schema-VERSION.bak` beside it, private to the user."""
    copy = path.with_name(f"{path.name}.schema-{version}.bak")
    with (
        private_file(copy, replacing=True) as draft,
        closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as source,
        closing(apsw.Connection(str(draft))) as target,
        target.backup("main", source, "main") as backup,
    ):
        while not backup.done:
            backup.step(1000)
    return copy
