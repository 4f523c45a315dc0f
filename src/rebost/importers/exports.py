"""Our own export: rows that come back as they left, ids and dates included."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rebost.importers.items import Remark
from rebost.importers.reading import reason_of
from rebost.memory.rows import is_header

_LONGEST_HEADER = 10_000
_EVERY = 500


def is_export(path: Path) -> bool:
    """Whether a file begins as our exports do."""
    try:
        with path.open("rb") as file:
            return _begins_export(file.readline(_LONGEST_HEADER))
    except OSError:
        return False


def brings_export(stream: io.BufferedReader) -> bool:
    """The same for an open stream, of which nothing is taken."""
    return _begins_export(stream.peek(_LONGEST_HEADER).partition(b"\n")[0])


def _begins_export(line: bytes) -> bool:
    try:
        return is_header(json.loads(line))
    except (ValueError, RecursionError):
        return False


class ExportedRows:
    """The rows of an export, as `Memory.take_in` wants them. What is no JSON ends in `left_out`."""

    def __init__(
        self,
        lines: Iterable[bytes],
        name: str,
        changes: Mapping[str, Any],
        progress: Callable[[int, int | None], None] | None,
    ) -> None:
        """`changes` are fields that every record gets instead of its own: `project`, `kind`."""
        self._lines = lines
        self._name = name
        self._changes = changes
        self._progress = progress
        self.left_out: list[Remark] = []

    def __iter__(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        number = 0
        try:
            for number, line in enumerate(self._lines, start=1):
                place = f"{self._name}:{number}"
                if self._progress and number % _EVERY == 0:
                    self._progress(number, None)
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    self.left_out.append(Remark(place, f"not valid JSON: {error}"))
                    continue
                if not isinstance(row, dict):
                    self.left_out.append(Remark(place, "not an object"))
                    continue
                yield place, self._changed(row)
        except OSError as error:
            self.left_out.append(Remark(f"{self._name}:{number + 1}", reason_of(error)))

    def _changed(self, row: dict[str, Any]) -> Mapping[str, Any]:
        return {**row, **self._changes} if row.get("type") == "record" else row
