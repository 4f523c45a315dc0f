"""How rare a word is in its language, outside any base.

The tables in `data/` come from wordfreq (see `data/LICENCE.md`; `scripts/make_frequencies.py` makes them). Each is a
text of sorted lines `word<TAB>zipf*100`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from .sortedlines import SortedLines

_DATA = Path(__file__).parent / "data"

LANGUAGES = ("ca", "de", "en", "es", "fr", "it", "pt")
"""The languages that have a table."""

EXISTS = 2.9
"""Zipf frequency from which a form is a word rather than a slip in the table's sources."""


@cache
def _table(language: str) -> SortedLines:
    return SortedLines(_DATA / f"frequencies-{language}.txt")


@cache
def _tables() -> tuple[tuple[str, SortedLines], ...]:
    return tuple((language, _table(language)) for language in LANGUAGES)


@lru_cache(maxsize=131072)
def zipf(word: str, language: str) -> float:
    """Frequency of a folded word in a language on the Zipf scale: log10 of its occurrences per thousand million words.

    7 is `the`, 5 an everyday word, 3 a rare one; 0 when the table doesn't hold it, or there is no table. All
    words that fold to `word` count together. A word with ñ can also be asked by that spelling alone.
    """
    if language not in LANGUAGES:
        return 0.0
    return int(_table(language).get(word) or 0) / 100


def zipf_by_language(word: str) -> list[tuple[str, float]]:
    """Each language whose table holds a folded word, in the order of `LANGUAGES`, with the word's Zipf frequency there."""
    # Not through `zipf`: what is asked once of seven tables isn't worth seven places in its cache.
    found = [(language, table.get(word)) for language, table in _tables()]
    return [(language, int(value) / 100) for language, value in found if value]


def frequency(word: str, languages: Iterable[str]) -> float | None:
    """What share of a language's words are this folded one, 0..1, in the language of these where it is commonest.

    0 when none of their tables holds it; None when none of the languages has a table.
    """
    found = [zipf(word, language) for language in languages if language in LANGUAGES]
    if not found:
        return None
    return 10 ** (max(found) - 9) if any(found) else 0.0
