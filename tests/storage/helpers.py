"""The simplest analysis there is, the words being the terms, and what most tests of a base begin with."""

from __future__ import annotations

from datetime import UTC, datetime

from rebost.records import Draft, Remembered
from rebost.storage import Base, Entry

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def split(text: str, language: str | None = None) -> Entry:
    words = text.split()
    names = {word.lower(): False for word in words}
    names.update({word.lower(): True for word in words if word[:1].isupper()})
    return Entry(tuple(word.lower() for word in words), names, language)


def put(base: Base, *texts: str, project: str | None = None, language: str | None = None) -> list[Remembered]:
    with base.write(NOW) as writer:
        return writer.add((Draft(text, project=project), split(text, language)) for text in texts)


def row_of(base: Base, id_: str, forgotten: bool | None = False) -> int:
    with base.read() as snapshot:
        return snapshot.find(id_, forgotten=forgotten)
