"""The server's log: small, rotating, in the platform's log folder, and without a word of any question or record."""

from __future__ import annotations

import logging
import logging.handlers
import os
import traceback
from pathlib import Path

_BYTES = 200_000
_OLD_FILES = 2
_DEEPEST_FRAMES = 8
_logger = logging.getLogger("rebost.mcp")


def log_path() -> Path:
    """Where the log is."""
    import platformdirs

    return platformdirs.user_log_path("rebost", appauthor=False) / "mcp.log"


def start_log() -> None:
    """Send what is logged to the file, and nothing to the standard streams. Where there can be no file, nothing is logged."""
    handler: logging.Handler
    try:
        path = log_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(path, maxBytes=_BYTES, backupCount=_OLD_FILES, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(_Discreet())
    logging.raiseExceptions = False  # a full disk must not fill standard error instead
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _logger.setLevel(logging.INFO)


def log(message: str, *values: object) -> None:
    """A line of our own: names of tools, times and sizes."""
    _logger.info(message, *values)


def log_failure(error: BaseException) -> str:
    """Log where an unexpected error came from, and give the sentence that says where to look."""
    _logger.error("unexpected", exc_info=error)
    return f"Where it came from is in the log: {log_path()}"


class _Discreet(logging.Formatter):
    """Only our own messages are written as they are. What other libraries say may hold what a client sent or a record says,
    so of theirs, and of every error, only the kind and the place are kept.
    """

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name == _logger.name
        message = record.getMessage() if ours else f"{record.module}:{record.lineno}"
        line = f"{self.formatTime(record)} {os.getpid()} {record.levelname} {record.name}: {message}"
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return line
        frames = traceback.extract_tb(error.__traceback__)[-_DEEPEST_FRAMES:]
        places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames))
        return f"{line} {type(error).__name__} at {places}"
