"""A small log, for trouble only: it holds no question, no prompt and no record."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path

_MOST_BYTES = 100_000
"""Then a new file begins, and only the last one before it is kept."""


def log_path() -> Path:
    """Where it is: `hooks.log` in the platform's folder for logs."""
    import platformdirs

    return platformdirs.user_log_path("rebost", appauthor=False) / "hooks.log"


def note(moment: str, trouble: str | BaseException) -> None:
    """Write a line. When even that fails, there is nobody left to tell."""
    told = trouble if isinstance(trouble, str) else _told(trouble)
    line = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {moment}: {' '.join(told.split())}\n"
    with contextlib.suppress(OSError):
        path = log_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _MOST_BYTES:
            path.replace(path.with_suffix(".log.1"))
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(line)


def _told(error: BaseException) -> str:
    """Our own errors speak for themselves; others are named by their place, as their words might quote a text."""
    from rebost.errors import RebostError

    name = type(error).__name__
    if isinstance(error, RebostError):
        return f"{name}: {error}"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else ""
    return name + place
