"""Records and answers as a person reads them at a terminal."""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rebost.cli.plain import style
from rebost.records import Reason, Recall, Record, Version

REASONS: Mapping[Reason, str] = {
    Reason.BELOW_MINIMUM: "below the minimum",
    Reason.FAR_FROM_BEST: "too far from the best",
    Reason.BEYOND_LIMIT: "beyond the limit of pieces",
    Reason.NOT_CLEAR: "no word in common that counts, and not clear enough by its meaning",
    Reason.MISSING_NAME: "doesn't mention someone or something that the question names",
    Reason.SUPERSEDED: "a newer record took its place",
    Reason.OUT_OF_SCOPE: "belongs to another project, or was put away",
}

_BAR = 10
"""Characters that stand for a score of 1."""
_LONG = 400
"""Characters of a record's text that a recall shows; `rebost show` has the rest."""
_NARROW, _WIDE = 40, 110
"""Columns: what is narrower can't be read, what is wider neither."""

_USUAL = 80
"""Columns of what isn't a terminal."""


def width() -> int:
    """Columns for a text."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return _USUAL
    import shutil  # 4 ms

    return min(max(shutil.get_terminal_size().columns, _NARROW), _WIDE)


def present_recall(
    recall: Recall, *, explain: bool, former: Mapping[str, Sequence[Version]] = MappingProxyType({})
) -> Iterator[str]:
    """The pieces of an answer, a line at a time; with `explain` also where each score comes from.

    `former` holds what a record said before, by its id.
    """
    from rebost.memory.passages import Passages, words_of
    from rebost.ranking.explanation import describe

    for number, piece in enumerate(recall.pieces, start=1):
        if number > 1:
            yield ""
        bar = "█" * round(piece.score * _BAR)
        head = style(f"{number}.", bold=True)
        yield f"{head} {piece.score:.2f} {style(bar, fg='green')}{style('·' * (_BAR - len(bar)), dim=True)}"
        excerpt = Passages(piece.record.text, words_of(piece.explanation)).cut(_LONG)
        yield from present_text(excerpt.text)
        yield "   " + style(facts_of(piece.record), dim=True)
        if not excerpt.whole:
            yield "   " + style(f"The passage that matched; rebost show {piece.record.id} has the rest.", dim=True)
        yield from present_history(former.get(piece.record.id, ()))
        if explain:
            yield from ("   " + style(line, fg="cyan") for line in describe(piece.explanation))


def present_history(versions: Iterable[Version], *, indent: str = "   ") -> Iterator[str]:
    """What a record said before, the latest first."""
    for version in reversed(tuple(versions)):
        yield indent + style(f"From {version.since:%Y-%m-%d} to {version.until:%Y-%m-%d} it said:", dim=True)
        yield from present_text(version.text, indent + "   ")


def present_left_out(recall: Recall) -> Iterator[str]:
    """What was not returned: the nearest, one by one with their reasons, and how many others."""
    from rebost.ranking.explanation import describe

    if not recall.left_out_counts:
        return
    yield ""
    yield style("Not returned", bold=True)
    for item in recall.left_out:
        yield f"   {item.score:.2f} {first_line(item.record.text, width() - 24)}  {style(item.record.id, dim=True)}"
        yield "        " + style(REASONS[item.reason], fg="yellow")
        yield from ("        " + style(line, fg="cyan") for line in describe(item.explanation))
    counts = sorted(recall.left_out_counts.items(), key=lambda pair: -pair[1])
    told = "; ".join(f"{count} {REASONS[reason]}" for reason, count in counts)
    yield f"   In all: {told}."


def present_text(text: str, indent: str = "   ") -> Iterator[str]:
    """A text as it stands, its long lines wrapped."""
    for line in safe(text).splitlines():
        yield from textwrap.wrap(line, width() - len(indent), initial_indent=indent, subsequent_indent=indent) or [""]


def present_line(record: Record) -> str:
    """A record on one line: id, beginning of the text, project."""
    project = style(f"  {record.project}", fg="blue") if record.project else ""
    room = width() - len(record.id) - 2 - (len(record.project) + 2 if record.project else 0)
    return f"{style(record.id, dim=True)}  {first_line(record.text, room)}{project}"


def facts_of(record: Record) -> str:
    """What is known about a record besides its text, on one line."""
    date = record.updated or record.created
    parts = [
        str(record.kind),
        record.project,
        " ".join(f"#{tag}" for tag in record.tags),
        date and f"{date:%Y-%m-%d}",
        record.source,
        record.id,
    ]
    return safe(" · ".join(part for part in parts if part))


def first_line(text: str, room: int) -> str:
    """The beginning of a text on one line, cut to so many characters."""
    from rebost.memory.passages import without_front_matter

    line = " ".join(safe(without_front_matter(text)).split()).lstrip("# ")
    return line if len(line) <= room else line[: max(room - 1, 1)].rstrip() + "…"


def safe(text: str) -> str:
    """A stored text without what a terminal would obey: escape sequences, and marks that turn the reading order."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs"} else "\ufffd"
        for character in text
    ).replace("\ufffd\n", "\n")
