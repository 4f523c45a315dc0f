"""The file of the official MCP memory server: entities with observations, and relations between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rebost.importers.items import Item, Remark, Unreadable
from rebost.importers.reading import read_lines
from rebost.records import Kind

_PEEK = 20


def is_server_memory(path: Path) -> bool:
    """Whether the first line that is a row is one of that server's."""
    try:
        for number, line in read_lines(path):
            if isinstance(line, str) and line.strip():
                row = _row(line)
                return "observations" in row or "relationType" in row
            if number >= _PEEK:
                return False
    except Unreadable:
        return False
    return False


def read_graph(path: Path, name: str) -> tuple[list[Item], list[Remark]]:
    """A record for each observation and each relation, and what had to be left out.

    An observation that doesn't name its entity gets the name before it (`Anna: lives in Girona`). The type of the
    entity counts for the words. Raises `Unreadable` when the file can't be read.
    """
    items: list[Item] = []
    left_out: list[Remark] = []
    for number, line in read_lines(path):
        if isinstance(line, Unreadable):
            left_out.append(Remark(f"{name}:{number}", str(line)))
        elif line.strip():
            try:
                items.extend(_items(_row(line), f"{name}:{number}", name))
            except Unreadable as reason:
                left_out.append(Remark(f"{name}:{number}", str(reason)))
    return items, left_out


def _row(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise Unreadable("not valid JSON") from None
    if not isinstance(row, dict):
        raise Unreadable("not an object")
    return row


def _items(row: dict[str, Any], place: str, name: str) -> list[Item]:
    if row.get("type") == "relation":
        start, relation, end = (_text(row, field) for field in ("from", "relationType", "to"))
        text = f"{start} {relation.replace('_', ' ')} {end}"
        return [Item(place=place, text=text, source=f"{name}#{start}", heading=text)]
    entity, observations = _text(row, "name"), row.get("observations")
    kind = row.get("entityType")
    if not isinstance(observations, list) or not all(isinstance(one, str) for one in observations):
        raise Unreadable("its `observations` must be a list of texts")
    return [
        Item(
            place=place,
            text=said if entity.casefold() in said.casefold() else f"{entity}: {said}",
            source=f"{name}#{entity}",
            kind=Kind.FACT,
            context="\n".join(dict.fromkeys((entity, kind))) if isinstance(kind, str) and kind.strip() else entity,
            heading=entity,
        )
        for said in observations
        if said.strip()
    ]


def _text(row: dict[str, Any], field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value.strip():
        raise Unreadable(f"has no `{field}`")
    return value.strip()
