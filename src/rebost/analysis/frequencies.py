"""How rare a word is in its language, outside any base.

The tables in `data/` come from wordfreq (see `data/LICENCE.md`; `scripts/make_frequencies.py` makes them). Each is a
text of sorted lines `word<TAB>zipf*100`, searched where it lies: opening one costs reading it and nothing more.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

_DATA = Path(__file__).parent / "data"

LANGUAGES = ("ca", "de", "en", "es", "fr", "it", "pt")
"""The languages that have a table."""


@lru_cache(maxsize=len(LANGUAGES))
def _table(language: str) -> bytes:
    return (_DATA / f"frequencies-{language}.txt").read_bytes()


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
    low, high = 0, len(table)
    while low < high:
        start = table.rfind(b"\n", 0, (low + high) // 2) + 1
        start = max(start, low)
        end = table.find(b"\n", start)
        found, _, value = table[start:end].partition(b"\t")
        if found == key:
            return int(value) / 100
        if found < key:
            low = end + 1
        else:
            high = start
    return 0.0
