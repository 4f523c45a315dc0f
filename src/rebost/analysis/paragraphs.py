"""A long text in parts: what the vectors are made of."""

from __future__ import annotations

import re

from .patterns import pattern

_FRONT_MATTER = pattern(r"\A\ufeff?---[ \t]*\r?\n.*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEADING = pattern(r" {0,3}#{1,6}(?:[ \t]+|$)")
_UNDERLINE = pattern(r" {0,3}(?:=+|-{2,})[ \t]*$")
_RULE = pattern(r" {0,3}(?:[-*_][ \t]*){3,}$")
_FENCE = pattern(r" {0,3}(```|~~~)")
_ITEM = pattern(r"[ \t]*(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_TITLE_MARKS = pattern(r"^[ \t#]+|[ \t#]+$")


def paragraphs(text: str) -> list[str]:
    """The paragraphs and list items of a markdown or plain text, each after its nearest heading (`Heading: body`).

    Front matter, rules and headings without a body are no paragraphs of their own; a text that has
    nothing but headings gives them joined, since they are then all it says. Empty only for an empty text.
    """
    parts: list[str] = []
    heading = ""
    pending: list[str] = []
    headings: list[str] = []
    fenced = False

    def close() -> None:
        body = " ".join(" ".join(pending).split())
        pending.clear()
        if body:
            parts.append(f"{heading}: {body}" if heading else body)

    for line in _FRONT_MATTER.sub("", text, count=1).splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif fenced:
            pending.append(line)
        elif not line.strip():
            close()
        elif _HEADING.match(line) or (_UNDERLINE.match(line) and len(pending) == 1):
            title = pending.pop() if not _HEADING.match(line) else line
            close()
            heading = _TITLE_MARKS.sub("", title)
            headings.append(heading)
        elif _RULE.match(line):
            close()
        elif item := _ITEM.match(line):
            close()
            pending.append(line[item.end() :])
        else:
            pending.append(line)
    close()
    if not parts:
        joined = " ".join(" ".join(headings).split()) or " ".join(text.split())
        return [joined] if joined else []
    return parts


def first_paragraph(text: str) -> str:
    """The first of `paragraphs`, empty for an empty text: what a record's main vector is made of."""
    parts = paragraphs(text)
    return parts[0] if parts else ""
