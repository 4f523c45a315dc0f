"""The first answers of the server for agents, beside a server of the SDK that offers nothing."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from timing import Spread, Took, spread

EMPTY = (sys.executable, "-c", "from mcp.server import MCPServer; MCPServer('empty').run()")
REBOST = (sys.executable, "-c", "import sys; from rebost.cli import main; sys.exit(main())", "mcp")
TURNS = 21

_HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}


def first_answers(base: Path, question: str, bytecode: Path, turns: int = TURNS) -> dict[str, Spread | float]:
    """Milliseconds from the start of a process to its answers, of both servers turn by turn.

    The first turn isn't counted: in it Python compiles every module, and keeps the result in the folder `bytecode`.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(bytecode), "REBOST_BASE": str(base)}
    servers: Mapping[str, Sequence[str]] = {"empty server": EMPTY, "rebost mcp": REBOST}
    hello: dict[str, list[Took]] = {name: [] for name in servers}
    recall: list[Took] = []
    for turn in range(turns + 1):
        for name, command in servers.items():
            asked = question if name == "rebost mcp" else None
            greeted, recalled = _start(command, environment, asked)
            if turn:
                hello[name].append(greeted)
                recall += [recalled] if recalled else []
    found = {f"{name}: first answer": spread(took) for name, took in hello.items()}
    first, empty = (found[f"{name}: first answer"]["median"] for name in ("rebost mcp", "empty server"))
    return {
        **found,
        "rebost mcp: first recall, from the start": spread(recall),
        "rebost mcp: first answer, times the empty server": round(first / empty, 2),
    }


def _start(command: Sequence[str], environment: Mapping[str, str], question: str | None) -> tuple[Took, Took | None]:
    """From the start to the first answer, and on to the first recall if there is a question."""
    before = _children_cpu()
    began = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        _ask(process, 1, "initialize", _HELLO)
        greeted = time.perf_counter() - began
        recalled = None
        if question is not None:
            _tell(process, {"method": "notifications/initialized"})
            _ask(process, 2, "tools/list", {})
            _ask(process, 3, "tools/call", {"name": "recall", "arguments": {"question": question}})
            recalled = time.perf_counter() - began
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
    cpu = _children_cpu() - before
    return Took(greeted, cpu), None if recalled is None else Took(recalled, cpu)


def _ask(process: subprocess.Popen[bytes], number: int, method: str, params: Mapping[str, Any]) -> None:
    _tell(process, {"id": number, "method": method, "params": params})
    assert process.stdout is not None
    answer = json.loads(process.stdout.readline())
    if "result" not in answer or answer["result"].get("isError"):
        raise RuntimeError(answer)


def _tell(process: subprocess.Popen[bytes], message: Mapping[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
