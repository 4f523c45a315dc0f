"""What goes in and out of a base at the shell: names of any kind, credentials, doubles, bases that can't be written."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest

from cli.conftest import Rebost

ODD = "d'en Pau, ço i allò 🫙 (còpia) #1 100%"
FLATS = ("The flat at 3 Elm St is sold.", "The flat at 5 Elm St is sold.")
PRIVATE = "-----BEGIN OPENSSH PRIVATE " + "KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----"
SECRETS = {
    "hunter2": "the password is hunter2",
    "sk-abc123def456ghi789jkl012": "OPENAI_API_KEY=sk-abc123def456ghi789jkl012",
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU": PRIVATE,
    "s3cr3tPlum": "The reports are at postgres://anna:s3cr3tPlum@db.example/app",
}
"""What no file may hold, and the text that it stands in."""


def test_files_folders_and_bases_may_be_called_anything(rebost: Rebost, tmp_path: Path) -> None:
    place = tmp_path / f"carpeta {ODD}"
    notes = place / f"notes {ODD}"
    notes.mkdir(parents=True)
    (notes / f"nota {ODD}.md").write_text("La Jana viu a Olot.", encoding="utf-8")
    base = str(place / f"base {ODD}.db")
    assert rebost("import", str(notes), "--base", base).out == f"{notes}: 1 note, 1 added, 0 unchanged\n"
    found = json.loads(rebost("recall", "on viu la Jana?", "--base", base, "--json").out)
    assert found["pieces"][0]["record"]["source"] == f"notes {ODD}/nota {ODD}.md"
    rows, vault, copy = (str(place / f"{what} {ODD}") for what in ("files.jsonl", "vault", "còpia.db"))
    for arguments in (
        ("export", rows + ".jsonl"),
        ("export", "--markdown", vault),
        ("backup", copy),
        ("backup", "--keep", "1"),
    ):
        assert rebost(*arguments, "--base", base).code == 0
    assert rebost("import", vault, "--base", base).out.endswith("0 added, 1 unchanged\n")
    other = str(place / f"altra {ODD}.db")
    assert rebost("import", rows + ".jsonl", "--base", other).out.endswith("1 added, 0 unchanged\n")
    assert rebost("restore", copy, "--base", other).code == 0
    assert rebost("doctor", "--base", other).code == 0


def test_no_byte_of_any_file_holds_a_credential_that_an_import_met(rebost: Rebost, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    for number, text in enumerate(SECRETS.values()):
        (vault / f"{number}.md").write_text(f"# Note {number}\n\nBefore.\n\n{text}\n", encoding="utf-8")
    (vault / "tagged.md").write_text("---\ntags: [x]\nlogin: the password is hunter2\n---\nText.", encoding="utf-8")
    (vault / "good.md").write_text("Nothing to hide.", encoding="utf-8")
    (tmp_path / "facts.txt").write_text("\n".join(text for text in SECRETS.values() if "\n" not in text))
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in SECRETS.values()))
    ended = [rebost("import", str(tmp_path / name)) for name in ("vault", "facts.txt", "rows.jsonl")]
    assert [one.code for one in ended] == [0, 0, 0]
    assert ended[0].out.endswith("1 added, 0 unchanged, 5 left out\n")
    assert ended[1].out.endswith("0 added, 0 unchanged, 3 left out\n")
    assert ended[2].out.endswith("0 added, 0 unchanged, 4 left out\n")
    assert rebost("export", "all.jsonl").code == rebost("export", "--markdown", "out").code == 0
    assert rebost("backup", "copy.db").code == 0
    said = "".join(one.out + one.err for one in ended)
    given = {vault, tmp_path / "facts.txt", tmp_path / "rows.jsonl"}
    written = [path for path in tmp_path.rglob("*") if path.is_file() and given.isdisjoint({path, path.parent})]
    assert len(written) >= 4
    for value in SECRETS:
        assert value not in said
        assert [path for path in written if value.encode() in path.read_bytes()] == []
    assert rebost("import", str(vault), "--allow-secrets").out.endswith("5 added, 1 unchanged\n")


def test_facts_that_look_alike_are_both_kept_and_the_same_one_stays_one(rebost: Rebost, tmp_path: Path) -> None:
    (tmp_path / "facts.txt").write_text("\n".join([*FLATS, FLATS[0]]), encoding="utf-8")
    assert rebost("import", "facts.txt").out == "facts.txt: 2 added, 1 unchanged\n"
    assert rebost("import", "facts.txt").out == "facts.txt: 0 added, 3 unchanged\n"
    assert {json.loads(line)["text"] for line in rebost("list", "--json").out.splitlines()} == {*FLATS}
    assert all(flat in rebost("review", stdin="q\n").out for flat in FLATS)


def test_what_an_edited_note_said_before_is_no_answer_any_more_but_told_with_its_date(
    rebost: Rebost, tmp_path: Path
) -> None:
    (tmp_path / "ssh.md").write_text("SSH is on port 22.", encoding="utf-8")
    rebost("import", "ssh.md")
    (tmp_path / "ssh.md").write_text("SSH is on port 49222.", encoding="utf-8")
    assert "1 changed" in rebost("import", "ssh.md").out
    (piece,) = json.loads(rebost("recall", "which port is SSH on?", "--json").out)["pieces"]
    assert piece["record"]["text"] == "SSH is on port 49222."
    assert "SSH is on port 22." in rebost("show", piece["record"]["id"]).out


@pytest.mark.parametrize("what", ["no base", "newer", "no folder"])
def test_a_base_that_cant_take_anything_is_said_in_one_line_and_left_as_it_is(
    rebost: Rebost, tmp_path: Path, what: str
) -> None:
    (tmp_path / "facts.txt").write_text("A fact.")
    base = tmp_path / "absent" / "base.db" if what == "no folder" else tmp_path / "base.db"
    if what == "no base":
        base.write_text("Something else, for longer than a header of SQLite is. " * 10)
    elif what == "newer":
        rebost("remember", "A fact before.", "--base", str(base))
        connection = apsw.Connection(str(base))
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    before = base.read_bytes() if base.exists() else None
    ended = rebost("import", "facts.txt", "--base", str(base))
    assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert str(base) in ended.err or str(base.parent) in ended.err
    assert (base.read_bytes() if base.exists() else None) == before
