from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rebost.memory import Memory


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "rebost.db", embedder="none") as memory:
        yield memory


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    vault = tmp_path / "notes"
    vault.mkdir()
    return vault
