"""The disk is full in the middle of an import: what went in before is whole, the error says how far it came, again completes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from anomalies.effort import effort
from anomalies.faults import faulty_device
from anomalies.holding import wrong
from rebost import BaseError, Draft, Memory
from rebost.exporters import export_file
from rebost.importers import import_path

RECORDS, BATCH = 45, 10


def notes(place: Path) -> Path:
    folder = place / "notes"
    folder.mkdir()
    for number in range(RECORDS):
        (folder / f"{number}.md").write_text(f"Nota número {number} sobre la caldera.", encoding="utf-8")
    return folder


def facts(place: Path) -> Path:
    file = place / "facts.txt"
    file.write_text("".join(f"Fet número {number} sobre la caldera.\n" for number in range(RECORDS)), encoding="utf-8")
    return file


def export(place: Path) -> Path:
    with Memory.open(place / "other.db", embedder="none") as memory:
        memory.remember_many(Draft(f"Fila número {number} sobre la caldera.") for number in range(RECORDS))
        export_file(memory, place / "all.jsonl")
    return place / "all.jsonl"


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("importers.syncing", "importers.feeding", "memory.transfer"):
        monkeypatch.setattr(f"rebost.{module}._BATCH", BATCH)


def texts(memory: Memory) -> set[str]:
    return {record.text for record in memory.records()}


@pytest.mark.parametrize("make", [notes, facts, export])
@pytest.mark.parametrize("lasting", [False, True])
def test_an_import_that_meets_a_full_disk_says_how_far_it_came_and_again_completes_it(
    make: Callable[[Path], Path], lasting: bool, tmp_path: Path
) -> None:
    source = make(tmp_path)
    with Memory.open(tmp_path / "whole.db", embedder="none") as memory:
        import_path(memory, source)
        whole = texts(memory)
    with faulty_device() as faults:
        with Memory.open(tmp_path / "counted.db", embedder="none") as memory:
            faults.arm("write", 10**6, lasting=False)
            import_path(memory, source)
            writes = faults.count
            faults.disarm()
        came = set()
        tries = effort(6, 60)
        for number in range(tries):
            path = tmp_path / f"{number}.db"
            with Memory.open(path, embedder="none") as memory:
                faults.arm("write", 1 + writes * number // tries, lasting=lasting)
                with pytest.raises(BaseError, match=r"There is no room left.*import again to go on\.$") as raised:
                    import_path(memory, source)
                faults.disarm()
                said = re.search(r"(\d+) (?:of \d+ changes|(?:rows )?were taken)", str(raised.value))
                assert said is not None
                assert len(texts(memory)) == int(said[1])
                assert texts(memory) < whole
                assert wrong(path) == []
                came.add(int(said[1]))
                again = import_path(memory, source)
                assert (again.added, again.unchanged) == (RECORDS - int(said[1]), int(said[1]))
                assert texts(memory) == whole
                assert import_path(memory, source).unchanged == RECORDS
            assert wrong(path) == []
        assert {0, 20} <= came, "some of it failed at the beginning, some in the middle"
