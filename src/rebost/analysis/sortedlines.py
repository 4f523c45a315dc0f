"""A table in a text file, searched where it lies: opening one costs little more than reading it."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

_BLOCK_BYTES = 4096
"""Searched through at a time: small enough to take no time, large enough for opening a table to cost a tenth of a
millisecond."""


_LOOKUPS = 2_000
"""From so many on, taking the whole table apart (15 ms for 50,000 lines) costs less than searching on: an import gets there, a
question never."""


class SortedLines:
    """The lines `key<TAB>value` of a UTF-8 file, sorted by the bytes of their keys, which are all different."""

    def __init__(self, path: Path) -> None:
        # A line break before each line, and the blocks in which a key is looked for.
        self._lines = b"\n" + path.read_bytes()
        self._first_keys: list[bytes] = []
        starts: list[int] = []
        for place in range(0, len(self._lines), _BLOCK_BYTES):
            start = self._lines.find(b"\n", place)
            end = self._lines.find(b"\t", start)
            if start >= 0 and end >= 0 and start not in starts[-1:]:
                self._first_keys.append(self._lines[start + 1 : end])
                starts.append(start)
        self._starts = [*starts, len(self._lines)]
        self._lookups = 0
        self._apart: dict[str, str] | None = None

    def get(self, key: str) -> str | None:
        """The value of a key; None where the table doesn't hold it."""
        if self._apart is not None:
            return self._apart.get(key)
        self._lookups += 1
        if self._lookups > _LOOKUPS:
            lines = self._lines.decode().split("\n")
            self._apart = dict(line.split("\t", 1) for line in lines if line)
        sought = key.encode("utf-8", "surrogatepass")
        block = bisect_right(self._first_keys, sought) - 1
        if block < 0 or b"\n" in sought or b"\t" in sought:
            return None
        # The block's last line ends at the line break where the next one starts.
        place = self._lines.find(b"\n" + sought + b"\t", self._starts[block], self._starts[block + 1])
        if place < 0:
            return None
        start = place + len(sought) + 2
        return self._lines[start : self._lines.find(b"\n", start)].decode()
