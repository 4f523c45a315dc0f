"""A base for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rebost.storage import Base


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "base.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[..., Base]]:
    """Opens bases, this test's by default, and closes them afterwards."""
    bases: list[Base] = []

    def open_(where: Path = path, **options: object) -> Base:
        base = Base.open(where, **options)  # type: ignore[arg-type]
        bases.append(base)
        return base

    yield open_
    for base in bases:
        base.close()


@pytest.fixture
def base(opened: Callable[..., Base]) -> Base:
    return opened()
