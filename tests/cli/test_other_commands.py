from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from rebost.cli.app import COMMANDS
from rebost.cli.app import rebost as program_group

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


def test_every_command_has_its_module_and_a_help(rebost: Rebost) -> None:
    context = click.Context(program_group)
    overview = rebost("--help").out
    for name in COMMANDS:
        command = program_group.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert f"\n  {name} " in overview
        assert "Usage: rebost" in rebost(name, "--help").out
        assert "..." not in command.get_short_help_str()


def test_wrong_usage_is_exit_code_2_and_names_the_way_out(rebost: Rebost) -> None:
    for arguments in (["recal"], ["recall"], ["recall", "--limit", "0", "x"], ["list", "--colour"], []):
        code, _, err = rebost(*arguments)
        assert code == 2
        assert "Usage: " in err


def test_an_import_is_summed_up_and_its_troubles_are_named(rebost: Rebost, tmp_path: Path) -> None:
    vault = tmp_path / "les meves notes 🙂"
    vault.mkdir()
    (vault / "Anna.md").write_text("Viu a Girona.", encoding="utf-8")
    (vault / "broken.md").write_text("---\na: [\n---\nx", encoding="utf-8")
    (vault / "latin.md").write_bytes(b"caf\xe9")
    (vault / "photo.jpg").touch()
    code, out, err = rebost("import", str(vault), "--dry-run")
    assert (code, list(tmp_path.glob("rebost.db*"))) == (0, [])
    assert "2 would be added" in out
    code, out, err = rebost("import", str(vault), "--project", "p")
    assert (code, out) == (0, f"{vault}: 2 notes, 2 added, 0 unchanged, 1 left out\n")
    assert "latin.md: not valid UTF-8" in err
    assert "broken.md: its front matter" in err
    assert "1 .jpg" in err
    (report,) = json.loads(rebost("import", str(vault), "--project", "p", "--json").out)
    assert report.pop("path") == str(vault)
    assert [len(place) for place in report.pop("left_out")] == [2]
    assert len(report.pop("remarks")) == 1
    assert {name: figure for name, figure in report.items() if figure} == {
        "files": 2,
        "unchanged": 2,
        "passed_over": {".jpg": 1},
    }
    assert "Anna" in rebost("recall", "anna", "--project", "p").out


def test_many_remarks_are_cut_short(rebost: Rebost, tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.md").write_text(f"---\n- no names\n---\ny{number}", encoding="utf-8")
    assert "remark: 3 more" in rebost("import", str(tmp_path)).err


def test_an_import_of_nothing_is_one_clear_line(rebost: Rebost) -> None:
    code, out, err = rebost("import", "absent.md")
    assert (code, out) == (1, "")
    assert err.startswith("rebost: There is nothing at absent.md.")
    assert rebost("import", "-").code == 2


def test_projects_and_stats_count(rebost: Rebost) -> None:
    rebost("remember", "-p", "casa", "La cuina és verda.")
    rebost("remember", "--no-project", "L'Anna viu a Girona.")
    assert rebost("projects").out == "  casa  1\n  (no project)  1\n"
    assert json.loads(rebost("projects", "--json").out) == {
        "current": None,
        "projects": {"casa": 1},
        "no_project": 1,
        "archived": {},
    }
    stats = json.loads(rebost("stats", "--json").out)
    assert (stats["records"], stats["projects"], stats["main_language"]) == (2, {"casa": 1}, "ca")
    assert "2, 0 superseded, 0 forgotten" in rebost("stats").out


def test_settings_are_set_read_and_unset(rebost: Rebost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBOST_CONFIG", "settings.toml")
    monkeypatch.delenv("REBOST_EMBEDDER")
    assert rebost("config", "path").out == "settings.toml\n"
    assert rebost("config", "get", "embedder").out == "auto\n"
    assert rebost("config", "get", "method").out == "default\n"
    assert rebost("config", "set", "embedder", "none").code == 0
    assert rebost("config", "get", "embedder").out == "none\n"
    listed = json.loads(rebost("config", "list", "--json").out)
    assert listed["settings"]["embedder"] == {"value": "none", "origin": "file"}
    assert listed["settings"]["base"]["origin"] == "REBOST_BASE"
    with Path("settings.toml").open("a", encoding="utf-8") as file:
        file.write("limt = 3\n")
    assert "limt" in rebost("config", "list").err
    assert "taken out" in rebost("config", "unset", "embedder").err
    assert "wasn't set" in rebost("config", "unset", "embedder").err
    for arguments in (["get", "colour"], ["set", "colour", "x"], ["set", "limit", "x"], ["unset", "colour"]):
        assert rebost("config", *arguments).code == 1


def test_a_broken_settings_file_stops_a_command_with_its_name(rebost: Rebost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBOST_CONFIG", "settings.toml")
    Path("settings.toml").write_text("limit = ", encoding="utf-8")
    code, _, err = rebost("recall", "x")
    assert code == 1
    assert "settings.toml" in err


def test_a_model_that_cant_be_had_doesnt_stop_a_recall(rebost: Rebost, monkeypatch: pytest.MonkeyPatch) -> None:
    rebost("remember", "L'Anna viu a Girona.")
    monkeypatch.setenv("REBOST_EMBEDDER", "endpoint")
    monkeypatch.setenv("REBOST_ENDPOINT_URL", "ftp://nowhere")
    code, out, err = rebost("recall", "anna")
    assert (code, "L'Anna viu a Girona." in out) == (0, True)
    assert "endpoint" in err


def test_an_evaluation_prints_its_figures(rebost: Rebost, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "records.jsonl").write_text('{"id": "r1", "text": "L\'Anna viu a Girona."}\n', encoding="utf-8")
    (folder / "queries.jsonl").write_text(
        '{"id": "q1", "text": "Anna", "lang": "ca", "type": "short", "answerable": true, "gold": ["r1"], "acceptable": []}\n'
        '{"id": "q2", "text": "pizza", "lang": "ca", "type": "off_topic", "answerable": false, "gold": [], "acceptable": []}\n',
        encoding="utf-8",
    )
    words_only = ("--method", "classic-words")
    code, out, _ = rebost("evaluate", str(folder), *words_only)
    assert code == 0
    assert "balanced" in out
    assert json.loads(rebost("evaluate", str(folder), *words_only, "--json").out)["runs"]
    assert {run["method"] for run in json.loads(rebost("evaluate", str(folder), "--json").out)["runs"]} == {
        "default-words",
        "classic-words",
        "fts5",
    }
    code, _, err = rebost("evaluate", str(tmp_path / "absent"))
    assert (code, err.startswith("rebost: ")) == (1, True)


@pytest.mark.parametrize("command", [["recall", "x"], ["list"], ["stats"], ["projects"], ["forget", "x"]])
def test_a_missing_base_is_an_error_and_none_is_made(rebost: Rebost, own_base: Path, command: list[str]) -> None:
    code, out, err = rebost(*command)
    assert (code, out) == (1, "")
    assert f"no base at {own_base}" in err
    assert not own_base.exists()


def test_a_folder_that_doesnt_exist_is_an_error(rebost: Rebost, tmp_path: Path) -> None:
    code, _, err = rebost("remember", "x", "--base", str(tmp_path / "absent" / "rebost.db"))
    assert code == 1
    assert "absent" in err


def test_a_file_that_is_no_base_is_refused_and_left_alone(rebost: Rebost, tmp_path: Path) -> None:
    text = tmp_path / "diary.txt"
    text.write_text("dear diary", encoding="utf-8")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    for path in (text, other):
        before = path.read_bytes()
        for command in (["remember", "x"], ["recall", "x"], ["doctor"]):
            code, out, err = rebost(*command, "--base", str(path))
            assert code == 1
            assert "isn't a Rebost base" in out + err
        assert path.read_bytes() == before


def test_a_base_may_have_any_path(rebost: Rebost, tmp_path: Path) -> None:
    base = tmp_path / "el meu rebost 🙂" / "memòria d'en Pau.db"
    base.parent.mkdir()
    assert rebost("remember", "L'Anna viu a Girona.", "--base", str(base)).code == 0
    assert "Girona" in rebost("recall", "anna", "--base", str(base)).out
    assert rebost("doctor", "--base", str(base)).code == 0


def test_the_doctor_finds_a_healthy_base_healthy(rebost: Rebost) -> None:
    assert rebost("doctor").code == 0
    rebost("remember", "L'Anna viu a Girona.")
    code, out, _ = rebost("doctor")
    assert (code, "broken" in out) == (0, False)
    report = json.loads(rebost("doctor", "--json").out)
    assert report["healthy"]
    assert {check["health"] for check in report["checks"]} == {"fine"}
    assert {"versions", "base", "model in use", "place of the base"} <= {check["name"] for check in report["checks"]}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_printed_for_each_shell(rebost: Rebost, shell: str) -> None:
    out = rebost("completion", shell).out
    assert "_REBOST_COMPLETE" in out


def test_the_version_is_printed(rebost: Rebost) -> None:
    code, out, _ = rebost("--version")
    assert (code, out.startswith("rebost ")) == (0, True)
