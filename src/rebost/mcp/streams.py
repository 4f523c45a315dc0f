"""The protocol's own ways in and out, and knowing when the client has gone."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
import time
from typing import TextIO

_LOOK_EVERY_SECONDS = 1.0
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)")


def claim_stdin() -> TextIO:
    """Standard input for the protocol alone; whatever else reads it from now on finds its end."""
    private = os.dup(0)  # not inherited by child processes
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    return _Incoming(os.fdopen(private, "rb", closefd=False), encoding="utf-8", errors="replace")


class _Incoming(io.TextIOWrapper):
    """Lines that hold no half of a character."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        return without_halves(super().readline(size))


def without_halves(line: str) -> str:
    r"""A line of JSON with U+FFFD for each escape of half a character, as `\ud83d` from an emoji that was cut.

    The protocol's reader refuses such a line without an answer, and whoever asked would wait for ever.
    """
    if _SURROGATE.search(line) is None:
        return line
    return _ESCAPE.sub(lambda escape: "\\ufffd" if escape[1] else escape[0], line)


def claim_stdout() -> TextIO:
    """Standard output for the protocol alone; from now on, what anything else writes there goes to standard error.

    Below Python, where libraries in C print too: file descriptor 1 becomes another name of 2. To be called before
    anything else is imported that might print.
    """
    sys.stdout.flush()
    private = os.dup(1)  # not inherited by child processes
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
    return io.TextIOWrapper(os.fdopen(private, "wb"), encoding="utf-8", newline="\n")


def end_with_parent() -> None:
    """End this process when the one that started it is gone.

    A client that dies closes our standard input, which ends us, unless another of its children has inherited the pipe's
    other end: then nothing would ever come. On Windows the parent's number never changes, and the pipe must do.
    """
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_EVERY_SECONDS)
        # At once: a thread may be waiting for a lock or a model, and a write is either whole in the base or not there.
        os._exit(0)

    if sys.platform != "win32":
        threading.Thread(target=watch, name="rebost-parent", daemon=True).start()
