from __future__ import annotations

import errno
import io
import os
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from rebost.errors import FormatError
from rebost.importers import ImportReport, import_path, import_stream
from rebost.memory import Memory
from rebost.records import Kind


def figures(report: ImportReport) -> tuple[int, int, int, int]:
    return report.added, report.changed + report.renamed, report.unchanged, len(report.left_out)


def texts(memory: Memory) -> list[str]:
    return [record.text for record in memory.records()]


def test_a_folder_comes_in_and_a_second_import_changes_nothing(memory: Memory, vault: Path) -> None:
    (vault / "people").mkdir()
    (vault / "people" / "Anna.md").write_text("Viu a Girona.", encoding="utf-8")
    (vault / "casa.md").write_text("---\nproject: reforma\n---\n# Casa\n\nParet nord.", encoding="utf-8")
    assert figures(import_path(memory, vault)) == (2, 0, 0, 0)
    before = list(memory.records())
    assert {(record.source, record.project, record.kind) for record in before} == {
        ("notes/people/Anna.md", None, Kind.NOTE),
        ("notes/casa.md", "reforma", Kind.NOTE),
    }
    assert figures(import_path(memory, vault)) == (0, 0, 2, 0)
    assert list(memory.records()) == before


def test_a_vault_full_of_trouble_costs_only_the_trouble(memory: Memory, vault: Path) -> None:
    good = {
        "good.md": b"# Good\n\nfine",
        "crlf.md": b"# Lines\r\n\r\nwindows",
        "utf16.md": "# Setze\n\nbé".encode("utf-16"),
        unicodedata.normalize("NFD", "cançó.md"): b"Lletra.",
        "broken front.md": b"---\ntitle: [x\n---\nstill here",
        "a/same.md": b"one",
        "b/same.md": b"two",
        "spaces and \xf0\x9f\x99\x82.md".encode("latin-1").decode("latin-1"): b"emoji in content \xf0\x9f\x99\x82",
    }
    for name, data in good.items():
        (vault / name).parent.mkdir(exist_ok=True)
        (vault / name).write_bytes(data)
    (vault / "empty.md").touch()
    (vault / "latin.md").write_bytes(b"caf\xe9")
    (vault / "broken link.md").symlink_to(vault / "nowhere.md")
    (vault / "loop").symlink_to(vault, target_is_directory=True)
    (vault / "secret.md").write_text("the password is hunter2", encoding="utf-8")
    with (vault / "big.md").open("wb") as file:
        file.truncate(20_000_000)

    report = import_path(memory, vault)
    assert report.added == len(good)
    reasons = {remark.place.removeprefix("notes/"): remark.reason for remark in report.left_out}
    assert reasons.keys() == {"empty.md", "latin.md", "broken link.md", "loop", "secret.md", "big.md"}
    assert "password" in reasons["secret.md"]
    assert "hunter2" not in reasons["secret.md"]
    assert [remark.place for remark in report.remarks] == ["notes/broken front.md"]
    assert "notes/cançó.md" in {record.source for record in memory.records()}
    assert "# Lines\n\nwindows" in texts(memory)

    again = import_path(memory, vault)
    assert figures(again) == (0, 0, len(good), 6)


def test_a_file_without_permission_is_reported(memory: Memory, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (vault / "mine.md").write_text("x", encoding="utf-8")
    (vault / "yours.md").write_text("x", encoding="utf-8")
    really_open = Path.open

    def refuse_yours(path: Path, *arguments: Any, **options: Any) -> Any:
        # Whoever runs the tests may be one whom no permission stops.
        if path.name == "yours.md":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return really_open(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse_yours)
    report = import_path(memory, vault)
    assert figures(report) == (1, 0, 0, 1)
    assert report.left_out[0] == ("notes/yours.md", "permission denied")


def test_a_changed_note_updates_its_record(memory: Memory, vault: Path) -> None:
    note = vault / "ssh.md"
    note.write_text("SSH is on port 22", encoding="utf-8")
    import_path(memory, vault)
    (first,) = memory.records()
    note.write_text("SSH is on port 49222", encoding="utf-8")
    assert figures(import_path(memory, vault)) == (0, 1, 0, 0)
    (second,) = memory.records()
    assert (second.id, second.text) == (first.id, "SSH is on port 49222")


def test_what_the_user_corrected_stays_while_the_file_is_the_same(memory: Memory, vault: Path) -> None:
    (vault / "ssh.md").write_text("SSH is on port 22", encoding="utf-8")
    import_path(memory, vault)
    (record,) = memory.records()
    memory.correct(record.id, "SSH is on port 49222")
    assert figures(import_path(memory, vault)) == (0, 0, 1, 0)
    assert texts(memory) == ["SSH is on port 49222"]


def test_a_renamed_note_is_not_a_new_record(memory: Memory, vault: Path) -> None:
    note = vault / "Anna.md"
    note.write_text("Viu a Girona.", encoding="utf-8")
    (vault / "Pere.md").write_text("Viu a Vic.", encoding="utf-8")
    import_path(memory, vault)
    before = {record.text: record.id for record in memory.records()}
    note.rename(vault / "Anna Puig.md")
    assert figures(import_path(memory, vault)) == (0, 1, 1, 0)
    after = {record.text: (record.id, record.source, record.context) for record in memory.records()}
    assert after["Viu a Girona."] == (before["Viu a Girona."], "notes/Anna Puig.md", "Anna Puig")
    assert figures(import_path(memory, vault)) == (0, 0, 2, 0)


def test_two_notes_that_say_the_same_are_one_record_until_one_of_them_changes(memory: Memory, vault: Path) -> None:
    for name in ("a.md", "b.md"):
        (vault / name).write_text("the same", encoding="utf-8")
    report = import_path(memory, vault)
    assert figures(report) == (1, 0, 0, 0)
    assert report.repeated == [("notes/b.md", "says the same as notes/a.md")]
    (vault / "a.md").write_text("another", encoding="utf-8")
    import_path(memory, vault)
    assert sorted(texts(memory)) == ["another", "the same"]


def test_notes_of_one_name_in_two_vaults_dont_touch_each_other(memory: Memory, tmp_path: Path) -> None:
    for name in ("home", "work"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Readme.md").write_text(f"of {name}", encoding="utf-8")
        assert import_path(memory, tmp_path / name).added == 1
    assert len(texts(memory)) == 2


def test_a_single_file_is_the_same_record_as_in_its_folder(memory: Memory, vault: Path) -> None:
    (vault / "a.md").write_text("x", encoding="utf-8")
    import_path(memory, vault)
    assert figures(import_path(memory, vault / "a.md")) == (0, 0, 1, 0)


def test_plain_text_is_a_fact_a_line(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_bytes(b"L'Anna viu a Girona.\r\n\r\nEn Pere viu a Vic.\r\n")
    assert figures(import_path(memory, path)) == (2, 0, 0, 0)
    assert [(record.text, record.source, record.kind) for record in memory.records()] == [
        ("L'Anna viu a Girona.", "facts.txt", Kind.FACT),
        ("En Pere viu a Vic.", "facts.txt", Kind.FACT),
    ]
    assert figures(import_path(memory, path)) == (0, 0, 2, 0)


def test_jsonl_is_a_record_a_line_and_a_bad_one_is_named(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"text": "a", "project": "p"}\nnot json\n\n{"text": "b"}\n', encoding="utf-8")
    report = import_path(memory, path)
    assert figures(report) == (2, 0, 0, 1)
    assert report.left_out[0].place == "rows.jsonl:2"
    assert [record.project for record in memory.records()] == ["p", None]


def test_a_secret_among_many_costs_only_itself(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    lines = [f"fact number {number}" for number in range(1200)]
    lines[700] = "the password is hunter2"
    path.write_text("\n".join(lines), encoding="utf-8")
    report = import_path(memory, path)
    assert figures(report) == (1199, 0, 0, 1)
    assert report.left_out[0].place == "facts.txt:701"
    assert b"hunter2" not in memory.path.read_bytes()


def test_what_the_caller_says_goes_before_what_the_file_says(memory: Memory, vault: Path) -> None:
    (vault / "a.md").write_text("---\nproject: other\nkind: fact\n---\nx", encoding="utf-8")
    import_path(memory, vault, project="mine", kind=Kind.DECISION)
    (record,) = memory.records()
    assert (record.project, record.kind) == ("mine", Kind.DECISION)


def test_a_rehearsal_writes_nothing_and_says_the_same(memory: Memory, vault: Path) -> None:
    for name, text in (("a", "one"), ("b", "two"), ("c", "the password is hunter2")):
        (vault / f"{name}.md").write_text(text, encoding="utf-8")
    rehearsed = import_path(memory, vault, dry_run=True)
    assert texts(memory) == []
    assert figures(rehearsed) == figures(import_path(memory, vault)) == (2, 0, 0, 1)
    (vault / "a.md").write_text("another", encoding="utf-8")
    assert figures(import_path(memory, vault, dry_run=True)) == (0, 1, 1, 1)
    assert figures(import_path(memory, vault)) == (0, 1, 1, 1)


def test_progress_tells_how_much_of_how_much(memory: Memory, vault: Path, tmp_path: Path) -> None:
    for number in range(3):
        (vault / f"{number}.md").write_text("x", encoding="utf-8")
    calls: list[tuple[int, int | None]] = []
    import_path(memory, vault, progress=lambda done, total: calls.append((done, total)))
    import_stream(
        memory,
        io.BufferedReader(io.BytesIO(b"a\nb")),  # type: ignore[arg-type]
        form="text",
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls[-2:] == [(100, 100), (2, None)]
    assert [done for done, _ in calls[:-1]] == sorted(done for done, _ in calls[:-1])


def test_a_stream_comes_in_like_a_file(memory: Memory) -> None:
    stream = io.BufferedReader(io.BytesIO('{"text": "Àlex"}\n'.encode()))  # type: ignore[arg-type]
    assert figures(import_stream(memory, stream, form="jsonl")) == (1, 0, 0, 0)
    assert texts(memory) == ["Àlex"]


def test_what_isnt_there_or_cant_be_told_is_an_error(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="There is nothing at"):
        import_path(memory, tmp_path / "absent.md")
    (tmp_path / "data.csv").touch()
    with pytest.raises(FormatError, match="Say which form: markdown, agents, text, jsonl"):
        import_path(memory, tmp_path / "data.csv")
    assert import_path(memory, tmp_path / "data.csv", form="text").added == 0
