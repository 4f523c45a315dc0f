"""A text in pieces: words, identifiers and runs of scripts without spaces, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from .elisions import (
    APOSTROPHES,
    CLITICS,
    DEFINITE_ARTICLES,
    ELIDED,
    ENGLISH_ENDINGS,
    PERSONAL_ARTICLES,
    open_geminate,
)
from .folding import fold
from .patterns import pattern

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u06ea-\u06ed\u0900-\u0963\u0971-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84"
    "\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u200c\u200d\u3099\u309a"
)
"""Vowel signs and accents, which `\\w` leaves out, of the scripts that need them."""

_MOST_JOINTS = 24
"""A longer chain of words without a space is cut here, so that no text makes a piece of unbounded size."""

_W = f"[\\w{_MARKS}]"
_CHUNK = pattern(
    f"(?:\\b[cC](?:#|\\+\\+)|\\b[fF]#)(?!{_W})"
    f"|{_W}+(?:(?:://|[{APOSTROPHES}\u00b7\u2022\u2027\u2219\u22c5._/:@\\\\+&=?%#~\\-\u2010\u2011]){_W}+){{0,{_MOST_JOINTS}}}"
)
_PHONE = pattern(r"(?<![\w.,/-])(\+?\d{1,4}(?:[ \u00a0]\d{2,4}){2,5}|\+\d{1,3}[ \u00a0]\d{6,12})(?![\w/-]|[.,]\d)")
_SENTENCE_END = pattern(r"[.!?\u2026\u3002\uff01\uff1f][\"'\u201d\u2019\u00bb)\]]*\s|[\n\r\u2028\u2029]|[\u00bf\u00a1]")
_NGRAM_SCRIPTS = pattern(
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff\uac00-\ud7af]+"
    "|[\u0e00-\u0e7f]+|[\u0e80-\u0eff]+|[\u1000-\u109f]+|[\u1780-\u17ff]+"
)
"""Chinese, Japanese and Korean (whose particles hang on the word); Thai, Lao, Burmese, Khmer."""

_ARTICLES = PERSONAL_ARTICLES | DEFINITE_ARTICLES
_SPACES: tuple[str, ...] = (" ", "\u00a0")
_NOTHING: tuple[str, ...] = ("",)
_DIGIT = pattern(r"\d")
_THOUSANDS = pattern(r"\d{1,3}(?:[.,]\d{3})+")
_APOSTROPHE = pattern(f"[{APOSTROPHES}]")
_HYPHEN = pattern("[-\u2010\u2011]")
_ATOM = pattern("[^\\W\\d_]+(?:[" + _MARKS + "]|[^\\W\\d_])*|\\d+")
_CAMEL = pattern("(?<=[a-z\u00df-\u00ff\u0300-\u036f])(?=[A-Z])")
_SEGMENT = pattern(r"[^/\\@?=&:#%]+")
_EXTENSION = pattern(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")
_NO_PHONES: Mapping[int, re.Match[str]] = {}
_LONGEST_IDENTIFIER = 200
_LONGEST_WORD = 100
"""Characters. A run longer than these is no word of any language and no code that anyone types: only its beginning is indexed."""


class Shape(StrEnum):
    """What a piece of text is."""

    WORD = "word"
    PART = "part"
    """A part of an identifier, findable by itself."""
    IDENTIFIER = "identifier"
    """A code, number, path, address or name of a program: indexed as it stands."""
    NGRAM = "ngram"
    """Two characters of a script without spaces, or one that stands alone."""


class Piece(NamedTuple):
    """A piece of a text: text[start:end] is what it was made from, `surface` what counts of it."""

    surface: str
    start: int
    end: int
    shape: Shape
    sentence_start: bool
    after_article: bool


class Stretch(NamedTuple):
    """A part of a text in pieces, and what it says about the next part."""

    pieces: tuple[Piece, ...]
    """Their places count from the beginning of the part."""
    ends: bool
    """Whether a sentence ends where the part does; for one without pieces, whether there is an end in it."""
    article: str
    """Its last word, folded, where that is an article and nothing follows; else empty."""


def tokenize(text: str) -> list[Piece]:
    """All pieces of a text in their order; an identifier comes before its parts. Never fails, whatever the string."""
    phones = {match.start(): match for match in _PHONE.finditer(text)} if _DIGIT.search(text) else {}
    return list(read_stretch(text, opens(text), "", phones).pieces)


def has_phone(text: str) -> bool:
    """Whether a telephone number stands in it: the one piece that goes across spaces."""
    return _PHONE.search(text) is not None


def opens(text: str) -> bool:
    """Whether a sentence begins with the first word: always, but after a single space, as cut from the middle of something."""
    return not text.startswith(" ") or _CHUNK.match(text, 1) is None


def read_stretch(text: str, opening: bool, article: str, phones: Mapping[int, re.Match[str]] = _NO_PHONES) -> Stretch:
    """The pieces of a part of a text that begins and ends at a space, or of the whole.

    Args:
        text: the part.
        opening: whether a sentence ended since the last piece before it.
        article: the `article` of the part before, if nothing but one space stands between.
        phones: the telephone numbers in it, by their places.
    """
    if text.isascii() and text.isalpha():
        pieces = _plain(text, 0, opening, "" if opening else article)
        return Stretch(tuple(pieces), False, _article(pieces[-1].surface))
    pieces = []
    previous_end = 0
    previous = article
    joints = _NOTHING
    sentence_end = _SENTENCE_END.search
    for match in _CHUNK.finditer(text):
        start, end = match.span()
        chunk = match.group()
        gap = text[previous_end:start]
        opening = opening or (gap != " " and sentence_end(gap) is not None)
        if phones and (phone := phones.get(start) or phones.get(start - 1)) is not None:
            pieces.append(
                Piece(re.sub(r"\D", "", phone.group()), phone.start(), phone.end(), Shape.IDENTIFIER, opening, False)
            )
        article = previous if not opening and gap in joints else ""
        if chunk.isascii() and chunk.isalpha():
            pieces.extend(_plain(chunk, start, opening, article))
        else:
            pieces.extend(_split(chunk, start, opening, article))
        previous = _article(pieces[-1].surface)
        previous_end = end
        joints = _SPACES
        opening = False
    rest = text[previous_end:]
    return Stretch(tuple(pieces), sentence_end(rest + " ") is not None, previous if pieces and not rest else "")


def _article(word: str) -> str:
    """The word, folded, if it is one of the articles that may stand before a name; else empty."""
    folded = fold(word)
    return folded if folded in _ARTICLES else ""


def _plain(chunk: str, start: int, opening: bool, article: str) -> list[Piece]:
    """The pieces of a chunk of ASCII letters: one word, unless capitals inside make it an identifier."""
    named = article != "" and _after(article, chunk)
    pieces = [Piece(chunk[:_LONGEST_WORD], start, start + len(chunk), Shape.WORD, opening, named)]
    if not chunk[1:].islower():
        _add_camel(pieces, chunk, start, opening)
    return pieces


def _after(article: str, word: str) -> bool:
    """Whether the word before makes this one a person's: any word after en/na/n', one with a capital after el/la."""
    if not article:
        return False
    if article in PERSONAL_ARTICLES:
        return article != "en" or word[:1].isupper()
    return article in DEFINITE_ARTICLES and word[:1].isupper()


def _add_camel(pieces: list[Piece], chunk: str, start: int, opening: bool) -> None:
    """SmoothClimb is an identifier of two words."""
    cuts = [match.start() for match in _CAMEL.finditer(chunk)]
    if not cuts:
        return
    pieces[-1] = pieces[-1]._replace(shape=Shape.IDENTIFIER)
    for low, high in zip([0, *cuts], [*cuts, len(chunk)], strict=True):
        pieces.append(Piece(chunk[low:high], start + low, start + high, Shape.PART, opening, False))


def _split(chunk: str, start: int, opening: bool, article: str) -> Iterator[Piece]:
    """The pieces of a chunk that isn't plain ASCII letters."""
    if _NGRAM_SCRIPTS.search(chunk):
        yield from _ngrams(chunk, start, opening)
        return
    if _APOSTROPHE.search(chunk):
        yield from _apostrophes(chunk, start, opening, article)
        return
    opened = open_geminate(chunk)
    if opened is not None and _is_word(opened):
        yield Piece(opened, start, start + len(chunk), Shape.WORD, opening, _after(article, chunk))
        return
    if _is_word(chunk):
        pieces = [Piece(chunk[:_LONGEST_WORD], start, start + len(chunk), Shape.WORD, opening, _after(article, chunk))]
        _add_camel(pieces, chunk, start, opening)
        yield from pieces
        return
    if _HYPHEN.search(chunk) and _is_word(_HYPHEN.sub("", chunk)):
        yield from _hyphens(chunk, start, opening, article)
        return
    yield from _compound(chunk, start, opening)


def _is_word(chunk: str) -> bool:
    return "_" not in chunk and not any(
        c in "./:@\\+&=?%#~-\u2010\u2011\u00b7\u2022\u2027\u2219\u22c5" or c.isdigit() for c in chunk
    )


def _ngrams(chunk: str, start: int, opening: bool) -> Iterator[Piece]:
    position = 0
    for match in _NGRAM_SCRIPTS.finditer(chunk):
        if match.start() > position:
            yield from _rest(chunk[position : match.start()], start + position, opening)
        run = match.group()
        at = start + match.start()
        if len(run) == 1:
            yield Piece(run, at, at + 1, Shape.NGRAM, opening, False)
        for i in range(len(run) - 1):
            yield Piece(run[i : i + 2], at + i, at + i + 2, Shape.NGRAM, opening, False)
        position = match.end()
    if position < len(chunk):
        yield from _rest(chunk[position:], start + position, opening)


def _rest(text: str, start: int, opening: bool) -> Iterator[Piece]:
    for match in _CHUNK.finditer(text):
        yield from _split(match.group(), start + match.start(), opening, "")


def _apostrophes(chunk: str, start: int, opening: bool, article: str) -> Iterator[Piece]:
    """Cut at the apostrophes and leave out what is only an article or a pronoun."""
    cut = _APOSTROPHE.search(chunk)
    if cut is None:
        yield from _split(chunk, start, opening, article)
        return
    left, right = chunk[: cut.start()], chunk[cut.end() :]
    at = start + cut.end()
    head, tail = fold(left), fold(right)
    if tail == "t" and head.endswith("n") and len(head) > 1:
        yield Piece(left + right, start, start + len(chunk), Shape.WORD, opening, False)
    elif head == "o" and right[:1].isupper():
        yield Piece(left + right, start, start + len(chunk), Shape.WORD, opening, True)
    elif tail in ENGLISH_ENDINGS or (tail in CLITICS and len(head) > 1 and head not in ELIDED):
        yield from _split(left, start, opening, article)
    elif head in ELIDED:
        personal = head == "n" or (head in DEFINITE_ARTICLES and right[:1].isupper())
        for piece in _apostrophes(right, at, opening, ""):
            yield piece._replace(
                sentence_start=piece.sentence_start and not right[:1].isupper(), after_article=personal
            )
    else:
        yield from _split(left, start, opening, article)
        yield from _apostrophes(right, at, False, head)


def _hyphens(chunk: str, start: int, opening: bool, article: str) -> Iterator[Piece]:
    """Words joined by hyphens, each by itself; pronouns that hang on a verb are left out."""
    parts = [(start + match.start(), match.group()) for match in re.finditer("[^-\u2010\u2011]+", chunk)]
    if len(parts[0][1]) > 1 and all(fold(part) in CLITICS for _, part in parts[1:]):
        parts = parts[:1]
    if any(len(part) == 1 for _, part in parts):
        joined = "".join(part for _, part in parts)
        yield Piece(joined, start, start + len(chunk), Shape.PART, opening, False)
    for at, part in parts:
        yield Piece(
            part, at, at + len(part), Shape.WORD, opening and at == start, at == start and _after(article, part)
        )


def _compound(chunk: str, start: int, opening: bool) -> Iterator[Piece]:
    """An identifier: whole, by its segments, without its extension, and by its letters and digits."""
    seen: set[tuple[int, int]] = set()
    chunk = chunk[:_LONGEST_IDENTIFIER]
    single = chunk.isalnum() or chunk[-1] in "#+"
    candidates = [(0, len(chunk), Shape.IDENTIFIER)]
    for match in _SEGMENT.finditer(chunk) if not single else ():
        candidates.append((*match.span(), Shape.PART))
        if (extension := _EXTENSION.search(match.group())) is not None:
            candidates.append((match.start(), match.start() + extension.start(), Shape.PART))
    if re.match(r"[vV]\d", chunk) and not single:
        candidates.append((1, len(chunk), Shape.PART))
    if not single:
        candidates.extend((*match.span(), Shape.PART) for match in _ATOM.finditer(chunk))
    for low, high, shape in candidates:
        if low < high and (low, high) not in seen:
            seen.add((low, high))
            yield Piece(chunk[low:high], start + low, start + high, shape, opening, False)
    if _THOUSANDS.fullmatch(chunk):
        yield Piece(re.sub(r"\D", "", chunk), start, start + len(chunk), Shape.PART, opening, False)
