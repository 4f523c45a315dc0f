"""Another sentence model comes while the base holds many records: all vectors are made again, and nothing suffers from it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from anomalies.effort import effort
from anomalies.holding import wrong
from memory.fakes import FakeEmbedder
from rebost import Draft, Memory
from rebost.embedders.embedder import Vectors

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parent.parent
RECORDS = effort(2_000, 50_000)

SETTLING = f"""
import sys
sys.path[:0] = [{str(TESTS)!r}, {str(TESTS.parent / "src")!r}]
from pathlib import Path
from memory.fakes import FakeEmbedder
from rebost import Memory

memory = Memory.open(Path(sys.argv[1]), embedder=FakeEmbedder("new", 24))
memory.settle(progress=lambda done, total: print(done, total, flush=True))
"""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.db"
    with Memory.open(path, embedder=FakeEmbedder("old", 16)) as memory:
        memory.remember_many(Draft(f"Fet {number} sobre la caldera {number % 97}.") for number in range(RECORDS))
        memory.settle()
    return path


def test_vectors_are_made_again_in_the_background_and_a_kill_half_way_costs_one_batch(base: Path) -> None:
    with (
        subprocess.Popen([sys.executable, "-c", SETTLING, str(base)], stdout=subprocess.PIPE, text=True) as settling,
        Memory.open(base, embedder="none") as watching,
    ):
        assert settling.stdout is not None
        told = [0, 0]
        while told[0] < RECORDS // 3:
            told = [int(number) for number in settling.stdout.readline().split()]
            assert sum(watching.stats().vectors.values()) >= RECORDS, "the former vectors stay until all are made"
        assert watching.stats().waiting < RECORDS, "progress can be seen from elsewhere"
        settling.kill()
    new = FakeEmbedder("new", 24)
    with Memory.open(base, embedder=new) as memory:
        left = memory.stats().waiting
        assert 0 < left <= RECORDS - RECORDS // 3
        recall = memory.recall(f"fet {RECORDS - 1}", method="classic")
        assert recall.model is None
        assert recall.pieces[0].record.text.startswith(f"Fet {RECORDS - 1} ")
        assert "records have their vectors so far" in recall.notices[0]
        assert memory.settle(timeout=0) is False, "it can be stopped"
        assert memory.settle()
        assert len(new.records) == left, "and goes on where it was"
        stats = memory.stats()
        assert (stats.waiting, stats.base_model, stats.vectors[new.model_id]) == (0, new.model_id, RECORDS)
        assert sum(stats.vectors.values()) == RECORDS, "the former vectors are gone"
        assert memory.recall("caldera 7", method="classic").model == new.model_id
    assert wrong(base) == []


class _Watched(FakeEmbedder):
    """Lets a test know when so many records have their vectors."""

    def __init__(self, enough: int) -> None:
        super().__init__("new", 24)
        self.enough = enough
        self.there = threading.Event()

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        if len(self.records) >= self.enough:
            self.there.set()
        return super().embed_records(texts)


def test_a_program_that_makes_them_beside_its_work_can_be_closed_at_any_time(base: Path) -> None:
    watched = _Watched(RECORDS // 4)
    with Memory.open(base, embedder=watched, background=True) as memory:
        assert watched.there.wait(300)
        memory.remember("Escrit mentrestant.")
        assert any("mentrestant" in piece.record.text for piece in memory.recall("mentrestant").pieces)
    with Memory.open(base, embedder="none") as memory:
        assert 0 < memory.stats().waiting < RECORDS
    assert wrong(base) == []
