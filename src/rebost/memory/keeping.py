"""The part of `Memory` that puts records in, changes them and takes them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from rebost.memory.collecting import collector_paused
from rebost.memory.drafts import checked_draft, checked_fields, checked_kind, checked_text, refuse_secrets
from rebost.memory.indexing import Languages, languages_of, with_first_guess
from rebost.memory.part import (
    UNCHANGED,
    UNDO_DAYS,
    Part,
    Unchanged,
    look_at_language_again,
    moment,
    require_our_analyzer,
)
from rebost.records import Draft, Kind, Record, Remembered
from rebost.storage import Content, Entry
from rebost.storage.likenesses import Like

_FEW = 20
"""Drafts that are compared with what is there as they are stored: a few milliseconds each in a large base."""
_CHUNK = 2_000
"""Records in one transaction of a bulk import: one sync for all of them, and other writers wait a fraction of a second."""


class Keeping(Part):
    """Remember, correct, amend, forget."""

    def remember(
        self,
        text: str,
        *,
        project: str | None = None,
        kind: Kind | str = Kind.FACT,
        tags: Iterable[str] = (),
        source: str | None = None,
        language: str | None = None,
        created: datetime | None = None,
        supersedes: str | None = None,
        context: str | None = None,
        until: datetime | None = None,
        allow_secrets: bool = False,
    ) -> Record:
        """Store a text: on the disk, and searchable by its words, when this returns.

        A text that the project holds already stays one record, which is returned; `remember_many` tells the two
        apart. NUL and lone surrogates become U+FFFD. Raises `InputError` (`SecretError`, `UnknownRecordError`).
        """
        draft = Draft(
            text, checked_kind(kind), project, tuple(tags), source, language, created, supersedes, context, until
        )
        return self.remember_many((draft,), allow_secrets=allow_secrets)[0].record

    def remember_many(self, drafts: Iterable[Draft], *, allow_secrets: bool = False) -> list[Remembered]:
        """Store many texts, each as by `remember`; the results are in the order of the drafts.

        Of up to twenty drafts each result says which records look alike. Each two thousand are one transaction. Raises `InputError` for the first draft that can't be stored; those
        before its two thousand are stored, no other.
        """
        remaining = iter(drafts)
        results: list[Remembered] = []
        while chunk := [checked_draft(draft, allow_secrets) for draft in islice(remaining, _CHUNK)]:
            with collector_paused():
                results += self._remember(chunk)
        self._vectors_for([result.record.text for result in results if not result.known])
        return results

    def _remember(self, drafts: Sequence[Draft]) -> list[Remembered]:
        with self._base.read() as snapshot:
            before = languages_of(snapshot)
        languages = with_first_guess(before, [draft.text for draft in drafts])
        # Analysed and compared before the transaction, so that no other writer waits for it.
        entries = _entries(drafts, languages)
        likes = self._likes(drafts, entries)
        with self._base.write(moment()) as writer:
            require_our_analyzer(writer)
            present = languages_of(writer)
            if present != before:  # another process was faster
                languages = with_first_guess(present, [draft.text for draft in drafts])
                entries = _entries(drafts, languages)
            if languages.main != present.main:
                writer.set_meta("main_language", languages.main)
            results = writer.add(zip(drafts, entries, strict=True))
            if likes:
                results = writer.link(results, likes)
            look_at_language_again(writer, languages)
        return results

    def _likes(self, drafts: Sequence[Draft], entries: Sequence[Entry]) -> list[list[Like]]:
        """What looks like each draft; nothing for an import, whose records are compared in a review."""
        if len(drafts) > _FEW:
            return []
        from rebost.memory.likening import likes_of_drafts  # who only asks has no use for it

        with self._base.read() as snapshot:
            return likes_of_drafts(snapshot, drafts, entries)

    def correct(
        self,
        id: str,  # noqa: A002  # as users call it
        text: str,
        *,
        until: datetime | Unchanged | None = UNCHANGED,
        allow_secrets: bool = False,
    ) -> Record:
        """Give a record another text and keep its id; the old text becomes a dated version (`versions`).

        With `until` also another end, or (None) none. Raises `InputError` (`UnknownRecordError`, `AmbiguousIdError`,
        `SecretError`).
        """
        text = checked_text(text, allow_secrets)
        with self._base.write(moment()) as writer:
            require_our_analyzer(writer)
            languages = languages_of(writer)
            row = writer.find(id)
            entry = languages.entry(writer.content(row)._replace(text=text))
            record = writer.correct(row, text, entry)
            if until is not UNCHANGED:
                record = writer.amend(row, record._replace(until=until), entry)
            look_at_language_again(writer, languages)
        self._vectors_for([text])
        return record

    def amend(
        self,
        id: str,  # noqa: A002
        *,
        kind: Kind | str | Unchanged = UNCHANGED,
        project: str | Unchanged | None = UNCHANGED,
        tags: Iterable[str] | Unchanged = UNCHANGED,
        context: str | Unchanged | None = UNCHANGED,
        until: datetime | Unchanged | None = UNCHANGED,
        allow_secrets: bool = False,
    ) -> Record:
        """Change what isn't the text of a record; what isn't given stays. With `project` it moves there.

        What had expired and is to hold on is current again. Raises `InputError` (`UnknownRecordError`,
        `AmbiguousIdError`, `SecretError`), also when the project is archived or holds the same text already.
        """
        changes: dict[str, Any] = {"kind": kind, "project": project, "tags": tags, "context": context, "until": until}
        changes = checked_fields({name: value for name, value in changes.items() if value is not UNCHANGED})
        refuse_secrets(changes, allow_secrets)
        with self._base.write(moment()) as writer:
            require_our_analyzer(writer)
            languages = languages_of(writer)
            row = writer.find(id)
            amended = writer.record(row)._replace(**changes)
            content = writer.content(row)._replace(context=amended.context, tags=amended.tags)
            record = writer.amend(row, amended, languages.entry(content))
            look_at_language_again(writer, languages)
        return record

    def forget(self, id: str, *, now: bool = False) -> Record:  # noqa: A002
        """Take a record out of everything; `restore` undoes it for thirty days, unless `now` deletes it at once.

        Raises `UnknownRecordError`, `AmbiguousIdError`.
        """
        with self._base.write(moment()) as writer:
            row = writer.find(id, forgotten=None if now else False)
            record = writer.forget(row)
            if now:
                writer.purge(row=row)
        if now:
            self._base.empty_log()
        return record

    def restore(self, id: str) -> Record:  # noqa: A002
        """Undo `forget`. Raises `UnknownRecordError`, `AmbiguousIdError`, `InputError`."""
        with self._base.write(moment()) as writer:
            require_our_analyzer(writer)
            row = writer.find(id, forgotten=True)
            record = writer.restore(row, languages_of(writer).entry(writer.content(row)))
        self._vectors_for([record.text])
        return record

    def purge(self, older_than: timedelta = timedelta(days=UNDO_DAYS)) -> int:
        """Delete for good what was forgotten longer ago than this. Gives how many records went."""
        with self._base.write(moment()) as writer:
            count = writer.purge(moment() - older_than)
        if count:
            self._base.empty_log()
        return count


def _entries(drafts: Sequence[Draft], languages: Languages) -> list[Entry]:
    return [languages.entry(Content(draft.text, draft.language, draft.context, draft.tags)) for draft in drafts]
