"""Real processes on one base: what one writes the others see, and a killed one leaves whole records only."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rebost.records import Scope, State
from rebost.storage import Base, work
from storage.helpers import put

Open = Callable[..., Base]

TESTS = Path(__file__).parent.parent

WRITER = """
import itertools, sys
from pathlib import Path
from rebost.storage import Base
from storage.helpers import put

base = Base.open(Path(sys.argv[1]))
for number in itertools.count():
    if number == int(sys.argv[3]):
        break
    put(base, f"{sys.argv[2]} number {number} shared", f"{sys.argv[2]} again {number} shared")
    print(number, flush=True)
base.close()
"""

HOLDER = """
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from rebost.storage import Base, work

base = Base.open(Path(sys.argv[1]))
with base.transaction() as connection:
    print(work.acquire(connection, "vectors", work.new_holder(), datetime.now(UTC), timedelta(hours=1)), flush=True)
sys.stdin.read()
"""


@contextmanager
def process(program: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process that runs `program`; killed at the end if it hasn't ended."""
    script = f"import sys; sys.path[:0] = [{str(TESTS)!r}, {str(TESTS.parent / 'src')!r}]\n{program}"
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def reported(running: subprocess.Popen[str]) -> list[int]:
    assert running.stdout is not None
    return [int(line) for line in running.stdout]


def test_what_several_processes_write_at_once_is_all_there(path: Path, opened: Open) -> None:
    base = opened()
    names = ("first", "second", "third")
    with process(WRITER, str(path), names[0], "15") as one, process(WRITER, str(path), names[1], "15") as other:
        for number in range(15):
            put(base, f"third number {number} shared", f"third again {number} shared")
            with base.read() as snapshot:
                index = snapshot.index(Scope())
                assert index.document_frequency("third") == 2 * (number + 1)
                assert index.document_frequency("shared") == index.records == len(index.postings("shared").rows)
        assert [reported(one), reported(other)] == [list(range(15))] * 2
        assert (one.wait(), other.wait()) == (0, 0)
    with base.read() as snapshot:
        index = snapshot.index(Scope())
        assert [index.document_frequency(name) for name in names] == [30, 30, 30]
        assert index.records == 90
    assert base.check_integrity() == []


def test_a_process_killed_at_any_moment_leaves_whole_records_and_all_that_it_reported(path: Path, opened: Open) -> None:
    opened()
    total = 0
    for after in (0, 3, 7):
        with process(WRITER, str(path), f"run{after}", "-1") as running:
            assert running.stdout is not None
            while int(running.stdout.readline()) < after:
                pass
            running.kill()
            done = [after, *reported(running)][-1] + 1
        base = opened()
        with base.read() as snapshot:
            index = snapshot.index(Scope())
            found = index.document_frequency(f"run{after}")
            # Reported is there; of what was under way when it was killed, all or nothing is.
            assert found in {2 * done, 2 * done + 2}
            total += found
            pages = snapshot.page(None, project=None, state=State.CURRENT, newest_first=True)
            assert index.records == index.document_frequency("shared") == total
            assert len(pages) == min(total, 500)
            assert snapshot.pending_count() == total
        assert base.check_integrity() == []
        base.close()


def test_a_lease_is_taken_over_at_once_when_its_holder_is_killed(path: Path, opened: Open) -> None:
    base = opened()
    mine, hour = work.new_holder(), timedelta(hours=1)

    def acquire() -> bool:
        with base.transaction() as connection:
            return work.acquire(connection, "vectors", mine, datetime.now(UTC), hour)

    with process(HOLDER, str(path)) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not acquire()
        holder.kill()
        holder.wait()
        assert acquire()


def test_threads_share_one_base(base: Base) -> None:
    def work_on(number: int) -> int:
        put(base, f"thread {number} shared")
        with base.read() as snapshot:
            index = snapshot.index(Scope())
            assert index.document_frequency("shared") == index.records == len(index.postings("shared").rows)
            return index.document_frequency(str(number))

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work_on, range(60))) == [1] * 60
