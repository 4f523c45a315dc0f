"""All that a base holds as JSON, a row a line (docs/records.md). `rebost import` takes it in again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from rebost.errors import InputError
from rebost.memory.rows import is_header
from rebost.storage.private import private_file

if TYPE_CHECKING:
    from rebost.memory import Memory

Progress = Callable[[int, int | None], None]
"""Called with how many rows are written; how many there will be isn't known."""
_EVERY = 500
_LONGEST_HEADER = 10_000


def export_file(memory: Memory, path: Path, project: str | None = None, progress: Progress | None = None) -> int:
    """Write an export, private to the user, whole or not at all. Gives how many records are in it.

    An earlier export at this place is replaced; any other file is not: then `InputError` is raised.
    """
    if path.is_dir():
        raise InputError(f"{path} is a folder. Give the name of a file, or --markdown for a folder of notes.")
    replacing = _is_export(path)
    with private_file(path, replacing=replacing) as draft, draft.open("w", encoding="utf-8", newline="\n") as file:
        return export_stream(memory, file, project, progress)


def export_stream(memory: Memory, stream: TextIO, project: str | None = None, progress: Progress | None = None) -> int:
    """The same to an open text stream."""
    records = 0
    for number, row in enumerate(memory.exported(project)):
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        records += row["type"] == "record"
        if progress and number % _EVERY == 0:
            progress(number, None)
    return records


def _is_export(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_header(json.loads(file.readline(_LONGEST_HEADER)))
    except (OSError, ValueError, RecursionError):
        return False
