"""One spelling for what people write with or without accents, capitals and compatibility forms."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from .patterns import pattern

_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ə": "e",
        "\u00b7": None,
        "\u0140": "l",
        "\u200c": None,
        "\u200d": None,
        "\u0640": None,
    }
)
"""Letters that Unicode doesn't decompose, and marks inside a word that carry no letter (the middle dot, joiners, tatweel)."""

_ACCENTS = pattern(
    "(?<=[A-Za-z\u0370-\u03ff])[\u0300-\u036f]+|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]+"
)
"""Accents on Latin and Greek letters, Hebrew points and Arabic vowel signs. Other scripts' marks are letters (Cyrillic й,
Japanese voicing, Indic vowels): they stay."""

_ACCENTS_BUT_TILDE = pattern("(?<=[A-Za-z\u0370-\u03ff])(?:(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f])+")
_LONGEST_KEPT = 64
"""Characters."""


def fold(text: str) -> str:
    """Lower case without accents: `Àlex` -> `alex`, `cançó` -> `canco`, `año` -> `ano`, `ß` -> `ss`.

    NFKC, case folding, then every accent of Latin and Greek letters goes. This is the form that names and
    typing errors are compared by; `fold_keeping_tilde` is what stems are made of.
    """
    # Letters that need no folding aren't worth a place in the cache, and what is longer than a word has none in it.
    if text.isascii():
        return text.lower()
    return _fold(text) if len(text) <= _LONGEST_KEPT else _fold.__wrapped__(text)


@lru_cache(maxsize=65536)
def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", plain))).replace("ё", "е")


@lru_cache(maxsize=65536)
def fold_keeping_tilde(text: str) -> str:
    """Like `fold`, but ñ stays a letter of its own: `año` and `ano` are two words of Spanish."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
    if "ñ" not in unicodedata.normalize("NFC", plain):
        return fold(text)
    return unicodedata.normalize("NFC", _ACCENTS_BUT_TILDE.sub("", unicodedata.normalize("NFD", plain)))


@lru_cache(maxsize=65536)
def lower(text: str) -> str:
    """Lower case with its accents, composed: what the Snowball stemmers of other languages expect."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS))
