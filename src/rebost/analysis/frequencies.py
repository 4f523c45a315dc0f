"""How rare a word is in its language, outside any base.

The tables in `data/` come from wordfreq (see `data/LICENCE.md`; `scripts/make_frequencies.py` makes them). Each is a
text of sorted lines `word<TAB>zipf*100`, searched where it lies: opening one costs little more than reading it.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_DATA = Path(__file__).parent / "data"

LANGUAGES = ("ca", "de", "en", "es", "fr", "it", "pt")
"""The languages that have a table."""


_BLOCK_BYTES = 4096
"""Searched through at a time: small enough to take no time, large enough for opening a table to cost a tenth of a
millisecond."""


class _Table(NamedTuple):
    """The lines of a table, a line break before each, and the blocks in which a word is looked for."""

    lines: bytes
    first_words: list[bytes]
    """The first word of each block, ascending."""
    starts: list[int]
    """Offsets of the line breaks before those words, and the end of the table."""


@lru_cache(maxsize=len(LANGUAGES))
def _table(language: str) -> _Table:
    lines = b"\n" + (_DATA / f"frequencies-{language}.txt").read_bytes()
    first_words: list[bytes] = []
    starts: list[int] = []
    for place in range(0, len(lines), _BLOCK_BYTES):
        start = lines.find(b"\n", place)
        end = lines.find(b"\t", start)
        if start >= 0 and end >= 0 and start not in starts[-1:]:
            first_words.append(lines[start + 1 : end])
            starts.append(start)
    return _Table(lines, first_words, [*starts, len(lines)])


@lru_cache(maxsize=131072)
def zipf(word: str, language: str) -> float:
    """Frequency of a folded word in a language on the Zipf scale: log10 of its occurrences per thousand million words.

    7 is `the`, 5 an everyday word, 3 a rare one; 0 when the table doesn't hold it, or there is no table. All
    words that fold to `word` count together. A word with ñ can also be asked by that spelling alone.
    """
    if language not in LANGUAGES:
        return 0.0
    table = _table(language)
    key = word.encode("utf-8", "surrogatepass")
    block = bisect_right(table.first_words, key) - 1
    if block < 0 or b"\n" in key or b"\t" in key:
        return 0.0
    # The block's last line ends at the line break where the next one starts.
    place = table.lines.find(b"\n" + key + b"\t", table.starts[block], table.starts[block + 1])
    if place < 0:
        return 0.0
    start = place + len(key) + 2
    return int(table.lines[start : table.lines.find(b"\n", start)]) / 100
