"""The n-th call to the disk fails, once or for good, in whatever Rebost was doing: what then?

Each time: the error has a name of ours and says what to do; every record is as it was before or as it was to be; file,
index and counts agree; and the same open memory works once the disk does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path

import pytest

from anomalies.effort import FULL, places
from anomalies.faults import ERRORS, SYSTEM_CALLS, Faults, faulty_device, faulty_system_calls
from anomalies.holding import held, wrong
from anomalies.operations import OPERATIONS, Operation, copied, make, model, open_
from rebost import Memory, RebostError

pytestmark = pytest.mark.slow

QUESTIONS = ("on viu la Núria?", "caldera número 7", "port de SSH")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed base, to be copied."""
    path = tmp_path_factory.mktemp("sound") / "base.db"
    make(path)
    return path


@pytest.fixture
def copies(base: Path, tmp_path: Path) -> Iterator[Callable[[], Path]]:
    """Makes copies of the base; the one before is deleted."""
    numbers = count()

    def copy() -> Path:
        for old in tmp_path.iterdir():
            old.unlink()
        return copied(base, tmp_path / f"{next(numbers)}.db")

    return copy


def check(operation: Operation, path: Path, error: RebostError | None, before: object, done: object) -> None:
    """Whatever became of the operation: all of it is there, or nothing."""
    now = held(path)
    assert wrong(path) == []
    if error is None:
        assert now == done
        return
    assert now == before or (operation.in_steps and now == done), f"reported as failed, yet done: {error}"
    assert str(error).endswith(".")


def check_same(memory: Memory, path: Path) -> None:
    """A memory that met a fault works, and knows no more and no less than one that is opened now."""
    memory.remember("Després de la fallada, tot va bé.")
    memory.settle(timeout=5)
    with Memory.open(path, embedder=model()) as fresh:
        for question in QUESTIONS:
            known, told = (
                [
                    (piece.record.id, piece.record.text, piece.score)
                    for piece in each.recall(question, method="classic").pieces
                ]
                for each in (memory, fresh)
            )
            assert known == told


def sweep(operation: Operation, kind: str, faults: Faults, copies: Callable[[], Path]) -> int:
    """Fail each call of a kind in turn, until the operation gets through. Gives how often the fault struck."""
    path = copies()
    before = held(path)
    with open_(path) as memory:
        operation.act(memory)
    done = held(path)
    strikes = 0
    for lasting in (False, True):
        if lasting and kind == "fcntl" and not FULL:
            break  # SQLite tries for ten seconds to get such a lock, each time
        for place in places():
            if lasting and place > 2 and not FULL:
                break
            path = copies()
            with open_(path) as memory:
                error: RebostError | None = None
                faults.arm(kind, place, lasting=lasting)
                try:
                    operation.act(memory)
                except RebostError as raised:
                    error = raised
                struck = faults.disarm()
                check(operation, path, error, before, done)
                check_same(memory, path)
            if not struck:
                assert error is None
                break
            strikes += 1
            if error is not None and kind == "write":
                assert "There is no room left" in str(error)
    return strikes


def pairs(kinds: Iterable[str]) -> Iterator[tuple[Operation, str]]:
    """Each operation with each kind of call; in the short form with each fifth one, another for the next operation."""
    for row, operation in enumerate(OPERATIONS):
        for column, kind in enumerate(kinds):
            if operation.name == "back up" and kind in ERRORS:
                continue  # apsw's own copying can't take a failure of a file system in Python; the system calls below do
            if FULL or (row + column) % 5 == 0:
                yield operation, kind


def name_of(value: Operation | str) -> str:
    return value if isinstance(value, str) else value.name


@pytest.mark.parametrize(("operation", "kind"), list(pairs(ERRORS)), ids=name_of)
def test_a_call_to_the_disk_that_fails_leaves_all_or_nothing(
    operation: Operation, kind: str, copies: Callable[[], Path]
) -> None:
    with faulty_device() as faults:
        sweep(operation, kind, faults, copies)


@pytest.mark.parametrize(("operation", "kind"), list(pairs(SYSTEM_CALLS)), ids=name_of)
def test_shared_memory_that_fails_leaves_all_or_nothing(
    operation: Operation, kind: str, copies: Callable[[], Path]
) -> None:
    with faulty_system_calls() as faults:
        sweep(operation, kind, faults, copies)


READS = """agents archived_projects beside check_integrity close examine explain exported found get held history imported
imported_folders look_alikes marked marked_questions open path place projects read_only records same stats unplaced
versions""".split()
TRIED_ALONG = {"follow": "import", "note_agent": "what is counted beside a call never fails it", "recall": "recall"}


def test_every_call_that_writes_is_among_those_that_are_tried() -> None:
    tried = {word for operation in OPERATIONS for word in (operation.name, operation.name.replace(" ", "_"))}
    tried |= {"remember_many", "set_languages", "rename_project", "merge_projects", "archive_project"}
    tried |= {"unarchive_project", "take_in", *TRIED_ALONG, *READS}
    assert {name for name in dir(Memory) if not name.startswith("_")} <= tried, "name it in operations.py"
