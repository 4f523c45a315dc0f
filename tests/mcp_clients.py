"""Clients of the MCP server for its tests: the official one, and one that speaks the protocol by hand.

Not beside those tests, since their folder bears the name of the SDK.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, NamedTuple

import anyio

from mcp import Client
from rebost.mcp.fitting import Answer

PROGRAM = (sys.executable, "-c", "import sys; from rebost.cli import main; sys.exit(main())")
"""What the installed program `rebost` does."""
PATIENCE = 60.0
"""Seconds: on a busy machine a server may take long to start, and no test measures time."""


class Called(NamedTuple):
    """What came of a call."""

    text: str
    structured: Any
    failed: bool

    @property
    def size(self) -> int:
        return Answer(self.text, self.structured).size


async def call(client: Client, tool: str, **arguments: Any) -> Called:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    return Called(content.text, result.structured_content, bool(result.is_error))  # type: ignore[union-attr]


def run(work: Callable[[], Awaitable[None]], seconds: float = PATIENCE) -> None:
    """Run a test's client, and raise what it raises: the groups in which tasks wrap it would hide the assertion."""

    async def limited() -> None:
        with anyio.fail_after(seconds):
            await work()

    try:
        anyio.run(limited)
    except BaseExceptionGroup as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


Connect = Callable[..., AbstractAsyncContextManager[Client]]


class Raw:
    """A client that speaks the protocol by hand, to see each byte that comes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.lines: list[bytes] = []
        self._number = 0
        self._rest = b""

    def send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, **params: Any) -> int:
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self._number

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a request; whatever comes before it must be of the protocol too."""
        while True:
            message: dict[str, Any] = json.loads(self._line())
            if message.get("id") == number and "method" not in message:
                return message

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        return self.answer(self.request(method, **params))

    def initialize(self, version: str = "2025-11-25") -> dict[str, Any]:
        told = self.ask(
            "initialize", protocolVersion=version, capabilities={}, clientInfo={"name": "by-hand", "version": "1"}
        )
        self.notify("notifications/initialized")
        return told

    def _line(self) -> bytes:
        assert self.process.stdout is not None
        end = time.monotonic() + PATIENCE
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(end - time.monotonic(), 0))
            assert ready, "the server doesn't answer"
            chunk = os.read(self.process.stdout.fileno(), 65_536)
            assert chunk, "the server has ended"
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        self.lines.append(line)
        return line


def gone_within(seconds: float, pid: int) -> bool:
    """Whether a process has ended, looked at until it has or the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{pid}/stat")
        # One that has ended stays until its new parent looks at it, which in a container may be never.
        if status.exists() and status.read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
