from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from rebost.errors import BaseError, FormatError
from rebost.importers.watching import Happened, watch
from rebost.memory import Memory
from rebost.memory.origins import Step

PATIENCE = 30.0
"""Seconds; what is waited for comes in one or two."""


Until = Callable[[Callable[[], bool]], list[Happened]]

LOCKING = """
import sys
import apsw
base = apsw.Connection(sys.argv[1])
base.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
base.execute("COMMIT")
"""


@pytest.fixture
def locked(memory: Memory) -> Iterator[Callable[[], None]]:
    """Another process writes to the base, and doesn't stop until this is called."""
    program = subprocess.Popen(
        [sys.executable, "-c", LOCKING, str(memory.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "locked\n"
    yield lambda: print("enough", file=program.stdin, flush=True)
    program.communicate(timeout=PATIENCE)


@pytest.fixture
def watching(memory: Memory) -> Iterator[Callable[..., Until]]:
    """Watch paths in a thread; gives a function that waits until something holds, and tells what happened till then."""
    stop = threading.Event()
    threads: list[threading.Thread] = []

    def start(*paths: Path) -> Until:
        happened: queue.Queue[Happened] = queue.Queue()

        def run() -> None:
            for one in watch(memory, paths, stop=stop):
                happened.put(one)

        thread = threading.Thread(target=run)
        thread.start()
        threads.append(thread)

        def until(holds: Callable[[], bool]) -> list[Happened]:
            told: list[Happened] = []
            while not holds():
                told.append(happened.get(timeout=PATIENCE))
            return told

        return until

    yield start
    stop.set()
    for thread in threads:
        thread.join()


def texts(memory: Memory) -> set[str]:
    return {record.text for record in memory.records()}


def test_a_watched_folder_and_the_base_stay_in_step_whatever_an_editor_does_to_save(
    memory: Memory, vault: Path, watching: Callable[..., Until]
) -> None:
    note = vault / "a.md"
    note.write_text("One.")
    until = watching(vault)
    until(lambda: texts(memory) == {"One."})
    (record,) = memory.records()
    (vault / ".a.md.swp").write_text("Two.")
    (vault / ".a.md.swp").replace(note)  # written aside and renamed
    until(lambda: texts(memory) == {"Two."})
    note.unlink()  # deleted and made anew
    note.write_text("Three.")
    until(lambda: texts(memory) == {"Three."})
    with note.open("w") as file:  # cut to nothing and written
        file.flush()
        file.write("Four.")
    until(lambda: texts(memory) == {"Four."})
    assert [found.id for found in memory.records()] == [record.id]
    (vault / "sub").mkdir()
    note.rename(vault / "sub" / "b.md")
    until(lambda: [found.source for found in memory.records()] == ["notes/sub/b.md"])
    assert [found.id for found in memory.records()] == [record.id]


def test_a_folder_that_goes_away_costs_nothing_and_is_followed_when_it_is_back(
    memory: Memory, vault: Path, watching: Callable[..., Until]
) -> None:
    (vault / "a.md").write_text("One.")
    until = watching(vault)
    until(lambda: texts(memory) == {"One."})
    away = vault.with_name("away")
    vault.rename(away)
    (away / "b.md").write_text("Two.")
    away.rename(vault)
    (vault / "c.md").write_text("Three.")
    until(lambda: texts(memory) == {"One.", "Two.", "Three."})
    (vault / "d.md").write_text("Four.")
    until(lambda: "Four." in texts(memory))


def test_a_single_file_is_followed_too(memory: Memory, tmp_path: Path, watching: Callable[..., Until]) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("Use tabs.")
    until = watching(file)
    until(lambda: texts(memory) == {"Use tabs."})
    file.write_text("Use spaces, always.")
    until(lambda: texts(memory) == {"Use spaces, always."})


def test_a_base_that_another_process_keeps_locked_is_waited_for_and_nothing_is_lost(
    memory: Memory, vault: Path, locked: Callable[[], None]
) -> None:
    (vault / "a.md").write_text("One.")
    stop = threading.Event()
    with Memory.open(memory.path, embedder="none", busy_seconds=0.05) as impatient:
        happened = watch(impatient, [vault], stop=stop)
        first = next(happened)
        assert first.report is None
        assert "locked" in first.trouble
        (vault / "b.md").write_text("Two.")
        threading.Timer(2.5, locked).start()  # meanwhile it is tried again each second, and told no second time
        second = next(happened)
        assert second.report is not None
        assert second.report.added == 2
        assert texts(memory) == {"One.", "Two."}
        stop.set()
        assert list(happened) == []


def test_a_disk_that_is_full_is_waited_for_too(memory: Memory, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (vault / "a.md").write_text("One.")
    follow, refused = memory.follow, [1, 2, 3]

    def without_room(steps: Sequence[Step]) -> None:
        if refused:
            refused.pop()
            raise BaseError("There is no room left on the disk.")
        follow(steps)

    monkeypatch.setattr(memory, "follow", without_room)
    happened = watch(memory, [vault], stop=threading.Event())
    assert "no room" in next(happened).trouble
    report = next(happened).report
    assert report is not None
    assert (report.added, refused) == (1, [])


@pytest.mark.parametrize("allowed", [False, True])
def test_a_credential_is_left_out_of_what_is_watched_unless_somebody_insists(
    memory: Memory, vault: Path, allowed: bool
) -> None:
    (vault / "ok.md").write_text("A fact.")
    (vault / "bad.md").write_text("the password is hunter2")
    happened = watch(memory, [vault], allow_secrets=allowed, stop=threading.Event())
    report = next(happened).report
    assert report is not None
    assert (report.added, len(report.left_out)) == ((2, 0) if allowed else (1, 1))
    assert any(b"hunter2" in path.read_bytes() for path in memory.path.parent.glob("rebost.db*")) is allowed


def test_what_isnt_there_at_the_beginning_is_an_error(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="There is nothing at"):
        watch(memory, [tmp_path / "absent"])


def test_the_command_ends_when_it_is_interrupted(vault: Path, tmp_path: Path) -> None:
    (vault / "a.md").write_text("the password is hunter2")
    program = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from rebost.cli import main; main()",
            "watch",
            str(vault),
            "--base",
            "w.db",
            "--allow-secrets",
        ],
        cwd=tmp_path,
        env={**os.environ, "REBOST_EMBEDDER": "none"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert "1 added" in program.stdout.readline()
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
