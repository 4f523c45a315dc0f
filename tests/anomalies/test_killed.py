"""A process is killed at its n-th call to the disk: what it had reported is there, what it was at is there whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from anomalies.effort import FULL, places
from anomalies.holding import held, wrong
from anomalies.operations import OPERATIONS, copied, make, model, open_
from rebost import Memory

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parent.parent

PROGRAM = f"""
import sys
sys.path[:0] = [{str(TESTS)!r}, {str(TESTS.parent / "src")!r}]
from pathlib import Path
from anomalies.faults import faulty_device
from anomalies.operations import OPERATIONS, open_

path, name, kind, place = sys.argv[1:]
operation = next(each for each in OPERATIONS if each.name == name)
with faulty_device() as faults:
    faults.deadly = True
    memory = open_(Path(path))
    memory.remember("Dit abans que tot.")
    print("reported", flush=True)
    faults.arm(kind, int(place), lasting=False)
    operation.act(memory)
    print("done", flush=True)
    faults.disarm()
    memory.close()
"""


@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("name", [operation.name for operation in OPERATIONS] if FULL else ["remember many", "correct"])
def test_what_a_killed_process_had_reported_is_there_and_the_rest_is_whole(
    name: str, kind: str, tmp_path: Path
) -> None:
    base = tmp_path / "base.db"
    make(base)
    operation = next(each for each in OPERATIONS if each.name == name)
    before, done = (copied(base, tmp_path / file) for file in ("before.db", "done.db"))
    for path in (before, done):
        with open_(path) as memory:
            memory.remember("Dit abans que tot.")
            if path == done:
                operation.act(memory)
    for place in places():
        path = copied(base, tmp_path / f"killed at {place}.db")
        finished = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(path), name, kind, str(place)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.stderr == ""
        reported = finished.stdout.split()
        assert "reported" in reported
        now = held(path)
        assert now == held(done) or ("done" not in reported and now == held(before))
        assert wrong(path) == []
        with Memory.open(path, embedder=model()) as memory:
            memory.remember("La vida segueix.")
            memory.settle()
        if finished.returncode == 0:
            break
