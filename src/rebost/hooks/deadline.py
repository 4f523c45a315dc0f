"""Work that is given up when its time is over, whatever it is doing by then."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable

Answer = Callable[[str], None]
"""Hands the answer over; what the work does afterwards, nobody waits for."""

_COMPLETE = b"\0"
"""Ends an answer, so that one that was broken off isn't taken for whole."""
_AFTERWARDS_SECONDS = 10
"""What a child may still take to tidy up when its answer is given."""
_READ = 65_536


class TooLateError(Exception):
    """The time is over."""


def within(seconds: float, work: Callable[[Answer], None]) -> str:
    """What `work` answers; empty when it answers nothing. Raises `TooLateError`.

    Importing a library or waiting for a disk can't be interrupted from inside of a process. So the work is done in a
    child, which is killed; whatever a library prints there goes nowhere.
    """
    if hasattr(os, "fork"):
        return _in_child(seconds, work)
    return _in_thread(seconds, work)


def _in_child(seconds: float, work: Callable[[Answer], None]) -> str:
    end = time.monotonic() + seconds
    incoming, outgoing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(incoming)
        _be_child(outgoing, work)
    os.close(outgoing)
    received = b""
    while not received.endswith(_COMPLETE):
        ready, _, _ = select.select([incoming], [], [], max(end - time.monotonic(), 0))
        if not ready:
            os.kill(child, signal.SIGKILL)
            raise TooLateError
        chunk = os.read(incoming, _READ)
        if not chunk:  # it ended without an answer, and has said why in the log
            return ""
        received += chunk
    return received[: -len(_COMPLETE)].decode("utf-8", errors="replace")


def _be_child(outgoing: int, work: Callable[[Answer], None]) -> None:
    """Do the work, and end without going back to what the parent goes on with."""
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)

        def answer(text: str) -> None:
            # Nobody has to wait for this process any more, nor it for its alarm when it hangs.
            signal.alarm(_AFTERWARDS_SECONDS)
            _send(outgoing, text.replace("\0", "").encode("utf-8", errors="replace") + _COMPLETE)

        work(answer)
    finally:
        os._exit(0)


def _send(outgoing: int, data: bytes) -> None:
    while data:
        data = data[os.write(outgoing, data) :]


def _in_thread(seconds: float, work: Callable[[Answer], None]) -> str:
    """Where processes can't be split: the whole process ends when the time is over."""
    answers: list[str] = []
    watch = threading.Timer(seconds, os._exit, (0,))
    watch.daemon = True
    watch.start()
    printing, sys.stdout = sys.stdout, sys.stderr
    try:
        work(answers.append)
    finally:
        sys.stdout = printing
        watch.cancel()
    return "".join(answers)
