"""What a test of a question shows: the pieces, the records left out with the lines between them, and the counts of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rebost.console.markdown import one_line
from rebost.console.reading import NAME, Reading, Word, read
from rebost.memory.examining import Examined
from rebost.memory.passages import Passages, words_of
from rebost.ranking.selection import Lines
from rebost.records import LeftOut, Piece, Reason, Record

_EXCERPT, _SHORT = 420, 170
"""Characters of a record's text that are shown, at the place where the question's words stand: of a piece, of another."""
_ALL = frozenset({"limit", "cut", "follower", "minimum"})
_PASSED: Mapping[Reason | None, frozenset[str]] = {
    Reason.BEYOND_LIMIT: frozenset({"limit"}),
    Reason.FAR_FROM_BEST: frozenset({"limit", "cut"}),
}
"""The lines that lie above a record which was left out for this reason; above all others, each of them."""


class Crossed(NamedTuple):
    """A line that lies between a record and the one before it."""

    name: str
    """`limit`, `cut`, `follower` or `minimum`."""
    value: float


class Shown(NamedTuple):
    """A record as the page shows it."""

    record: Record
    excerpt: str
    whole: bool
    """Whether the excerpt is all of its text."""
    reading: Reading
    place: int
    """Among the pieces, from 1; 0 for one that was left out."""
    reason: Reason | None
    crossed: tuple[Crossed, ...] = ()


class Others(NamedTuple):
    """Records that were left out for one reason."""

    reason: Reason
    number: int
    shown: int
    """How many of them are shown one by one."""


class Known(NamedTuple):
    """A word of the question, and whether any record holds it."""

    word: str
    share: float
    """Of the question's weight, 0..1."""
    is_known: bool
    is_name: bool


class Trial(NamedTuple):
    """The answer of one method, as the page shows it."""

    examined: Examined
    words: tuple[Known, ...]
    pieces: tuple[Shown, ...]
    left_out: tuple[Shown, ...]
    others: tuple[Others, ...]
    below: tuple[Crossed, ...]
    """The lines that lie below all records shown."""


def trial(examined: Examined) -> Trial:
    """The answer, ready to be shown."""
    recall, lines = examined.recall, examined.lines
    question = recall.question
    pieces = tuple(shown(piece, question, place) for place, piece in enumerate(recall.pieces, start=1))
    left_out, below = _with_lines([shown(item, question) for item in recall.left_out], lines, silent=recall.silent)
    words = tuple(_known([item.reading.words for item in (*pieces, *left_out)]))
    return Trial(examined, words, pieces, left_out, tuple(_others(recall.left_out_counts, left_out)), below)


def shown(item: Piece | LeftOut, question: str, place: int = 0) -> Shown:
    """One record with its explanation."""
    passages = Passages(item.record.text, words_of(item.explanation))
    excerpt = passages.cut(_EXCERPT if place else _SHORT)
    reading = read(item.explanation)
    # In the order of the question: the method takes the rarest first.
    words = sorted(reading.words, key=lambda word: question.lower().find(word.word.lower()))
    reason = item.reason if isinstance(item, LeftOut) else None
    text = excerpt.text if place else one_line(excerpt.text)
    return Shown(item.record, text, excerpt.whole, reading._replace(words=tuple(words)), place, reason)


def _with_lines(items: Sequence[Shown], lines: Lines, *, silent: bool) -> tuple[tuple[Shown, ...], tuple[Crossed, ...]]:
    """The records left out, each with the lines between it and the one above it, and the lines below all of them.

    Lines that could keep nothing out are not drawn: the limit where there are fewer, a cut below the minimum.
    """
    # In an answer the minimum is that of the best record; what others need has a name of its own where it differs.
    lowest = Crossed("minimum", lines.minimum) if silent else Crossed("follower", lines.follower)
    if lines.follower == lines.minimum:
        lowest = Crossed("minimum", lines.minimum)
    drawn = [lowest]
    if not silent and lines.cut > lowest.value:
        drawn.insert(0, Crossed("cut", lines.cut))
    if any(item.reason is Reason.BEYOND_LIMIT for item in items):
        drawn.insert(0, Crossed("limit", lines.limit))
    found = []
    for item in items:
        passed = [line for line in drawn if line.name in _PASSED.get(item.reason, _ALL)]
        drawn = [line for line in drawn if line not in passed]
        found.append(item._replace(crossed=tuple(passed)))
    return tuple(found), tuple(drawn)


def _known(readings: Sequence[tuple[Word, ...]]) -> Iterator[Known]:
    """The question's words, each known unless a record that lacks it says that all others lack it too."""
    for place, word in enumerate(readings[0] if readings else ()):
        is_known = not any(words[place].kind == "unknown" for words in readings)
        yield Known(
            word.word, word.share, is_known, word.is_name or any(words[place].way == NAME for words in readings)
        )


def _others(counts: Mapping[Reason, int], left_out: Sequence[Shown]) -> Iterator[Others]:
    for reason, count in sorted(counts.items(), key=lambda pair: -pair[1]):
        yield Others(reason, count, sum(item.reason is reason for item in left_out))
