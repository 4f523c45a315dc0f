"""What the readers of files hand over: items to remember, and what had to be left out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from rebost.memory.origins import Fingerprint
from rebost.records import Kind


class Exported(NamedTuple):
    """What a note that `rebost export --markdown` wrote says of the record that it was."""

    id: str
    fingerprint: Fingerprint
    """Of the record at that moment."""


@dataclass(frozen=True, slots=True)
class Item:
    """One record to be, as a file gives it."""

    place: str
    """Where it stands, for a report: a file, or a file and a line."""
    text: str
    source: str
    kind: Kind | None = None
    """What the file says; None where it says nothing."""
    project: str | None = None
    tags: tuple[str, ...] = ()
    created: datetime | None = None
    """When the file says that it was first written down (aware)."""
    context: str | None = None
    """A title, headings, other names: what counts for the words beside the text."""
    until: datetime | None = None
    """Until when the file says that it holds (aware)."""
    heading: str | None = None
    """The headings above a part of a long note and its own, or what else stays the same when the part is edited."""
    exported: Exported | None = None


class Remark(NamedTuple):
    """Something to report of one place: why it was left out, or what in it wasn't understood."""

    place: str
    reason: str


class Unreadable(Exception):  # noqa: N818 - not an error of the program: it costs one file and ends in the report
    """A file, row or line can't be brought in; the message is the reason, for a person."""


def kind_of(value: object) -> Kind | None:
    """The kind that a file names, or None when it isn't one."""
    return next((kind for kind in Kind if kind.value == value), None)
