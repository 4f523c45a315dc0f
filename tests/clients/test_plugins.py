"""The plugins, the marketplaces and the bundle are what clients expect, and name what there is."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rebost.clients import CLIENTS
from rebost.hooks import MOMENTS
from rebost.mcp.tools import TOOLS

ROOT = Path(__file__).parent.parent.parent
PLUGIN = ROOT / "plugins" / "rebost"
FILES = sorted(
    [*PLUGIN.rglob("*.json"), ROOT / ".claude-plugin" / "marketplace.json", ROOT / ".agents/plugins/marketplace.json"]
)
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_is_plain_json_without_a_name_twice(path: Path) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len({name for name, _ in pairs}) == len(pairs)
        return dict(pairs)

    assert json.loads(path.read_text("utf-8"), object_pairs_hook=once)


@pytest.mark.parametrize("kind", ["claude", "codex"])
def test_a_plugin_has_the_name_and_version_of_the_program(kind: str) -> None:
    manifest = _read(PLUGIN / f".{kind}-plugin" / "plugin.json")
    assert (manifest["name"], manifest["version"]) == ("rebost", VERSION)
    # Only the manifest belongs in there.
    assert [path.name for path in (PLUGIN / f".{kind}-plugin").iterdir()] == ["plugin.json"]


def test_what_the_codex_plugin_names_exists() -> None:
    manifest = _read(PLUGIN / ".codex-plugin" / "plugin.json")
    for part in ("skills", "mcpServers", "hooks"):
        assert manifest[part].startswith("./")
        assert (PLUGIN / manifest[part]).exists()


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (".claude-plugin/marketplace.json", lambda plugin: plugin["source"]),
        (".agents/plugins/marketplace.json", lambda plugin: plugin["source"]["path"]),
    ],
)
def test_a_marketplace_leads_to_the_plugin(path: str, source: Callable[[Any], str]) -> None:
    (plugin,) = _read(ROOT / path)["plugins"]
    assert plugin["name"] == "rebost"
    assert source(plugin).startswith("./")
    assert (ROOT / source(plugin)).resolve() == PLUGIN


def test_the_plugin_starts_the_server() -> None:
    assert _read(PLUGIN / ".mcp.json") == {"mcpServers": {"rebost": {"command": "rebost", "args": ["mcp"]}}}


@pytest.mark.parametrize(("name", "agent"), [("hooks.json", "claude-code"), ("codex.json", "codex")])
def test_each_hook_calls_a_moment_that_there_is_and_has_more_time_than_it_takes(name: str, agent: str) -> None:
    moments = []
    for groups in _read(PLUGIN / "hooks" / name)["hooks"].values():
        for hook in (hook for group in groups for hook in group["hooks"]):
            program, command, moment, *options = (
                [hook["command"], *hook["args"]] if "args" in hook else shlex.split(hook["command"])
            )
            assert (program, command, hook["type"]) == ("rebost", "hook", "command")
            assert options == ["--agent", agent]
            assert agent in CLIENTS
            assert hook["timeout"] > MOMENTS[moment]
            moments.append(moment)
    assert moments == [*MOMENTS][: len(moments)]


def test_the_skill_tells_when_it_is_for_and_names_tools_that_there_are() -> None:
    text = (PLUGIN / "skills" / "memory" / "SKILL.md").read_text("utf-8")
    match = re.match(r"---\nname: memory\ndescription: (.+)\n---\n", text)
    assert match is not None
    assert len(match[1]) <= 1024
    listed = re.search(r"Its tools are (.+?)\.\n\n", text, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r"`(\w+)`", listed[1])) <= {tool.name for tool in TOOLS}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    make = runpy.run_path(str(ROOT / "scripts" / "make_mcpb.py"))["make"]
    path: Path = make(tmp_path_factory.mktemp("bundle"), words_only=True)
    return path


@pytest.mark.slow
def test_the_bundle_says_what_it_is_and_where_it_runs(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as opened:
        names = opened.namelist()
        manifest = json.loads(opened.read("manifest.json"))
    assert bundle.name.startswith(f"rebost-{VERSION}-{sys.platform}-")
    assert {"manifest_version", "name", "version", "description", "author", "server"} <= manifest.keys()
    assert (manifest["manifest_version"], manifest["name"], manifest["version"]) == ("0.3", "rebost", VERSION)
    assert manifest["server"]["entry_point"] in names
    assert manifest["server"]["mcp_config"]["args"] == ["${__dirname}/" + manifest["server"]["entry_point"]]
    assert manifest["compatibility"]["platforms"] == [sys.platform]
    assert [tool["name"] for tool in manifest["tools"]] == [tool.name for tool in TOOLS]
    assert len(names) == len(set(names))
    assert not [name for name in names if name.startswith("/") or ".." in name or name.endswith((".pyc", ".pth"))]


@pytest.mark.slow
def test_the_server_in_the_bundle_answers_with_nothing_but_what_is_in_it(bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as opened:
        opened.extractall(tmp_path)
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
    }  # fmt: skip
    # The interpreter itself, not this environment's, and without its libraries.
    python = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    ended = subprocess.run(
        [python, "-I", "-S", tmp_path / "server" / "main.py"],
        input=json.dumps(hello).encode() + b"\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert json.loads(ended.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "rebost", ended.stderr
