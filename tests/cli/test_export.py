from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


def test_what_is_exported_is_imported_and_exported_the_same(rebost: Rebost) -> None:
    id_ = rebost("remember", "L'Anna viu a Girona.", "-p", "casa", "-t", "gent").out.strip()
    rebost("correct", id_, "L'Anna viu a Vic.")
    assert rebost("export", "all.jsonl").err == "1 record in all.jsonl.\n"
    assert "1 added" in rebost("import", "all.jsonl", "--base", "other.db").out
    assert rebost("export", "-", "--base", "other.db").out == Path("all.jsonl").read_text("utf-8")
    shown = json.loads(rebost("show", id_, "--json", "--base", "other.db").out)
    assert [version["text"] for version in shown["versions"]] == ["L'Anna viu a Girona."]
    piped = rebost("import", "--form", "jsonl", "-", "--base", "third.db", stdin=Path("all.jsonl").read_bytes())
    assert "1 added" in piped.out


def test_a_project_is_exported_alone_and_as_notes(rebost: Rebost) -> None:
    rebost("remember", "L'Anna viu a Girona.", "-p", "casa")
    rebost("remember", "Reunió dilluns.", "-p", "feina")
    assert "Anna" not in rebost("export", "-", "-p", "feina").out
    assert rebost("export", "--markdown", "notes", "-p", "casa").code == 0
    assert [path.as_posix() for path in Path("notes").rglob("*.md")] == ["notes/casa/L'Anna viu a Girona.md"]


def test_what_cant_be_is_one_clear_line(rebost: Rebost) -> None:
    rebost("remember", "a")
    assert rebost("export", "--markdown", "-").code == 2
    Path("mine.jsonl").write_text("mine", encoding="utf-8")
    code, out, err = rebost("export", "mine.jsonl")
    assert (code, out, err.count("\n")) == (1, "", 1)
    code, _, err = rebost("export", "--base", "absent.db", "x.jsonl")
    assert (code, Path("x.jsonl").exists()) == (1, False)
