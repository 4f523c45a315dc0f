"""What is exported comes back as it was, and what a base has already stays as it is."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebost import Draft, FormatError, InputError, Memory, State
from rebost.memory.taking import TakenIn

Row = dict[str, Any]
YESTERDAY = datetime.now(UTC) - timedelta(days=1)


def exported(memory: Memory, project: str | None = None) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in memory.exported(project))


def take(memory: Memory, rows: str | list[Row], **options: bool) -> TakenIn:
    parsed = [json.loads(line) for line in rows.split("\n")] if isinstance(rows, str) else rows
    return memory.take_in(((f"row {number}", row) for number, row in enumerate(parsed, 1)), **options)


@contextmanager
def two() -> Iterator[tuple[Memory, Memory]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(Path(folder) / "one.db", embedder="none") as one,
        Memory.open(Path(folder) / "other.db", embedder="none") as other,
    ):
        yield one, other


TEXTS = st.sampled_from(
    ["L'Anna viu a Girona", "SSH is on port 22", "El perro se llama Toby", "日本", "a\u2028b\r\nc", "« ··· »", "x"]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1).filter(str.strip)
NAMES = st.sampled_from(["casa", "feina", "a/b"])
DEEDS = st.lists(
    st.one_of(
        st.tuples(
            st.just("remember"),
            st.builds(
                Draft,
                text=TEXTS,
                project=st.none() | NAMES,
                tags=st.lists(st.sampled_from(["x", "y z"]), max_size=2, unique=True).map(tuple),
                source=st.none() | st.just("agent"),
                language=st.none() | st.sampled_from(["ca", "en"]),
                created=st.none() | st.datetimes(timezones=st.just(UTC)),
                context=st.none() | st.just("Title > Heading"),
                until=st.none() | st.sampled_from([YESTERDAY, YESTERDAY + timedelta(days=9)]),
            ),
        ),
        st.tuples(st.sampled_from(["correct", "supersede"]), st.integers(0, 9), TEXTS),
        st.tuples(st.sampled_from(["forget", "restore", "recall", "mark"]), st.integers(0, 9)),
        st.tuples(st.sampled_from(["archive_project", "unarchive_project"]), NAMES),
        st.tuples(st.just("note_agent"), NAMES),
        st.tuples(st.just("set_languages"), st.sampled_from(["ca", "en"])),
    ),
    max_size=12,
)


def do(memory: Memory, deeds: list[tuple[Any, ...]]) -> None:
    ids: list[str] = []
    for deed, *rest in deeds:
        with suppress(InputError):
            if deed == "remember":
                ids.append(memory.remember_many(rest)[0].record.id)
            elif deed in ("archive_project", "unarchive_project", "set_languages"):
                getattr(memory, deed)(*rest)
            elif deed == "note_agent":
                memory.note_agent(rest[0], asked=2, answered=1)
            elif ids:
                id_ = ids[rest[0] % len(ids)]
                if deed == "correct":
                    memory.correct(id_, rest[1])
                elif deed == "supersede":
                    ids.append(memory.remember(rest[1], supersedes=id_).id)
                elif deed == "recall":
                    memory.recall(memory.get(id_).text)
                elif deed == "mark":
                    link_and_mark(memory, ids[0], id_)
                else:
                    getattr(memory, deed)(id_)


def link_and_mark(memory: Memory, one: str, other: str) -> None:
    with memory._base.transaction() as connection:
        rows = "SELECT one.row, two.row FROM records AS one, records AS two WHERE one.id = ? AND two.id = ? AND one.row <> two.row"
        connection.execute(f"INSERT OR IGNORE INTO likenesses SELECT *, 0.8125, 1 FROM ({rows}) WHERE 1", (one, other))
        connection.execute(
            "INSERT OR IGNORE INTO questions(text, project, silence, created) VALUES (?, ?, 0, 17)",
            (f"who is {one}?", "casa"),
        )
        connection.execute(
            "INSERT OR IGNORE INTO marks SELECT questions.id, row, row % 2 FROM questions, records WHERE records.id = ?",
            (other,),
        )


@pytest.mark.slow
@given(DEEDS)
@settings(max_examples=15)
def test_an_export_taken_into_an_empty_base_and_exported_again_is_the_same(deeds: list[tuple[Any, ...]]) -> None:
    with two() as (one, other):
        do(one, deeds)
        before = exported(one)
        report = take(other, before)
        assert (report.left_out, report.renamed, report.updated) == ([], {}, 0)
        assert exported(other) == before
        assert one.projects() == other.projects()
        assert other.check_integrity() == []
        again = take(other, before)
        assert (again.added, again.updated, again.left_out) == (0, 0, [])
        assert exported(other) == before


def test_a_record_taken_in_is_found_as_where_it_came_from(opened: Callable[..., Memory], path: Path) -> None:
    memory = opened()
    record = memory.remember(
        "L'Anna viu a Girona.", project="familia", tags=["gent"], until=YESTERDAY.replace(year=2999)
    )
    memory.recall("on viu l'Anna?")
    other = opened(path.with_name("other.db"))
    report = take(other, exported(memory))
    assert (report.added, report.unchanged) == (1, 0)
    assert other.get(record.id) == memory.get(record.id)
    assert [piece.record.id for piece in other.recall("on viu l'Anna?", project="familia").pieces] == [record.id]


def test_only_a_project_leaves_when_only_that_is_asked_for(opened: Callable[..., Memory], path: Path) -> None:
    memory = opened()
    memory.remember("L'Anna viu a Girona.", project="familia")
    memory.remember("SSH is on port 22", project="work")
    memory.note_agent("claude")
    assert [row["type"] for row in memory.exported("familia")] == ["rebost-export", "project", "record"]
    other = opened(path.with_name("other.db"))
    take(other, exported(memory, "familia"))
    assert other.projects() == {None: 0, "familia": 1}


def test_the_same_id_of_another_text_becomes_another_id_and_links_follow(
    opened: Callable[..., Memory], path: Path
) -> None:
    memory = opened()
    old = memory.remember("SSH is on port 22")
    new = memory.remember("SSH listens on 49222", supersedes=old.id)
    rows = [json.loads(line) for line in exported(memory).split("\n")]
    other = opened(path.with_name("other.db"))
    take(other, [row if row["type"] != "record" else row | {"text": f"Another thing: {row['text']}"} for row in rows])
    report = take(other, rows)
    assert set(report.renamed) == {old.id, new.id}
    assert report.added == 2
    there = other.get(report.renamed[new.id])
    assert (there.text, there.supersedes) == ("SSH listens on 49222", report.renamed[old.id])
    assert other.get(report.renamed[old.id]).superseded_by == there.id


def test_what_the_base_knows_better_stays_and_what_the_export_knows_better_comes(
    opened: Callable[..., Memory], path: Path
) -> None:
    memory = opened()
    record = memory.remember("SSH is on port 22")
    before = exported(memory)
    other = opened(path.with_name("other.db"))
    take(other, before)
    memory.correct(record.id, "SSH is on port 49222")
    after = exported(memory)
    assert take(memory, before).unchanged == 1
    assert memory.get(record.id).text == "SSH is on port 49222"
    report = take(other, after)
    assert (report.updated, report.added) == (1, 0)
    assert other.get(record.id).text == "SSH is on port 49222"
    assert [version.text for version in other.versions(record.id)] == ["SSH is on port 22"]


def test_the_same_text_in_the_same_project_is_not_taken_twice(opened: Callable[..., Memory], path: Path) -> None:
    memory = opened()
    memory.remember("L'Anna viu a Girona.")
    other = opened(path.with_name("other.db"))
    other.remember("L'Anna viu a Girona.")
    assert take(other, exported(memory)).unchanged == 1
    assert other.stats().records == 1


def test_what_is_archived_here_stays_archived(opened: Callable[..., Memory], path: Path) -> None:
    memory = opened()
    record = memory.remember("The old flat had a piano.", project="flat")
    other = opened(path.with_name("other.db"))
    other.remember("a", project="flat")
    other.archive_project("flat")
    take(other, exported(memory))
    assert other.get(record.id).state is State.ARCHIVED
    assert other.unarchive_project("flat") == 2


def test_a_rehearsal_changes_nothing(opened: Callable[..., Memory], path: Path) -> None:
    memory = opened()
    memory.remember_many(Draft(f"fact number {number}") for number in range(1200))
    other = opened(path.with_name("other.db"))
    before = exported(other)
    assert take(other, exported(memory), dry_run=True).added == 1200
    assert exported(other) == before
    assert take(other, exported(memory)).added == 1200
    assert other.stats().records == 1200


def test_a_credential_costs_its_record_and_nothing_else(opened: Callable[..., Memory], path: Path) -> None:
    memory = opened()
    memory.remember("the password is hunter2-Xy7", allow_secrets=True)
    kept = memory.remember("an innocent fact")
    memory.correct(kept.id, "the key was changed", allow_secrets=True)
    rows = exported(memory)
    other = opened(path.with_name("other.db"))
    report = take(other, rows)
    assert report.added == 1
    ((place, reason),) = report.left_out
    assert (place, "password" in reason, "hunter2" in reason) == ("row 2", True, False)
    other.close()
    assert b"hunter2" not in b"".join(file.read_bytes() for file in path.parent.glob("other.db*"))
    assert take(opened(path.with_name("third.db")), rows, allow_secrets=True).added == 2


@pytest.mark.parametrize(
    "header", [{}, {"type": "record"}, {"type": "rebost-export"}, {"type": "rebost-export", "format": 99}]
)
def test_what_is_no_export_or_a_newer_one_is_refused_whole(memory: Memory, header: Row) -> None:
    with pytest.raises(FormatError):
        take(memory, [header])
    with pytest.raises(FormatError):
        memory.take_in(())


GOOD: Row = {
    "type": "record",
    "id": "0a1b2c3d4e5",
    "text": "SSH is on port 22",
    "kind": "fact",
    "created": "2026-01-01T00:00:00+00:00",
    "updated": "2026-01-01T00:00:00+00:00",
    "state_since": "2026-01-01T00:00:00+00:00",
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
FIELDS = st.sampled_from(
    [*GOOD, "project", "tags", "until", "state", "uses", "last_used", "versions", "origin", "language", "superseded_by"]
)


@pytest.mark.slow
@given(st.dictionaries(FIELDS, JSON, min_size=1, max_size=3), st.lists(JSON, max_size=2))
@settings(max_examples=30)
def test_no_row_however_broken_costs_more_than_itself(broken: Row, odd: list[Any]) -> None:
    with two() as (memory, _):
        rows = [
            {"type": "rebost-export", "format": 1},
            GOOD | broken,
            {"type": "likeness", "likeness": odd},
            {"type": odd},
        ]
        report = take(memory, [*copy.deepcopy(rows), GOOD])
        assert report.added >= 1
        assert memory.check_integrity() == []
        assert "SSH is on port 22" in [record.text for state in State for record in memory.records(state=state)]


def test_an_export_holds_nobody_up_and_is_of_one_moment(memory: Memory) -> None:
    memory.remember_many(Draft(f"fact number {number}") for number in range(1200))
    rows = memory.exported()
    header = next(rows)
    memory.remember("written meanwhile")
    assert header["type"] == "rebost-export"
    texts = [row["text"] for row in rows if row["type"] == "record"]
    assert len(texts) == 1200
