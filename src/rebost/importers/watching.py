"""Keeping folders and the base in step for as long as a program runs."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rebost.errors import (
    BaseError,
    DamagedBaseError,
    FormatError,
    NewerBaseError,
    NotABaseError,
    ReadOnlyError,
    RebostError,
)
from rebost.importers.importing import import_path
from rebost.importers.notes import Reader
from rebost.importers.reports import ImportReport

if TYPE_CHECKING:
    from rebost.memory import Memory
    from rebost.records import Kind

_LOOK_EVERY_MS = 1_000
"""How often single files, and folders that went away, are looked at; a change in a folder is told at once."""
_QUIET_MS = 50
"""How long nothing may happen until a change counts as finished: editors write in several steps."""
_MOST_QUIET_MS = 1_600
_LASTING = (NotABaseError, NewerBaseError, DamagedBaseError, ReadOnlyError)
"""What waiting doesn't mend."""
_OF_PROGRAMS = frozenset({".git", ".obsidian", ".trash", "node_modules", "__pycache__"})

Stamp = tuple[int, ...] | None


class Happened(NamedTuple):
    """What became of one path."""

    path: Path
    report: ImportReport | None
    """What the import did; None where there was none."""
    trouble: str = ""
    """Why there was none, for a person: it is tried again with the next change or second."""


def watch(
    memory: Memory,
    paths: Sequence[Path],
    *,
    project: str | None = None,
    kind: Kind | None = None,
    allow_secrets: bool = False,
    stop: threading.Event | None = None,
) -> Iterator[Happened]:
    """Import these paths, and again whatever changes, until `stop` is set; what happened is told one by one.

    Every change takes the way of an import: whatever an editor does to save a file, what counts is what the folder
    holds when it has become quiet. A path that goes away costs nothing: its records stay, and it is waited for; so is a
    base that is locked, or a disk that is full. Raises `FormatError` at once when a path isn't there at the beginning,
    and while it runs the kinds of `BaseError` that waiting doesn't mend.
    """
    for path in paths:
        if not path.exists():
            raise FormatError(f"There is nothing at {path}. Check the path.")
    return _watch([_Watched(path, Reader()) for path in paths], memory, project, kind, allow_secrets, stop)


def _watch(
    watched: Sequence[_Watched],
    memory: Memory,
    project: str | None,
    kind: Kind | None,
    allow_secrets: bool,
    stop: threading.Event | None,
) -> Iterator[Happened]:
    stop = stop or threading.Event()

    def bring(one: _Watched) -> Happened | None:
        try:
            report = import_path(
                memory, one.path, project=project, kind=kind, allow_secrets=allow_secrets, reader=one.reader
            )
        except (FormatError, BaseError) as error:
            if isinstance(error, _LASTING):
                raise
            again, one.trouble = one.trouble is type(error), type(error)
            return None if again else Happened(one.path, None, str(error))
        one.due, one.trouble = False, None
        return Happened(one.path, report)

    while not stop.is_set():
        folders = [one for one in watched if one.path.is_dir()]
        for changed in _ticks([one.path for one in folders], stop):
            _mark(folders, changed)
            moved = False
            for one in watched:
                stamp = one.stamp()
                if stamp is None:
                    if one.seen is not None:
                        yield Happened(one.path, None, "it isn't there any more; its records stay until it is back")
                    one.seen, one.due, moved = None, True, moved or one in folders
                    continue
                moved = moved or (one.path.is_dir() and (one not in folders or one.identity() != one.known))
                one.due = one.due or (stamp != one.seen and not one.path.is_dir())
                one.seen, one.known = stamp, one.identity()
                if one.due and (happened := bring(one)):
                    yield happened
            if moved:  # another folder stands there: the old one is what is listened to
                for one in watched:
                    one.due = True
                break


class _Watched:
    """A path, and how it was when it was looked at last."""

    def __init__(self, path: Path, reader: Reader) -> None:
        self.path = path
        self.reader = reader
        self.due = True
        self.trouble: type[RebostError] | None = None
        """What the last import met, if it failed: told once for as long as it stays the same."""
        self.seen: Stamp = None
        self.known = self.identity()

    def stamp(self) -> Stamp:
        """Changes when a file does; None where there is nothing."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def identity(self) -> Stamp:
        """Which folder it is, whatever stands in it."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino


def _mark(folders: Sequence[_Watched], changed: set[str] | None) -> None:
    for one in folders:
        root = os.path.join(one.path.resolve(), "")  # noqa: PTH118 - with the separator at its end
        one.due = one.due or changed is None or any(path.startswith(root) for path in changed)


def _ticks(folders: Sequence[Path], stop: threading.Event) -> Iterator[set[str] | None]:
    """What changed in the folders, at once, and nothing each second; None where anything may have changed."""
    yield None
    if not folders:
        while not stop.wait(_LOOK_EVERY_MS / 1000):
            yield set()
        return
    from watchfiles import watch as changes_of

    listening = False
    try:
        for changes in changes_of(
            *(folder.resolve() for folder in folders),
            watch_filter=lambda _change, path: _OF_PROGRAMS.isdisjoint(Path(path).parts),
            debounce=_MOST_QUIET_MS,
            step=_QUIET_MS,
            rust_timeout=_LOOK_EVERY_MS,
            yield_on_timeout=True,
            stop_event=stop,
        ):
            # Nobody knows what happened between the first import and the moment from which it is listened to.
            yield {path for _, path in changes} if listening else None
            listening = True
    except FileNotFoundError:  # one of them went away just now
        yield None
