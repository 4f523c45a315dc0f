"""Changes one entry of a JSON file as people keep them: with comments, trailing commas and an indentation of their own.

Every byte that isn't part of the entry stays. What is added follows the style of its neighbours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from rebost.clients.scanning import JsonTextError, Member, Object, Span, document, object_at, plain

_INDENT = re.compile(r"[ \t]*")
_FIRST_INDENTED_KEY = re.compile(r'^([ \t]+)"', re.MULTILINE)
_LINE_REST = re.compile(r"(?:[ \t]+|//[^\r\n]*|/\*(?:(?!\*/)[^\r\n])*\*/)*(?=\r?\n|\Z)")
"""What can follow on a line without being part of the data, when nothing else follows."""
_DEFAULT_UNIT = "  "


def entry_of(text: str, path: Sequence[str]) -> object | None:
    """The value at a path of names, or None where there is none. Raises `JsonTextError`."""
    found = _find(text, path)
    return None if found is None else plain(text, found[1].value)


def with_entry(text: str, path: Sequence[str], value: Mapping[str, object]) -> str:
    """The text with this value at this path; objects on the way that are missing are made. Raises `JsonTextError`."""
    root = document(text)
    if root is None:
        newline = _newline(text)
        start = text if not text or text.endswith("\n") else text + newline
        return start + _written(_nested(path, value), "", _DEFAULT_UNIT, newline) + newline
    holder = _object(text, root, ())
    for depth, name in enumerate(path):
        member = holder.member(name)
        if member is None:
            return _insert(text, holder, name, _nested(path[depth + 1 :], value))
        if depth == len(path) - 1:
            return _replace(text, member.value, value)
        holder = _object(text, member.value, path[: depth + 1])
    return text


def without_entry(text: str, path: Sequence[str]) -> str:
    """The text without the value at this path; the same text where there is none. Raises `JsonTextError`."""
    found = _find(text, path)
    return text if found is None else _remove(text, *found)


def _find(text: str, path: Sequence[str]) -> tuple[Object, Member] | None:
    """The member at a path, and the object that holds it."""
    span = document(text)
    found: tuple[Object, Member] | None = None
    for depth in range(len(path)):
        if span is None:
            return None
        holder = _object(text, span, path[:depth])
        member = holder.member(path[depth])
        if member is None:
            return None
        found, span = (holder, member), member.value
    return found


def _object(text: str, span: Span, path: Sequence[str]) -> Object:
    found = object_at(text, span)
    if found is None:
        what = f'the value of "{path[-1]}"' if path else "the file's value"
        raise JsonTextError(text, span.start, f"{what} must be an object, in curly brackets")
    return found


def _nested(path: Sequence[str], value: Mapping[str, object]) -> Mapping[str, object]:
    for name in reversed(path):
        value = {name: value}
    return value


def _insert(text: str, holder: Object, name: str, value: Mapping[str, object]) -> str:
    """Put a member behind the last one."""
    unit, newline = _unit(text), _newline(text)
    if not holder.members:
        indent = _indent_of_line(text, holder.span.start)
        inner = indent + unit
        body = f"{newline}{inner}{json.dumps(name)}: {_written(value, inner, unit, newline)}"
        # It comes first, where no line comment can swallow it; what stood inside stays.
        opened, inside = text[: holder.span.start + 1], text[holder.span.start + 1 : holder.span.end - 1]
        return opened + body + ("" if "\n" in inside else newline + indent) + text[holder.span.start + 1 :]
    last = holder.members[-1]
    indent_of_last = _own_indent(text, last.key.start)
    if indent_of_last is None:
        # The object stands on one line, and so does what is added.
        added = f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        if last.comma is None:
            return f"{text[: last.value.end]},{added}{text[last.value.end :]}"
        return f"{text[: last.comma + 1]}{added},{text[last.comma + 1 :]}"
    written = f"{newline}{indent_of_last}{json.dumps(name)}: {_written(value, indent_of_last, unit, newline)}"
    if last.comma is None:
        place = _end_of_line(text, last.value.end)
        return text[: last.value.end] + "," + text[last.value.end : place] + written + text[place:]
    place = _end_of_line(text, last.comma + 1)
    return text[:place] + written + "," + text[place:]


def _replace(text: str, span: Span, value: Mapping[str, object]) -> str:
    indent = _indent_of_line(text, span.start)
    one_line = "\n" not in text[span.start : span.end] and _own_indent(text, span.start) is None
    written = (
        json.dumps(value, ensure_ascii=False)
        if one_line and "\n" not in text.strip()
        else _written(value, indent, _unit(text), _newline(text))
    )
    return text[: span.start] + written + text[span.end :]


def _remove(text: str, holder: Object, member: Member) -> str:
    """Take a member out: with its line where it has one of its own, else with the comma that set it apart."""
    place = holder.members.index(member)
    before = holder.members[place - 1] if place else None
    end = member.value.end if member.comma is None else member.comma + 1
    start = member.key.start
    if _own_indent(text, start) is not None and _LINE_REST.match(text, end):
        line = text.rfind("\n", 0, start)
        start = line - 1 if text[line - 1 : line] == "\r" else line
    elif before is not None:
        behind = before.value.end if before.comma is None else before.comma + 1
        # Without the line end only where no comment needs it.
        start = behind if not text[behind:start].strip() else behind + len(text[behind:start].rstrip(" \t"))
    elif place + 1 < len(holder.members):
        end = len(text) - len(text[end:].lstrip(" \t"))
    if before is not None and before.comma is not None and member.comma is None:
        # It was the last: the one before it becomes so.
        return text[: before.comma] + text[before.comma + 1 : start] + text[end:]
    return text[:start] + text[end:]


def _written(value: object, indent: str, unit: str, newline: str) -> str:
    """A value as people write it: an object on several lines, behind this indentation, and a list on one."""
    if not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = newline + indent + unit
    members = (
        f"{json.dumps(name, ensure_ascii=False)}: {_written(part, indent + unit, unit, newline)}"
        for name, part in value.items()
    )
    return f"{{{inner}{f',{inner}'.join(members)}{newline}{indent}}}"


def _newline(text: str) -> str:
    """The line end that the text uses first."""
    place = text.find("\n")
    return "\r\n" if place > 0 and text[place - 1] == "\r" else "\n"


def _unit(text: str) -> str:
    """What the text indents with, as its first indented name shows."""
    match = _FIRST_INDENTED_KEY.search(text)
    return match[1] if match else _DEFAULT_UNIT


def _indent_of_line(text: str, place: int) -> str:
    match = _INDENT.match(text, text.rfind("\n", 0, place) + 1)
    assert match is not None
    return match[0]


def _own_indent(text: str, place: int) -> str | None:
    """The indentation of what stands first on its line; None for what doesn't."""
    start = text.rfind("\n", 0, place) + 1
    before = text[start:place]
    return before if start and not before.strip(" \t") else None


def _end_of_line(text: str, place: int) -> int:
    """Behind what belongs to this line, comments with it; the place itself where other data follows on the line."""
    match = _LINE_REST.match(text, place)
    return match.end() if match else place
