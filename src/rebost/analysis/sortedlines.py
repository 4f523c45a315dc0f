"""A table in a text file, searched where it lies: opening one costs next to nothing."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from pathlib import Path

_LOOKUPS = 2_000
"""From so many on, taking the whole table apart (15 ms for 50,000 lines) costs less than searching on: an import gets there, a
question never."""


class SortedLines:
    """The lines `key<TAB>value` of a UTF-8 file, sorted by the bytes of their keys, which are all different."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._lines = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._lookups = 0
        self.get: Callable[[str], str | None] = self._search
        """The value of a key; None where the table doesn't hold it."""

    def _search(self, key: str) -> str | None:
        self._lookups += 1
        if self._lookups > _LOOKUPS:
            self.get = dict(line.split("\t", 1) for line in self._lines[:].decode().split("\n") if line).get
        sought = key.encode("utf-8", "surrogatepass")
        lines = self._lines
        low, high = 0, len(lines)
        # Both are where a line begins; the line of the key, if there is one, begins at one of them or between.
        while low < high:
            start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = lines.find(b"\n", start)
            end = len(lines) if end < 0 else end
            found, _, value = lines[start:end].partition(b"\t")
            if found == sought:
                return value.decode()
            if found < sought:
                low = end + 1
            else:
                high = start
        return None
