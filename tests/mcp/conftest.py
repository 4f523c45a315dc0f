"""The real server: in this process for what is said, in one of its own for how it lives."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.stdio import stdio_client

from mcp import Client, StdioServerParameters
from mcp_clients import PROGRAM, Connect, Raw
from rebost import Memory
from rebost.mcp.server import make_server
from rebost.mcp.service import Opened, Service
from rebost.mcp.whereabouts import Whereabouts


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "base.db"


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder of no project."""
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python keeps the compiled modules here: every server after the first starts in a third of the time."""
    return tmp_path_factory.mktemp("bytecode")


@pytest.fixture
def environment(base: Path, own_home: Path, bytecode: Path) -> dict[str, str]:
    """What a server's process is given."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME", "USERPROFILE")}
    return {
        **kept,
        "REBOST_BASE": str(base),
        "REBOST_EMBEDDER": "none",
        "PYTHONPYCACHEPREFIX": str(bytecode),
    }


@pytest.fixture
def service(base: Path) -> Iterator[Service]:
    opened = Service(lambda: Opened(Memory.open(base, embedder="none"), 8))
    yield opened
    opened.close()


@pytest.fixture
def connected(service: Service) -> Connect:
    """The official client, connected to the server in this process."""

    @asynccontextmanager
    async def connect(
        project: str | None = None, *, own_folders: bool = False, **options: Any
    ) -> AsyncIterator[Client]:
        server = make_server(service, Whereabouts(project, own_folders=own_folders))
        async with Client(server, **options) as client:
            yield client

    return connect


@pytest.fixture
def started(environment: dict[str, str], workplace: Path) -> Connect:
    """The official client, with a server of its own over standard input and output."""

    @asynccontextmanager
    async def connect(
        *options: str, variables: Mapping[str, str] | None = None, cwd: Path = workplace, **client_options: Any
    ) -> AsyncIterator[Client]:
        parameters = StdioServerParameters(
            command=PROGRAM[0],
            args=[*PROGRAM[1:], "mcp", *options],
            env={**environment, **(variables or {})},
            cwd=cwd,
        )
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a stream of no particular file
            async with Client(stdio_client(parameters, errlog=nowhere), **client_options) as client:
                yield client

    return connect


@pytest.fixture
def by_hand(environment: dict[str, str], workplace: Path) -> Iterator[Callable[..., Raw]]:
    """Starts servers, or other programs that serve, and ends them."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*program: str, **variables: str) -> Raw:
        process = subprocess.Popen(
            program or (*PROGRAM, "mcp"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=workplace,
            env={**environment, **variables},
        )
        processes.append(process)
        return Raw(process)

    yield start
    for process in processes:
        with process:
            process.kill()
