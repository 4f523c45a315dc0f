"""Which project a call belongs to, without anybody saying so."""

from __future__ import annotations

from pathlib import Path

import mcp_types as types
import pytest

from mcp_clients import Connect, call, run


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "Fernhill é"
    (folder / ".git").mkdir(parents=True)
    return folder


def _project(connected: Connect, project: str | None = None, *, own_folders: bool = True) -> str | None:
    told: list[str | None] = []

    async def work() -> None:
        async with connected(project, own_folders=own_folders) as client:
            told.append((await call(client, "overview")).structured["project"])

    run(work)
    return told[0]


def test_the_clients_root_tells_the_project_and_is_asked_for_once(connected: Connect, repository: Path) -> None:
    asked = 0

    async def roots(_context: object) -> types.ListRootsResult:
        nonlocal asked
        asked += 1
        return types.ListRootsResult(roots=[types.Root(uri=(repository / "src").as_uri())])  # type: ignore[arg-type]

    async def work() -> None:
        async with connected(own_folders=True, mode="legacy", list_roots_callback=roots) as client:
            stored = await call(client, "remember", records="The sails are in the attic.")
            assert stored.text.startswith("Remembered in project Fernhill é,")
            assert (await call(client, "overview")).structured["records"] == 1
            assert asked == 1
            with pytest.warns(match="roots"):
                await client.send_roots_list_changed()
            assert (await call(client, "overview")).structured["project"] == "Fernhill é"
            assert asked == 2

    run(work)


def test_a_client_that_fails_to_tell_its_roots_has_none(connected: Connect) -> None:
    async def roots(_context: object) -> types.ErrorData:
        return types.ErrorData(code=-32603, message="not today")

    async def work() -> None:
        async with connected(mode="legacy", list_roots_callback=roots) as client:
            assert (await call(client, "overview")).structured["project"] is None

    run(work)


def test_without_roots_the_working_folder_tells_the_project(
    connected: Connect, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    assert _project(connected) == "Fernhill é"
    (repository / ".rebost").write_text("the boat\n", encoding="utf-8")
    assert _project(connected) == "the boat"
    assert _project(connected, "another") == "another"


def test_the_folder_that_claude_code_names_goes_first(
    connected: Connect, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _project(connected) is None
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repository))
    assert _project(connected) == "Fernhill é"


def test_a_server_of_many_clients_does_not_take_its_own_folder_for_theirs(
    connected: Connect, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    assert _project(connected, own_folders=False) is None
