"""What one process knows of a base never outlives what another did to it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.fakes import FakeEmbedder
from rebost import BaseError, Draft, Memory


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Memory, Memory]]:
    """One base as two processes have it open, each with its caches."""
    path = tmp_path / "base.db"
    with Memory.open(path, embedder=FakeEmbedder()) as one, Memory.open(path, embedder=FakeEmbedder()) as other:
        one.remember_many(Draft(f"Fet número {number} sobre la caldera.") for number in range(20))
        one.settle()
        yield one, other


def test_a_record_deleted_at_once_by_one_is_gone_for_the_other(two: tuple[Memory, Memory]) -> None:
    one, other = two
    gone = one.remember("coche")
    one.settle()
    assert [piece.record.id for piece in other.recall("car", method="classic").pieces] == [gone.id]
    one.forget(gone.id, now=True)
    for memory in two:
        recall = memory.recall("car", method="classic")
        assert gone.id not in {item.record.id for item in (*recall.pieces, *recall.left_out)}
        assert memory.stats().records == 20


@pytest.mark.parametrize("replaced", [False, True])
def test_a_base_that_is_taken_away_while_open_takes_no_more_writes(
    two: tuple[Memory, Memory], tmp_path: Path, replaced: bool
) -> None:
    one, _ = two
    path = tmp_path / "base.db"
    path.rename(tmp_path / "elsewhere.db")
    if replaced:
        shutil.copyfile(tmp_path / "elsewhere.db", path)
    what = "replaced by another file" if replaced else "moved or deleted"
    with pytest.raises(BaseError, match=f"{what} while it was open"):
        one.remember("Això es perdria.")
    with pytest.raises(BaseError, match="start this program again"):
        one.recall("caldera")


def test_vectors_of_two_models_never_meet_while_two_processes_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "base.db"
    narrow, wide = FakeEmbedder("narrow"), FakeEmbedder("wide", 96)
    same = FakeEmbedder("same width")
    with Memory.open(path, embedder="none") as memory:
        memory.remember_many(Draft(f"Fet número {number} sobre la caldera.") for number in range(40))
        memory.remember("coche")
    models = (narrow, wide, same)
    with (
        Memory.open(path, embedder=narrow) as a,
        Memory.open(path, embedder=wide) as b,
        Memory.open(path, embedder=same) as c,
    ):
        memories = (a, b, c)
        by_vectors = set()
        for turn in range(12):
            mine = turn % 3
            memories[mine].remember(f"Torn número {turn}.")
            Memory.open(path, embedder=models[mine]).close()
            with Memory.open(path, embedder=models[mine]) as fresh:
                fresh.settle(timeout=0 if turn % 2 else 30)
            for memory, its in zip(memories, models, strict=True):
                recall = memory.recall("car", method="classic")
                assert recall.model in (None, its.model_id)
                if recall.model is None:
                    assert all("coche" not in piece.record.text for piece in recall.pieces)
                else:
                    by_vectors.add(recall.model)
                    assert [piece.record.text for piece in recall.pieces] == ["coche"]
    assert by_vectors == {its.model_id for its in models}
