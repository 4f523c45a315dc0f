"""The part of `Memory` that knows which records look alike, and what somebody decided about them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from rebost.errors import InputError
from rebost.memory.indexing import cleaned_name
from rebost.memory.part import Part, moment
from rebost.records import Record, State
from rebost.storage import likenesses
from rebost.storage.likenesses import Like

_COMPARED = "compared"
"""In `meta`: the value of the change counter up to which records were compared."""
_BATCH = 200


class LookAlike(NamedTuple):
    """Two current records that look alike and that nobody judged yet."""

    older: Record
    newer: Record
    likeness: float
    """0 to 1."""


class Comparing(Part):
    """Which records look alike; keep both, or let one take the other's place."""

    def look_alikes(self, project: str | None = None) -> list[LookAlike]:
        """The pairs that wait for somebody's judgement, the most alike first; with a project, those that touch it."""
        with self._base.read() as snapshot:
            found = snapshot.look_alikes(cleaned_name(project))
            records = snapshot.records({row for pair in found for row in (pair.row, pair.other)})
        return [LookAlike(records[pair.row], records[pair.other], pair.likeness) for pair in found]

    def compare(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Compare with all others what came or changed since the last time; gives how many records those were.

        `remember` compares by itself, an import leaves it to this: some 3 ms a record in a base of 100,000. Broken off,
        it begins anew the next time.
        """
        from rebost.memory.likening import Likening

        with self._base.read() as snapshot:
            changes = snapshot.meta("changes")
            waiting = snapshot.changed_since(int(snapshot.meta(_COMPARED) or 0))
        for start in range(0, len(waiting), _BATCH):
            found: list[tuple[int, list[Like]]] = []
            with self._base.read() as snapshot:
                found_records = snapshot.records(waiting[start : start + _BATCH])
                records = {row: record for row, record in found_records.items() if record.state is State.CURRENT}
                # One scope after the other, since each has weights of its own.
                by_project = sorted(records, key=lambda row: (records[row].project or "", row))
                for project, rows in groupby(by_project, key=lambda row: records[row].project):
                    likening = Likening(snapshot.shelf(project))
                    found += [(row, likening.like_record(row)) for row in rows]
            with self._base.transaction(durable=False) as connection:
                for row, likes in found:
                    likenesses.put(connection, row, likes)
            if progress:
                progress(min(start + _BATCH, len(waiting)), len(waiting))
        if waiting:
            with self._base.write(moment()) as writer:
                writer.set_meta(_COMPARED, changes)
        return len(waiting)

    def keep_both(self, id: str, other: str) -> None:  # noqa: A002
        """Say that two records are both right, however alike: no review shows them again until one is corrected.

        Raises `UnknownRecordError`, `AmbiguousIdError`, and `InputError` for one record with itself.
        """
        with self._base.read() as snapshot:
            rows = snapshot.find(id), snapshot.find(other)
        if rows[0] == rows[1]:
            raise InputError(f"{id} and {other} are the same record. Give two.")
        with self._base.transaction() as connection:
            likenesses.judge(connection, *rows)

    def supersede(self, id: str, by: str) -> Record:  # noqa: A002
        """Let a record take the place of another, which stays as history. Gives the record whose place was taken.

        Raises `InputError` (`UnknownRecordError`, `AmbiguousIdError`), also when either isn't current.
        """
        with self._base.write(moment()) as writer:
            return writer.supersede(writer.find(id), writer.find(by))
