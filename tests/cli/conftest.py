from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from rebost.cli.app import run

PROGRAM = Path(sys.executable).with_name("rebost")
"""The program as it is installed."""


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class Rebost(Protocol):
    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ended: ...


@pytest.fixture(autouse=True)
def own_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A base of the test's own, answering by words: most of what a command does needs no model."""
    base = tmp_path / "rebost.db"
    monkeypatch.setenv("REBOST_BASE", str(base))
    monkeypatch.setenv("REBOST_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)
    return base


@pytest.fixture
def rebost(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rebost:
    """Run a command in this process."""

    def call(*arguments: str, stdin: str | bytes = "") -> Ended:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))  # type: ignore[arg-type]
        code = run(arguments)
        out, err = capsys.readouterr()
        return Ended(code, out, err)

    return call


@pytest.fixture
def program() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run the installed program in a process of its own, with these variables beside those that are set."""

    def call(*arguments: str, stdin: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [PROGRAM, *arguments],
            input=stdin,
            capture_output=True,
            check=False,
            timeout=120,
            env={**os.environ, **variables},
        )

    return call
