"""The word that a Catalan or Spanish word is made from: `jardinero` from `jardin`, `muntatge` from `muntar`.

People ask with one word of a family and write another (who is the gardener, where is the garden). The endings here
make nouns of verbs and trades of things. Many words only look made so (`formatge` and `formar`, `bandera` and `banda`): an
ending counts when enough of the word is left before it and the word that it would be made from exists in the language, and the
commonest pairs that both tests let through are listed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .frequencies import EXISTS, zipf

_SHORTEST_VERB: Final = 3
"""Letters before an ending that follows verbs: that the verb exists says much by itself (`rodaje`, `rodar`)."""

_SHORTEST_NOUN: Final = 5
"""Letters before an ending that follows nouns: four letters and a vowel are a word too often (`carter` and `carta` belong
together, `bander` and `banda` don't)."""

_VERBS: Final = ("ar", "ir", "er")
_FIRST_VERBS: Final = ("ar",)
_NOUNS: Final = ("o", "a", "e", "")


class _Ending(NamedTuple):
    made_from: tuple[str, ...]
    """What may stand in its place in the word that the other is made from: whichever gives the commonest word does."""
    shortest: int


def _endings(rules: dict[str, tuple[tuple[str, ...], int]]) -> dict[str, _Ending]:
    return {ending: _Ending(*rule) for endings, rule in rules.items() for ending in endings.split()}


_ENDINGS: Final = {
    "ca": _endings(
        {
            "atori atoris atge atges aire aires anca ances": (_FIRST_VERBS, _SHORTEST_VERB),
            "itori itoris": (_VERBS[1:], _SHORTEST_VERB),
            "er era ers eres": (_NOUNS, _SHORTEST_NOUN),
            "ejar eja ejo ejava ejaven ejat ejada ejats ejades ejant ejara ejaran ejaria ejem": (
                _NOUNS,
                _SHORTEST_NOUN,
            ),
        }
    ),
    "es": _endings(
        {
            "atorio atorios atoria atorias aje ajes anza anzas": (_FIRST_VERBS, _SHORTEST_VERB),
            "itorio itorios": (_VERBS[1:], _SHORTEST_VERB),
            "azo azos": (("ar", *_NOUNS), 4),
            "ero era eros eras eria erias": (_NOUNS, _SHORTEST_NOUN),
        }
    ),
}
_LONGEST: Final = max(len(ending) for endings in _ENDINGS.values() for ending in endings)

_UNRELATED: Final = {
    language: tuple(beginnings.split())
    for language, beginnings in {
        "ca": """cambrer canceller carreter cavaller davanter enginyer esperanca esperances estanca estances formatge fronter laborator miratge
            paratge passatge plantej prestatge quarter salvatge voltaire voltatge""",
        "es": """amenaz caballer camarer carreter constanza contreras delanter enfermer escaler esperanza follaje fronter infanter
            laborator paraje pasaje placenter porqueria salvaje sombrer verdader""",
    }.items()
}
"""Beginnings of common words that pass both tests by chance, or whose sense has gone its own way."""


def made_from(word: str, language: str) -> str | None:
    """The word that a folded word is made from by an ending, itself folded; None when it is made from none.

    Args:
        word: folded, with ñ.
        language: `ca` or `es`.
    """
    endings = _ENDINGS[language]
    for length in range(min(_LONGEST, len(word) - _SHORTEST_VERB), 1, -1):
        ending = endings.get(word[-length:])
        if ending is None or len(word) - length < ending.shortest:
            continue
        root = word[:-length]
        if word.startswith(_UNRELATED[language]) or root[-1] == "i":
            return None
        commonest = max((zipf(root + other, language), root + other) for other in ending.made_from)
        return commonest[1] if commonest[0] > EXISTS else None
    return None
