from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers.tables import digest
from rebost.importers import ImportReport, import_path
from rebost.memory import Memory

LONG = "\n\n".join(f"## Section {number}\n\n" + f"Words of section {number}. " * 60 for number in range(3))
NAMES = st.sampled_from(["a.md", "b.md", "c.md", "sub/a.md", "sub/d.md"])
TEXTS = st.sampled_from(
    [
        "One.",
        "Two. #tag",
        "Three.",
        "---\nproject: p\n---\nOne.",
        "---\nproject: q\ntags: [x]\n---\nOne.",
        "---\naliases: [other]\n---\nTwo. #tag",
        LONG,
        LONG.replace("Words of section 1", "Other words"),
        LONG.replace("## Section 0", "## Renamed"),
        "",
    ]
)
WRITES = st.tuples(st.just("write"), NAMES, TEXTS)
CHANGES = st.one_of(
    WRITES,
    st.tuples(st.just("rename"), NAMES, NAMES),
    st.tuples(st.just("delete"), NAMES, st.just("")),
    st.tuples(st.just("import"), st.just(""), st.just("")),
)


def act(folder: Path, memory: Memory, change: tuple[str, str, str]) -> None:
    what, name, other = change
    path = folder / name
    if what == "import":
        import_path(memory, folder)
    elif what == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(other, encoding="utf-8")
    elif path.exists() and what == "delete":
        path.unlink()
    elif path.exists():
        (folder / other).parent.mkdir(exist_ok=True)
        path.rename(folder / other)


def held(memory: Memory) -> list[tuple[object, ...]]:
    return sorted(
        (record.text, record.tags, record.context or "", record.project or "", record.source or "")
        for record in memory.records()
    )


def file(vault: Path, name: str, text: str) -> Path:
    path = vault / name
    path.write_text(text, encoding="utf-8")
    return path


@settings(max_examples=40)
@given(st.lists(CHANGES, max_size=14))
def test_import_edit_rename_and_delete_in_any_order_equal_a_fresh_import(changes: list[tuple[str, str, str]]) -> None:
    with TemporaryDirectory() as place:
        folder = Path(place) / "notes"
        folder.mkdir()
        with (
            Memory.open(Path(place) / "long.db", embedder="none") as memory,
            Memory.open(Path(place) / "fresh.db", embedder="none") as fresh,
        ):
            for change in changes:
                act(folder, memory, change)
            rehearsed = import_path(memory, folder, dry_run=True)
            assert import_path(memory, folder) == rehearsed
            import_path(fresh, folder)
            assert held(memory) == held(fresh)
            before = digest(memory)
            again = import_path(memory, folder)
            assert (again.added, again.changed, again.renamed, again.gone) == (0, 0, 0, [])
            assert digest(memory) == before
            assert memory.check_integrity() == []


@settings(max_examples=30)
@given(st.lists(st.one_of(CHANGES, st.just(("correct", "", ""))), max_size=12), st.integers(0, 3))
def test_no_text_that_was_corrected_by_hand_is_ever_lost_to_a_file(
    changes: list[tuple[str, str, str]], which: int
) -> None:
    with TemporaryDirectory() as place, Memory.open(Path(place) / "base.db", embedder="none") as memory:
        folder = Path(place) / "notes"
        folder.mkdir()
        by_hand: dict[str, str] = {}
        for number, change in enumerate(changes):
            records = list(memory.records())
            if change[0] != "correct":
                act(folder, memory, change)
            elif records:
                record = records[which % len(records)]
                by_hand[record.id] = memory.correct(record.id, f"By hand {number}.").text
            if change[0] != "write":
                import_path(memory, folder)
            assert {*by_hand.items()} <= {(record.id, record.text) for record in memory.records()}
        import_path(memory, folder)
        before = digest(memory)
        import_path(memory, folder)
        assert digest(memory) == before


def test_what_was_deleted_is_forgotten_said_and_comes_back_with_its_file(memory: Memory, vault: Path) -> None:
    note = file(vault, "a.md", "Viu a Girona.")
    import_path(memory, vault)
    (record,) = memory.records()
    note.unlink()
    assert import_path(memory, vault).gone == [("notes/a.md", record.id)]
    assert list(memory.records()) == []
    file(vault, "b.md", "Viu a Girona.")
    import_path(memory, vault)
    assert [found.id for found in memory.records()] == [record.id]


def test_a_correction_and_a_change_of_the_file_are_both_kept(memory: Memory, vault: Path) -> None:
    file(vault, "ssh.md", "Port 22.")
    import_path(memory, vault)
    (record,) = memory.records()
    memory.correct(record.id, "Port 49222.")
    file(vault, "ssh.md", "Port 22, user git.")
    report = import_path(memory, vault)
    assert sorted(found.text for found in memory.records()) == ["Port 22, user git.", "Port 49222."]
    assert record.id in report.remarks[0].reason
    assert import_path(memory, vault).unchanged == 1
    assert sorted(found.text for found in memory.records()) == ["Port 22, user git.", "Port 49222."]
    (vault / "ssh.md").unlink()
    import_path(memory, vault)
    assert [found.text for found in memory.records()] == ["Port 49222."]


def test_what_was_forgotten_by_hand_stays_so_until_its_file_says_something_new(memory: Memory, vault: Path) -> None:
    file(vault, "a.md", "One.")
    import_path(memory, vault)
    (record,) = memory.records()
    memory.forget(record.id)
    assert record.id in import_path(memory, vault).left_out[0].reason
    assert list(memory.records()) == []
    file(vault, "a.md", "Two.")
    import_path(memory, vault)
    assert [found.text for found in memory.records()] == ["Two."]


def test_what_cant_be_read_any_more_keeps_its_records(memory: Memory, vault: Path) -> None:
    note = file(vault, "a.md", "One.")
    import_path(memory, vault)
    note.write_bytes(b"caf\xe9")
    report = import_path(memory, vault)
    assert (len(report.left_out), report.gone) == (1, [])
    assert [found.text for found in memory.records()] == ["One."]


def test_a_vault_that_was_moved_is_known_again(memory: Memory, vault: Path, tmp_path: Path) -> None:
    for name in "abc":
        file(vault, f"{name}.md", f"Note {name}.")
    import_path(memory, vault)
    before = {record.id for record in memory.records()}
    (tmp_path / "elsewhere").mkdir()
    moved = Path(shutil.move(vault, tmp_path / "elsewhere" / vault.name))
    report: ImportReport = import_path(memory, moved)
    assert report.added == 0
    assert {record.id for record in memory.records()} == before


def test_a_vault_that_was_renamed_is_known_again_by_what_its_notes_say(
    memory: Memory, vault: Path, tmp_path: Path
) -> None:
    for name in "abc":
        file(vault, f"{name}.md", f"Note {name}.")
    import_path(memory, vault)
    before = {record.id for record in memory.records()}
    forgotten = memory.forget(next(record.id for record in memory.records() if record.text == "Note c."))
    renamed = vault.rename(tmp_path / "my notes")
    file(renamed, "b.md", "Note b, edited.")
    report = import_path(memory, renamed)
    assert (report.added, report.changed) == (0, 1)
    assert forgotten.id in report.left_out[0].reason
    assert {record.id for record in memory.records()} == before - {forgotten.id}
    assert {record.source for record in memory.records()} == {"my notes/a.md", "my notes/b.md"}
    (renamed / "a.md").unlink()
    assert len(import_path(memory, renamed).gone) == 1


def test_a_folder_with_a_file_of_the_same_name_as_one_that_is_gone_is_another(
    memory: Memory, vault: Path, tmp_path: Path
) -> None:
    file(vault, "README.md", "Of one project.")
    import_path(memory, vault)
    shutil.rmtree(vault)
    (tmp_path / "other").mkdir()
    file(tmp_path / "other", "README.md", "Of another project.")
    assert import_path(memory, tmp_path / "other").added == 1
    assert {record.text for record in memory.records()} == {"Of one project.", "Of another project."}


def test_the_parts_of_a_note_know_their_neighbours(memory: Memory, vault: Path) -> None:
    file(vault, "long.md", LONG)
    import_path(memory, vault)
    first, second, third = memory.records()
    assert memory.beside(second.id) == (first, third)
    place = memory.place(second.id)
    assert place is not None
    assert (place.file, place.part, place.heading) == ("long.md", 1, "Section 1")


def test_notes_of_the_first_version_are_known_again(memory: Memory, vault: Path) -> None:
    text = "---\ntags: [x]\n---\nViu a Girona."
    file(vault, "Anna.md", text)
    old = memory.remember(
        "---\ntags: [x]\n---\n# Anna\n\nViu a Girona.", source="notes/Anna.md", tags=["x"], kind="note"
    )
    assert import_path(memory, vault).changed == 1
    (record,) = memory.records()
    assert (record.id, record.text) == (old.id, "Viu a Girona.")


@pytest.mark.parametrize("secret", ["the password is hunter2", "OPENAI_API_KEY=sk-abc123def456ghi789jkl012"])
def test_a_refused_secret_is_in_no_byte_of_the_base(memory: Memory, vault: Path, secret: str) -> None:
    file(vault, "ok.md", "A fact.")
    file(vault, "bad.md", f"Here: {secret}")
    report = import_path(memory, vault)
    assert [remark.place for remark in report.left_out] == ["notes/bad.md"]
    value = secret.replace("=", " ").split()[-1].encode()
    for path in memory.path.parent.glob("rebost.db*"):
        assert value not in path.read_bytes()
    assert import_path(memory, vault, allow_secrets=True).added == 1


def test_each_of_two_notes_with_the_same_credential_is_left_out_by_name(memory: Memory, vault: Path) -> None:
    for name in ("a.md", "b.md"):
        file(vault, name, "the password is hunter2")
    report = import_path(memory, vault)
    assert [remark.place for remark in report.left_out] == ["notes/a.md", "notes/b.md"]
    assert report.repeated == []
