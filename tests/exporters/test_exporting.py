from __future__ import annotations

import json
import os
import stat
import sys
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rebost import Draft, InputError, Kind, Memory
from rebost.exporters import export_file, export_vault
from rebost.importers import import_path


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "base.db", embedder="none") as memory:
        yield memory


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "other.db", embedder="none") as memory:
        yield memory


DRAFTS = (
    Draft("L'Anna viu a Girona.", Kind.CONTACT, "família", ("gent", "a b"), "claude-code"),
    Draft("# Obres\n\nEl paleta ve dilluns.\n\n## Banys\n\nRajoles: 12 m²", Kind.NOTE, context="Casa > Obres"),
    Draft("---\ntitle: x\n---\n\nA text that begins like front matter", project="a/b"),
    Draft("../../../etc/passwd", project="../.."),
    Draft("con", project="con", created=datetime(2019, 5, 1, 8, 30, 0, 17, tzinfo=UTC)),
    Draft("CON", project="con", until=datetime(2999, 1, 1, tzinfo=UTC)),
    Draft("  indented: true\n- 'quotes' \"and\" #tags", Kind.PROCEDURE, "a b", ("1", "yes")),
    Draft("日本語 👩‍👩‍👧 \u202eesrever"),
    Draft("é"),
    Draft("e\u0301 again"),
    Draft("x" * 5000),
)


def known(memory: Memory) -> set[tuple[object, ...]]:
    return {(r.text.strip(), r.kind, r.project, r.tags, r.context, r.created, r.until) for r in memory.records()}


def test_a_vault_comes_back_with_its_texts_projects_tags_kinds_and_dates(
    memory: Memory, other: Memory, tmp_path: Path
) -> None:
    memory.remember_many(DRAFTS)
    vault = export_vault(memory, tmp_path / "vault")
    assert vault.notes == len(DRAFTS)
    report = import_path(other, tmp_path / "vault")
    assert (report.added, report.left_out) == (len(DRAFTS), [])
    assert known(other) == known(memory)
    again = import_path(memory, tmp_path / "vault")
    assert (again.added, again.changed, again.unchanged) == (0, 0, len(DRAFTS))


def test_a_vault_lies_in_its_folder_under_names_that_every_platform_keeps(memory: Memory, tmp_path: Path) -> None:
    memory.remember_many(DRAFTS)
    before = {path for path in tmp_path.rglob("*") if not path.name.startswith("base.db")}
    export_vault(memory, tmp_path / "vault")
    files = [path.relative_to(tmp_path / "vault") for path in (tmp_path / "vault").rglob("*.md")]
    assert len(files) == len(DRAFTS)
    assert len({unicodedata.normalize("NFC", str(path)).casefold() for path in files}) == len(files)
    assert {path for path in tmp_path.rglob("*") if not path.name.startswith("base.db")} - before == {
        tmp_path / "vault",
        *(tmp_path / "vault").rglob("*"),
    }
    assert (tmp_path / "vault" / "família" / "L'Anna viu a Girona.md").read_text("utf-8").endswith("Girona.\n")


def test_a_folder_that_holds_something_and_what_is_no_folder_are_left_alone(memory: Memory, tmp_path: Path) -> None:
    memory.remember("a fact")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "note.md").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(folder)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for place in (folder, tmp_path / "link", tmp_path / "file", tmp_path / "absent" / "vault"):
        with pytest.raises(InputError):
            export_vault(memory, place)
    assert [path.name for path in folder.iterdir()] == ["note.md"]
    (tmp_path / "empty").mkdir()
    assert export_vault(memory, tmp_path / "empty").notes == 1
    assert not list(tmp_path.glob("*.new")) + list(tmp_path.glob(".*"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_what_is_exported_is_readable_by_the_user_only(memory: Memory, tmp_path: Path) -> None:
    memory.remember("a fact", project="casa")
    before = os.umask(0)
    try:
        export_file(memory, tmp_path / "all.jsonl")
        export_vault(memory, tmp_path / "vault")
    finally:
        os.umask(before)
    for path in (tmp_path / "all.jsonl", tmp_path / "vault", *(tmp_path / "vault").rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_an_export_replaces_an_export_and_no_other_file(memory: Memory, tmp_path: Path) -> None:
    memory.remember("a fact")
    place = tmp_path / "all.jsonl"
    assert export_file(memory, place) == 1
    memory.remember("another")
    assert export_file(memory, place) == 2
    for text in ("mine", '{"text": "mine"}\n', ""):
        place.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="left as it is"):
            export_file(memory, place)
        assert place.read_text("utf-8") == text
    with pytest.raises(InputError, match="folder"):
        export_file(memory, tmp_path)
    with pytest.raises(InputError, match="can't be written"):
        export_file(memory, tmp_path / "absent" / "all.jsonl")
    assert not list(tmp_path.glob(".*"))


def test_an_export_is_imported_as_it_was_from_a_file_and_from_a_pipe(
    memory: Memory, other: Memory, tmp_path: Path
) -> None:
    memory.remember_many(DRAFTS)
    place = tmp_path / "all.jsonl"
    export_file(memory, place)
    lines = place.read_text("utf-8").splitlines(keepends=True)
    place.write_text("".join([*lines, "{broken\n", '["a list"]\n', '{"type": "record"}\n']), encoding="utf-8")
    report = import_path(other, place)
    assert (report.added, report.unchanged) == (len(DRAFTS), 0)
    assert [remark.place for remark in report.left_out] == [f"all.jsonl:{len(lines) + n}" for n in (1, 2, 3)]
    assert {record.id for record in other.records()} == {record.id for record in memory.records()}
    again = import_path(other, place, dry_run=True)
    assert (again.added, again.unchanged) == (0, len(DRAFTS))


def test_an_export_may_come_into_another_project_and_kind(memory: Memory, other: Memory, tmp_path: Path) -> None:
    memory.remember("L'Anna viu a Girona.", project="família")
    export_file(memory, tmp_path / "all.jsonl")
    import_path(other, tmp_path / "all.jsonl", project="nova", kind=Kind.CONTACT)
    (record,) = other.records()
    assert (record.project, record.kind) == ("nova", Kind.CONTACT)


def test_every_row_is_one_line_whatever_the_text(memory: Memory, tmp_path: Path) -> None:
    memory.remember("one\r\ntwo\u2028three\u0085four\x0bfive")
    export_file(memory, tmp_path / "all.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_bytes().split(b"\n")[:-1]]
    assert [row["type"] for row in rows] == ["rebost-export", "record"]
