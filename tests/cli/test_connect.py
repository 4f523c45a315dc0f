from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rebost.cli import documents

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


@pytest.fixture(autouse=True)
def no_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")


def test_connecting_and_disconnecting_several_clients(rebost: Rebost, own_home: Path) -> None:
    ended = rebost("connect", "codex", "cursor")
    assert (ended.code, ended.out) == (0, "")
    assert "Codex: connected, in " in ended.err
    entry = json.loads((own_home / ".cursor" / "mcp.json").read_text("utf-8"))["mcpServers"]["rebost"]
    assert Path(entry["command"]).is_absolute()
    assert Path(entry["command"]).is_file()
    assert entry["args"] == ["mcp"]
    assert "nothing to do" in rebost("connect", "cursor").err
    assert rebost("disconnect", "codex", "cursor").code == 0
    assert not (own_home / ".cursor" / "mcp.json").exists()


def test_a_dry_run_shows_the_difference_and_writes_nothing(rebost: Rebost, own_home: Path) -> None:
    ended = rebost("connect", "--dry-run", "codex")
    assert ended.code == 0
    assert "+[mcp_servers.rebost]\n" in ended.out
    assert "would be connected" in ended.err
    assert not (own_home / ".codex").exists()


def test_a_project_has_a_configuration_of_its_own(rebost: Rebost, own_home: Path) -> None:
    assert rebost("connect", "--scope", "project", "claude-code").code == 0
    assert json.loads(Path(".mcp.json").read_text("utf-8"))["mcpServers"]["rebost"]["type"] == "stdio"
    assert not (own_home / ".claude.json").exists()


def test_trouble_with_one_client_is_told_and_the_others_are_served(rebost: Rebost, own_home: Path) -> None:
    broken = own_home / ".cursor" / "mcp.json"
    broken.parent.mkdir()
    broken.write_text("{", encoding="utf-8")
    ended = rebost("connect", "cursor", "claude-desktop", "windsurf", "--json")
    assert ended.code == 1
    assert f"rebost: {broken} isn't valid: line 1, column 2" in ended.err
    assert [(row["client"], row["changed"]) for row in json.loads(ended.out)] == [
        ("claude-desktop", True),
        ("windsurf", True),
    ]
    assert broken.read_text(encoding="utf-8") == "{"


def test_all_means_those_that_are_installed(rebost: Rebost, own_home: Path) -> None:
    (own_home / ".gemini").mkdir()
    rows = json.loads(rebost("connect", "--all", "--json").out)
    assert [row["client"] for row in rows] == ["gemini"]
    assert list(rows[0]) == list(documents.CONNECTED)


def test_the_list_shows_every_client(rebost: Rebost) -> None:
    rebost("connect", "zed")
    assert "zed             installed  connected (user)" in rebost("connect", "--list").out
    assert list(json.loads(rebost("connect", "--list", "--json").out)[0]) == list(documents.CLIENT_LISTED)
    rows = {row["client"]: row for row in json.loads(rebost("connect", "--list", "--json").out)}
    assert list(rows["zed"]["connected"]) == ["user"]
    assert rows["cursor"] == {"client": "cursor", "installed": False, "connected": {}, "problem": None}


@pytest.mark.parametrize("arguments", [("connect",), ("connect", "--all", "zed"), ("disconnect",)])
def test_it_must_be_said_which_clients(arguments: tuple[str, ...], rebost: Rebost) -> None:
    assert rebost(*arguments).code == 2


def test_an_unknown_client_is_an_error_that_names_the_known_ones(rebost: Rebost) -> None:
    ended = rebost("connect", "emacs")
    assert ended.code == 1
    assert "choose one of claude-code" in ended.err


def test_an_unknown_moment_is_wrong_usage_and_the_known_ones_are_listed(rebost: Rebost) -> None:
    assert rebost("hook", "lunch").code == 2
    assert all(moment in rebost("hook", "--help").out for moment in ("prompt", "session", "compact"))
