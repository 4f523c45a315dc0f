"""`rebost console` as a process."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from mcp_clients import PROGRAM
from rebost.console import serving
from rebost.console.serving import PORT, bound
from rebost.errors import InputError

Start = Callable[..., tuple[subprocess.Popen[str], str]]


@pytest.fixture
def start(own_home: Path) -> Iterator[Start]:
    """Starts a console on this test's base; gives its process and the address that it printed."""
    started: list[subprocess.Popen[str]] = []
    environment = {**os.environ, "REBOST_BASE": str(own_home / "base.db"), "REBOST_EMBEDDER": "none"}

    def run(*arguments: str) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen(
            [*PROGRAM, "console", "--no-open", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_it_prints_the_address_opens_by_it_and_ends_on_an_interrupt(start: Start) -> None:
    process, address = start("--port", "0")
    assert address.startswith("http://127.0.0.1:")
    with httpx2.Client() as client:
        assert client.get(address).status_code == 200
        assert client.get(address.partition("/enter")[0] + "/test").status_code == 200
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


def test_two_consoles_on_one_base_have_ports_of_their_own(start: Start) -> None:
    (_, one), (_, other) = start(), start()
    assert one.partition("/enter")[0] != other.partition("/enter")[0]
    with httpx2.Client() as client:
        for address in (one, other):
            assert client.get(address).status_code == 200
        for address in (one, other):  # the cookie of the second hasn't taken the place of the first one's
            assert client.get(address.partition("/enter")[0] + "/test").status_code == 200


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process, _ = start("--port", str(taken.getsockname()[1]))
        _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert err.strip().splitlines()[-1].startswith("rebost: Port ")


def test_what_is_written_is_sent_at_once() -> None:
    """Or else a page waits for the browser to say that the part before came, 40 ms."""

    async def accepted() -> int:
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def take(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with bound("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(take, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                found = await taken
                writer.close()
        return found

    assert asyncio.run(accepted())


def test_an_address_that_is_none_is_an_error() -> None:
    with pytest.raises(InputError, match="--host"):
        bound("300.1.1.1", 0)


def test_the_usual_port_gives_way_when_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(serving, "PORT", taken.getsockname()[1])
        with serving._bound("127.0.0.1", None) as given:
            assert given.getsockname()[1] not in {0, PORT, taken.getsockname()[1]}


def test_no_browser_is_started_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert serving._has_screen() is (sys.platform in {"darwin", "win32"})
    monkeypatch.setenv("DISPLAY", ":0")
    assert serving._has_screen()
