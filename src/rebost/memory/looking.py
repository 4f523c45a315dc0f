"""The part of `Memory` that shows what is there."""

from __future__ import annotations

from collections.abc import Iterator

from rebost.analysis import fold, pieces_of
from rebost.memory.indexing import cleaned, cleaned_name
from rebost.memory.part import Part
from rebost.memory.statistics import Stats, gather
from rebost.records import Record, State, Version
from rebost.storage import Filters


class Looking(Part):
    """Records by id or one after the other, projects, figures."""

    def get(self, id: str, *, forgotten: bool = False) -> Record:  # noqa: A002
        """A record by its id or the beginning of it; of the forgotten ones only where they are looked for as well.

        Raises `UnknownRecordError`, `AmbiguousIdError`.
        """
        with self._base.read() as snapshot:
            row = snapshot.find(id, forgotten=None if forgotten else False)
            return snapshot.records((row,))[row]

    def same(self, text: str, project: str | None = None) -> Record | None:
        """The current record of this project that has this text already, if there is one."""
        with self._base.read() as snapshot:
            return snapshot.same(cleaned_name(project), cleaned(text))

    def versions(self, id: str) -> tuple[Version, ...]:  # noqa: A002
        """The former texts of a record, oldest first. Raises `UnknownRecordError`, `AmbiguousIdError`."""
        with self._base.read() as snapshot:
            return snapshot.versions(snapshot.find(id))

    def history(self, id: str) -> tuple[Version, ...]:  # noqa: A002
        """What was held before in the place of a record, oldest first: its own former texts, and those of the records
        that it supersedes, one after the other. Raises `UnknownRecordError`, `AmbiguousIdError`.
        """
        with self._base.read() as snapshot:
            return snapshot.history(snapshot.find(id))

    def records(
        self,
        project: str | None = None,
        query: str | None = None,
        *,
        newest_first: bool = False,
        state: State = State.CURRENT,
        filters: Filters | None = None,
        beyond: str | None = None,
    ) -> Iterator[Record]:
        """All records that fit, in the order of their making: an iterator that holds nothing open in between.

        `project=None` is every project and `""` those of no project. `query` keeps the texts that hold each of its
        words, whatever the accents and capitals; `filters` keep what they say. A listing that was broken off goes on
        `beyond` the record with this id. Raises `UnknownRecordError` when there is none.
        """
        name = "" if project == "" else cleaned_name(project)
        words = fold(cleaned(query or "")).split()
        pieces = pieces_of(words)
        last: int | None = None
        if beyond is not None:
            with self._base.read() as snapshot:
                last = snapshot.find(beyond, forgotten=None)
        while True:
            with self._base.read() as snapshot:
                page = snapshot.page(
                    last, project=name, state=state, newest_first=newest_first, filters=filters, pieces=pieces
                )
            if not page:
                return
            for row, record in page:
                last = row
                if not words or all(word in fold(record.text) for word in words):
                    yield record

    def projects(self) -> dict[str | None, int]:
        """Each project and how many records it has; None stands for those of no project."""
        self._let_go()
        with self._base.read() as snapshot:
            return snapshot.projects()

    def stats(self) -> Stats:
        """What the base holds, in figures."""
        self._let_go()
        return gather(self._base, self._vectoriser)

    def check_integrity(self) -> list[str]:
        """What SQLite finds wrong with the file; empty when all is well."""
        return self._base.check_integrity()
