"""Whatever happens to the records, in whatever order: the index and all counts equal those of a fresh base."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rebost.errors import InputError
from rebost.records import Draft, Scope, State
from rebost.storage import Base, Content, Entry
from rebost.storage.fetching import fetch_all
from storage.helpers import NOW, split

pytestmark = pytest.mark.slow

WORDS = (
    "anna",
    "Anna",
    "viu",
    "girona",
    "c#",
    "a·b",
    "l'",
    'x"y',
    "NEAR(",
    "*",
    "çéü",
    "日本",
    "🧠",
    "^",
    "-",
    "w\x7f",
)
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
NAMES = st.sampled_from(["casa", "feina"])
PROJECTS = st.none() | NAMES
BEFORE, LATER = NOW - timedelta(days=1), NOW + timedelta(days=365_000)
LANGUAGES = st.sampled_from([None, "ca", "en"])
TABLES = {
    "frequencies": "SELECT term, name, frequencies.records FROM frequencies JOIN projects ON id = project",
    "vocabulary": "SELECT word, name, vocabulary.records, names FROM vocabulary JOIN projects ON id = project",
    "languages": "SELECT language, name, languages.records FROM languages JOIN projects ON id = project",
    "projects": "SELECT name, records, terms FROM projects WHERE records > 0 OR terms <> 0",
    "occurrences": "SELECT term, id, offset FROM occurrences JOIN records ON row = doc",
    "entries": "SELECT id, terms, words FROM entries JOIN records USING (row)",
}


def counts(base: Base) -> dict[str, Counter[tuple[Any, ...]]]:
    """Every statistic of a base, with records named by text and project in place of their ids."""
    with base.transaction() as connection:
        names = {
            id_: (text, project)
            for id_, text, project in fetch_all(
                connection, "SELECT records.id, text, name FROM records JOIN projects ON projects.id = project"
            )
        }
        found = {table: fetch_all(connection, query) for table, query in TABLES.items()}
    return {
        table: Counter(tuple(names.get(value, value) for value in line) for line in lines)
        for table, lines in found.items()
    }


def analysed(content: Content) -> Entry:
    return split(content.text, content.language)


class Life(RuleBasedStateMachine):
    """A base that records come into, change in, leave, and come back to."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.base = Base.open(Path(self.folder.name) / "base.db")
        self.reader = Base.open(Path(self.folder.name) / "base.db")
        self.ids: list[str] = []
        self.language: dict[str, str | None] = {}

    @initialize()
    def begin(self) -> None:
        self.check_scopes()

    @rule(texts=st.lists(TEXTS, min_size=1, max_size=4), project=PROJECTS, language=LANGUAGES)
    def add(self, texts: list[str], project: str | None, language: str | None) -> None:
        try:
            with self.base.write(NOW) as writer:
                results = writer.add((Draft(text, project=project), split(text, language)) for text in texts)
        except InputError:  # the project is archived
            return
        assert [result.record.text.split() for result in results] == [text.split() for text in texts]
        self.ids += [result.record.id for result in results if not result.known]

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), text=TEXTS, project=PROJECTS)
    def supersede(self, data: st.DataObject, text: str, project: str | None) -> None:
        old = data.draw(st.sampled_from(self.ids))
        try:
            with self.base.write(NOW) as writer:
                (result,) = writer.add([(Draft(text, project=project, supersedes=old), split(text))])
        except InputError:
            return
        if not result.known:
            self.ids.append(result.record.id)

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), text=TEXTS, language=LANGUAGES)
    def correct(self, data: st.DataObject, text: str, language: str | None) -> None:
        id_ = data.draw(st.sampled_from(self.ids))
        try:
            with self.base.write(NOW) as writer:
                assert writer.correct(writer.find(id_), text, split(text, language)).text == text
        except InputError:
            return

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), at_once=st.booleans())
    def forget(self, data: st.DataObject, at_once: bool) -> None:
        id_ = data.draw(st.sampled_from(self.ids))
        try:
            with self.base.write(NOW) as writer:
                row = writer.find(id_)
                writer.forget(row)
                if at_once:
                    assert writer.purge(row=row) == 1
        except InputError:
            return

    @precondition(lambda self: self.ids)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        id_ = data.draw(st.sampled_from(self.ids))
        try:
            with self.base.write(NOW) as writer:
                row = writer.find(id_, forgotten=True)
                writer.restore(row, analysed(writer.content(row)))
        except InputError:
            return

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), project=PROJECTS, until=st.sampled_from([None, BEFORE, LATER]))
    def amend(self, data: st.DataObject, project: str | None, until: datetime | None) -> None:
        id_ = data.draw(st.sampled_from(self.ids))
        try:
            with self.base.write(NOW) as writer:
                row = writer.find(id_)
                amended = writer.record(row)._replace(project=project, until=until, tags=("anna",))
                writer.amend(row, amended, analysed(writer.content(row)))
        except InputError:
            return

    @rule(name=NAMES, new=NAMES)
    def rename(self, name: str, new: str) -> None:
        with suppress(InputError), self.base.write(NOW) as writer:
            writer.rename_project(name, new)

    @rule(name=NAMES, into=NAMES)
    def merge(self, name: str, into: str) -> None:
        with suppress(InputError), self.base.write(NOW) as writer:
            writer.merge_projects(name, into)

    @rule(name=NAMES)
    def archive(self, name: str) -> None:
        with suppress(InputError), self.base.write(NOW) as writer:
            writer.archive_project(name)

    @rule(name=NAMES)
    def unarchive(self, name: str) -> None:
        with suppress(InputError), self.base.write(NOW) as writer:
            writer.unarchive_project(name, analysed)

    @rule(only_undetected=st.booleans())
    def reindex(self, only_undetected: bool) -> None:
        with self.base.write(NOW) as writer:
            writer.reindex(analysed, only_undetected=only_undetected)

    @invariant()
    def statistics_equal_a_fresh_count(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            fresh = Base.open(Path(folder) / "fresh.db")
            with self.base.read() as snapshot:
                records = [
                    record for _, record in snapshot.page(None, project=None, state=State.CURRENT, newest_first=False)
                ]
            with fresh.write(NOW) as writer:
                writer.add((Draft(r.text, project=r.project), split(r.text, r.language)) for r in records)
            assert counts(self.base) == counts(fresh)
            fresh.close()

    @invariant()
    def check_scopes(self) -> None:
        """What another open base sees, brought up to date step by step, equals a count by hand in each scope."""
        with self.reader.read() as snapshot:
            pages = snapshot.page(None, project=None, state=State.CURRENT, newest_first=False)
            for scope in (Scope(), Scope("casa"), Scope("feina", general=False), Scope("cap")):
                index = snapshot.index(scope)
                inside = {row: split(r.text).terms for row, r in pages if _in_scope(r.project, scope)}
                assert index.records == len(inside)
                assert index.mean_length == (sum(map(len, inside.values())) / len(inside) if inside else 0)
                for term in ("anna", "c#", 'x"y', "日本", "w\x7f", "never"):
                    postings = index.postings(term)
                    assert dict(zip(postings.rows.tolist(), postings.frequencies.tolist(), strict=True)) == {
                        row: terms.count(term) for row, terms in inside.items() if term in terms
                    }
                    assert index.document_frequency(term) == len(postings.rows)
                    assert index.known(term)[0] == len(postings.rows)

    def teardown(self) -> None:
        assert self.base.check_integrity() == []
        self.base.close()
        self.reader.close()
        self.folder.cleanup()


def _in_scope(project: str | None, scope: Scope) -> bool:
    return scope.project is None or project == scope.project or (scope.general and project is None)


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=15, stateful_step_count=15)
