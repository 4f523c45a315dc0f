"""From a text to index terms: what a record is found by, and what a question looks for.

How records and questions meet:

- An ordinary word is indexed by its stem (`viv·`, marked), so its forms meet.
- A word that stands as a name (a capital inside a sentence, or after a personal article) is indexed as it is, unstemmed and
  unmarked: Martina and Martin, Jimeno and Jimena stay apart. A question looks for the stem and for the unstemmed word,
  so `viu la martina` finds both `la Martina` and, where a sentence starts with her, `martin·`.
- A function word carries its language (`on·ca`), see `functionwords`.
- An identifier is indexed whole and by its parts. A question looks for it whole only: `FAC-2023-0311` doesn't
  half match `FAC-2023-0112`, while `0311` alone finds it. Words that are only joined (GB/s, multi-agent,
  Downloads/transcripts) are looked for one by one.
- Scripts without spaces are indexed by pairs of characters, see also `characters`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from .characters import character_marks
from .folding import fold
from .frequencies import frequency, zipf
from .functionwords import function_term, is_function_word
from .language import detect_language
from .patterns import pattern
from .stemming import plain, stem
from .titles import titles
from .tokenizer import Piece, Shape, tokenize
from .tokens import QuestionTerm, Token

ANALYZER_VERSION: Final = 4
"""Changes whenever the same text would give other terms or marks (the thesaurus among them): a base with another version is
indexed anew."""

_CAPITALISED_NOUNS: Final = frozenset({"de"})
"""Languages that write every noun with a capital: there it makes no name."""

_CALENDAR: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september "
    "october november december".split()
)
"""Capitals that English demands of words that have a plural (`on Mondays`): no names."""

_WELL_KNOWN: Final = frozenset({"ca", "es", "en"})

_UNSAFE: Final = pattern("[\\x00-\\x20\\x7f-\\xa0\\s\ud800-\udfff]")


def _clean(term: str) -> str:
    """A term without spaces, control characters and lone surrogates, which an index can't hold."""
    # What can be printed holds neither, and no white space but a space.
    return term if term.isprintable() and " " not in term else _UNSAFE.sub("", term)


def _is_function(piece: Piece, word: str, language: str | None) -> bool:
    """A function word of the language, unless it is an acronym (IT, US) or has an accent that English has not (thé)."""
    if not is_function_word(word, language) or (language == "en" and not piece.surface.isascii()):
        return False
    return not (len(piece.surface) > 1 and piece.surface.isupper() and language == "en" and not piece.sentence_start)


def _is_name(piece: Piece, language: str | None, title: bool) -> bool:
    if piece.after_article and (piece.surface[:1].isupper() or not title):
        return True
    if piece.sentence_start or title or not piece.surface[:1].isupper() or language in _CAPITALISED_NOUNS:
        return False
    return not (language == "en" and fold(piece.surface).removesuffix("s") in _CALENDAR)


@lru_cache(maxsize=65536)
def _ordinary(surface: str, language: str | None) -> str:
    return _clean(stem(surface, language))


@lru_cache(maxsize=65536)
def _unstemmed(surface: str) -> str:
    return _clean(plain(surface))


def _term(piece: Piece, word: str, language: str | None, title: bool) -> str:
    if piece.shape in (Shape.IDENTIFIER, Shape.NGRAM):
        return _clean(word)
    if language is None or (not piece.surface.isalpha() and any(map(str.isdigit, piece.surface))):
        return _unstemmed(piece.surface)
    if _is_function(piece, word, language):
        return function_term(word, language)
    if piece.shape is Shape.WORD and _is_name(piece, language, title):
        return _unstemmed(piece.surface)
    return _ordinary(piece.surface, language)


def _token(piece: Piece, word: str, term: str) -> Token:
    return Token(piece.surface, word, term, piece.start, piece.end, piece.sentence_start, piece.after_article)


def analyze(text: str, language: str | None) -> list[Token]:
    """The tokens of a record in their order, by its language (ISO 639-1; None: words are left unstemmed).

    Any string has an analysis; a text of only punctuation has an empty one. Terms hold no space, no control
    character and no lone surrogate.
    """
    pieces = tokenize(text)
    return tokens_of(pieces, language, titles(text, pieces))


def tokens_of(pieces: Sequence[Piece], language: str | None, titled: Collection[int] = ()) -> list[Token]:
    """The tokens of the pieces of a record; those at the positions `titled` stand in a title."""
    tokens: list[Token] = []
    for i, piece in enumerate(pieces):
        word = _clean(fold(piece.surface))
        term = _term(piece, word, language, i in titled)
        if term:
            tokens.append(_token(piece, word, term))
    return tokens


def analyze_question(text: str, languages: Sequence[str]) -> list[QuestionTerm]:
    """The distinct terms of a question in their order, each with the index terms of every language given.

    A word that is a function word of the question's own language is looked for as such only; where that language
    can't be told, every reading stays. Two words that share a variant are one term.
    """
    own = _question_language(text, languages)
    known = languages if own is None else (own, *languages)
    terms: dict[int, QuestionTerm] = {}
    holders: dict[str, int] = {}
    for place, piece in enumerate(_looked_for(tokenize(text))):
        word = _clean(fold(piece.surface))
        variants = _variants(piece, word, own, languages)
        if not variants:
            continue
        same = sorted({holders[variant] for variant in variants if variant in holders})
        first = terms[same[0]].token if same else _token(piece, word, _first_term(piece, word, own))
        for other in same:
            variants.update(terms.pop(other).variants)
        target = same[0] if same else place
        terms[target] = QuestionTerm(first, tuple(sorted(variants)), frequency(first.word, known))
        holders.update(dict.fromkeys(variants, target))
    return [terms[place] for place in sorted(terms)]


def _question_language(text: str, languages: Sequence[str]) -> str | None:
    """The language of a question where it is sure enough to drop the other readings of its function words.

    A question in a language that no record is in is rare but for the three that Rebost knows best; for another one, a
    mistaken detection (Catalan for Portuguese) is likelier than the language.
    """
    own = detect_language(text)
    return own if own in languages or own in _WELL_KNOWN else None


def _first_term(piece: Piece, word: str, own: str | None) -> str:
    return _term(piece, word, own, title=True) or word


def _looked_for(pieces: Sequence[Piece]) -> list[Piece]:
    """What a question asks for: identifiers whole without their parts, joined words by their parts."""
    kept: list[Piece] = []
    end = 0
    joined_end = 0
    for piece in pieces:
        if piece.start < end:
            continue
        if piece.shape is Shape.IDENTIFIER:
            if not _is_joined_words(piece.surface):
                kept.append(piece)
                end = piece.end
            else:
                joined_end = piece.end
        elif piece.shape is Shape.PART and piece.start < joined_end:
            if piece.surface.isalpha():
                kept.append(piece)
                end = piece.end
        else:
            kept.append(piece)
            if piece.shape is Shape.PART:
                end = piece.end
    return kept


def _is_joined_words(surface: str) -> bool:
    return (
        surface[-1] not in "#+"
        and not any(c.isdigit() or c in "_@" for c in surface)
        and any(c in "./:\\+&=?%~-" for c in surface)
    )


def _variants(piece: Piece, word: str, own: str | None, languages: Sequence[str]) -> set[str]:
    if piece.shape is Shape.NGRAM:
        return ({_clean(word)} - {""}) | (character_marks(word) if len(word) == 1 else set())
    if piece.shape is Shape.IDENTIFIER or any(map(str.isdigit, piece.surface)):
        return _identifier_variants(word) - {""}
    if own is not None and _is_function(piece, word, own):
        return {function_term(word, own)}
    variants: set[str] = set()
    for language in languages:
        if _is_function(piece, word, language):
            if own is None:
                variants.add(function_term(word, language))
        else:
            variants.update(_ordinary(spelling, language) for spelling in _spellings(piece.surface, language))
    variants.add(_unstemmed(piece.surface))
    if {"es", "ca"}.intersection(languages):
        variants.update(_unstemmed(spelling) for spelling in _spellings(piece.surface, "es"))
    return variants - {""}


def _identifier_variants(word: str) -> set[str]:
    """An identifier as written, with other separators, without `v`, and a number without its separators."""
    variants = {word}
    if re.fullmatch(r"\d+(?:[.,]\d+)*", word):
        variants.add(re.sub(r"\D", "", word))
    if re.match(r"v\d", word):
        variants.add(word[1:])
    for separator in "-_":
        variants.add(word.replace("-", separator).replace("_", separator))
    return {_clean(variant) for variant in variants}


@lru_cache(maxsize=8192)
def _spellings(surface: str, language: str) -> tuple[str, ...]:
    """The word, and with ñ where Spanish has that word about as often (`nino` -> `niño`, `ano` -> `año`)."""
    if language not in ("es", "ca") or not surface.isascii() or "n" not in surface.lower():
        return (surface,)
    word = surface.lower()
    own = zipf(word, "es")
    candidates = (word[:i] + "\u00f1" + word[i + 1 :] for i, letter in enumerate(word) if letter == "n")
    return (surface, *(spelling for spelling in candidates if 0 < zipf(spelling, "es") >= own - 0.7))
