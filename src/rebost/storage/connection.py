"""Opening the file: what it must be, who may read it, how long to wait, and what each failure is called."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import apsw

from rebost.errors import (
    BaseError,
    BaseNotFoundError,
    BusyError,
    DamagedBaseError,
    NotABaseError,
    ReadOnlyError,
)

APPLICATION_ID = 0x5265626F
"""`Rebo` in ASCII: bytes 68 to 71 of the file tell a Rebost base from any other SQLite file."""

_MAGIC = b"SQLite format 3\x00"
_HEADER_SIZE = 100
_CACHE_KIB = 16_384
_WAL_KEPT_BYTES = 16 * 1024 * 1024


def ensure_file(path: Path, *, create: bool, make_folder: bool) -> None:
    """Make the file, private to the user, where there is none; refuse a file that isn't a base without touching it.

    SQLite gives `-wal`, `-shm` and `-journal` the mode of the base itself, so all four are 0600 from their first
    byte on, whatever the umask.

    Raises `BaseNotFoundError` and `NotABaseError`.
    """
    name = str(path)
    if "\0" in name or name != name.encode(errors="replace").decode():
        raise BaseError(f"{name!r} can't be the path of a base, as SQLite takes no such name. Give another.")
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_SIZE)
    except FileNotFoundError:
        if not create:
            raise BaseNotFoundError(
                f"There is no base at {path}. Remember something first, or check the path."
            ) from None
        _create(path, make_folder=make_folder)
        return
    except IsADirectoryError:
        raise NotABaseError(f"{path} is a folder. Give the path of the base's file.") from None
    except PermissionError as error:
        if path.is_dir():  # what Windows says of a folder
            raise NotABaseError(f"{path} is a folder. Give the path of the base's file.") from None
        raise BaseError(f"{path} can't be read ({error.strerror}). Check its permissions.") from None
    except OSError as error:
        raise BaseError(f"{path} can't be opened ({error.strerror}). Check the path.") from None
    if header and not _is_base(header):
        raise NotABaseError(f"{path} isn't a Rebost base, and was left as it is. Give another path.")


def _is_base(header: bytes) -> bool:
    if len(header) < _HEADER_SIZE or not header.startswith(_MAGIC):
        return False
    (application_id,) = struct.unpack_from(">I", header, 68)
    return bool(application_id == APPLICATION_ID)


def _create(path: Path, *, make_folder: bool) -> None:
    try:
        if make_folder:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except FileNotFoundError:
        raise BaseNotFoundError(
            f"The folder {path.parent} doesn't exist. Make it first, or give another path."
        ) from None
    except NotADirectoryError:
        raise BaseNotFoundError(f"{path.parent} isn't a folder. Give another path.") from None
    except OSError as error:
        raise BaseError(f"A base can't be made at {path} ({error.strerror}). Give another path.") from None


def connect(path: Path, *, read_only: bool, busy_seconds: float) -> apsw.Connection:
    """A connection whose writes are on the disk when they return (`synchronous=FULL`)."""
    if read_only:
        connection = _connect_read_only(path)
    else:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(round(busy_seconds * 1000))
    for pragma in (
        "PRAGMA synchronous=FULL",
        "PRAGMA secure_delete=ON",  # what is deleted is overwritten: forgotten means gone from the free pages too
        "PRAGMA temp_store=MEMORY",
        f"PRAGMA cache_size=-{_CACHE_KIB}",
        f"PRAGMA journal_size_limit={_WAL_KEPT_BYTES}",
    ):
        connection.execute(pragma).fetchall()
    return connection


def _connect_read_only(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        # A base in WAL mode on a medium where `-shm` can't be made. Nobody can be writing to it either.
        connection.close()
        if wal_of(path).exists() and wal_of(path).stat().st_size:
            raise
        uri = f"file:{quote(str(path.resolve()))}?immutable=1"
        connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    return connection


def wal_of(path: Path) -> Path:
    """The write-ahead log that belongs to a base."""
    return path.with_name(path.name + "-wal")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Give SQLite's failures the names of `rebost.errors`."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError, apsw.ProtocolError):  # the last: no turn came in the race for a lock
        raise BusyError(f"Another process kept {path} locked for too long. Nothing was written; try again.") from None
    except apsw.ReadOnlyError:
        raise ReadOnlyError(
            f"{path} can be read but not written. Check its permissions, or use another base."
        ) from None
    except (apsw.CorruptError, UnicodeDecodeError) as error:  # the second: a text that isn't one any more
        raise DamagedBaseError(
            f"{path} is damaged ({error}). Nothing was changed; restore a backup or run `rebost doctor --repair`."
        ) from None
    except apsw.NotADBError:
        raise NotABaseError(f"{path} isn't a Rebost base, and was left as it is. Give another path.") from None
    except apsw.FullError:
        raise BaseError(
            f"There is no room left on the disk that holds {path}. Nothing was written; make room and try again."
        ) from None
    except apsw.CantOpenError as error:
        raise BaseError(f"{path} can't be opened ({error}). Check its permissions and its folder.") from None
    except apsw.IOError as error:
        raise BaseError(f"{path} can't be read or written ({error}). Check the disk, then try again.") from None
    except (apsw.NoMemError, MemoryError):
        raise BaseError(f"There is no memory left to work on {path}. Nothing was written; close programs.") from None
    except apsw.Error as error:
        raise BaseError(
            f"SQLite couldn't do it in {path} ({error}). Nothing was written; run `rebost doctor`."
        ) from error
