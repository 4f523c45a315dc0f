"""The passage of a long record that a question is about, for faces that have no room for the whole."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from re import DOTALL
from typing import NamedTuple

from rebost.analysis import analyze
from rebost.analysis.patterns import pattern
from rebost.analysis.stemming import STEM_MARK
from rebost.analysis.thesaurus import LANGUAGES, concepts, index_terms
from rebost.records import Explanation

ELLIPSIS = "…"
"""Stands where something was left out."""

_SEGMENT = 240
"""Characters: what is looked at together. A longer line is parted at its sentences, or else at its spaces."""
_BEGINNING = 5
"""Characters of a word that must be the same: enough to tell words apart, and few enough to pass over endings."""
_TITLE = 100
"""Characters of the record's first line that are shown before a passage from further down."""

_HELD = {"word": "word", "word_held": "word", "word_misspelled": "other"}
"""Nodes of an explanation that tell of a word which the record holds, and the entry of their data that it stands in."""
_HELD_BY_MEANING = ("word_by_meaning", "word_nearly")
_SHORTEST_STEM = 4
"""Characters: shorter ones stand in the middle of too many other words."""

_LINE = pattern(r"[^\n]*\n?")
_SENTENCE = pattern(rf".{{40,{_SEGMENT}}}?[.!?;:。！？](?=\s|$)|.{{1,{_SEGMENT}}}(?=\s|$)|.{{{_SEGMENT}}}", DOTALL)
_FRONT_MATTER = pattern(r"\A\ufeff?---[ \t]*\r?\n.*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)\s*", DOTALL)


class Excerpt(NamedTuple):
    """What is shown of a text."""

    text: str
    """The passage; with `ELLIPSIS` wherever something was left out."""
    start: int
    """Where the passage begins in the record's text, in characters."""
    whole: bool
    """Whether nothing but front matter was left out."""


class Passages:
    """A text that can be cut to any size at the place where a question's words stand closest together.

    Reads the text once: cutting it again to another size costs little.
    """

    def __init__(self, text: str, words: Mapping[str, float]) -> None:
        """`words` are those of the question that the record holds, and how much each counts (`words_of`)."""
        self._text = text
        self._body = _body_start(text)
        self._words = _beginnings(words)
        self._segments: list[tuple[int, int]] | None = None
        self._weights: list[float] = []

    def cut(self, room: int) -> Excerpt:
        """The text if it has no more than `room` characters (at least 1), or else its best passage, ellipses included."""
        body = self._text[self._body :].rstrip() or self._text
        if len(body) <= room:
            return Excerpt(body, self._body, True)
        first, last = self._window(room)
        title = self._title(room) if first > self._body else ""
        head = f"{title}\n{ELLIPSIS}\n" if title else ""
        space = max(room - len(head) - 2 * len(ELLIPSIS), 1)
        if last - first > space:
            first, last = self._inside(first, last, space)
        before = ELLIPSIS if first > self._body and not title else ""
        after = ELLIPSIS if last < len(self._text.rstrip()) else ""
        return Excerpt((head + before + self._text[first:last].strip() + after)[:room], first, False)

    def _inside(self, first: int, last: int, space: int) -> tuple[int, int]:
        """The part of a segment too long for the space that begins shortly before its weightiest word."""
        folded = _folded(self._text[first:last])
        # Folding may move a character by a few places, which the stretch before the word makes good.
        places = [(-weight, folded.find(beginning)) for beginning, weight in self._words.items() if beginning in folded]
        place = max(first, min(first + (min(places)[1] if places else 0) - space // 3, last - space))
        if place > first:
            place = self._text.find(" ", place, place + space // 6) + 1 or place
        return place, min(place + space, last)

    def _window(self, room: int) -> tuple[int, int]:
        """Beginning and end of the run of segments that fits and weighs most; the earliest of equals."""
        segments = self._read()
        best = max(range(len(segments)), key=lambda place: (self._weights[place], -place))
        first = last = best
        left = room - (segments[best][1] - segments[best][0]) - 2 * len(ELLIPSIS) - 1
        if segments[best][0] > self._body:
            left -= len(self._title(room)) + 2
        # What follows explains more often than what comes before, so it is taken first.
        while last + 1 < len(segments) and (size := segments[last + 1][1] - segments[last + 1][0]) <= left:
            last, left = last + 1, left - size
        while first > 0 and (size := segments[first][0] - segments[first - 1][0]) <= left:
            first, left = first - 1, left - size
        return segments[first][0], segments[last][1]

    def _read(self) -> list[tuple[int, int]]:
        if self._segments is None:
            self._segments = _segments(self._text, self._body)
            self._weights = [self._weight(self._text[start:end]) for start, end in self._segments]
        return self._segments

    def _weight(self, segment: str) -> float:
        folded = _folded(segment)
        return sum(weight for beginning, weight in self._words.items() if beginning in folded)

    def _title(self, room: int) -> str:
        line = self._text[self._body :].lstrip().partition("\n")[0].strip()
        most = min(_TITLE, room // 4)
        return line if len(line) <= most else line[: max(most - 1, 0)].rstrip() + ELLIPSIS


def parts(text: str, room: int) -> list[tuple[int, int]]:
    """A text in consecutive parts that are shown with at most `room` characters each, as (beginning, end).

    Cut at the last line's end, or else the last space, in the second half of a part. The same for the same arguments,
    so that a reader can ask for one part after another. An empty text has one part.
    """
    found: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > room:
        end, middle = start + room, start + room // 2
        cut = max(text.rfind("\n", middle, end), 0) or max(text.rfind(" ", middle, end), 0)
        end = cut + 1 if cut else end
        found.append((start, end))
        start = end
    found.append((start, len(text)))
    return found


def words_of(node: Explanation) -> dict[str, float]:
    """What to look for in a record, and how much each counts: the question's words that it holds, in the record's own
    spelling or as words that answer for them, as its explanation tells.
    """
    found: dict[str, float] = {}
    key = _HELD.get(node.name)
    if key is not None:
        found[str(node.data[key])] = node.value
    elif node.name in _HELD_BY_MEANING:
        found = dict.fromkeys(_answering_for(str(node.data["word"])), node.value)
    for detail in node.details:
        for word, weight in words_of(detail).items():
            found[word] = max(weight, found.get(word, 0.0))
    return found


def _answering_for(word: str) -> Iterator[str]:
    """Stems of the words that answer for a word of any language: which of them the record holds isn't told."""
    for language in LANGUAGES:
        for found in concepts(analyze(word, language), language):
            for concept in found:
                for term in index_terms(concept, LANGUAGES):
                    stem = term.removesuffix(STEM_MARK)
                    if len(stem) >= _SHORTEST_STEM:
                        yield stem


def without_front_matter(text: str) -> str:
    """What a note says, without the settings at its head."""
    return text[_body_start(text) :]


def _body_start(text: str) -> int:
    """Where a note begins after its front matter, which no program should greet a reader with."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match and text[match.end() :].strip() else 0


def _segments(text: str, start: int) -> list[tuple[int, int]]:
    """Lines, and the sentences of long lines, as (beginning, end); what is blank belongs to what stands before it."""
    found: list[tuple[int, int]] = []
    for line in _LINE.finditer(text, start):
        if line.end() == line.start():
            continue
        if found and not line[0].strip():
            found[-1] = (found[-1][0], line.end())
        elif line.end() - line.start() <= _SEGMENT:
            found.append(line.span())
        else:
            spans = [match.span() for match in _SENTENCE.finditer(text, line.start(), line.end())]
            ends = [*(begin for begin, _ in spans[1:]), line.end()]
            found += [(begin, end) for (begin, _), end in zip(spans, ends, strict=True)]
    return found


def _beginnings(words: Mapping[str, float]) -> dict[str, float]:
    found: dict[str, float] = {}
    for word, weight in words.items():
        beginning = _folded(word)[:_BEGINNING]
        if beginning:
            found[beginning] = max(weight, found.get(beginning, 0.0))
    return found


def _folded(text: str) -> str:
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))
