"""The server as agents' programs start it: a process of its own, over standard input and output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import anyio
import apsw
import mcp_types as types
import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from mcp_clients import PROGRAM, Connect, Raw, call, gone_within, run
from rebost import Memory

ByHand = Callable[..., Raw]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_official_client_uses_every_tool(started: Connect, mode: str) -> None:
    async def work() -> None:
        async with started(mode=mode) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            stored = await call(client, "remember", records=["L'Anna viu a Girona.", "El gos es diu Blat."])
            id_ = stored.structured["records"][0]["id"]
            used = {"remember"}
            for tool, arguments, told in (
                ("recall", {"question": "on viu l'Anna?"}, "> L'Anna viu a Girona."),
                ("read", {"id": id_}, "> L'Anna viu a Girona."),
                ("correct", {"id": id_, "text": "L'Anna viu a Vic."}, "> L'Anna viu a Vic."),
                ("overview", {}, "> El gos es diu Blat."),
                ("forget", {"id": id_}, "Forgotten"),
            ):
                assert told in (await call(client, tool, **arguments)).text
                used.add(tool)
            assert used == names
            assert (await call(client, "recall", question="on viu l'Anna?")).structured["records"] == []
            assert (await client.read_resource("rebost://overview")).contents
            assert (await client.get_prompt("keep-what-we-learned")).messages

    run(work)


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_every_version_with_a_handshake_is_spoken(by_hand: ByHand, version: str) -> None:
    client = by_hand()
    told = client.initialize(version)["result"]
    assert told["protocolVersion"] == version
    assert told["serverInfo"]["name"] == "rebost"
    assert "Recall before you answer" in told["instructions"]
    assert len(client.ask("tools/list")["result"]["tools"]) == 6
    stored = client.ask("tools/call", name="remember", arguments={"records": "L'Anna viu a Girona."})["result"]
    recalled = client.ask("tools/call", name="recall", arguments={"question": "on viu l'Anna?"})["result"]
    assert not stored.get("isError")
    assert "> L'Anna viu a Girona." in recalled["content"][0]["text"]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_what_one_agent_remembers_another_recalls_and_a_correction_takes_its_place(
    started: Connect, base: Path, mode: str
) -> None:
    async def work() -> None:
        async with started(client_info=types.Implementation(name="first-agent", version="1"), mode=mode) as first:
            stored = await call(first, "remember", records="The server listens for SSH on port 22.")
            id_ = stored.structured["records"][0]["id"]
            other = types.Implementation(name="second-agent", version="1")
            async with started(client_info=other, mode=mode) as second:
                question = "which port does SSH listen on?"
                recalled = await call(second, "recall", question=question)
                assert "> The server listens for SSH on port 22." in recalled.text
                assert recalled.structured["records"][0]["source"] == "first-agent"
                await call(second, "correct", id=id_, text="The server listens for SSH on port 49222.")
                for client in (first, second):
                    again = await call(client, "recall", question=question)
                    assert [item["text"] for item in again.structured["records"]] == [
                        "The server listens for SSH on port 49222."
                    ]

    run(work)
    with Memory.open(base, embedder="none") as memory:
        did = {agent.name: agent[1:4] for agent in memory.agents()}
    assert did == {"first-agent": (1, 1, 1), "second-agent": (2, 2, 0)}


def _write_much(number: int) -> list[str]:
    return [f"Server {number} stored fact {item} about boiler {number * 1000 + item}." for item in range(8)]


async def _work_together(started: Connect, servers: int, end: float) -> list[str]:
    """Several servers write and read one base at once until the time is up; gives what was reported as stored."""
    stored: list[str] = []

    async def one(number: int) -> None:
        async with started(client_info=types.Implementation(name=f"agent-{number}", version="1")) as client:
            turn = 0
            while not turn or time.monotonic() < end:
                texts = [f"{text} Turn {turn}." for text in _write_much(number)]
                answer = await call(client, "remember", records=texts)
                assert not answer.failed, answer.text
                statuses = [item["status"] for item in answer.structured["records"]]
                assert statuses == ["stored"] * len(texts), answer.text
                stored.extend(texts)
                assert not (await call(client, "recall", question=f"boiler {number * 1000}")).failed
                turn += 1

    async with anyio.create_task_group() as group:
        for number in range(servers):
            group.start_soon(one, number)
    return stored


@pytest.mark.parametrize("seconds", [0, pytest.param(60, marks=pytest.mark.slow)])
def test_six_servers_on_one_base_lose_nothing(started: Connect, base: Path, seconds: int) -> None:
    stored: list[str] = []

    async def work() -> None:
        stored.extend(await _work_together(started, 6, time.monotonic() + seconds))

    run(work, seconds + 60)
    with Memory.open(base, embedder="none") as memory:
        assert {record.text for record in memory.records()} == set(stored)
        assert memory.check_integrity() == []


def test_whatever_a_library_prints_the_protocol_stays_clean(by_hand: ByHand) -> None:
    program = textwrap.dedent("""
        import ctypes, os, subprocess, sys
        from rebost.mcp import service
        recall = service.Service.recall

        def noisy(*arguments):
            print("printed by Python")
            sys.stdout.flush()
            os.write(1, b"written to the descriptor\\n")
            library = ctypes.CDLL(None)
            library.puts(b"printed by C")
            library.fflush(None)
            subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
            return recall(*arguments)

        service.Service.recall = noisy
        import rebost.mcp.tools as tools
        import dataclasses
        tools.TOOLS = tuple(
            dataclasses.replace(tool, run=noisy) if tool.name == "recall" else tool for tool in tools.TOOLS
        )
        from rebost.cli import main
        sys.argv = ["rebost", "mcp"]
        sys.exit(main())
    """)
    client = by_hand(sys.executable, "-c", program)
    client.initialize()
    for _ in range(2):
        assert "result" in client.ask("tools/call", name="recall", arguments={"question": "x"})
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in client.lines)
    assert client.process.stdin is not None
    assert client.process.stderr is not None
    client.process.stdin.close()
    noise = client.process.stderr.read()
    for words in (b"printed by Python", b"written to the descriptor", b"printed by C", b"printed by a child"):
        assert noise.count(words) == 2


def test_a_call_that_waits_can_be_cancelled_and_others_are_answered_meanwhile(by_hand: ByHand, base: Path) -> None:
    client = by_hand()
    client.initialize()
    client.ask("tools/call", name="remember", arguments={"records": "L'Anna viu a Girona."})
    other = apsw.Connection(str(base))
    other.execute("begin immediate")  # nobody else can write now
    waiting = client.request("tools/call", name="remember", arguments={"records": "El gos es diu Blat."})
    client.notify("notifications/cancelled", requestId=waiting, reason="the person changed their mind")
    asked = {"question": "on viu l'Anna?"}
    assert "Girona" in client.ask("tools/call", name="recall", arguments=asked)["result"]["content"][0]["text"]
    other.execute("rollback")
    other.close()
    assert not client.ask("tools/call", name="remember", arguments={"records": "La Marta és veterinària."})["result"][
        "isError"
    ]
    with Memory.open(base, embedder="none") as memory:
        assert memory.check_integrity() == []


def test_the_server_ends_when_its_client_closes_the_pipe(by_hand: ByHand) -> None:
    client = by_hand()
    client.initialize()
    client.ask("tools/call", name="overview", arguments={})
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.process.wait(60) == 0


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_when_it_is_told_to_and_says_nothing(by_hand: ByHand, sent: signal.Signals) -> None:
    client = by_hand()
    client.initialize()
    client.process.send_signal(sent)
    assert client.process.wait(60) == -sent
    assert client.process.stderr is not None
    assert client.process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="there the parent's number never changes")
def test_the_server_ends_when_its_client_is_killed_though_the_pipe_stays_open(
    environment: dict[str, str], tmp_path: Path
) -> None:
    incoming, outgoing = os.pipe()  # this process keeps the end that the client would write to
    ready = tmp_path / "ready"
    program = f"""
import subprocess, sys, time
server = subprocess.Popen({[*PROGRAM, "mcp"]!r}, stdin={incoming}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
server.stdout.readline()
open({str(ready)!r}, "w").write(str(server.pid))
time.sleep(600)
"""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    os.write(
        outgoing, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode() + b"\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], env=environment, pass_fds=[incoming]) as client:
        os.close(incoming)
        try:
            while not (ready.exists() and ready.read_text("utf-8")):
                assert client.poll() is None
                time.sleep(0.05)
            server = int(ready.read_text("utf-8"))
            assert not gone_within(0.2, server)
        finally:
            client.send_signal(signal.SIGKILL)
    assert gone_within(30, server)
    os.close(outgoing)


def test_the_log_holds_no_question_and_no_record(started: Connect, own_home: Path) -> None:
    async def work() -> None:
        async with started() as client:
            await call(client, "remember", records="The zeppelin is in the hangar.")
            await call(client, "recall", question="where is the zeppelin?")
            await call(client, "recall", zeppelin="zeppelin")
            await call(client, "read", id="zeppelin")

    run(work)
    (log,) = own_home.rglob("mcp.log")
    told = log.read_text("utf-8")
    assert "recall: " in told
    assert "zeppelin" not in told.lower()
