"""A file system that fails when told to: below SQLite, above the real one, so that all else is as it is for users.

Two layers. A `Device` is a VFS of SQLite's whose files write, sync, truncate, lock or read until the call that is to fail.
Shared memory never passes through a VFS of Python's, so its failures are those of the system calls that SQLite makes
for it, which `SystemCalls` replaces.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import apsw

NAME = "rebost-faults"

ERRORS: dict[str, type[apsw.Error]] = {
    "write": apsw.FullError,
    "torn write": apsw.IOError,
    "sync": apsw.IOError,
    "truncate": apsw.IOError,
    "open": apsw.CantOpenError,
    "lock": apsw.IOError,
    "delete": apsw.IOError,
    "read": apsw.IOError,
    "size": apsw.IOError,
}
"""What each kind of call fails with."""

SYSTEM_CALLS = {"mmap": errno.ENOMEM, "fcntl": errno.ENOLCK, "pwrite64": errno.ENOSPC, "fstat": errno.EIO}
"""Those that shared memory is made of, and the number that each fails with."""


class Faults:
    """Which call is to fail: the n-th of its kind since `arm`, or every one from there on."""

    def __init__(self) -> None:
        self.kind: str | None = None
        self.struck = False
        self.deadly = False
        """Whether the call doesn't fail but is the last thing that the process does."""
        self._nth = 0
        self._lasting = False
        self.count = 0

    def arm(self, kind: str, nth: int, *, lasting: bool) -> None:
        self.kind, self._nth, self._lasting = kind, nth, lasting
        self.count, self.struck = 0, False

    def disarm(self) -> bool:
        """Let everything work again. True when a call has failed."""
        self.kind = None
        return self.struck

    def strikes(self, kind: str) -> bool:
        """Whether this call, of this kind, fails."""
        if kind != self.kind:
            return False
        self.count += 1
        strikes = self.count >= self._nth if self._lasting else self.count == self._nth
        self.struck = self.struck or strikes
        if strikes and self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return strikes

    def meet(self, kind: str) -> None:
        """Raise what the call fails with, if it does."""
        if self.strikes(kind):
            raise ERRORS[kind]("a fault of the test's")


class _File(apsw.VFSFile):
    def __init__(self, below: str, faults: Faults, name: apsw.URIFilename | str | None, flags: list[int]) -> None:
        super().__init__(below, name, flags)
        self._faults = faults

    def excepthook(self, *_error: object) -> None:
        """What fails on purpose is nothing to print."""

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - the names are SQLite's
        self._faults.meet("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._faults.meet("write")
        if self._faults.strikes("torn write"):
            super().xWrite(data[: len(data) // 2], offset)
            raise ERRORS["torn write"]("a fault of the test's")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._faults.meet("sync")
        super().xSync(flags)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._faults.meet("truncate")
        super().xTruncate(newsize)

    def xLock(self, level: int) -> None:  # noqa: N802
        self._faults.meet("lock")
        super().xLock(level)

    def xFileSize(self) -> int:  # noqa: N802
        self._faults.meet("size")
        return super().xFileSize()


class _Device(apsw.VFS):
    def __init__(self, below: str, faults: Faults) -> None:
        super().__init__(NAME, below)
        self._below = below
        self._faults = faults

    def excepthook(self, *_error: object) -> None:
        """What fails on purpose is nothing to print."""

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        self._faults.meet("open")
        return _File(self._below, self._faults, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self._faults.meet("delete")
        super().xDelete(filename, syncdir)


@contextlib.contextmanager
def faulty_device() -> Iterator[Faults]:
    """Inside, every base that is opened without a word on it is on a device that fails when told to."""
    faults = Faults()
    usual = apsw.vfs_names()[0]
    device = _Device(usual, faults)
    apsw.set_default_vfs(NAME)
    try:
        yield faults
    finally:
        apsw.set_default_vfs(usual)
        device.unregister()


_WORD = ctypes.c_ssize_t


@contextlib.contextmanager
def faulty_system_calls() -> Iterator[Faults]:
    """Inside, SQLite's own calls of `SYSTEM_CALLS` fail when told to; for systems where they have these names."""
    faults = Faults()
    system = apsw.VFS("rebost-system-calls", "")
    kept: list[Any] = []
    for name, number in SYSTEM_CALLS.items():
        usual = system.xGetSystemCall(name)
        assert usual is not None, name
        replacement = _failing(name, number, usual, faults)
        kept.append(replacement)
        system.xSetSystemCall(name, ctypes.cast(replacement, ctypes.c_void_p).value)
    try:
        yield faults
    finally:
        for name in SYSTEM_CALLS:
            system.xSetSystemCall(name, 0)
        system.unregister()


def _unlocks(words: tuple[int, ...]) -> bool:
    """Whether a call of fcntl gives a lock back: no system refuses that, and SQLite doesn't ask whether it did."""
    import fcntl  # not where there is none: Windows

    return words[1] in {fcntl.F_SETLK, fcntl.F_SETLKW} and ctypes.c_short.from_address(words[2]).value == fcntl.F_UNLCK


def _failing(name: str, number: int, usual: int, faults: Faults) -> Any:
    # Up to six words, as a system call takes: what it doesn't take it doesn't look at.
    form = ctypes.CFUNCTYPE(_WORD, *[_WORD] * 6, use_errno=True)
    original = form(usual)

    def call(*words: int) -> int:
        if not (name == "fcntl" and _unlocks(words)) and faults.strikes(name):
            ctypes.set_errno(number)
            return -1
        return int(original(*words))

    replacement: Callable[..., Any] = form(call)
    return replacement
