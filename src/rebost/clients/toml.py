"""Changes one table of a TOML file, as text, so that every other byte stays.

Each change is checked against what the file means before and after; where text alone doesn't do (inline tables, dotted
names), tomlkit makes the change instead.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

_HEADER = re.compile(r"[ \t]*\[{1,2}(?P<name>[^\]\n#]+)\]{1,2}[ \t]*(?:#[^\n]*)?\r?\n?\Z")
_NAME_PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*(?:\.|\Z)""")


class TomlTextError(ValueError):
    """The text isn't TOML, or the entry stands in it in a way that can't be changed."""


def entry_of(text: str, path: Sequence[str]) -> object | None:
    """The value at a path of names, or None where there is none. Raises `TomlTextError`."""
    return _at(_data(text), path)


def with_entry(text: str, path: Sequence[str], value: Mapping[str, object]) -> str:
    """The text with this table at this path. Raises `TomlTextError`."""
    data = _data(text)
    present = _at(data, path)
    wanted = _with(data, path, value)
    if present is None:
        added = _appended(text, path, value)
        if _means(added, wanted):
            return added
    return _by_tomlkit(text, path, value, wanted)


def without_entry(text: str, path: Sequence[str]) -> str:
    """The text without the table at this path; the same text where there is none. Raises `TomlTextError`."""
    data = _data(text)
    if _at(data, path) is None:
        return text
    left, wanted = _cut(text, path), _without(data, path)
    return left if _means(left, wanted) else _by_tomlkit(text, path, None, wanted)


def _data(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TomlTextError(str(error)) from None


def _at(data: object, path: Sequence[str]) -> object | None:
    for name in path:
        if not isinstance(data, dict):
            raise TomlTextError(f'the table that should hold "{name}" is no table')
        if name not in data:
            return None
        data = data[name]
    return data


def _with(data: Mapping[str, Any], path: Sequence[str], value: Mapping[str, object]) -> dict[str, Any]:
    name, *rest = path
    return {**data, name: _with(data.get(name, {}), rest, value) if rest else dict(value)}


def _without(data: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    name, *rest = path
    if rest:
        return {**data, name: _without(data[name], rest)}
    return {key: value for key, value in data.items() if key != name}


def _means(text: str, wanted: Mapping[str, Any]) -> bool:
    """True when the text says this. A table that holds nothing more may be missing: TOML needs no word for it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return data == wanted or data == {name: value for name, value in wanted.items() if value != {} or name in data}


def _appended(text: str, path: Sequence[str], value: Mapping[str, object]) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    # A text and a list of texts are written in TOML as in JSON.
    lines = [
        f"[{'.'.join(path)}]",
        *(f"{name} = {json.dumps(item, ensure_ascii=False)}" for name, item in value.items()),
    ]
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + gap + newline.join(lines) + newline


def _cut(text: str, path: Sequence[str]) -> str:
    """Without the lines of the table and of the tables in it; comments that stand before the next table stay."""
    lines = text.splitlines(keepends=True)
    kept: list[str] = []
    place = 0
    while place < len(lines):
        if not _is_ours(lines[place], path):
            kept.append(lines[place])
            place += 1
            continue
        end = place + 1
        while end < len(lines) and not _HEADER.match(lines[end]):
            end += 1
        while lines[end - 1].strip() == "" or lines[end - 1].lstrip().startswith("#"):
            end -= 1
        if kept and not kept[-1].strip():
            kept.pop()
        place = end
    return "".join(kept)


def _is_ours(line: str, path: Sequence[str]) -> bool:
    header = _HEADER.match(line)
    if header is None:
        return False
    parts = [next(part for part in match if part) for match in _NAME_PART.findall(header["name"]) if any(match)]
    return parts[: len(path)] == list(path)


def _by_tomlkit(text: str, path: Sequence[str], value: Mapping[str, object] | None, wanted: Mapping[str, Any]) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        holder: Any = document
        for name in path[:-1]:
            holder = holder.setdefault(name, {})
        if value is None:
            del holder[path[-1]]
        else:
            holder[path[-1]] = dict(value)
        changed = tomlkit.dumps(document)
    except (TOMLKitError, TypeError) as error:
        raise TomlTextError(str(error)) from None
    if not _means(changed, wanted):
        raise TomlTextError(f"{'.'.join(path)} stands in it in a way that can't be changed")
    return changed
