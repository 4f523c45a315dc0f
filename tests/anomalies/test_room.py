"""No room on the disk or in memory, a base that can't be written, a folder that is gone: said clearly, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from anomalies.holding import held, wrong
from rebost import BaseError, BaseNotFoundError, Draft, Memory, ReadOnlyError, RebostError

TESTS = Path(__file__).parent.parent

LIMITED = f"""
import resource, signal, sys
sys.path[:0] = [{str(TESTS)!r}, {str(TESTS.parent / "src")!r}]
from pathlib import Path
from rebost import BaseError, Memory

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
with Memory.open(Path(sys.argv[1]), embedder="none") as memory:
    for number in range(10_000):
        try:
            memory.remember(f"El fet número {{number}}: " + "una cosa " * 50)
        except BaseError as error:
            print(error)
            break
        print("done", number, flush=True)
    print("still", memory.recall("fet número 0").pieces[0].record.text[:18])
"""


def kept(path: Path) -> list[str]:
    return [str(record[0]) for record in held(path)[0] if record[0]]


def test_a_file_that_may_not_grow_any_more_keeps_all_that_was_reported(tmp_path: Path) -> None:
    path = tmp_path / "base.db"
    finished = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), "1000000"], capture_output=True, text=True, check=True
    )
    *done, error, still = finished.stdout.splitlines()
    assert len(done) > 10
    assert "Nothing was written" in error or "can't be read or written" in error
    assert still == "still El fet número 0: u"
    assert len([text for text in kept(path) if text.startswith("El fet")]) == len(done)
    assert wrong(path) == []
    with Memory.open(path, embedder="none") as memory:
        memory.remember("Ara n'hi ha.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "base.db"
    path.parent.mkdir()
    with Memory.open(path, embedder="none") as memory:
        memory.remember_many(Draft(f"Fet número {number}.") for number in range(30))
    return path


def test_a_base_that_may_have_no_more_pages_says_that_there_is_no_room(path: Path) -> None:
    with Memory.open(path, embedder="none") as memory:
        with memory._base.transaction() as connection:
            (pages,) = connection.execute("PRAGMA page_count").fetchall()[0]
        memory._base._writer.execute(f"PRAGMA max_page_count={pages + 2}").fetchall()  # type: ignore[union-attr]
        with pytest.raises(BaseError, match="There is no room left on the disk"):
            memory.remember_many(Draft(f"Massa fets, {number}. " * 100) for number in range(300))
        assert memory.stats().records == 30
        memory._base._writer.execute("PRAGMA max_page_count=100000").fetchall()  # type: ignore[union-attr]
        memory.remember("Torna a haver-hi lloc.")
    assert wrong(path) == []
    assert len(kept(path)) == 31


@pytest.fixture
def little_memory() -> Iterator[Callable[[int], None]]:
    """Lets SQLite have so many bytes more than it has, at most; 0: as many as it wants."""

    def limit(more: int) -> None:
        apsw.hard_heap_limit(apsw.memory_used() + more if more else 0)

    yield limit
    limit(0)


def test_without_memory_nothing_is_half_done(path: Path, little_memory: Callable[[int], None]) -> None:
    before, refused = held(path), 0
    for more in (1, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000):
        with Memory.open(path, embedder="none") as memory:
            memory.recall("fet número 7")
            little_memory(more)
            try:
                memory.remember_many(Draft(f"Amb poca memòria, {number}.") for number in range(50))
            except BaseError as error:
                refused += 1
                assert "no memory left" in str(error)  # noqa: PT017 - it comes or it doesn't
                little_memory(0)
                assert held(path) == before
            else:
                little_memory(0)
                break
            assert memory.remember("Fet número 3.").text == "Fet número 3."
            assert wrong(path) == []
    assert refused > 2
    assert len(kept(path)) == 80


def as_user(path: Path, act: Callable[[], object], error: type[RebostError], message: str) -> None:
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(error, match=message):
        act()
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_folder_that_vanishes_is_named_and_the_base_is_there_again_with_it(path: Path, tmp_path: Path) -> None:
    with Memory.open(path, embedder="none") as memory:
        path.parent.rename(tmp_path / "elsewhere")
        for act in (lambda: memory.remember("Es perdria."), lambda: memory.recall("fet"), memory.stats):
            as_user(path, act, BaseError, "moved or deleted while it was open")
        with pytest.raises(BaseNotFoundError, match="doesn't exist"):
            Memory.open(path, embedder="none")
        (tmp_path / "elsewhere").rename(path.parent)
        memory.remember("Ja torna a ser-hi.")
    assert wrong(path) == []
    assert "Ja torna a ser-hi." in kept(path)


def test_a_base_opened_for_reading_takes_nothing_and_says_so(path: Path) -> None:
    before = path.read_bytes()
    with Memory.open(path, embedder="none", read_only=True) as memory:
        for act in (
            lambda: memory.remember("No."),
            lambda: memory.forget(next(memory.records()).id),
            lambda: memory.set_languages("ca"),
            memory.purge,
        ):
            with pytest.raises(ReadOnlyError, match="reading only"):
                act()
        assert memory.recall("fet número 7").pieces
    assert path.read_bytes() == before
