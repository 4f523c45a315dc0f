"""The part of `Memory` that keeps records in step with the files that they were imported from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Self

from rebost.memory.indexing import Languages, languages_of, with_first_guess
from rebost.memory.part import Part, look_at_language_again, moment, require_our_analyzer
from rebost.records import Draft, Record, State
from rebost.storage import Content, Entry, rows

if TYPE_CHECKING:
    from rebost.storage.origins import Imported, Place, Placing


class Imprint(NamedTuple):
    """What a part of a file was when it was imported, as digests: to be compared with the file and with the record."""

    text: bytes
    project: bytes
    rest: bytes
    """The kind, the tags, the context and the end."""

    @classmethod
    def of(cls, what: Draft | Imported | Record, text: bytes) -> Imprint:
        """Of a draft, or of what a record is now; `text` is the digest of its text."""
        until = None if what.until is None else rows.to_number(what.until)
        rest = repr((str(what.kind), what.tags, what.context, until))
        return cls(text, rows.digest(what.project or "")[:_PROJECT], rows.digest(rest)[:_REST])

    @classmethod
    def read(cls, stored: bytes) -> Imprint:
        """From its bytes in a base."""
        return cls(stored[:_TEXT], stored[_TEXT : _TEXT + _PROJECT], stored[_TEXT + _PROJECT :])


def imprint_of(draft: Draft) -> Imprint:
    """What a checked draft leaves in its origin."""
    return Imprint.of(draft, rows.digest(draft.text))


class Fingerprint(NamedTuple):
    """What a record was, short enough for a note that a person reads."""

    text: str
    """What a file can't keep of it doesn't count."""
    rest: str
    """The project with what else isn't text."""

    @classmethod
    def of(cls, what: Draft | Record) -> Self:
        """Of a record, or of what a note says of one."""
        imprint = Imprint.of(what, rows.digest(plain(what.text)))
        return cls(imprint.text[:_HALF].hex(), rows.digest((imprint.project + imprint.rest).hex())[:_HALF].hex())

    @classmethod
    def read(cls, written: str) -> Self:
        """From the two halves as one text."""
        return cls(written[: 2 * _HALF], written[2 * _HALF :])


def plain(text: str) -> str:
    """A text as a file keeps it, with one kind of line ends and nothing around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


_TEXT, _PROJECT, _REST = 16, 4, 12
"""Bytes of each."""
_HALF = 6
"""Bytes of each half of a fingerprint: what is compared is one record with its own past."""


class Found(NamedTuple):
    """A record of this base that was looked for by its id."""

    record: Record
    imported: Imported
    """With an empty place where it was imported from nowhere."""


class Take(NamedTuple):
    """A part of a file is to be in the base: as a new record, or as one that was imported before."""

    draft: Draft
    """Checked."""
    place: Place
    imprint: Imprint
    id: str | None = None
    """Of the record that it is in the base; None for a new one."""
    text: bool = False
    """Whether the record is to get the text."""
    rest: bool = False
    """Whether it is to get the kind, project, tags, context and end; a forgotten record comes back with that."""


class Drop(NamedTuple):
    """A record's part is gone from its file: it is forgotten, and comes back when the part does."""

    id: str


class Release(NamedTuple):
    """A record is to stand by itself: what becomes of its file concerns it no more."""

    id: str


Step = Take | Drop | Release


class Origins(Part):
    """Where records were imported from, and what becomes of them when their files change."""

    def imported_folders(self) -> tuple[str, ...]:
        """Every folder that something was imported from: absolute, with slashes."""
        with self._base.read() as snapshot:
            return snapshot.placed().folders()

    def imported(self, folders: Collection[str]) -> list[Imported]:
        """All records that were imported from these folders, whatever became of them since."""
        with self._base.read() as snapshot:
            return snapshot.placed().imported(folders)

    def found(self, ids: Iterable[str]) -> list[Found]:
        """Those of these ids that are whole ids of records, whatever became of them since."""
        with self._base.read() as snapshot:
            by_row = snapshot.placed().of(ids)
            records = snapshot.records(by_row)
            return [Found(records[row], imported) for row, imported in by_row.items()]

    def unplaced(self, source: str) -> list[Record]:
        """The current records without an origin whose source begins so."""
        with self._base.read() as snapshot:
            found = snapshot.placed().unplaced(source)
            records = snapshot.records(found)
            return [records[row] for row in found]

    def held(self, imprints: Sequence[tuple[str | None, Imprint]]) -> list[bool]:
        """For each project and text: whether a current record of the project says just that."""
        with self._base.read() as snapshot:
            placed = snapshot.placed()
            return [placed.held(project, imprint.text) for project, imprint in imprints]

    def place(self, id: str) -> Place | None:  # noqa: A002
        """Where a record was imported from; None for one that wasn't. Raises `UnknownRecordError`, `AmbiguousIdError`."""
        with self._base.read() as snapshot:
            return snapshot.placed().place_of(snapshot.find(id))

    def beside(self, id: str) -> tuple[Record | None, Record | None]:  # noqa: A002
        """The records before and after this one in the note that they are parts of. Raises as `place` does."""
        with self._base.read() as snapshot:
            placed = snapshot.placed()
            place = placed.place_of(snapshot.find(id))
            if place is None:
                return None, None
            before, after = placed.beside(place)
            records = snapshot.records(row for row in (before, after) if row is not None)
            return (
                None if before is None else records[before],
                None if after is None else records[after],
            )

    def follow(self, steps: Sequence[Step]) -> None:
        """Do all of these in one transaction, records and origins together.

        Raises `InputError` for a step that can't be done, as when its project is archived; then none was.
        """
        with self._base.read() as snapshot:
            before = languages_of(snapshot)
        new = [step.draft for step in steps if isinstance(step, Take) and step.id is None]
        languages = with_first_guess(before, [draft.text for draft in new])
        # Analysed before the transaction, so that no other writer waits for it.
        entries = _entries(new, languages)
        with self._placing() as writer:
            present = languages_of(writer)
            if present != before:  # another process was faster
                languages = with_first_guess(present, [draft.text for draft in new])
                entries = _entries(new, languages)
            if languages.main != present.main:
                writer.set_meta("main_language", languages.main)
            _follow(writer, steps, languages, iter(entries))
            look_at_language_again(writer, languages)
        self._vectors_for([step.draft.text for step in steps if isinstance(step, Take)])

    @contextmanager
    def _placing(self) -> Iterator[Placing]:
        from rebost.storage.origins import Placing  # most processes import nothing

        with self._base.transaction() as connection:
            writer = Placing(connection, moment())
            require_our_analyzer(writer)
            yield writer
            writer.finish()


def _entries(drafts: Sequence[Draft], languages: Languages) -> list[Entry]:
    return [languages.entry(Content(draft.text, draft.language, draft.context, draft.tags)) for draft in drafts]


def _follow(writer: Placing, steps: Sequence[Step], languages: Languages, entries: Iterator[Entry]) -> None:
    for step in steps:
        if isinstance(step, Take) and step.id is None:
            (stored,) = writer.add([(step.draft, next(entries))])
            if not stored.known:
                row = writer.find(stored.record.id)
                writer.place(row, step.place, b"".join(step.imprint), step.draft.source)
            continue
        assert step.id is not None
        row = writer.find(step.id, forgotten=None)
        if isinstance(step, Take):
            _change(writer, row, step, languages)
        elif isinstance(step, Release):
            writer.release(row)
        else:
            writer.forget(row)
            writer.mark_gone(row)


def _change(writer: Placing, row: int, step: Take, languages: Languages) -> None:
    draft = step.draft
    record = writer.record(row)
    if (step.text or step.rest) and writer.says_another(
        row, draft.project if step.rest else record.project, draft.text
    ):
        # What is to be said is said already, by a record that isn't this file's.
        if record.state is not State.FORGOTTEN:
            writer.forget(row)
        writer.mark_gone(row)
        return
    if step.text:
        content = writer.content(row)._replace(text=draft.text)
        record = writer.correct(row, draft.text, languages.entry(content))
    if step.rest:
        fields = ("kind", "project", "tags", "context", "until")
        amended = record._replace(**{name: getattr(draft, name) for name in fields})
        content = writer.content(row)._replace(context=draft.context, tags=draft.tags)
        writer.amend(row, amended, languages.entry(content))
    writer.place(row, step.place, b"".join(step.imprint), draft.source)
