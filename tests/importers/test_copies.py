"""Copies of files, as a browser uploads them: known again by their names, wherever they stand this time."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rebost.importers import ImportReport, import_copies, import_path
from rebost.memory import Memory

ORIGIN = "upload:"

Upload = Callable[..., ImportReport]


@pytest.fixture
def upload(memory: Memory, tmp_path: Path) -> Upload:
    """Imports files of these names and texts as copies, each time from another folder."""
    times = 0

    def upload(files: dict[str, str], *, dry_run: bool = False) -> ImportReport:
        nonlocal times
        times += 1
        folder = tmp_path / str(times) / "upload"
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return import_copies(memory, folder, origin=ORIGIN, dry_run=dry_run)

    return upload


def texts(memory: Memory) -> set[str]:
    return {record.text for record in memory.records()}


def test_a_copy_that_changed_changes_its_record(memory: Memory, upload: Upload) -> None:
    files = {"one.md": "The first.", "vault/sub/two.md": "The second."}
    assert upload(files).added == 2
    ids = {record.source: record.id for record in memory.records()}
    assert set(ids) == {"upload/one.md", "vault/sub/two.md"}
    again = upload({"one.md": "The first, mended.", "vault/sub/two.md": "The second, mended."})
    assert (again.added, again.changed, again.gone) == (0, 2, [])
    assert {record.source: record.id for record in memory.records()} == ids
    assert texts(memory) == {"The first, mended.", "The second, mended."}


def test_a_file_that_isnt_among_the_copies_keeps_its_records(memory: Memory, upload: Upload) -> None:
    upload({"one.md": "The first.", "vault/two.md": "The second.", "vault/three.md": "The third."})
    report = upload({"vault/two.md": "The second, mended."})
    assert report.gone == []
    assert texts(memory) == {"The first.", "The second, mended.", "The third."}


def test_looking_at_copies_writes_nothing(memory: Memory, upload: Upload) -> None:
    assert upload({"one.md": "The first.", "lines.txt": "A line.\nAnother."}, dry_run=True).added == 3
    assert texts(memory) == set()


def test_copies_of_every_form_come_in_together_and_what_cant_is_named(memory: Memory, upload: Upload) -> None:
    report = upload(
        {
            "one.md": "The first.",
            "lines.txt": "A line.\nAnother.",
            "rows.jsonl": json.dumps({"text": "A row."}),
            "graph.json": "{}",
            "vault/two.md": "The second.",
            "vault/picture.png": "",
        }
    )
    assert texts(memory) == {"The first.", "A line.", "Another.", "A row.", "The second."}
    assert [remark.place for remark in report.left_out] == ["graph.json"]
    assert report.passed_over == {".png": 1}


def test_the_memory_of_a_server_is_kept_in_step_as_a_copy(memory: Memory, upload: Upload) -> None:
    def graph(said: str) -> dict[str, str]:
        entity = {"type": "entity", "name": "Anna", "entityType": "person", "observations": [said]}
        return {"memory.jsonl": json.dumps(entity)}

    assert upload(graph("lives in Girona")).added == 1
    upload(graph("lives in Olot"))
    (text,) = texts(memory)
    assert "Olot" in text


def test_statements_in_several_exports_are_counted_together(memory: Memory, tmp_path: Path) -> None:
    folder = tmp_path / "upload"
    folder.mkdir()
    for number in range(2):
        said = {"sender": "human", "text": f"I live in street number {number} of Girona.", "created_at": "2026-01-01"}
        with zipfile.ZipFile(folder / f"export {number}.zip", "w") as archive:
            archive.writestr("conversations.json", json.dumps([{"name": "Talk", "chat_messages": [said]}]))
    assert import_copies(memory, folder, origin=ORIGIN).waiting == 2
    assert import_copies(memory, folder, origin=ORIGIN, with_conversations=True).added == 2


def test_a_folder_that_was_uploaded_is_known_again_when_it_is_imported_in_its_place(
    memory: Memory, upload: Upload, vault: Path
) -> None:
    upload({"notes/one.md": "The first."})
    (vault / "one.md").write_text("The first, mended.", encoding="utf-8")
    assert import_path(memory, vault).changed == 1
    assert texts(memory) == {"The first, mended."}


def test_a_copy_leaves_the_records_of_a_folder_in_its_place_alone(memory: Memory, upload: Upload, vault: Path) -> None:
    (vault / "one.md").write_text("The first.", encoding="utf-8")
    (vault / "two.md").write_text("The second.", encoding="utf-8")
    import_path(memory, vault)
    assert upload({"notes/one.md": "The first."}).unchanged == 1
    assert import_path(memory, vault).unchanged == 2
