"""Copies of a base while it is in use, and a copy put in its place again. Every copy is read through before it counts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import apsw

from rebost.errors import BaseError, BusyError, DamagedBaseError, NotABaseError
from rebost.storage import migrations, rows, settings
from rebost.storage.checking import altered_texts
from rebost.storage.connection import connect, ensure_file, translated, wal_of
from rebost.storage.fetching import fetch_all, fetch_one
from rebost.storage.private import private_file

Progress = Callable[[int, int], None]
"""Called with how many pages are copied, of how many."""

_PAGES = 2_000
_BUSY_SECONDS = 10.0
_ATTEMPTS = 5
_MADE = "backup"
"""In `meta` of a copy: when it was made."""
_RESTORED = "restored"
"""In `meta`: how often a copy was put in place of the base; all that a process keeps in memory is of no use after it."""
_COUNTED = ("records", "versions", "vectors", "origins", "likenesses", "questions")


class Copied(NamedTuple):
    """A copy that was read through and found whole."""

    path: Path
    records: int
    """Of every state."""
    made: datetime
    """When what it holds was so (aware, UTC)."""
    bytes: int


def copy_base(base: Path, target: Path, progress: Progress | None = None, *, now: datetime | None = None) -> Copied:
    """Copy a base as it is at this moment, private to the user, whole or not at all; others may go on writing it.

    Raises `BaseError` (`BaseNotFoundError`, `NotABaseError`, `NewerBaseError`, `DamagedBaseError`, `BusyError`), and
    `InputError` when something is at the target already, or it can't be written.
    """
    ensure_file(base, create=False, make_folder=False)
    made = now or datetime.now(UTC)
    with private_file(target, replacing=False) as draft:
        with translated(base), closing(connect(base, read_only=True, busy_seconds=_BUSY_SECONDS)) as source:
            migrations.check(source, base)
            source.execute("BEGIN")  # one moment, whatever is written meanwhile
            counts = _counts(source)
            with translated(draft), closing(apsw.Connection(str(draft))) as copy:
                _copy_pages(source, copy, progress)
                copy.execute("PRAGMA journal_mode=DELETE").fetchall()  # a file that needs no other beside it
                settings.put(copy, _MADE, rows.to_number(made))
        try:
            verified, found = _read_through(draft)
        except DamagedBaseError:
            raise DamagedBaseError(
                f"A copy of {base} was damaged as soon as it was made, and not kept. See what `rebost doctor` finds."
            ) from None
        if found != counts:
            raise BaseError(f"The copy of {base} doesn't hold what the base does. Try again; run `rebost doctor`.")
    return verified._replace(path=target)


def verify_copy(path: Path) -> Copied:
    """Read a copy through. Raises `BaseError` (`BaseNotFoundError`, `NotABaseError`, `DamagedBaseError`, ...)."""
    return _read_through(path)[0]


def is_copy(path: Path) -> bool:
    """Whether a file is a copy that `copy_base` made."""
    try:
        ensure_file(path, create=False, make_folder=False)
        with translated(path), closing(connect(path, read_only=True, busy_seconds=0)) as connection:
            return settings.get(connection, _MADE) is not None
    except BaseError:
        return False


def _read_through(path: Path) -> tuple[Copied, dict[str, int]]:
    ensure_file(path, create=False, make_folder=False)
    with translated(path), closing(connect(path, read_only=True, busy_seconds=_BUSY_SECONDS)) as connection:
        if not migrations.check(connection, path):
            raise NotABaseError(f"{path} is empty: it holds no base. Give another file.")
        found = [line for (line,) in fetch_all(connection, "PRAGMA integrity_check(3)") if line != "ok"]
        found = found or altered_texts(connection)
        if found:
            raise DamagedBaseError(f"{path} is damaged ({'; '.join(map(str, found))}). Take another copy.")
        made = settings.get(connection, _MADE)
        counts = _counts(connection)
    moment = datetime.fromtimestamp(path.stat().st_mtime, UTC) if made is None else rows.to_moment(int(made))
    return Copied(path, counts["records"], moment, path.stat().st_size), counts


def _counts(connection: apsw.Connection) -> dict[str, int]:
    present = {name for (name,) in fetch_all(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return {
        table: int(fetch_one(connection, f"SELECT count(*) FROM {table}")[0]) for table in _COUNTED if table in present
    }


def _copy_pages(source: apsw.Connection, target: apsw.Connection, progress: Progress | None) -> None:
    with target.backup("main", source, "main") as backup:
        while not backup.done:
            backup.step(_PAGES)
            if progress:
                progress(backup.page_count - backup.remaining, backup.page_count)


# --- Putting a copy in place -----------------------------------------------------------------------------------------


class Restored(NamedTuple):
    """A base that a copy was put in place of."""

    records: int
    """Of every state."""
    made: datetime
    """When what it holds was so (aware, UTC)."""
    kept: Path | None
    """A copy of the base as it was before; None where there was none."""


def restore_base(copy: Path, base: Path, kept: Path, progress: Progress | None = None) -> Restored:
    """Put a copy in the place of a base, all at once; the base as it was is copied to `kept` first.

    The copy is read through before anything is touched. Programs that have the base open go on with what is in it now.
    A base too damaged to be copied is moved to `kept` with its log. Raises `BusyError` when others keep writing the
    base, and what `copy_base` raises; then the base is as it was.
    """
    verified = verify_copy(copy)
    draft = base.with_name(f".{base.name}.restoring")
    _remove(draft)
    try:
        copy_base(copy, draft, progress)
        _bring_up_to_date(draft)
        there = base.exists() and base.stat().st_size > 0
        if there:
            ensure_file(base, create=False, make_folder=False)
        if not there:
            draft.replace(base)
        elif not _replace_content(draft, base, kept):
            _move_aside(base, kept)
            draft.replace(base)
    finally:
        _remove(draft)
    return Restored(verified.records, verified.made, kept if there else None)


def _bring_up_to_date(draft: Path) -> None:
    with translated(draft), closing(connect(draft, read_only=False, busy_seconds=_BUSY_SECONDS)) as connection:
        migrations.migrate(connection, draft, keeping=False)
        settings.put(connection, _MADE, None)
        connection.execute("DELETE FROM leases")


def _replace_content(draft: Path, base: Path, kept: Path) -> bool:
    """Write the draft's pages into the base in one transaction; False when the base is too damaged for that."""
    for _ in range(_ATTEMPTS):
        try:
            with (
                translated(base),
                closing(connect(base, read_only=False, busy_seconds=_BUSY_SECONDS)) as target,
                closing(connect(base, read_only=True, busy_seconds=_BUSY_SECONDS)) as watch,
                closing(connect(draft, read_only=False, busy_seconds=0)) as source,
            ):
                before = _version(watch)
                _look_for_damage(watch, base)
                _continue_from(watch, source)
                _remove(kept)
                copy_base(base, kept)
                with target.backup("main", source, "main") as backup:
                    backup.step(1)  # from here on nobody else can write
                    if _version(watch) == before:
                        backup.step(-1)
                        return True
                    # Left unfinished, it is undone: `kept` lacks what was written just now.
        except DamagedBaseError:
            _remove(kept)
            return False
    raise BusyError(f"Other programs keep writing to {base}, so it was left as it is. End them, then try again.")


def _look_for_damage(connection: apsw.Connection, base: Path) -> None:
    if [line for (line,) in fetch_all(connection, "PRAGMA quick_check(1)") if line != "ok"]:
        raise DamagedBaseError(f"{base} is damaged.")


def _version(connection: apsw.Connection) -> int:
    """Another number after each commit of another connection."""
    return int(fetch_one(connection, "PRAGMA data_version")[0])


def _continue_from(present: apsw.Connection, draft: apsw.Connection) -> None:
    """Let counters go on from where those of the present base are: other processes know it by them."""
    restored = settings.get(present, _RESTORED)
    settings.put(draft, _RESTORED, int(restored or 0) + 1)
    changes = max(int(settings.get(connection, "changes") or 0) for connection in (present, draft))
    settings.put(draft, "changes", changes + 1)
    for name, number in fetch_all(present, "SELECT name, seq FROM sqlite_sequence"):
        draft.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, name))


def _move_aside(base: Path, kept: Path) -> None:
    try:
        base.rename(kept)
        wal = wal_of(base)
        if wal.exists():
            wal.rename(wal_of(kept))
        with suppress(FileNotFoundError):
            base.with_name(base.name + "-shm").unlink()
    except OSError as error:
        raise BaseError(
            f"{base} is damaged and can't be moved aside ({error.strerror}). End the programs that use it."
        ) from None


def _remove(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(name).unlink()
