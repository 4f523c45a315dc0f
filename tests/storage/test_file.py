from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from rebost.errors import (
    BaseError,
    BaseNotFoundError,
    BusyError,
    DamagedBaseError,
    NewerBaseError,
    NotABaseError,
    ReadOnlyError,
)
from rebost.records import Scope
from rebost.storage import Base, migrations
from rebost.storage.connection import APPLICATION_ID
from storage.helpers import NOW, put, row_of

Open = Callable[..., Base]


def test_the_base_and_its_logs_are_private_whatever_the_umask(path: Path, opened: Open) -> None:
    before = os.umask(0)
    try:
        base = opened()
        put(base, "a secret place")
        files = sorted(path.parent.iterdir())
        assert [file.name for file in files] == ["base.db", "base.db-shm", "base.db-wal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    "name", ["amb espais.db", "rebost de l'Àlex.db", "memòria 🧠.db", "a%20b?c#d.db", "-x", "'\".db"]
)
def test_any_path_is_a_path(tmp_path: Path, opened: Open, name: str) -> None:
    folder = tmp_path / "còpia de l'àvia 👵"
    folder.mkdir()
    put(opened(folder / name), "hola")
    again = opened(folder / name, read_only=True)
    with again.read() as snapshot:
        assert snapshot.index(Scope()).records == 1


def test_a_missing_folder_is_made_only_when_asked_for(tmp_path: Path, opened: Open) -> None:
    there = tmp_path / "a" / "b" / "base.db"
    with pytest.raises(BaseNotFoundError, match="doesn't exist"):
        opened(there)
    opened(there, make_folder=True)
    assert there.exists()


def test_a_missing_base_is_not_made_when_not_wanted(path: Path, opened: Open) -> None:
    with pytest.raises(BaseNotFoundError):
        opened(create=False)
    with pytest.raises(BaseNotFoundError):
        opened(read_only=True)
    assert not path.exists()


def sqlite_file_of_another_program(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)")
    connection.close()


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_text("Dear diary, this is no base.", encoding="utf-8"),
        lambda path: path.write_bytes(b"SQLite format 3\x00"),
        sqlite_file_of_another_program,
    ],
    ids=["text", "only the magic", "another program's"],
)
def test_what_is_no_base_is_refused_and_left_as_it_is(path: Path, opened: Open, make: Callable[[Path], object]) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(NotABaseError, match="left as it is"):
        opened()
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_folder_is_no_base(tmp_path: Path, opened: Open) -> None:
    with pytest.raises(NotABaseError, match="is a folder"):
        opened(tmp_path)


def test_a_newer_schema_is_refused_and_left_as_it_is(path: Path, opened: Open) -> None:
    base = opened()
    put(base, "from the future")
    base.close()
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", migrations.SCHEMA_VERSION + 1)
    connection.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(NewerBaseError, match="Update Rebost"):
            opened(read_only=read_only)
    assert path.read_bytes() == before


def test_a_damaged_base_is_named_as_such(path: Path, opened: Open) -> None:
    base = opened()
    put(base, *(f"record number {number} with some words in it" for number in range(300)))
    base.close()
    raw = bytearray(path.read_bytes())
    raw[4096:] = os.urandom(len(raw) - 4096)
    path.write_bytes(raw)
    with pytest.raises(DamagedBaseError, match="damaged"):  # noqa: PT012, SIM117  # on opening or on the first look
        with opened().read() as snapshot:
            snapshot.index(Scope())
            snapshot.records([1, 2, 3])


def test_a_truncated_base_is_named_as_damaged(path: Path, opened: Open) -> None:
    base = opened()
    put(base, *(f"record number {number} with some words in it" for number in range(300)))
    base.close()
    path.write_bytes(path.read_bytes()[: 3 * 4096])
    with pytest.raises(DamagedBaseError):  # noqa: PT012, SIM117
        with opened().read() as snapshot:
            snapshot.index(Scope())
            snapshot.records([1, 2, 3])


def test_an_empty_file_becomes_a_base(path: Path, opened: Open) -> None:
    path.touch()
    put(opened(), "hola")
    assert path.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4, "big")


def test_a_read_only_base_is_read_and_not_written(path: Path, opened: Open) -> None:
    put(opened(), "hola món")
    base = opened(read_only=True)
    assert base.read_only
    with base.read() as snapshot:
        assert snapshot.index(Scope()).document_frequency("hola") == 1
    with pytest.raises(ReadOnlyError), base.write(NOW):
        pass
    base.count_uses([1], NOW)
    with base.read() as snapshot:
        assert snapshot.records([1])[1].uses == 0


def test_a_closed_base_of_one_file_is_read_where_nothing_can_be_made(path: Path, opened: Open) -> None:
    base = opened()
    put(base, "hola món")
    base.close()
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        with opened(read_only=True).read() as snapshot:
            assert snapshot.index(Scope()).records == 1
    finally:
        path.parent.chmod(0o700)


def test_a_writer_waits_a_bounded_time_and_says_so_and_readers_never_wait(opened: Open) -> None:
    first, second = opened(), opened(busy_seconds=0.05)
    put(first, "one")
    with first.write(NOW) as writer:
        writer.forget(1)
        with pytest.raises(BusyError, match="try again"), second.write(NOW):
            pass
        with second.read() as snapshot:
            assert snapshot.index(Scope()).records == 1
    with second.read() as snapshot:
        assert snapshot.index(Scope()).records == 0


def test_a_use_is_never_waited_for_and_comes_with_the_next(opened: Open) -> None:
    first, second = opened(), opened()
    (done,) = put(first, "one")
    row = row_of(first, done.record.id)
    with first.write(NOW):
        second.count_uses([row], NOW)
    with second.read() as snapshot:
        assert snapshot.records([row])[row].uses == 0
    second.count_uses([row], NOW)
    with second.read() as snapshot:
        record = snapshot.records([row])[row]
    assert (record.uses, record.last_used) == (2, NOW)


def test_what_raises_inside_a_transaction_leaves_nothing(base: Base) -> None:
    put(base, "one")

    def fail_half_way() -> None:
        with base.write(NOW) as writer:
            writer.forget(1)
            raise OSError("no more ideas")

    with pytest.raises(OSError, match="no more ideas"):
        fail_half_way()
    with base.read() as snapshot:
        assert snapshot.index(Scope()).document_frequency("one") == 1
    assert base.check_integrity() == []


def test_a_closed_base_says_so(base: Base) -> None:
    base.close()
    base.close()
    with pytest.raises(BaseError, match="was closed"), base.read():
        pass


def test_a_migration_keeps_a_private_copy_and_is_whole_or_not_at_all(
    path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = opened()
    put(base, "from before")
    base.close()

    def step(connection: apsw.Connection) -> None:
        connection.execute("ALTER TABLE records ADD COLUMN mood TEXT")

    def broken(connection: apsw.Connection) -> None:
        step(connection)
        raise RuntimeError("killed half way")

    monkeypatch.setattr(migrations, "SCHEMA_VERSION", migrations.SCHEMA_VERSION + 1)
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, broken))
    with pytest.raises(RuntimeError):
        opened()
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS[:-1], step))
    with pytest.raises(ReadOnlyError, match="brought up to date"):
        opened(read_only=True)
    with opened().read() as snapshot:
        assert snapshot.records([1])[1].text == "from before"
    copy = path.with_name(f"base.db.schema-{migrations.SCHEMA_VERSION - 1}.bak")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    monkeypatch.undo()
    with opened(copy).read() as snapshot:
        assert snapshot.records([1])[1].text == "from before"


def test_counting_a_use_leaves_a_writer_as_patient_as_it_was(opened: Open) -> None:
    first, second = opened(), opened(busy_seconds=0.05)
    put(first, "one")
    second.count_uses([1], NOW)
    with first.write(NOW), pytest.raises(BusyError), second.write(NOW):
        pass
