"""A configuration's file: read whole, written whole or not at all, with its mode, its links and its byte order mark."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from rebost.errors import ConfigError

_MARK = b"\xef\xbb\xbf"
_BACKUP = ".before-rebost"
_PRIVATE = 0o600


def backup_of(path: Path) -> Path:
    """Where the copy of a file is kept."""
    return path.with_name(path.name + _BACKUP)


def read(path: Path) -> bytes | None:
    """What the file holds; None where there is none. Raises ConfigError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path} can't be read ({error.strerror}). Nothing was changed.") from None


def text_of(data: bytes | None, path: Path) -> str:
    """The text, without a byte order mark. Raises ConfigError for what isn't UTF-8."""
    try:
        return (data or b"").removeprefix(_MARK).decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} isn't UTF-8 text. Nothing was changed; save it as UTF-8 and try again.") from None


def bytes_of(text: str, like: bytes | None) -> bytes:
    """The text as bytes, with a byte order mark if the file had one."""
    return (_MARK if like is not None and like.startswith(_MARK) else b"") + text.encode("utf-8")


def replace(path: Path, before: bytes | None, after: bytes) -> None:
    """Put these bytes in place of what the file held, whole or not at all; a symbolic link stays one.

    Raises ConfigError, also when the file isn't as it was read: a client may have written it meanwhile.
    """
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        status = None if before is None else target.stat()
        if status is not None and not (status.st_mode & stat.S_IWUSR and os.access(target, os.W_OK)):
            raise PermissionError(0, "it is read-only")
        _write(target, after, status, before)
    except OSError as error:
        raise ConfigError(f"{path} can't be written ({error.strerror}). Nothing was changed.") from None


def remove(path: Path) -> None:
    """Delete a file that is there. Raises ConfigError."""
    try:
        path.resolve().unlink()
    except OSError as error:
        raise ConfigError(f"{path} can't be deleted ({error.strerror}). Delete it yourself.") from None


def _write(target: Path, data: bytes, status: os.stat_result | None, before: bytes | None) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(_PRIVATE if status is None else stat.S_IMODE(status.st_mode))
        if status is not None and sys.platform != "win32":
            with contextlib.suppress(PermissionError):  # only an administrator can give a file to its former owner
                os.chown(draft, status.st_uid, status.st_gid)
        if read(target) != before:
            raise ConfigError(f"{target} was changed by another program just now. Nothing was changed; try again.")
        draft.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
