"""Taking in the rows of an export: what is new, what the base has already, and what can't be taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rebost.errors import InputError
from rebost.memory import rows
from rebost.memory.drafts import refuse_secrets
from rebost.memory.indexing import Languages, languages_of
from rebost.memory.part import look_at_language_again, require_our_analyzer
from rebost.records import Agent, State
from rebost.storage import Content
from rebost.storage.transfer import Likeness, MarkedQuestion, Outcome, Receiver, Whole


class LeftOutRow(NamedTuple):
    """A row that wasn't taken in."""

    place: str
    reason: str


@dataclass(slots=True)
class TakenIn:
    """What became of the rows of an export."""

    added: int = 0
    """Records that are new here, in whatever state."""
    updated: int = 0
    """Records of which the base held an earlier text."""
    unchanged: int = 0
    """Records that the base holds already, under the same id or with the same text."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Records that are here under another id, since theirs was another record's: their new id, by the one they had."""
    left_out: list[LeftOutRow] = field(default_factory=list)
    """What isn't in the base, and why."""


class Taking:
    """One taking in: which ids became which, and the report. Raises `FormatError` for what is no export."""

    def __init__(self, header: Mapping[str, Any], allow_secrets: bool) -> None:
        rows.check_header(header)
        self._header = header
        self._allow_secrets = allow_secrets
        self._into_empty = False
        self._ids: dict[str, str] = {}
        """What the base calls a record that the export calls otherwise."""
        self._taken: list[int] = []
        self.report = TakenIn()

    def begin(self, writer: Receiver) -> None:
        require_our_analyzer(writer)
        self._into_empty = writer.is_empty()
        if self._into_empty:
            for key in ("main_language", "languages"):
                value = self._header.get(key)
                if isinstance(value, str):
                    writer.set_meta(key, value)

    def take(self, writer: Receiver, batch: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        require_our_analyzer(writer)
        languages = languages_of(writer)
        for place, row in batch:
            try:
                self._take(writer, languages, row)
            except InputError as error:
                self.report.left_out.append(LeftOutRow(place, str(error)))

    def end(self, writer: Receiver) -> None:
        if self._ids:
            writer.redirect(self._taken, self._ids)
        if not self._into_empty:
            look_at_language_again(writer, languages_of(writer))

    def _take(self, writer: Receiver, languages: Languages, row: Mapping[str, Any]) -> None:
        item = rows.read(row)
        match item:
            case Whole():
                self._take_record(writer, languages, item)
            case Likeness():
                here = item._replace(record=self._here(item.record), other=self._here(item.other))
                writer.take_likeness(here)
            case MarkedQuestion():
                refuse_secrets({"text": item.text}, self._allow_secrets)
                wanted, unwanted = (tuple(map(self._here, ids)) for ids in (item.wanted, item.unwanted))
                writer.take_question(item._replace(wanted=wanted, unwanted=unwanted))
            case Agent():
                writer.take_agent(item)
            case (name, archived):
                refuse_secrets({"project": name}, self._allow_secrets)
                writer.take_project(name, archived)

    def _here(self, id_: str) -> str:
        return self._ids.get(id_, id_)

    def _take_record(self, writer: Receiver, languages: Languages, whole: Whole) -> None:
        record = whole.record
        fields = {name: getattr(record, name) for name in ("text", "project", "tags", "source", "context")}
        fields["versions"] = tuple(version.text for version in whole.versions)
        refuse_secrets(fields, self._allow_secrets)
        outcome, id_, row = writer.look_for(whole)
        # What was found out about the language elsewhere holds here too.
        content = Content(record.text, record.language, record.context, record.tags)
        if outcome is Outcome.ADDED:
            id_ = id_ or writer.new_id()
            entry = languages.entry(content) if record.state in (State.CURRENT, State.ARCHIVED) else None
            self._taken.append(writer.take(whole, id_, entry))
            self.report.added += 1
            if id_ != record.id:
                self.report.renamed[record.id] = id_
        elif outcome is Outcome.UPDATED:
            assert row is not None
            writer.correct(row, record.text, languages.entry(content))
            self.report.updated += 1
        else:
            self.report.unchanged += 1
        if id_ != record.id:
            self._ids[record.id] = id_
