"""How the program begins and ends, whatever it does in between: its streams, its exit code, and what it says of a failure."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

from rebost.errors import RebostError

OK, FAILED, WRONG_USAGE, INTERRUPTED, READER_GONE = 0, 1, 2, 130, 141
"""Exit codes; the last two are 128 and the number of the signal, as in a shell."""


class ReaderGoneError(Exception):
    """Nobody reads our output any more (`rebost list | head`)."""


def ended(act: Callable[[], object]) -> int:
    """Do it and give the exit code. No error that Rebost raises on purpose shows a traceback."""
    _prepare_streams()
    try:
        code = act()
        sys.stdout.flush()
    except RebostError as error:
        _say(str(error))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, ReaderGoneError):
        _discard_output()
        return READER_GONE
    except OSError as error:
        # Whatever else fails is told of by a `RebostError`; what is left is the output, on a full disk say.
        _say(f"The output can't be written ({error.strerror or error}).")
        _discard_output()
        return FAILED
    return code if isinstance(code, int) else OK


def _say(message: str) -> None:
    sys.stderr.write(f"rebost: {message}\n")
    sys.stderr.flush()


def _discard_output() -> None:
    # The interpreter flushes once more at its end; let that go nowhere.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepare_streams() -> None:
    """Whatever the platform's encoding: files and pipes get UTF-8, and a terminal what it can show of a text.

    A stream that was closed by whoever called is an empty one.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open until the program ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
