from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rebost import InputError, Memory
from rebost.upkeep.backup import back_up, backups, restore


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "rebost de l'Àlex.db", embedder="none") as memory:
        memory.remember("L'Anna viu a Girona.")
        yield memory


def test_backups_go_beside_the_base_under_dated_names_and_the_oldest_go(memory: Memory) -> None:
    first, second, third = (back_up(memory.path, keep=2) for _ in range(3))
    folder = memory.path.parent / "backups"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [first.removed, second.removed] == [(), ()]
    assert third.removed == (first.copied.path,)
    assert backups(memory.path) == sorted(folder.iterdir()) == [second.copied.path, third.copied.path]
    assert f"{datetime.now(UTC):%Y}" in first.copied.path.name


def test_nothing_goes_but_backups_of_this_base(memory: Memory, tmp_path: Path) -> None:
    folder = tmp_path / "còpies"
    folder.mkdir()
    stem = memory.path.stem
    mine = folder / f"{stem}-20200101T000000Z.backup.db"
    mine.write_text("a file of mine that bears such a name", encoding="utf-8")
    theirs = folder / "other-20200101T000000Z.backup.db"
    renamed = folder / f"{stem}-before-the-move.backup.db"
    with Memory.open(folder / f"{stem}-20200102T000000Z.backup.db", embedder="none") as base:
        in_use = base.path
    back_up(memory.path, theirs)
    back_up(memory.path, renamed)
    (folder / f"{stem}-20200103T000000Z.backup.db").symlink_to(renamed)
    made = [back_up(memory.path, folder, keep=1) for _ in range(3)]
    assert [len(backup.removed) for backup in made] == [0, 1, 1]
    assert mine.exists()
    assert theirs.exists()
    assert renamed.exists()
    assert in_use.exists()
    assert len(list(folder.glob("*.backup.db"))) == 6


def test_a_file_is_made_once_and_never_counted(memory: Memory, tmp_path: Path) -> None:
    assert back_up(memory.path, tmp_path / "copy.db").copied.records == 1
    with pytest.raises(InputError, match="left as it is"):
        back_up(memory.path, tmp_path / "copy.db")
    with pytest.raises(InputError, match="Give a folder"):
        back_up(memory.path, tmp_path / "another.db", keep=3)


def test_what_was_lost_comes_back_and_what_was_there_is_kept(memory: Memory) -> None:
    copy = back_up(memory.path).copied.path
    (record,) = memory.records()
    memory.forget(record.id, now=True)
    memory.remember("En Pere té una moto.")
    restored = restore(copy, memory.path)
    assert [record.text for record in memory.records()] == ["L'Anna viu a Girona."]
    assert [piece.record.text for piece in memory.recall("on viu l'Anna?").pieces] == ["L'Anna viu a Girona."]
    assert restored.kept is not None
    with Memory.open(restored.kept, embedder="none", read_only=True) as before:
        assert [record.text for record in before.records()] == ["En Pere té una moto."]
    assert restored.kept not in backups(memory.path, memory.path.parent)
