"""Making a damaged base whole again out of what can still be read of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import apsw

from rebost.embedders import NONE
from rebost.errors import BaseError, BusyError, DamagedBaseError, NotABaseError
from rebost.memory import Memory
from rebost.records import counted
from rebost.storage import migrations
from rebost.storage.connection import ensure_file, translated, wal_of
from rebost.storage.rebuilding import Salvaged, copy_with_log, rebuild


class Repair(NamedTuple):
    """What a repair brought."""

    kept: Path
    """The base as it was, its log beside it."""
    records: int
    """Of every state."""
    salvaged: Salvaged


def repair(base: Path) -> Repair | None:
    """Rebuild a damaged base, keeping it as it was beside it; None when nothing is wrong with it.

    Nothing else may use the base meanwhile. Its records are read wherever their pages can be; index and counts are made
    anew, and so are, afterwards, the vectors that are missing. Raises `BusyError`, `NewerBaseError`, `NotABaseError`
    when no record can be read, `BaseError` when there is no room for another copy; then the base is as it was.
    """
    if _is_fine(base):
        return None
    kept = base.with_name(f"{base.name}.damaged-{datetime.now():%Y%m%d-%H%M%S}")  # noqa: DTZ005 - for a person to read
    draft, reading = base.with_name(f".{base.name}.repairing"), base.with_name(f".{base.name}.reading")
    try:
        with translated(base):
            _refuse_others(base)
            _clear(draft, reading)
            copy_with_log(base, kept)
            copy_with_log(base, reading)
            draft.touch(mode=0o600)
            salvaged = rebuild(reading, draft)
        if not salvaged.rows["records"]:
            _clear(kept)
            raise NotABaseError(f"No record can be read in {base}, and it was left as it is. Restore a backup.")
        _look_through(draft)
        for beside in (wal_of(base), base.with_name(base.name + "-shm")):
            beside.unlink(missing_ok=True)  # a copy of the log is kept; what is in it is in the draft
        draft.replace(base)
    except OSError as error:
        raise BaseError(f"{base} can't be repaired ({error.strerror}), and was left as it is. Make room.") from None
    finally:
        _clear(draft, reading)
    return Repair(kept, salvaged.rows["records"], salvaged)


def _is_fine(base: Path) -> bool:
    """Raises what opening it raises, unless it is damaged."""
    try:
        with Memory.open(base, create=False, embedder=NONE) as memory:
            return not memory.check_integrity()
    except DamagedBaseError:
        return False
    except NotABaseError:
        if base.is_dir():
            raise
        return False  # perhaps its first page is what is damaged: its records will tell


def _refuse_others(base: Path) -> None:
    """Raises `BusyError` when another process uses the base, as far as that can be told of a damaged one."""
    with (
        suppress(apsw.CorruptError, apsw.NotADBError, apsw.SQLError),
        closing(apsw.Connection(str(base), flags=apsw.SQLITE_OPEN_READWRITE)) as connection,
    ):
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        migrations.check(connection, base)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except apsw.BusyError:
            raise BusyError(f"Other programs use {base}. End them, then repair it.") from None
        connection.execute("ROLLBACK")


def _look_through(draft: Path) -> None:
    """Make the index of the new base, and see that everything in it agrees."""
    ensure_file(draft, create=False, make_folder=False)
    with Memory.open(draft, create=False, embedder=NONE) as memory:
        wrong = memory.check_integrity()
    if wrong:
        raise DamagedBaseError(f"{draft.name} isn't right ({'; '.join(wrong[:3])}). Restore a backup instead.")


def _clear(*paths: Path) -> None:
    for path in paths:
        for ending in ("", "-wal", "-shm", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def told(repaired: Repair) -> Iterator[str]:
    """What a repair brought, a line a thing."""
    salvaged = repaired.salvaged
    yield f"saved: {counted(repaired.records)} and {counted(salvaged.rows['versions'], 'former text')}; the index was made anew"
    yield f"saved: {counted(salvaged.rows['vectors'], 'vector')}; those that are missing follow"
    if salvaged.unreadable:
        yield f"{salvaged.unreadable} entries were there and can't be read any more"
    if salvaged.lost:
        yield f"lost: at least {counted(salvaged.lost)}"
    if salvaged.doubtful:
        yield f"these were damaged, look at them: {', '.join(salvaged.doubtful)}"
    if salvaged.without_settings:
        yield "the base's own settings, or marks and likenesses of records, couldn't all be read"
    yield f"the base as it was is kept in {repaired.kept}"
