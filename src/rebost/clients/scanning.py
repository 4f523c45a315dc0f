"""Reads JSON with comments and trailing commas by position, so that it can be edited without touching the rest.

Nothing here calls itself: a document may be nested as deeply as it likes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_GAP = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
"""What may stand between two tokens; each alternative begins differently, so no text makes it try twice."""
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_CLOSES = {"{": "}", "[": "]"}


class JsonTextError(ValueError):
    """The text isn't JSON at this place."""

    def __init__(self, text: str, place: int, wanted: str) -> None:
        line = text.count("\n", 0, place) + 1
        column = place - (text.rfind("\n", 0, place) + 1) + 1
        super().__init__(f"line {line}, column {column}: {wanted}")


class Span(NamedTuple):
    """A part of the text, from `start` up to `end`."""

    start: int
    end: int


class Member(NamedTuple):
    """A name and its value in an object."""

    name: str
    key: Span
    value: Span
    comma: int | None
    """Where the comma after it stands."""


class Object(NamedTuple):
    """An object: where it stands, and its members in their order."""

    span: Span
    members: tuple[Member, ...]

    def member(self, name: str) -> Member | None:
        """The member of this name; the last, as JSON's readers do, when there are several."""
        return next((member for member in reversed(self.members) if member.name == name), None)


def skip_gap(text: str, place: int) -> int:
    """The place of the next token: behind spaces, line ends and comments."""
    match = _GAP.match(text, place)
    assert match is not None
    end = match.end()
    if text.startswith("/*", end):
        raise JsonTextError(text, end, "this comment has no end")
    return end


def document(text: str) -> Span | None:
    """Where the one value of the text stands; None when there is nothing but spaces and comments.

    Raises `JsonTextError`.
    """
    start = skip_gap(text, 0)
    if start == len(text):
        return None
    end = _skip_value(text, start)
    rest = skip_gap(text, end)
    if rest != len(text):
        raise JsonTextError(text, rest, "nothing more was expected")
    return Span(start, end)


def object_at(text: str, span: Span) -> Object | None:
    """The members of the value at this place; None when it is no object. Raises `JsonTextError`."""
    if text[span.start] != "{":
        return None
    return Object(span, tuple(_members(text, span)))


def plain(text: str, span: Span) -> object:
    """The value at this place. Raises `JsonTextError`, also for one that is nested too deeply to be made."""
    pieces: list[str] = []
    place = span.start
    while place < span.end:
        if text[place] == ",":
            following = skip_gap(text, place + 1)
            if text[following] not in "}]":
                pieces.append(",")
            place = following
            continue
        end = _string(text, place) if text[place] == '"' else place + 1
        pieces.append(text[place:end])
        place = skip_gap(text, end)
    try:
        value: object = json.loads("".join(pieces))
    except (ValueError, RecursionError) as error:
        raise JsonTextError(text, span.start, f"this value can't be read ({error})") from None
    return value


def _members(text: str, span: Span) -> Iterator[Member]:
    place = skip_gap(text, span.start + 1)
    while text[place] != "}":
        key = Span(place, _string(text, place))
        value_start = skip_gap(text, skip_gap(text, key.end) + 1)
        value = Span(value_start, _skip_value(text, value_start))
        after = skip_gap(text, value.end)
        comma = after if text[after] == "," else None
        name: str = json.loads(text[key.start : key.end])
        yield Member(name, key, value, comma)
        place = after if comma is None else skip_gap(text, comma + 1)


def _skip_value(text: str, start: int) -> int:
    """The end of the value that begins here."""
    place, open_ = start, []
    while True:
        if text[place : place + 1] in {"{", "["}:
            open_.append(text[place])
            place = skip_gap(text, place + 1)
            if text[place : place + 1] != _CLOSES[open_[-1]]:
                place = _key(text, place) if open_[-1] == "{" else place
                continue
            open_.pop()
            place += 1
        else:
            place = _scalar(text, place)
        # A value ended here: so may what holds it.
        while open_:
            place = skip_gap(text, place)
            closing = _CLOSES[open_[-1]]
            if text[place : place + 1] == ",":
                place = skip_gap(text, place + 1)
                if text[place : place + 1] != closing:
                    place = _key(text, place) if open_[-1] == "{" else place
                    break
            if text[place : place + 1] != closing:
                raise JsonTextError(text, place, f"a comma or {closing} was expected")
            open_.pop()
            place += 1
        else:
            return place


def _key(text: str, place: int) -> int:
    """The place of the value that follows the name at this place."""
    colon = skip_gap(text, _string(text, place))
    if text[colon : colon + 1] != ":":
        raise JsonTextError(text, colon, "a colon was expected")
    return skip_gap(text, colon + 1)


def _string(text: str, place: int) -> int:
    match = _STRING.match(text, place)
    if match is None:
        raise JsonTextError(text, place, "a text in double quotes was expected")
    return match.end()


def _scalar(text: str, place: int) -> int:
    if text[place : place + 1] == '"':
        return _string(text, place)
    match = _SCALAR.match(text, place)
    if match is None:
        raise JsonTextError(text, place, "a value was expected")
    end = match.end()
    if text[end : end + 1].isalnum():
        raise JsonTextError(text, end, "a value was expected")
    return end
