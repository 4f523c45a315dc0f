"""Lines that are written like a title (`Notes From The Second Meeting`): there a capital makes no name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .tokenizer import Piece, Shape

_SHARE: Final = 0.6
_WORDS: Final = 3
_LONG: Final = 4
"""A line with this share of capitals among so many words of so many letters, or more, is a title."""

_BREAK, _STARTS, _INSIDE = "|<>"
"""In an outline: a line ends; the first word starts a sentence; the last word doesn't."""


def titles(text: str, pieces: Sequence[Piece]) -> set[int]:
    """Positions in `pieces`, which are those of the text, of the words that stand in a title."""
    found: set[int] = set()
    if _capitals(pieces).count("C") < _SHARE * _WORDS:
        return found
    lines: list[list[int]] = [[]]
    for i, piece in enumerate(pieces):
        if i and _breaks(text, pieces[i - 1], piece):
            lines.append([])
        lines[-1].append(i)
    for line in lines:
        if _is_title(_capitals([pieces[i] for i in line])):
            found.update(line)
    return found


def outline(part: str, pieces: Sequence[Piece]) -> str:
    """What `holds_a_title` asks of a part of a text, cut at spaces, and its pieces."""
    if not pieces:
        return _BREAK if "\n" in part else ""
    if len(pieces) == 1 and "\n" not in part:
        written = _capitals(pieces)
        return _STARTS + written if pieces[0].sentence_start else written + _INSIDE
    found = [_BREAK] if "\n" in part[: pieces[0].start] else []
    if pieces[0].sentence_start:
        found.append(_STARTS)
    for i, piece in enumerate(pieces):
        if i and _breaks(part, pieces[i - 1], piece):
            found.append(_BREAK)
        found.append(_capitals((piece,)))
    if not pieces[-1].sentence_start:
        found.append(_INSIDE)
    if "\n" in part[pieces[-1].end :]:
        found.append(_BREAK)
    return "".join(found)


def holds_a_title(outlines: str) -> bool:
    """Whether a text holds a title, by the outlines of its parts, joined."""
    if outlines.count("C") < _SHARE * _WORDS:
        return False
    lines = outlines.replace(_INSIDE + _STARTS, _BREAK).replace(_INSIDE, "").replace(_STARTS, "").split(_BREAK)
    return any(map(_is_title, lines))


def _breaks(text: str, before: Piece, piece: Piece) -> bool:
    """Whether a line ends between two pieces: the second starts a sentence and the first doesn't, or stands above it."""
    return (piece.sentence_start and not before.sentence_start) or "\n" in text[before.end : piece.start]


def _capitals(pieces: Iterable[Piece]) -> str:
    """One letter for each word that counts: `C` for one with a capital, `c` for one without."""
    words = [piece.surface for piece in pieces if piece.shape is Shape.WORD and len(piece.surface) >= _LONG]
    return "".join(["C" if word[:1].isupper() else "c" for word in words])


def _is_title(capitals: str) -> bool:
    return len(capitals) >= _WORDS and capitals.count("C") >= _SHARE * len(capitals)
