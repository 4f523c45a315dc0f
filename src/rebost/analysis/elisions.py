"""What is written together though it is two words: l'Anna, d'en Pau, dona-li, don't, Anna's, col·legi."""

from __future__ import annotations

from collections.abc import Iterable

from .folding import fold
from .frequencies import zipf
from .patterns import pattern

APOSTROPHES = "'\u2019\u02bc\u2018\uff07\u00b4`"

ELIDED = frozenset(
    "l d s n m t c j qu jusqu lorsqu puisqu quelqu dell all nell sull dall un quell quest sant bell dagl degl gl".split()
)
"""What stands before an apostrophe and is only an article, a preposition or a pronoun (Catalan, French, Italian)."""

CLITICS = frozenset("me te se lo la los les li ho hi ne nos vos en us l m t s n ns ls lhe lhes".split())
"""Pronouns that hang on a verb, after a hyphen or an apostrophe (dona-li, donar-me-la, dóna'm, porta'ns)."""

ENGLISH_ENDINGS = frozenset("s ll re ve d m".split())
"""What English writes after an apostrophe: the genitive and shortened verbs. `n't` is not among them: it changes the sense."""

PERSONAL_ARTICLES = frozenset({"en", "na", "n"})
"""Catalan articles that only people's names take (en Pau, na Bel, n'Aina)."""

DEFINITE_ARTICLES = frozenset({"el", "la", "l", "es", "sa", "s", "so"})
"""Articles that may stand before a person's name; before a common noun too, so the capital decides."""

_PIECE = pattern("[a-z0-9]{4,}")

_GEMINATE = pattern("([lL])([.\u2022\u2027\u2219\u22c5\u00b7\uff65\u30fb-]) ?([lL])")


def open_geminate(word: str) -> str | None:
    """`col·legi`, `col.legi`, `col-legi` -> `collegi`; None when the word has no ela geminada.

    The middle dot and its look-alikes always count; a full stop or a hyphen only where the result is a
    Catalan word, since `model.load` and `mail-list` look the same.
    """
    match = _GEMINATE.search(word)
    if match is None or len(match.group()) > 3:
        return None
    opened = _GEMINATE.sub(r"\1\3", word)
    if match.group(2) in ".-" and not zipf(fold(opened), "ca"):
        return None
    return opened


def pieces_of(words: Iterable[str]) -> tuple[str, ...]:
    """Of folded words, what stands in the words of each text that holds them, so that an index of words can find it.

    Only plain letters and digits: of scripts without spaces an index has no words. Nothing short, nor of what is left out when it is
    written together with another word.
    """
    found = (piece for word in words for piece in _PIECE.findall(word))
    return tuple(piece for piece in found if not any(piece in left_out for left_out in ELIDED | CLITICS))
