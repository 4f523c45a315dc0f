"""A long note in parts: at its headings, and a long section between its paragraphs; never inside a block of code or a
table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LONGEST = 2_500
"""Characters that a person reads at once: some 400 words, a page, two minutes. A recall returns records, and an agent
pays for each character: a page is what one would hand over when asked for the passage. Shorter than a section it would
tear apart what belongs together."""


class Passage(NamedTuple):
    """A part of a note, word for word."""

    text: str
    headings: tuple[str, ...] = ()
    """Its own heading, where it has one, after those that it stands under."""


class _Section(NamedTuple):
    level: int
    heading: str
    start: int
    end: int
    """Lines of it, without the sections under it."""


def split(body: str) -> list[Passage]:
    """The passages of a note; a note that a person reads at once is one of them. Blank lines between two get lost."""
    if len(body) <= LONGEST:
        return [Passage(body.strip("\n").rstrip())] if body.strip() else []
    lines = body.split("\n")
    sections, breaks = _outline(body, len(lines))
    return list(_passages(lines, sections, breaks, (), carried=0)) or [Passage(body.strip())]


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # Blocks are all that counts here: what stands inside of a paragraph needs no look.
    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])


def _outline(body: str, count: int) -> tuple[list[_Section], list[int]]:
    """The sections that headings open, the first one without a heading; and the lines at which a block begins."""
    from rebost.importers.obsidian import plain

    heads: list[tuple[int, str, int]] = [(0, "", 0)]
    breaks = []
    tokens = _parser().parse(body)
    for i, token in enumerate(tokens):
        if token.map is None:
            continue
        if (token.level == 0 and token.nesting >= 0) or (token.type == "list_item_open" and token.level == 1):
            breaks.append(token.map[0])
        if token.type == "heading_open" and token.level == 0:
            heads.append((int(token.tag[1]), plain(tokens[i + 1].content), token.map[0]))
    ends = [start for _, _, start in heads[1:]] + [count]
    return [_Section(*head, end) for head, end in zip(heads, ends, strict=True)], breaks


def _passages(
    lines: Sequence[str], sections: Sequence[_Section], breaks: Sequence[int], above: tuple[str, ...], *, carried: int
) -> Iterator[Passage]:
    """Those of neighbouring sections: each whole with all under it where it is short enough, else part by part.

    `carried` is how many lines above the first section are to go with it: headings with nothing under them.
    """
    at = 0
    while at < len(sections):
        section = sections[at]
        after = at + 1
        while after < len(sections) and section.level and sections[after].level > section.level:
            after += 1
        path = (*above, section.heading) if section.heading else above
        start = section.start - carried
        whole = _text(lines, start, sections[after - 1].end)
        carried = 0
        if len(whole) <= LONGEST:
            if whole:
                yield Passage(whole, path)
        elif after == at + 1:
            yield from (Passage(text, path) for text in _paragraphs(lines, start, section.end, breaks))
        else:
            under = 0
            own = _text(lines, section.start + bool(section.heading), section.end)
            if own:
                yield from (Passage(text, path) for text in _paragraphs(lines, start, section.end, breaks))
            else:
                under = section.end - start
            yield from _passages(lines, sections[at + 1 : after], breaks, path, carried=under)
        at = after


def _paragraphs(lines: Sequence[str], start: int, end: int, breaks: Sequence[int]) -> Iterator[str]:
    """A stretch of lines in texts as long as may be; a block that is longer by itself stays whole."""
    cuts = [start, *breaks[bisect_right(breaks, start) : bisect_left(breaks, end)], end]
    begin = start
    for cut, following in zip(cuts[1:], [*cuts[2:], end], strict=True):
        if cut == end or len(_text(lines, begin, following)) > LONGEST:
            text = _text(lines, begin, cut)
            # A heading doesn't stay behind alone.
            if cut != end and _is_heading(text):
                continue
            if text:
                yield text
            begin = cut


def _is_heading(text: str) -> bool:
    return "\n" not in text and text.startswith("#")


def _text(lines: Sequence[str], start: int, end: int) -> str:
    return "\n".join(lines[start:end]).strip("\n").rstrip()
