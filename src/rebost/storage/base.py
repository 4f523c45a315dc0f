"""One base: its file, its two connections, and the read and write transactions in which everything happens."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

import apsw

from rebost.errors import BaseError, BusyError, ReadOnlyError, RebostError
from rebost.storage import migrations
from rebost.storage.checking import disagreements
from rebost.storage.connection import connect, ensure_file, translated, wal_of
from rebost.storage.counting import Counts
from rebost.storage.fetching import fetch_all, fetch_one
from rebost.storage.snapshot import Caches, Snapshot
from rebost.storage.writing import Writer

BUSY_SECONDS = 10.0
"""How long a writer waits for another: longer than any write but an import's largest, short enough for a person."""


class Base:
    """An open base, for any number of threads.

    Reading and writing have a connection each: who reads never waits for who writes, in this process or another.
    """

    def __init__(
        self, path: Path, reader: apsw.Connection, writer: apsw.Connection | None, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        self.path = path
        self._reader = reader
        self._writer = writer
        self._busy_seconds = busy_seconds
        self._read_lock = threading.RLock()
        self._write_lock = threading.RLock()
        self._caches = Caches()
        self._counts = Counts()
        self._closed = False
        self._place = path.absolute()  # whatever folder this process goes to
        self._identity = path.stat()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        make_folder: bool = False,
        read_only: bool = False,
        busy_seconds: float = BUSY_SECONDS,
    ) -> Base:
        """Open a base, or make it where there is none and `create` is set; bring an older one to today's schema.

        Raises `BaseNotFoundError`, `NotABaseError`, `NewerBaseError`, `DamagedBaseError`, `BusyError`, `BaseError`.
        """
        ensure_file(path, create=create and not read_only, make_folder=make_folder)
        opened: list[apsw.Connection] = []
        try:
            with translated(path):
                writer = None
                if not read_only:
                    writer = _open_writer(path, busy_seconds, opened)
                reader = connect(path, read_only=writer is None, busy_seconds=busy_seconds)
                opened.append(reader)
                if migrations.check(reader, path) != migrations.SCHEMA_VERSION:
                    raise ReadOnlyError(f"{path} has to be brought up to date and can't be written. Make it writable.")
                reader.pragma("query_only", True)
            return cls(path, reader, writer, busy_seconds)
        except BaseException:
            for connection in opened:
                connection.close()
            raise

    @property
    def read_only(self) -> bool:
        """True when nothing can be written."""
        return self._writer is None

    @contextmanager
    def read(self) -> Iterator[Snapshot]:
        """A read transaction: all that is read inside belongs to one moment. May be nested in itself."""
        with self._read_lock, translated(self.path):
            self._ensure_open()
            if self._reader.in_transaction:
                yield Snapshot(self._reader, self._caches)
                return
            self._ensure_in_place()
            with self._unless_damaged():
                self._reader.execute("BEGIN")
                try:
                    self._refresh()
                    yield Snapshot(self._reader, self._caches)
                finally:
                    _roll_back(self._reader)

    @contextmanager
    def _unless_damaged(self) -> Iterator[None]:
        """What fails for no reason that it should: damage that SQLite doesn't see by itself, or a fault of ours?"""
        try:
            yield
        except RebostError:
            raise
        except (TypeError, ValueError, LookupError, ArithmeticError, AssertionError, MemoryError) as error:
            wrong = self.check_integrity()
            if wrong:
                raise apsw.CorruptError("; ".join(wrong[:3])) from error
            raise

    def _refresh(self) -> None:
        try:
            self._caches.refresh(self._reader)
        except BaseException:
            self._caches = Caches()  # half of them know what changed: let the next read begin anew
            raise

    @contextmanager
    def transaction(self, *, durable: bool = True, patient: bool = True) -> Iterator[apsw.Connection]:
        """A write transaction for what changes no record: vectors, the queue, leases, settings.

        Whole and on the disk when the block ends; undone when it raises. What isn't `durable` may be lost, whole, when
        the power goes: that is enough for what can be made again. One that isn't `patient` waits for no other process.
        Raises `ReadOnlyError`, `BusyError`.
        """
        with self._write_lock, translated(self.path):
            self._ensure_open()
            writer = self._writer
            if writer is None:
                raise ReadOnlyError(f"{self.path} was opened for reading only. Open it for writing, or use another.")
            if not durable:
                writer.execute("PRAGMA synchronous=NORMAL")
            try:
                with self._unless_damaged():
                    if not patient:
                        writer.set_busy_timeout(0)
                    writer.execute("BEGIN IMMEDIATE")
                    self._ensure_in_place()
                    yield writer
                    writer.execute("COMMIT")
            except BaseException:
                _roll_back(writer)
                raise
            finally:
                if not durable:
                    writer.execute("PRAGMA synchronous=FULL")
                if not patient:
                    writer.set_busy_timeout(round(self._busy_seconds * 1000))

    @contextmanager
    def write(self, now: datetime, *, patient: bool = True) -> Iterator[Writer]:
        """A write transaction that changes records, their index and their statistics together."""
        with self.transaction(patient=patient) as connection:
            writer = Writer(connection, now)
            yield writer
            writer.finish()

    def count_uses(self, used: Iterable[int], now: datetime) -> None:
        """Count one use of each of these records (by row): best effort, without waiting and without a sync.

        What a lock keeps from being written is written with the next; a read-only base counts nothing.
        """
        if self._writer is not None:
            self._counts.add_uses(used)
            self._write_counts(self._writer, now)

    def note_agent(self, name: str, now: datetime, *, asked: int, answered: int, remembered: int) -> None:
        """Count what an agent did, as `count_uses` does."""
        if self._writer is not None:
            self._counts.add_agent(name, asked, answered, remembered)
            self._write_counts(self._writer, now)

    def _write_counts(self, writer: apsw.Connection, now: datetime) -> None:
        if not self._write_lock.acquire(blocking=False):
            return
        try:
            with suppress(apsw.Error):  # what can't be counted is not worth a failed call
                writer.set_busy_timeout(0)
                writer.execute("PRAGMA synchronous=NORMAL")
                try:
                    self._counts.write(writer, now)
                finally:
                    writer.execute("PRAGMA synchronous=FULL")
                    writer.set_busy_timeout(round(self._busy_seconds * 1000))
        finally:
            self._write_lock.release()

    def empty_log(self) -> None:
        """Move the write-ahead log into the base and cut it to nothing, as far as readers let it."""
        with self._write_lock, translated(self.path):
            if self._writer is not None:
                # What was written before is done, so no failure may pass for its failure: the next checkpoint does it.
                with suppress(apsw.Error):
                    self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def check_integrity(self) -> list[str]:
        """What is wrong with the file, the index or the counts; empty when all is well.

        Reads all of it: some 20 s for a million records.
        """
        # On a connection of its own: FTS5 checks against the list of segments that a connection saw last, and calls the
        # index damaged where another connection has merged segments since.
        with (
            translated(self.path),
            closing(connect(self.path, read_only=True, busy_seconds=self._busy_seconds)) as mine,
        ):
            try:
                mine.execute("BEGIN")
                found = [str(line) for (line,) in fetch_all(mine, "PRAGMA integrity_check(20)") if line != "ok"]
                return found or disagreements(mine)
            except (apsw.CorruptError, UnicodeDecodeError) as error:
                return [str(error)]

    def size(self) -> int:
        """Bytes on the disk, the write-ahead log with it."""
        return sum(file.stat().st_size for file in (self.path, wal_of(self.path)) if file.exists())

    def close(self) -> None:
        """Close the base; the last process to do so empties its write-ahead log."""
        with self._write_lock, self._read_lock:
            if not self._closed:
                self._closed = True
                for connection in filter(None, (self._reader, self._writer)):
                    # All that was written is in the log: if it can't be moved into the base now, the next to open it does.
                    with suppress(apsw.Error):
                        connection.close()

    def _ensure_open(self) -> None:
        if self._closed:
            raise BaseError(f"{self.path} was closed. Open it again.")

    def _ensure_in_place(self) -> None:
        """What is written to a file that is no longer at its path would be lost, and what is read there is old."""
        try:
            there: os.stat_result | None = self._place.stat()
        except FileNotFoundError:
            there = None
        except OSError as error:
            raise BaseError(
                f"{self.path} can't be reached ({error.strerror}). Check its folder, then try again."
            ) from None
        if there is None or not os.path.samestat(there, self._identity):
            raise BaseError(
                f"{self.path} was {'moved or deleted' if there is None else 'replaced by another file'} while it was open."
                " Nothing was written; start this program again."
            )


def _roll_back(connection: apsw.Connection) -> None:
    """End a transaction, unless SQLite did so by itself, as it does when the disk fails."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _open_writer(path: Path, busy_seconds: float, opened: list[apsw.Connection]) -> apsw.Connection | None:
    """The writing connection, with the base brought to today's schema; None where the file can't be written."""
    writer = connect(path, read_only=False, busy_seconds=busy_seconds)
    opened.append(writer)
    if writer.readonly("main"):
        writer.close()
        opened.clear()
        return None
    migrations.migrate(writer, path)
    _enter_wal(writer, busy_seconds)
    return writer


def _enter_wal(writer: apsw.Connection, busy_seconds: float) -> None:
    # The change of mode needs the base for itself and doesn't use the busy timeout, so wait here.
    deadline = time.monotonic() + busy_seconds
    while True:
        try:
            mode = fetch_one(writer, "PRAGMA journal_mode=WAL")[0]
        except apsw.BusyError:
            mode = "busy"
        if mode == "wal":
            return
        if time.monotonic() > deadline:
            raise BusyError("Another process keeps the new base locked. Try again.")
        time.sleep(0.01)
