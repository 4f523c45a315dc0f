"""Words that answer for one another, also across Catalan, Spanish and English: `cotxe`, `coche`, `car`, `automobile`.

A concept is a number; its words are in `data/thesaurus-concepts.txt`, and what points more weakly from one concept to another
(`boiler` to `heating`) in `data/thesaurus-relations.txt`. `scripts/make_thesaurus.py` compiles both into `data/thesaurus.txt`.

The concepts of a record stand in the index as marks (`marks.py`), by their numbers: another thesaurus is another
`ANALYZER_VERSION`, and a base is then indexed anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from .folding import fold
from .inflection import Nearness, in_common, nearness
from .sortedlines import SortedLines
from .stemming import STEM_MARK, stem
from .tokens import Token

LANGUAGES: Final = ("ca", "es", "en")
"""The languages that the thesaurus has words of."""

LONGEST: Final = 4
"""Terms in the longest expression."""

_LONG_ENOUGH: Final = 7
"""Letters that a word must share with another of the same stem to pass for derived from it. Of the commonest words of the three
languages that share five, half are unrelated (`apart`, `apartment`); with seven it is one in six."""

_NONE: Final[frozenset[int]] = frozenset()


@lru_cache(maxsize=1)
def _table() -> SortedLines:
    return SortedLines(Path(__file__).parent / "data" / "thesaurus.txt")


def _numbers(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split(","))) if text else _NONE


def key_term(surface: str, index_term: str, language: str) -> str:
    """The term that a token is looked up by: its index term, but stemmed where it stands as a name."""
    if STEM_MARK in index_term or not surface.isalpha():
        return index_term
    return stem(surface, language)


def concepts(tokens: Sequence[Token], language: str | None) -> list[frozenset[int]]:
    """The concepts of each token of a text that was analysed by a language: none for one that the thesaurus doesn't know.

    An expression (`targeta de crèdit`) gives its concepts to all its tokens, the longest one first. Words that hold a
    sentence together have none by themselves, nor has a name, unless the thesaurus writes it with a capital (`Japó`).
    """
    read = meanings(tokens, language)
    if language is None or not read:
        return [_NONE] * len(tokens)
    found: list[frozenset[int]] = []
    while len(found) < len(tokens):
        place = len(found)
        length, together = _expression(read, place, language)
        found += [together] * length or [read[place].concepts]
    return found


class Meaning(NamedTuple):
    """What the thesaurus knows of one token."""

    key: str
    """The term that it is looked up by."""
    concepts: frozenset[int]
    """When it stands alone."""
    longest: int
    """The number of terms of the longest expression that it may begin; 1 when it begins none."""


def meanings(tokens: Iterable[Token], language: str | None) -> list[Meaning]:
    """What the thesaurus knows of each token; empty in a language that it has no words of."""
    return [_of_word(token.surface, token.term, language) for token in tokens] if language in LANGUAGES else []


def held(read: Sequence[Meaning], language: str | None) -> set[int]:
    """All that `concepts` finds in a text in a language, by the meanings of its tokens."""
    found: set[int] = set()
    if language is None:
        return found
    told = 0
    for place, (_, own, longest) in enumerate(read):
        if longest > 1 and place >= told:
            length, together = _expression(read, place, language)
            found |= together or own
            told = place + length
        elif own and place >= told:
            found |= own
    return found


def _expression(read: Sequence[Meaning], place: int, language: str) -> tuple[int, frozenset[int]]:
    """Of the longest expression that begins at a place: the number of its terms, and its concepts; 0 and none without one."""
    for length in range(min(read[place].longest, len(read) - place), 1, -1):
        terms = " ".join([known.key for known in read[place : place + length]])
        if together := _of_expression(f"{language} {terms}"):
            return length, together
    return 0, _NONE


@lru_cache(maxsize=16384)
def _of_expression(key: str) -> frozenset[int]:
    return _numbers(_table().get(key) or "")


@lru_cache(maxsize=32768)
def _of_word(surface: str, index_term: str, language: str) -> Meaning:
    term = key_term(surface, index_term, language)
    line = _table().get(f"{language} {term}")
    if line is None:
        return Meaning(term, _NONE, 1)
    longest, _, entries = line.partition("\t")
    words = [(word, numbers) for word, _, numbers in (entry.partition("=") for entry in entries.split())]
    if STEM_MARK not in index_term:  # it stands as a name
        words = [(word, numbers) for word, numbers in words if word != word.lower()]
    chosen = _meant(surface, [word for word, _ in words], language)
    own = frozenset().union(*(_numbers(numbers) for word, numbers in words if word in chosen))
    return Meaning(term, own, int(longest))


def _meant(surface: str, words: Sequence[str], language: str) -> Collection[str]:
    """Those of the words with one stem that a form stands for: the word itself and others that it is an inflected form of.

    Where there is none, the word of the other gender, and last, if it is long, the ones with the longest beginning in common,
    which it is most likely derived from: stems alone would take `puede` for a form of `podar`.
    """
    form = fold(surface)
    near = {word: nearness(form, fold(word), language) for word in words}
    best = max(near.values(), default=Nearness.OTHER)
    if best == Nearness.OTHER:
        common = {word: in_common(form, fold(word)) for word in words}
        longest = max(common.values(), default=0)
        return [word for word in words if common[word] == longest >= _LONG_ENOUGH]
    accented = not surface.isascii() and surface.lower() in map(str.lower, words)
    return [
        word
        for word in words
        if near[word] >= min(best, Nearness.INFLECTED)
        and not (accented and fold(word) == form and word.lower() != surface.lower())
    ]


def related(concept: int) -> frozenset[int]:
    """The concepts that a concept points to, and that point to it, without being the same; KeyError for no concept."""
    return _numbers(_concept(concept)[1])


def name_of(concept: int) -> str:
    """The English key of a concept in the sources; KeyError for no concept."""
    return _concept(concept)[0]


def index_terms(concept: int, languages: Iterable[str]) -> tuple[str, ...]:
    """The index terms, sorted, by which records in these languages hold a concept in one word; KeyError for no concept."""
    columns = _concept(concept)[2:]
    terms = {
        term for place, language in enumerate(LANGUAGES) if language in languages for term in columns[place].split()
    }
    return tuple(sorted(terms))


@lru_cache(maxsize=4096)
def _concept(concept: int) -> list[str]:
    line = _table().get(f"#{concept}")
    if line is None:
        raise KeyError(concept)
    return line.split("\t")
