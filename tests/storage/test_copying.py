"""Copies of a base in use, and a copy put in its place under the eyes of others."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import apsw
import numpy as np
import pytest

from rebost.errors import BaseNotFoundError, BusyError, DamagedBaseError, InputError, NewerBaseError, NotABaseError
from rebost.records import Scope, State
from rebost.storage import Base, migrations, work
from rebost.storage.copying import copy_base, is_copy, restore_base, verify_copy
from storage.helpers import NOW, put, row_of

Open = Callable[..., Base]


def texts(base: Base) -> list[str]:
    with base.read() as snapshot:
        page = snapshot.page(None, project=None, state=State.CURRENT, newest_first=False)
        assert snapshot.index(Scope()).records == len(page)
        return [record.text for _, record in page]


def test_a_copy_is_one_private_file_that_holds_all_and_needs_no_other(base: Base, tmp_path: Path, opened: Open) -> None:
    put(base, "one", "two", project="casa")
    copied = copy_base(base.path, tmp_path / "copy.db")
    assert (copied.records, copied.path, copied.bytes) == (2, tmp_path / "copy.db", copied.path.stat().st_size)
    assert is_copy(copied.path)
    assert not is_copy(base.path)
    assert verify_copy(copied.path) == copied
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base.db", "base.db-shm", "base.db-wal", "copy.db"]
    if sys.platform != "win32":
        assert copied.path.stat().st_mode & 0o777 == 0o600
    assert texts(opened(copied.path)) == ["one", "two"]


def test_a_copy_of_a_base_that_is_being_written_is_of_one_moment(base: Base, tmp_path: Path) -> None:
    program = """
        import sys, itertools
        from pathlib import Path
        from datetime import datetime, UTC
        from rebost.records import Draft
        from rebost.storage import Base, Entry
        base = Base.open(Path(sys.argv[1]))
        print("ready", flush=True)
        for n in itertools.count():
            with base.write(datetime.now(UTC)) as writer:
                writer.add((Draft(f"{n} {m} " + "x" * 2000), Entry(("x",), {"x": False})) for m in range(2))
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), str(base.path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        child.stdout.readline()
        copies = [copy_base(base.path, tmp_path / f"copy{number}.db") for number in range(4)]
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    assert all(copied.records % 2 == 0 for copied in copies)
    assert [copied.records for copied in copies] == sorted(copied.records for copied in copies)


def test_what_is_at_the_target_is_left_as_it_is(base: Base, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="left as it is"):
        copy_base(base.path, tmp_path / "mine")
    assert (tmp_path / "mine").read_text("utf-8") == "mine"
    with pytest.raises(InputError, match="can't be written"):
        copy_base(base.path, tmp_path / "absent" / "copy.db")
    with pytest.raises(BaseNotFoundError):
        copy_base(tmp_path / "absent.db", tmp_path / "copy.db")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_restored_base_is_what_it_was_and_others_that_have_it_open_see_it(
    base: Base, tmp_path: Path, opened: Open
) -> None:
    with base.transaction() as connection:
        work.use_model(connection, "m", 4)
    one, _ = put(base, "one", "two")
    other = opened()
    add_vectors(base)
    copied = copy_base(base.path, tmp_path / "copy.db")
    with base.write(NOW) as writer:
        writer.forget(row_of(base, one.record.id))
    put(base, "three", "four", project="casa")
    add_vectors(base)
    assert texts(other) == ["two", "three", "four"]
    assert near(other) == 3
    restored = restore_base(copied.path, base.path, tmp_path / "kept.db")
    assert (restored.records, restored.kept, restored.made) == (2, tmp_path / "kept.db", copied.made)
    for present in (base, other, opened()):
        assert texts(present) == ["one", "two"]
        assert near(present) == 2
        assert present.check_integrity() == []
    put(other, "five")
    add_vectors(other)
    assert texts(base) == ["one", "two", "five"]
    assert near(base) == 3
    assert not is_copy(base.path)
    assert texts(opened(tmp_path / "kept.db")) == ["two", "three", "four"]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def add_vectors(base: Base) -> None:
    with base.transaction() as connection:
        waiting = work.pending(connection, 10)
        vector = np.array([1, 0, 0, 0], dtype=np.float32)
        work.store(connection, "m", [work.Finished(record.row, record.change, [vector]) for record in waiting])


def near(base: Base) -> int:
    with base.read() as snapshot:
        first = snapshot.similarities("m", np.array([1, 0, 0, 0], dtype=np.float32), snapshot.index(Scope()))
        return 0 if first is None else len(first.rows)


def test_nothing_is_restored_over_a_base_that_somebody_is_writing(
    base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(base, "one")
    copied = copy_base(base.path, tmp_path / "copy.db")
    monkeypatch.setattr("rebost.storage.copying._BUSY_SECONDS", 0.1)
    with base.transaction() as connection:
        connection.execute("UPDATE meta SET value = value")
        with pytest.raises(BusyError):
            restore_base(copied.path, base.path, tmp_path / "kept.db")
    put(base, "two")
    assert texts(base) == ["one", "two"]


def test_what_is_written_while_the_base_is_copied_is_in_the_copy_that_is_kept(
    base: Base, tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(base, "one")
    copied = copy_base(base.path, tmp_path / "copy.db")
    late = iter(["late"])

    def copy_and_write(source: Path, target: Path, *rest: object) -> object:
        done = copy_base(source, target)
        if source == base.path and (text := next(late, None)):
            put(base, text)
        return done

    monkeypatch.setattr("rebost.storage.copying.copy_base", copy_and_write)
    restore_base(copied.path, base.path, tmp_path / "kept.db")
    assert texts(base) == ["one"]
    assert texts(opened(tmp_path / "kept.db")) == ["one", "late"]


def test_a_base_comes_back_where_there_is_none(base: Base, tmp_path: Path, opened: Open) -> None:
    put(base, "one")
    copied = copy_base(base.path, tmp_path / "copy.db")
    restored = restore_base(copied.path, tmp_path / "new.db", tmp_path / "kept.db")
    assert restored.kept is None
    assert not (tmp_path / "kept.db").exists()
    assert texts(opened(tmp_path / "new.db")) == ["one"]


def test_a_damaged_base_is_moved_aside(base: Base, tmp_path: Path, opened: Open) -> None:
    put(base, *[f"record {number} " + "x" * 500 for number in range(200)])
    copied = copy_base(base.path, tmp_path / "copy.db")
    base.close()
    damaged = bytearray(base.path.read_bytes())
    damaged[4096 * 3 : 4096 * 20] = b"\xff" * (4096 * 17)
    base.path.write_bytes(damaged)
    restored = restore_base(copied.path, base.path, tmp_path / "kept.db")
    assert restored.kept == tmp_path / "kept.db"
    assert (tmp_path / "kept.db").read_bytes() == damaged
    assert len(texts(opened(base.path))) == 200


def damage(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 3 : len(raw) // 2] = b"\xff" * (len(raw) // 2 - len(raw) // 3)
    path.write_bytes(raw)


def alter(path: Path) -> None:
    """One letter of a text, which SQLite's own check doesn't see."""
    raw = path.read_bytes()
    assert b"record 7 xxx" in raw
    path.write_bytes(raw.replace(b"record 7 xxx", b"record 7 xyx"))


def test_no_backup_is_made_of_what_is_damaged(base: Base, tmp_path: Path) -> None:
    put(base, *[f"record {number} " + "x" * 500 for number in range(50)])
    base.close()
    alter(base.path)
    with pytest.raises(DamagedBaseError, match=rf"copy of {base.path} .* `rebost doctor`"):
        copy_base(base.path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def newer(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", migrations.SCHEMA_VERSION + 1)
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (damage, DamagedBaseError),
        (alter, DamagedBaseError),
        (newer, NewerBaseError),
        (lambda path: path.write_bytes(b""), NotABaseError),
        (lambda path: path.write_text("no base " * 100, encoding="utf-8"), NotABaseError),
        (lambda path: path.unlink(), BaseNotFoundError),
    ],
    ids=["damaged", "altered", "newer", "empty", "text", "absent"],
)
def test_a_copy_that_is_none_touches_nothing(
    base: Base, tmp_path: Path, spoil: Callable[[Path], object], error: type[Exception]
) -> None:
    put(base, *[f"record {number} " + "x" * 500 for number in range(50)])
    copied = copy_base(base.path, tmp_path / "copy.db")
    spoil(copied.path)
    with pytest.raises(error):
        restore_base(copied.path, base.path, tmp_path / "kept.db")
    assert len(texts(base)) == 50
    assert not (tmp_path / "kept.db").exists()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_another_programs_file_in_place_of_the_base_is_left_as_it_is(base: Base, tmp_path: Path) -> None:
    copied = copy_base(base.path, tmp_path / "copy.db")
    (tmp_path / "diary").write_text("Dear diary", encoding="utf-8")
    with pytest.raises(NotABaseError):
        restore_base(copied.path, tmp_path / "diary", tmp_path / "kept.db")
    assert (tmp_path / "diary").read_text("utf-8") == "Dear diary"
