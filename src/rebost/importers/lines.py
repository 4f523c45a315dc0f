"""Plain text, a fact a line; and JSONL, a record a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from rebost.importers.items import Item, Remark, Unreadable, kind_of
from rebost.records import Kind

Lines = Iterable[tuple[int, str | Unreadable]]


def read_facts(lines: Lines, name: str) -> Iterator[Item | Remark]:
    """A record for each line that isn't blank."""
    for number, line in lines:
        place = f"{name}:{number}"
        if isinstance(line, Unreadable):
            yield Remark(place, str(line))
        elif line.strip():
            yield Item(place=place, text=line.strip(), source=name)


def read_rows(lines: Lines, name: str) -> Iterator[Item | Remark]:
    """A record for each row: an object with `text`, and, if it likes, `kind`, `project`, `tags`, `source`, `created`.

    Other fields are passed over, so that an export of another program needs no cleaning first.
    """
    for number, line in lines:
        place = f"{name}:{number}"
        try:
            if isinstance(line, Unreadable):
                raise line
            if line.strip():
                yield _row(line, place, name)
        except Unreadable as reason:
            yield Remark(place, str(reason))


def _row(line: str, place: str, name: str) -> Item:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise Unreadable(f"not valid JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not valid JSON: {error}") from None
    if not isinstance(row, dict):
        raise Unreadable("not an object with a `text`")
    text = row.get("text")
    if not isinstance(text, str):
        raise Unreadable("has no `text`" if text is None else "its `text` isn't a text")
    if not text.strip():
        raise Unreadable("its `text` is empty")
    if _unpaired(text):
        raise Unreadable("its `text` holds half a character (an unpaired surrogate)")
    kind = kind_of(row.get("kind"))
    if kind is None and row.get("kind") is not None:
        raise Unreadable(f"its `kind` must be one of {', '.join(Kind)}")
    tags = row.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise Unreadable("its `tags` must be a list of texts")
    return Item(
        place=place,
        text=text,
        source=_optional(row, "source") or name,
        kind=kind,
        project=_optional(row, "project"),
        tags=tuple(tags),
        created=_moment(_optional(row, "created")),
    )


def _optional(row: dict[str, object], field: str) -> str | None:
    value = row.get(field)
    if value is not None and not isinstance(value, str):
        raise Unreadable(f"its `{field}` isn't a text")
    return value or None


def _moment(value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise Unreadable("its `created` isn't a date as in 2024-03-31 or 2024-03-31T09:30:00+02:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _unpaired(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
