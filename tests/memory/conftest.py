"""A memory for each test, by words alone unless the test brings a sentence model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rebost import Memory


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "base.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[..., Memory]]:
    """Opens memories, on this test's base by default, and closes them afterwards."""
    memories: list[Memory] = []

    def open_(where: Path = path, **options: object) -> Memory:
        options.setdefault("embedder", "none")
        memory = Memory.open(where, **options)  # type: ignore[arg-type]
        memories.append(memory)
        return memory

    yield open_
    for memory in memories:
        memory.close()


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    return opened()
