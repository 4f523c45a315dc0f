from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from rebost import Memory

PROGRAM = Path(sys.executable).with_name("rebost")
"""The program as it is installed."""


class Hook(Protocol):
    def __call__(self, moment: str, event: object | bytes, /, *options: str, **variables: str) -> str: ...


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the base is, or would be."""
    path = tmp_path / "rebost.db"
    monkeypatch.setenv("REBOST_BASE", str(path))
    return path


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests must not decide what a hook says."""
    monkeypatch.setenv("REBOST_HOOK_SECONDS", "60")


@pytest.fixture
def hook(base: Path, unhurried: None, tmp_path: Path) -> Hook:
    """Run a hook as a client does, and give what it prints; it must end well and say nothing else."""

    def call(moment: str, event: object | bytes, /, *options: str, **variables: str) -> str:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        ended = subprocess.run(
            [PROGRAM, "hook", moment, *options],
            input=data,
            capture_output=True,
            check=False,
            timeout=120,
            cwd=tmp_path,
            env={**os.environ, **variables},
        )
        assert (ended.returncode, ended.stderr) == (0, b"")
        return ended.stdout.decode("utf-8")

    return call


@pytest.fixture
def remember(base: Path) -> Callable[..., str]:
    """Remember a text, without a sentence model; gives the id."""

    def call(text: str, **more: str) -> str:
        with Memory.open(base, embedder="none") as memory:
            return memory.remember(text, **more).id  # type: ignore[arg-type]

    return call


@pytest.fixture
def log(own_home: Path) -> Callable[[], list[str]]:
    """The lines of the log."""

    def read() -> list[str]:
        return [line for path in own_home.rglob("hooks.log") for line in path.read_text(encoding="utf-8").splitlines()]

    return read
