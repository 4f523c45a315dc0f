"""What the endings don't tell: irregular forms, changing roots and nouns that only look related.

The tables lie in `data/irregular-*.txt`, folded, in three sections:

- `[forms]`: a regular form of a word, then its irregular forms (`vivia: viu visc viuen`), which are stemmed as the first is. With
  `=` before it the first is the stem as it stands (`=avio: avio avions`).
- `[roots]`: the root of a word, then the other roots that the endings leave (`dorm: duerm durm`).
- `[whole]`: nouns whose singular is their stem: `casa` isn't `caso`, nor `port` `porta`, though endings are all that tells them apart.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_DATA = Path(__file__).parent / "data"


class Irregular(NamedTuple):
    """The tables of one language."""

    forms: dict[str, str]
    """Folded form -> a form that the rules treat rightly, or `=` and the stem."""
    roots: dict[str, str]
    """Root -> the root of the same word in its other forms."""
    whole: dict[str, str]
    """Noun, singular or plural -> its singular."""


@lru_cache(maxsize=8)
def irregular(language: str) -> Irregular:
    """The tables of Catalan, Spanish or English (`ca`, `es`, `en`)."""
    sections: dict[str, list[str]] = {"[forms]": [], "[roots]": [], "[whole]": []}
    lines: list[str] = []
    for line in (_DATA / f"irregular-{language}.txt").read_text(encoding="utf-8").splitlines():
        if line in sections:
            lines = sections[line]
        elif line and not line.startswith("#"):
            lines.append(line)
    nouns = " ".join(sections["[whole]"]).split()
    return Irregular(_pairs(sections["[forms]"]), _pairs(sections["[roots]"]), _singulars(nouns, language))


def _pairs(lines: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for line in lines:
        target, _, words = line.partition(":")
        pairs.update(dict.fromkeys(words.split(), target))
        pairs.setdefault(target.removeprefix("="), target)
    return pairs


def _singulars(nouns: list[str], language: str) -> dict[str, str]:
    """Singular and plural of each noun -> singular: casa cases, barca barques; carta cartas, pan panes."""
    singulars = dict.fromkeys(nouns, "")
    for noun in nouns:
        singulars[noun] = noun
        if language == "ca" and noun.endswith("a"):
            plural = noun[:-1] + "es"
            if noun in _HARD_C:
                plural = noun[:-2] + "ques"
        elif noun[-1] in "aeiou" or language == "ca":
            plural = noun + "s"
        else:
            plural = noun + "es"
        singulars.setdefault(plural, noun)
    return singulars


_HARD_C = frozenset({"banca", "barca"})
"""Folded, `barca` and `caça` end alike: these make their plural in -ques."""
