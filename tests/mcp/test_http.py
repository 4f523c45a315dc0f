"""The server over HTTP: on this machine, for who knows the token."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from mcp import Client
from mcp_clients import PROGRAM, call, gone_within, run
from rebost.errors import InputError
from rebost.mcp.http import bound_socket, kept_token


class Served(NamedTuple):
    address: str
    token: str
    process: subprocess.Popen[str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of this module."""
    home = tmp_path_factory.mktemp("http")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("REBOST_", "XDG_"))},
        "HOME": str(home),
        "USERPROFILE": str(home),
        "REBOST_BASE": str(home / "base.db"),
        "REBOST_EMBEDDER": "none",
    }
    command = [*PROGRAM, "mcp", "--http", "--port", "0"]
    with subprocess.Popen(command, env=environment, cwd=home, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = re.search(r"(http://127\.0\.0\.1:\d+/mcp) .* in (.+)\.$", process.stderr.readline())
            assert told is not None
            token = Path(told[2])
            if os.name == "posix":
                assert stat.S_IMODE(token.stat().st_mode) == 0o600
            yield Served(told[1], token.read_text("ascii").strip(), process)
            process.send_signal(signal.SIGINT)
            assert gone_within(30, process.pid)
        finally:
            process.kill()


@asynccontextmanager
async def _client(served: Served, mode: str) -> Any:
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(served.address, http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_official_client_uses_every_tool(served: Served, mode: str) -> None:
    async def work() -> None:
        async with _client(served, mode) as client:
            assert len((await client.list_tools()).tools) == 6
            stored = await call(client, "remember", records=f"The boat of {mode} is in the harbour of Palamós.")
            id_ = stored.structured["records"][0]["id"]
            question = f"where is the boat of {mode}?"
            assert "Palamós" in (await call(client, "recall", question=question)).text
            assert "Palamós" in (await call(client, "read", id=id_)).text
            assert "Palamós" in (await call(client, "overview")).text
            moved = await call(client, "correct", id=id_, text=f"The boat of {mode} is in the harbour of Roses.")
            assert "Roses" in moved.text
            assert "Roses" in (await call(client, "recall", question=question)).text
            assert not (await call(client, "forget", id=id_)).failed
            assert (await call(client, "recall", query="x")).failed

    run(work)


_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({}, 200),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": ""}, 401),
        ({"Authorization": "Basic {token}"}, 401),
        ({"Authorization": "bearer {token}"}, 200),
        ({"Host": "rebost.example.com"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "https://example.com"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_only_who_knows_the_token_and_no_web_page_is_served(
    served: Served, changed: dict[str, str], status: int
) -> None:
    headers = {"Authorization": "Bearer {token}", "Accept": "application/json, text/event-stream", **changed}
    told = {name: value.format(token=served.token) for name, value in headers.items()}
    answer = httpx2.post(served.address, json=_HELLO, headers=told)
    assert answer.status_code == status


def test_the_token_stays_the_same_and_the_variable_takes_its_place(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = kept_token()
    assert len(token) > 40
    assert kept_token() == token
    monkeypatch.setenv("REBOST_MCP_TOKEN", "mine")
    assert kept_token() == "mine"


def test_a_port_that_is_taken_is_told() -> None:
    with bound_socket(0) as taken, pytest.raises(InputError, match="--port"):
        bound_socket(taken.getsockname()[1])


def test_a_second_server_on_a_port_ends_with_one_line_and_the_first_goes_on(served: Served, own_home: Path) -> None:
    port = served.address.rpartition(":")[2].partition("/")[0]
    second = subprocess.run(
        [*PROGRAM, "mcp", "--http", "--port", port], capture_output=True, text=True, check=False, timeout=60
    )
    assert (second.returncode, second.stdout) == (1, "")
    assert re.fullmatch(rf"rebost: Port {port} can't be used \(.+\)\. Give another with --port\.\n", second.stderr)
    assert httpx2.post(served.address, json=_HELLO).status_code == 401


def test_what_is_no_message_gets_an_error_and_the_server_goes_on(served: Served) -> None:
    headers = {
        "Authorization": f"Bearer {served.token}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }
    for body in (
        b"",
        b"{",
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":"\\ud83d"}',
    ):
        answer = httpx2.post(served.address, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, body[:40]
    assert httpx2.post(served.address, content=b"x" * 9_000_000, headers=headers).status_code == 413
    for name in ("Authorization", "Host", "Origin"):
        assert httpx2.post(served.address, json=_HELLO, headers={**headers, name: "x" * 5_000}).status_code >= 400
    assert httpx2.get(served.address.removesuffix("/mcp") + "/other", headers=headers).status_code == 404
    assert httpx2.post(served.address, json=_HELLO, headers=headers).status_code == 200
