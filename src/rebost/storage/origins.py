"""Where records were imported from: which part of which file, and what it was then.

A record whose part is gone from its file is forgotten, and keeps its origin for as long as it can be restored, with
`GONE` added to its part: when the part comes back, so does the record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

import apsw

from rebost.records import State
from rebost.storage import rows
from rebost.storage.fetching import fetch_all, fetch_first
from rebost.storage.writing import Writer

GONE = 1 << 31
"""Added to the number of a part that its file doesn't hold any more."""


class Place(NamedTuple):
    """A part of a file."""

    folder: str
    """The folder that was imported: absolute, with slashes."""
    file: str
    """Within the folder, with slashes and composed accents."""
    part: int
    """From 0 on, in the order of the file: the neighbours have the numbers beside it."""
    heading: str | None
    """The headings above the part and its own, outermost first."""


class Imported(NamedTuple):
    """A record that was imported: where from, what it was then, and what it is now."""

    id: str
    state: State
    place: Place
    gone: bool
    """Whether the file held it no more when it was looked at last."""
    imprint: bytes
    """Of the part, as it was imported."""
    text: bytes
    """The digest of the record's present text."""
    kind: str
    project: str | None
    tags: tuple[str, ...]
    context: str | None
    until: datetime | None


_IMPORTED = """
SELECT r.row, folder, file, part, heading, o.digest, r.id, state, r.digest, kind, name, tags, context, until
FROM records AS r JOIN projects AS p ON p.id = project LEFT JOIN origins AS o ON r.row = record
"""


def _imported(
    folder: str,
    file: str | None,
    part: int | None,
    heading: str | None,
    imprint: bytes | None,
    id_: str,
    state: int,
    text: bytes,
    kind: str,
    project: str | None,
    tags: str,
    context: str | None,
    until: int | None,
) -> Imported:
    part = part or 0
    return Imported(
        id_,
        State(state),
        Place(folder, file or "", part & ~GONE, heading),
        bool(part & GONE),
        imprint or b"",
        text,
        kind,
        project,
        rows.content("", None, None, tags).tags,
        context,
        None if until is None else rows.to_moment(until),
    )


class Placing(Writer):
    """A write transaction that also says where records come from."""

    def place(self, row: int, place: Place, imprint: bytes, source: str | None) -> None:
        """Say where a record comes from now."""
        self._connection.execute(
            "INSERT OR REPLACE INTO origins(record, folder, file, part, heading, digest) VALUES (?, ?, ?, ?, ?, ?)",
            (row, *place, imprint),
        )
        self._connection.execute(
            "UPDATE records SET source = ?, changed = ? WHERE row = ? AND source IS NOT ?",
            (source, self._change, row, source),
        )

    def says_another(self, row: int, project: str | None, text: str) -> bool:
        """Whether another current record of this project says this text."""
        found = fetch_first(self._connection, "SELECT id FROM projects WHERE name IS ?", (project,))
        return found is not None and self._twin(found[0], rows.digest(text), row) is not None

    def mark_gone(self, row: int) -> None:
        """The file of this record doesn't hold it any more."""
        self._connection.execute("UPDATE origins SET part = part | ? WHERE record = ?", (GONE, row))

    def release(self, row: int) -> None:
        """The record stands by itself from now on, whatever its file says."""
        self._connection.execute("DELETE FROM origins WHERE record = ?", (row,))


class Placed:
    """What the base knows of where its records come from, within one read transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def folders(self) -> tuple[str, ...]:
        """Every folder that something was imported from."""
        return tuple(
            folder for (folder,) in fetch_all(self._connection, "SELECT DISTINCT folder FROM origins ORDER BY folder")
        )

    def imported(self, of: Collection[str]) -> list[Imported]:
        """All records imported from these folders, in the order of their files; superseded and forgotten ones too."""
        return [
            _imported(folder, *line)
            for folder in of
            for _, _, *line in fetch_all(
                self._connection, f"{_IMPORTED} WHERE folder = ? ORDER BY file, part, record", (folder,)
            )
        ]

    def of(self, ids: Iterable[str]) -> dict[int, Imported]:
        """The records with these ids by row, imported or not: those that weren't have an empty place."""
        return {
            row: _imported(folder or "", *line)
            for id_ in ids
            for row, folder, *line in fetch_all(self._connection, f"{_IMPORTED} WHERE r.id = ?", (id_,))
        }

    def place_of(self, row: int) -> Place | None:
        """Where a record was imported from, if it was and its file still holds it."""
        found = fetch_first(
            self._connection,
            "SELECT folder, file, part, heading FROM origins WHERE record = ? AND part < ?",
            (row, GONE),
        )
        return None if found is None else Place(*found)

    def beside(self, place: Place) -> tuple[int | None, int | None]:
        """The rows of the records before and after a part in its file."""

        def at(part: int) -> int | None:
            found = fetch_first(
                self._connection,
                "SELECT record FROM origins JOIN records ON row = record WHERE folder = ? AND file = ? AND part = ?"
                f" AND state <> {State.FORGOTTEN:d}",
                (place.folder, place.file, part),
            )
            return None if found is None else int(found[0])

        return at(place.part - 1), at(place.part + 1)

    def unplaced(self, source: str) -> list[int]:
        """The rows of the current records without an origin whose source begins so: what the first schema knew of a file."""
        end = source[:-1] + chr(ord(source[-1]) + 1)
        found = fetch_all(
            self._connection,
            "SELECT row FROM records WHERE source >= ? AND source < ? AND state = 0"
            " AND NOT EXISTS (SELECT 1 FROM origins WHERE record = row) ORDER BY row",
            (source, end),
        )
        return [row for (row,) in found]

    def held(self, project: str | None, text: bytes) -> bool:
        """Whether a current record of this project has a text with this digest."""
        return (
            fetch_first(
                self._connection,
                "SELECT 1 FROM records JOIN projects ON projects.id = project WHERE name IS ? AND digest = ? AND state = 0",
                (project, text),
            )
            is not None
        )
