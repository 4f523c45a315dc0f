"""What becomes of the notes of `rebost export --markdown` that are edited and imported again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers.tables import digest
from rebost.exporters import export_vault
from rebost.importers import ImportReport, import_path
from rebost.memory import Memory
from rebost.records import Draft, Record

NUMBER = 4
IN_FILE = st.sampled_from(["", "text", "tags", "text and tags"])
IN_BASE = st.sampled_from(["", "text", "tags", "forget"])


def note_of(vault: Path, record: Record) -> Path:
    (note,) = (path for path in vault.rglob("*.md") if f"rebost: {record.id}" in path.read_text("utf-8"))
    return note


def edit(note: Path, old: str, new: str) -> None:
    text = note.read_text("utf-8")
    assert old in text
    note.write_text(text.replace(old, new), encoding="utf-8")


def figures(report: ImportReport) -> tuple[int, int, int]:
    return report.added, report.changed, report.unchanged


@pytest.fixture
def record(memory: Memory) -> Record:
    return memory.remember("SSH és al port 22.", project="servidors", tags=["ssh"], source="claude-code")


@pytest.fixture
def exported(memory: Memory, record: Record, tmp_path: Path) -> Path:
    assert record.text
    return export_vault(memory, tmp_path / "exported").folder


def test_an_edited_note_corrects_the_record_that_it_was(memory: Memory, record: Record, exported: Path) -> None:
    edit(note_of(exported, record), "port 22", "port 49222")
    assert figures(import_path(memory, exported)) == (0, 1, 0)
    (now,) = memory.records()
    assert (now.id, now.text, now.source) == (record.id, "SSH és al port 49222.", "claude-code")
    assert [version.text for version in memory.versions(now.id)] == ["SSH és al port 22."]
    edit(note_of(exported, record), "port 49222", "port 2222")
    edit(note_of(exported, record), "project: servidors", "project: casa")
    assert figures(import_path(memory, exported)) == (0, 1, 0)
    (now,) = memory.records()
    assert (now.id, now.text, now.project) == (record.id, "SSH és al port 2222.", "casa")


def test_a_note_that_the_base_has_overtaken_brings_nothing_back(memory: Memory, record: Record, exported: Path) -> None:
    memory.correct(record.id, "SSH és al port 49222.")
    memory.amend(record.id, tags=["xarxa"])
    before = list(memory.records())
    assert figures(import_path(memory, exported)) == (0, 0, 1)
    assert list(memory.records()) == before


def test_a_note_and_a_record_that_were_both_changed_are_both_kept_and_told_of(
    memory: Memory, record: Record, exported: Path
) -> None:
    memory.correct(record.id, "SSH és al port 49222.")
    edit(note_of(exported, record), "port 22", "port 2222")
    report = import_path(memory, exported)
    assert record.id in report.remarks[0].reason
    assert {found.text for found in memory.records()} == {"SSH és al port 49222.", "SSH és al port 2222."}
    assert memory.get(record.id).text == "SSH és al port 49222."


def test_tags_that_were_changed_in_the_base_and_in_the_note_stay_as_the_base_has_them(
    memory: Memory, record: Record, exported: Path
) -> None:
    memory.amend(record.id, tags=["xarxa"])
    edit(note_of(exported, record), "- ssh", "- port")
    report = import_path(memory, exported)
    assert record.id in report.remarks[0].reason
    assert memory.get(record.id).tags == ("xarxa",)


def test_what_was_forgotten_or_replaced_since_the_export_stays_out(
    memory: Memory, record: Record, exported: Path
) -> None:
    memory.remember("SSH és al port 49222.", project="servidors", supersedes=record.id)
    report = import_path(memory, exported)
    assert (figures(report), record.id in report.left_out[0].reason) == ((0, 0, 0), True)
    memory.forget(record.id)
    report = import_path(memory, exported)
    assert (figures(report), record.id in report.left_out[0].reason) == ((0, 0, 0), True)


def test_a_copy_of_a_note_is_a_record_of_its_own(memory: Memory, record: Record, exported: Path) -> None:
    note = note_of(exported, record)
    copy = note.with_name("A copy.md")
    copy.write_bytes(note.read_bytes())
    edit(copy, "SSH és al port 22.", "El correu és al port 25.")
    assert figures(import_path(memory, exported)) == (1, 0, 1)
    assert memory.get(record.id).text == "SSH és al port 22."
    edit(copy, "port 25", "port 465")
    assert figures(import_path(memory, copy)) == (0, 1, 0)
    assert {found.text for found in memory.records()} == {"SSH és al port 22.", "El correu és al port 465."}


def test_an_edited_copy_of_an_imported_note_corrects_its_record_which_goes_on_to_follow_its_own_file(
    memory: Memory, vault: Path, tmp_path: Path
) -> None:
    (vault / "ssh.md").write_text("SSH és al port 22.", encoding="utf-8")
    (vault / "web.md").write_text("El web és al port 80.", encoding="utf-8")
    import_path(memory, vault)
    record = next(found for found in memory.records() if "SSH" in found.text)
    exported = export_vault(memory, tmp_path / "exported").folder
    edit(note_of(exported, record), "port 22", "port 49222")
    assert figures(import_path(memory, exported)) == (0, 1, 1)
    assert memory.get(record.id).text == "SSH és al port 49222."
    assert memory.place(record.id) == next(one.place for one in memory.imported([str(vault)]) if one.id == record.id)
    before = digest(memory)
    assert figures(import_path(memory, vault)) == (0, 0, 2)
    assert import_path(memory, exported).changed == 0
    assert digest(memory) == before


def test_in_another_base_the_notes_are_new_records_with_their_dates(
    memory: Memory, record: Record, exported: Path, tmp_path: Path
) -> None:
    edit(note_of(exported, record), "port 22", "port 49222")
    with Memory.open(tmp_path / "other.db", embedder="none") as other:
        assert figures(import_path(other, exported)) == (1, 0, 0)
        (found,) = other.records()
        assert found.id != record.id
        assert (found.text, found.created, found.tags) == ("SSH és al port 49222.", record.created, ("ssh",))


@pytest.mark.parametrize("text", ["one\r\ntwo\rthree", "  around \n\n", "---\na: b\n---\nlike front matter", "#1 2"])
def test_what_a_file_cant_keep_of_a_text_is_no_edit(memory: Memory, text: str, tmp_path: Path) -> None:
    record = memory.remember(text, tags=["#x", "1", "yes"], context="T\n  U")
    exported = export_vault(memory, tmp_path / "exported").folder
    assert figures(import_path(memory, exported)) == (0, 0, 1)
    assert memory.get(record.id) == record


def changed_in_file(note: Path, number: int, what: str) -> None:
    if "text" in what:
        edit(note, f"Fet número {number}", f"Fet esmenat {number}")
    if "tags" in what:
        edit(note, "- etiqueta", "- de la nota")


def changed_in_base(memory: Memory, record: Record, number: int, what: str) -> None:
    if what == "text":
        memory.correct(record.id, f"Fet corregit {number}.")
    elif what == "tags":
        memory.amend(record.id, tags=["de la base"])
    elif what == "forget":
        memory.forget(record.id)


def expected(number: int, in_file: str, in_base: str) -> set[tuple[str, tuple[str, ...]]]:
    """The records that are to be there in the end, of one that was exported."""
    exported, of_note, of_base = f"Fet número {number}.", f"Fet esmenat {number}.", f"Fet corregit {number}."
    tags_of_note = ("de la nota",) if "tags" in in_file else ("etiqueta",)
    tags = ("de la base",) if in_base == "tags" else tags_of_note
    if "text" not in in_file:
        return set() if in_base == "forget" else {(of_base if in_base == "text" else exported, tags)}
    if in_base == "text":  # two texts in place of one: both stay, each with what was with it
        return {(of_note, tags_of_note), (of_base, ("etiqueta",))}
    return {(of_note, tags)}


@settings(max_examples=20)
@given(
    st.lists(st.tuples(IN_FILE, IN_BASE), min_size=NUMBER, max_size=NUMBER),
    st.booleans(),
    st.permutations(range(NUMBER)),
)
def test_notes_and_base_changed_in_any_way_since_the_export_lose_nothing_and_settle_at_once(
    changes: Sequence[tuple[str, str]], imported_before: bool, order: Sequence[int]
) -> None:
    with TemporaryDirectory() as place, Memory.open(Path(place) / "base.db", embedder="none") as memory:
        for number in range(NUMBER):
            memory.remember_many([Draft(f"Fet número {number}.", tags=("etiqueta",))])
        records = list(memory.records())
        vault = export_vault(memory, Path(place) / "exported").folder
        if imported_before:
            assert figures(import_path(memory, vault)) == (0, 0, NUMBER)
        for number in order:
            in_file, in_base = changes[number]
            changed_in_file(note_of(vault, records[number]), number, in_file)
            changed_in_base(memory, records[number], number, in_base)
        rehearsed = import_path(memory, vault, dry_run=True)
        assert import_path(memory, vault) == rehearsed
        there = {(record.text, record.tags) for record in memory.records()}
        assert there == set().union(*(expected(number, *changes[number]) for number in range(NUMBER)))
        unforgotten = {record.id for record, (_, in_base) in zip(records, changes, strict=True) if in_base != "forget"}
        assert unforgotten <= {record.id for record in memory.records()}
        before = digest(memory)
        again = import_path(memory, vault)
        assert (again.added, again.changed, again.gone) == (0, 0, [])
        assert digest(memory) == before
