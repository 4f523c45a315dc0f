"""Make the word-frequency tables of `rebost.analysis.frequencies` from the package `wordfreq`.

Run with `wordfreq` installed (it is not a dependency of Rebost): python scripts/make_frequencies.py
"""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

from wordfreq import get_frequency_dict

from rebost.analysis.folding import fold, fold_keeping_tilde

DATA = Path(__file__).parent.parent / "src" / "rebost" / "analysis" / "data"
SIZES = {"ca": 50_000, "es": 50_000, "en": 50_000, "de": 15_000, "fr": 15_000, "it": 15_000, "pt": 15_000}
"""Folded words kept, the most frequent first."""


def table(language: str, size: int) -> str:
    """Sorted lines `word<TAB>zipf*100`; the frequencies of all words that fold alike are added up."""
    frequencies: dict[str, float] = defaultdict(float)
    for word, frequency in get_frequency_dict(language, wordlist="best").items():
        if not all(character.isalpha() or character in "\u00b7'" for character in word) or "'" in word:
            continue
        frequencies[fold(word)] += frequency
        if (spelled := fold_keeping_tilde(word)) != fold(word):
            frequencies[spelled] += frequency
    kept = sorted(frequencies, key=lambda word: (-frequencies[word], word))[:size]
    lines = [f"{word}\t{round((math.log10(frequencies[word]) + 9) * 100)}\n" for word in kept]
    return "".join(sorted(lines, key=lambda line: line.partition("\t")[0].encode()))


if __name__ == "__main__":
    for code, words in SIZES.items():
        (DATA / f"frequencies-{code}.txt").write_text(table(code, words), encoding="utf-8")
