from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from rebost.clients import CLIENTS, Client, Surroundings, Where, connection, disconnection, find_client, own_program
from rebost.clients import standings as standings_of
from rebost.clients.files import backup_of
from rebost.clients.jsonc import entry_of
from rebost.clients.toml import entry_of as toml_entry_of
from rebost.errors import ConfigError

CURSOR = find_client("cursor")
CODEX = find_client("codex")

CONFIGURATIONS: dict[str, tuple[str, bytes]] = {
    "comments": ("cursor", b'// top\n{\n  /* servers */\n  "mcpServers": {\n    "a": {"command": "x"} // a\n    // "b": {}\n  }\n}\n'),
    "trailing commas": ("zed", b'{\n  "theme": "One Dark",\n  "context_servers": {\n    "a": { "command": "x", },\n  },\n}\n'),
    "other servers": ("claude-desktop", b'{"mcpServers": {"a": {"command": "x", "env": {"KEY": "v"}}}}'),
    "no servers yet": ("gemini", b'{\n  "ui": {\n    "theme": "Default"\n  }\n}'),
    "empty file": ("vscode", b""),
    "a line end alone": ("windsurf", b"\n"),
    "empty object": ("cursor", b"{}"),
    "spread empty object": ("cursor", b"{\n\n}\n"),
    "empty servers": ("windsurf", b'{"mcpServers": {}}\n'),
    "CRLF": ("vscode", b'{\r\n\t"servers": {\r\n\t\t"a": {}\r\n\t},\r\n\t"inputs": []\r\n}\r\n'),
    "byte order mark": ("cursor", b'\xef\xbb\xbf{\n    "mcpServers": {}\n}'),
    "tabs": ("zed", b'{\n\t"context_servers": {\n\t\t"a": {}\n\t}\n}\n'),
    "deep nesting": ("claude-code", b'{"projects": ' + b'{"a":[' * 3000 + b"]}" * 3000 + b', "mcpServers": {"b": {}}}'),
    "names beyond ASCII": ("cursor", '{"mcpServers": {"càlcul 🧮": {"command": "x"}}}'.encode()),
    "opencode 1": ("opencode", b'{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    "a": {"type": "local"},\n  },\n}\n'),
    "opencode 2": ("opencode", b'{\n  "mcp": {\n    "servers": {\n      "a": {"type": "local"},\n    },\n  },\n}\n'),
    "TOML": ("codex", b'# mine\nmodel = "x"\n\n[mcp_servers.a]\ncommand = "y" # why\n\n[profiles.b]\nc = 1\n'),
    "TOML without a last line end": ("codex", b'model = "x"'),
    "TOML with CRLF": ("codex", b'model = "x"\r\n[mcp_servers.a]\r\ncommand = "y"\r\n'),
    "TOML inline": ("codex", b'mcp_servers = { a = { command = "y" } } # one line\n'),
    "TOML empty": ("codex", b""),
}  # fmt: skip
"""Files as they are found on people's machines, by what is particular about them; and whose they are."""


def _entry(client: Client, data: bytes) -> object | None:
    text = data.decode("utf-8-sig")
    find = toml_entry_of if client.format == "toml" else entry_of
    holders = [client.shape.holder, *([client.newer_shape.holder] if client.newer_shape else [])]
    return next((found for holder in holders if (found := find(text, (*holder, "rebost")))), None)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_connecting_adds_the_server_and_disconnecting_gives_the_very_same_bytes(
    name: str, machine: Surroundings, program: Path
) -> None:
    client, data = find_client(CONFIGURATIONS[name][0]), CONFIGURATIONS[name][1]
    path = client.path(Where.USER, machine)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

    connection(client, Where.USER, machine, program).apply()
    connected = path.read_bytes()
    entry = _entry(client, connected)
    assert isinstance(entry, dict)
    assert entry["command"] in (str(program), [str(program), "mcp"])
    assert connected.startswith(b"\xef\xbb\xbf") is data.startswith(b"\xef\xbb\xbf")
    if b"\r\n" in data:
        assert b"\n" not in connected.replace(b"\r\n", b"")
    assert backup_of(path).read_bytes() == data

    assert not connection(client, Where.USER, machine, program).needed
    disconnection(client, Where.USER, machine).apply()
    assert path.read_bytes() == data
    assert list(path.parent.glob("*rebost*")) == []
    assert not disconnection(client, Where.USER, machine).needed


@pytest.mark.parametrize("client", CLIENTS.values(), ids=lambda client: client.name)
@pytest.mark.parametrize("where", list(Where))
def test_a_file_that_connecting_made_goes_when_disconnecting(
    client: Client, where: Where, machine: Surroundings, program: Path
) -> None:
    if where is Where.PROJECT and client.project is None:
        with pytest.raises(ConfigError, match="--scope user"):
            connection(client, where, machine, program)
        return
    change = connection(client, where, machine, program)
    assert not change.path.exists()
    change.apply()
    assert _entry(client, change.path.read_bytes())
    assert stat.S_IMODE(change.path.stat().st_mode) == 0o600
    disconnection(client, where, machine).apply()
    assert [path for path in machine.home.parent.rglob("*") if path.is_file()] == [program]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_what_the_user_changed_since_stays_when_disconnecting(name: str, machine: Surroundings, program: Path) -> None:
    client, data = find_client(CONFIGURATIONS[name][0]), CONFIGURATIONS[name][1]
    path = client.path(Where.USER, machine)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    connection(client, Where.USER, machine, program).apply()
    comment = b"# later\n" if client.format == "toml" else b"// later\n"
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    path.write_bytes(mark + comment + path.read_bytes().removeprefix(mark))

    disconnection(client, Where.USER, machine).apply()
    left = path.read_bytes()
    assert left.startswith(mark + comment)
    assert _entry(client, left) is None
    assert b"rebost" not in left
    # The copy stays, since it holds what the file no longer does.
    assert backup_of(path).read_bytes() == data


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("cursor", b'{"mcpServers": {"a": }}', "line 1, column 22"),
        ("cursor", '{"a": "é"}'.encode("latin-1"), "UTF-8"),
        ("cursor", '{"a": 1}'.encode("utf-16"), "UTF-8"),
        ("cursor", b'["mcpServers"]', "must be an object"),
        ("cursor", b'{"mcpServers": []}', "must be an object"),
        ("codex", b"model = \n", "isn't valid"),
        ("codex", b"mcp_servers = 1\n", "no table"),
    ],
)
def test_a_configuration_that_is_not_valid_is_left_alone(
    name: str, data: bytes, told: str, machine: Surroundings, program: Path
) -> None:
    client = find_client(name)
    path = client.path(Where.USER, machine)
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    for plan in (lambda: connection(client, Where.USER, machine, program), lambda: disconnection(client, Where.USER, machine)):  # fmt: skip
        with pytest.raises(ConfigError, match=told) as caught:
            plan()
        assert str(path) in str(caught.value)
    assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


def test_a_configuration_that_can_not_be_read_or_written_is_left_alone(machine: Surroundings, program: Path) -> None:
    path = CURSOR.path(Where.USER, machine)
    path.mkdir(parents=True)
    with pytest.raises(ConfigError, match="can't be read"):
        connection(CURSOR, Where.USER, machine, program)
    path.rmdir()
    path.write_bytes(b"{}")
    path.chmod(0o444)
    change = connection(CURSOR, Where.USER, machine, program)
    with pytest.raises(ConfigError, match="read-only"):
        change.apply()
    assert path.read_bytes() == b"{}"


def test_a_folder_that_is_a_file_is_an_error_and_no_traceback(machine: Surroundings, program: Path) -> None:
    (machine.home / ".cursor").write_text("")
    with pytest.raises(ConfigError):
        connection(CURSOR, Where.USER, machine, program).apply()


def test_a_file_that_its_client_writes_meanwhile_is_not_overwritten(machine: Surroundings, program: Path) -> None:
    path = CURSOR.path(Where.USER, machine)
    path.parent.mkdir()
    path.write_bytes(b"{}")
    change = connection(CURSOR, Where.USER, machine, program)
    path.write_bytes(b'{"new": 1}')
    with pytest.raises(ConfigError, match="changed by another program"):
        change.apply()
    assert path.read_bytes() == b'{"new": 1}'


def test_the_mode_of_the_file_is_kept_and_the_copy_has_it_too(machine: Surroundings, program: Path) -> None:
    path = CURSOR.path(Where.USER, machine)
    path.parent.mkdir()
    path.write_bytes(b"{}")
    path.chmod(0o640)
    connection(CURSOR, Where.USER, machine, program).apply()
    assert [stat.S_IMODE(it.stat().st_mode) for it in (path, backup_of(path))] == [0o640, 0o640]


def test_a_symbolic_link_is_followed_and_stays_one(machine: Surroundings, program: Path) -> None:
    real = machine.home / "dotfiles" / "cursor.json"
    real.parent.mkdir()
    real.write_bytes(b"{}")
    path = CURSOR.path(Where.USER, machine)
    path.parent.mkdir()
    path.symlink_to(Path("..") / "dotfiles" / "cursor.json")
    connection(CURSOR, Where.USER, machine, program).apply()
    assert path.is_symlink()
    assert _entry(CURSOR, real.read_bytes())
    assert list(real.parent.iterdir()) == [real]
    disconnection(CURSOR, Where.USER, machine).apply()
    assert path.is_symlink()
    assert real.read_bytes() == b"{}"


def test_a_link_in_a_circle_is_an_error_and_a_link_to_nothing_gets_its_file(
    machine: Surroundings, program: Path
) -> None:
    path = CURSOR.path(Where.USER, machine)
    path.parent.mkdir()
    path.symlink_to(path)
    with pytest.raises(ConfigError):
        connection(CURSOR, Where.USER, machine, program)
    path.unlink()
    path.symlink_to(machine.home / "real.json")
    connection(CURSOR, Where.USER, machine, program).apply()
    assert path.is_symlink()
    assert _entry(CURSOR, (machine.home / "real.json").read_bytes())


def test_connecting_from_another_place_changes_the_program_and_keeps_what_the_user_added(
    machine: Surroundings, program: Path
) -> None:
    path = CURSOR.path(Where.USER, machine)
    path.parent.mkdir()
    path.write_bytes(b'{"mcpServers": {}}')
    connection(CURSOR, Where.USER, machine, program).apply()
    edited = json.loads(path.read_bytes())
    edited["mcpServers"]["rebost"]["env"] = {"REBOST_BASE": "/tmp/x"}
    path.write_text(json.dumps(edited))
    elsewhere = program.with_name("rebost2")
    connection(CURSOR, Where.USER, machine, elsewhere).apply()
    assert json.loads(path.read_bytes())["mcpServers"]["rebost"] == {
        "command": str(elsewhere), "args": ["mcp"], "env": {"REBOST_BASE": "/tmp/x"},
    }  # fmt: skip
    assert backup_of(path).read_bytes() == b'{"mcpServers": {}}'


def test_a_copy_of_a_file_that_the_user_deleted_is_not_brought_back(machine: Surroundings, program: Path) -> None:
    path = CURSOR.path(Where.USER, machine)
    path.parent.mkdir()
    path.write_bytes(b'{"old": 1}')
    connection(CURSOR, Where.USER, machine, program).apply()
    path.unlink()
    connection(CURSOR, Where.USER, machine, program).apply()
    disconnection(CURSOR, Where.USER, machine).apply()
    assert list(path.parent.iterdir()) == []


def test_a_server_that_the_user_switched_off_stays_so(machine: Surroundings, program: Path) -> None:
    client = find_client("opencode")
    path = client.path(Where.USER, machine)
    connection(client, Where.USER, machine, program).apply()
    path.write_bytes(path.read_bytes().replace(b'"enabled": true', b'"enabled": false'))
    assert not connection(client, Where.USER, machine, program).needed


def test_the_difference_shows_what_would_change_and_changes_nothing(machine: Surroundings, program: Path) -> None:
    path = CODEX.path(Where.USER, machine)
    path.parent.mkdir()
    path.write_bytes(b'model = "x"')
    lines = connection(CODEX, Where.USER, machine, program).difference().splitlines()
    assert lines[:2] == [f"--- {path}", f"+++ {path}"]
    assert "+[mcp_servers.rebost]" in lines
    assert path.read_bytes() == b'model = "x"'


def test_the_program_is_found_and_a_link_to_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, link = tmp_path / "venv" / "rebost", tmp_path / "bin" / "rebost"
    for path in (real, link):
        path.parent.mkdir()
    real.write_text("")
    link.symlink_to(real)
    monkeypatch.setattr("sys.argv", [str(link), "connect"])
    assert own_program() == link


def test_clients_are_listed_with_what_is_known_of_them(machine: Surroundings, program: Path) -> None:
    connection(CURSOR, Where.PROJECT, machine, program).apply()
    connection(CODEX, Where.USER, machine, program).apply()
    broken = find_client("gemini").path(Where.USER, machine)
    broken.parent.mkdir()
    broken.write_bytes(b"{")
    found = {standing.client.name: standing for standing in standings_of(machine)}
    assert list(found) == list(CLIENTS)
    assert list(found["cursor"].connected) == [Where.PROJECT]
    assert list(found["codex"].connected) == [Where.USER]
    assert found["codex"].installed
    assert not found["zed"].installed
    assert str(broken) in (found["gemini"].problem or "")


def test_a_program_on_the_path_shows_that_a_client_is_installed(machine: Surroundings, tmp_path: Path) -> None:
    claude = tmp_path / "claude"
    claude.write_text("#!/bin/sh\n")
    claude.chmod(0o755)
    client = find_client("claude-code")
    assert not client.is_installed(machine)
    assert client.is_installed(replace(machine, environment={"PATH": str(tmp_path)}))


@pytest.mark.parametrize(
    ("name", "platform", "environment", "path"),
    [
        ("claude-code", "linux", {}, ".claude.json"),
        ("claude-code", "darwin", {"CLAUDE_CONFIG_DIR": "/c"}, "/c/.claude.json"),
        ("claude-desktop", "darwin", {}, "Library/Application Support/Claude/claude_desktop_config.json"),
        ("claude-desktop", "win32", {"APPDATA": "/r"}, "/r/Claude/claude_desktop_config.json"),
        ("claude-desktop", "linux", {}, ".config/Claude/claude_desktop_config.json"),
        ("codex", "linux", {"CODEX_HOME": "/x"}, "/x/config.toml"),
        ("codex", "win32", {}, ".codex/config.toml"),
        ("cursor", "darwin", {}, ".cursor/mcp.json"),
        ("vscode", "darwin", {}, "Library/Application Support/Code/User/mcp.json"),
        ("vscode", "linux", {"XDG_CONFIG_HOME": "/y"}, "/y/Code/User/mcp.json"),
        ("vscode", "win32", {}, "AppData/Roaming/Code/User/mcp.json"),
        ("gemini", "linux", {}, ".gemini/settings.json"),
        ("windsurf", "win32", {"APPDATA": "/r"}, "/r/devin/mcp_config.json"),
        ("windsurf", "darwin", {}, ".config/devin/mcp_config.json"),
        ("windsurf", "linux", {}, ".config/devin/mcp_config.json"),
        ("zed", "darwin", {"XDG_CONFIG_HOME": "/y"}, ".config/zed/settings.json"),
        ("zed", "linux", {"XDG_CONFIG_HOME": "/y"}, "/y/zed/settings.json"),
        ("zed", "win32", {"APPDATA": "/r"}, "/r/Zed/settings.json"),
        ("opencode", "darwin", {}, ".config/opencode/opencode.json"),
    ],
)
def test_each_platform_has_its_places(
    name: str, platform: str, environment: dict[str, str], path: str, machine: Surroundings
) -> None:
    there = replace(machine, platform=platform, environment=environment)
    assert find_client(name).path(Where.USER, there) == machine.home / path


def test_windsurf_is_found_where_it_was_before_it_was_renamed_and_where_it_is_now(machine: Surroundings) -> None:
    client = find_client("windsurf")
    former, present = machine.home / ".codeium" / "windsurf", machine.home / ".config" / "devin"
    former.mkdir(parents=True)
    assert client.path(Where.USER, machine) == former / "mcp_config.json"
    present.mkdir(parents=True)
    assert client.path(Where.USER, machine) == present / "mcp_config.json"


def test_claude_desktop_as_a_package_of_windows_has_settings_of_its_own(machine: Surroundings) -> None:
    there = replace(machine, platform="win32")
    own = machine.home / "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude"
    own.mkdir(parents=True)
    assert find_client("claude-desktop").path(Where.USER, there) == own / "claude_desktop_config.json"


def test_opencode_keeps_the_file_with_comments_that_is_there(machine: Surroundings) -> None:
    client = find_client("opencode")
    for where in Where:
        path = client.path(where, machine).with_suffix(".jsonc")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
        assert client.path(where, machine) == path


def test_an_unknown_client_is_told_the_names_there_are() -> None:
    with pytest.raises(ConfigError, match="claude-code, claude-desktop, codex"):
        find_client("emacs")
