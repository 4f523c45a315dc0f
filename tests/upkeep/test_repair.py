"""Bases that are really damaged, and what a repair brings back of them."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from anomalies.effort import effort
from anomalies.holding import held, wrong
from anomalies.operations import make, model
from rebost import BaseError, BusyError, DamagedBaseError, Draft, Memory, NewerBaseError, NotABaseError, RebostError
from rebost.cli.app import run
from rebost.cli.ending import FAILED, OK
from rebost.storage.rebuilding import tables_of
from rebost.storage.salvage import Pages, rows
from rebost.upkeep import repair

PAGE = 4096
LONG = "Una nota llarga sobre la caldera i les obres. " * 400
"""Takes several pages of its own."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "base.db"
    make(path)
    with Memory.open(path, embedder="none") as memory:
        memory.remember_many(Draft(f"Registre {number} amb unes quantes paraules més.") for number in range(150))
        memory.remember(LONG, kind="note")
    return path


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Callable[[int, bytes], Path]:
    """A copy of the base with other bytes in a place."""

    def damage(place: int, content: bytes) -> Path:
        path = tmp_path / "base.db"
        data = bytearray(sound.read_bytes())
        data[place : place + len(content)] = content
        path.write_bytes(data)
        return path

    return damage


def pages_of(path: Path, *tables: str) -> list[int]:
    """The pages of these tables and indexes, root first."""
    with closing(apsw.Connection(str(path))) as connection:
        found = connection.execute(
            f"SELECT pageno FROM dbstat WHERE name IN ({', '.join('?' * len(tables))}) ORDER BY path", tables
        )
        return [page for (page,) in found]


def texts(path: Path) -> set[str]:
    return {record[0] for record in held(path)[0]}


def test_a_sound_base_is_left_as_it_is(sound: Path) -> None:
    before = sound.read_bytes()
    assert repair(sound) is None
    assert sound.read_bytes() == before


def test_page_by_page_every_row_is_read_as_sqlite_reads_it(sound: Path, tmp_path: Path) -> None:
    (tmp_path / "new.db").touch()
    tables, _ = tables_of(tmp_path / "new.db")
    found: dict[str, list[tuple[object, ...]]] = {name: [] for name in tables}
    for row in rows(Pages(sound.read_bytes()), tables):
        assert row is not None
        found[row.table].append(tuple(row.values.values()))
    with closing(apsw.Connection(str(sound))) as connection:
        for name in tables:
            assert sorted(found[name], key=repr) == sorted(connection.execute(f"SELECT * FROM {name}"), key=repr), name
    assert len(found["records"]) > 160


@pytest.mark.parametrize(
    "names",
    [
        ("frequencies",),
        ("vocabulary", "languages"),
        ("postings_data", "postings_idx", "postings_docsize"),
        ("entries",),
        ("records_by_digest", "records_by_change", "sqlite_autoindex_records_1"),
        ("queue", "leases"),
    ],
    ids=lambda names: names[0],
)
def test_whatever_happens_to_the_index_no_record_is_lost(
    damaged: Callable[[int, bytes], Path], sound: Path, names: tuple[str, ...]
) -> None:
    for page in pages_of(sound, *names):
        path = damaged((page - 1) * PAGE, random.Random(page).randbytes(PAGE))
        repaired = repair(path)
        assert repaired is not None
        assert held(path) == held(sound)
        assert wrong(path) == []
        assert repaired.salvaged.lost == repaired.salvaged.unreadable == 0
        repaired.kept.unlink()


def test_of_the_records_those_on_other_pages_are_saved(damaged: Callable[[int, bytes], Path], sound: Path) -> None:
    root, *leaves = pages_of(sound, "records")
    path = damaged((root - 1) * PAGE, b"\xff" * PAGE)
    repaired = repair(path)
    assert repaired is not None
    assert texts(path) == texts(sound), "the way to the pages is gone, the pages are not"
    repaired.kept.unlink()
    for page in leaves:
        path = damaged((page - 1) * PAGE, b"\xff" * PAGE)
        repaired = repair(path)
        assert repaired is not None
        assert texts(sound) - texts(path)
        assert len(texts(path)) > 100
        assert wrong(path) == []
        assert repaired.salvaged.lost or repaired.salvaged.unreadable or repaired.salvaged.doubtful
        with Memory.open(path, embedder=model()) as memory:
            memory.settle()
            memory.remember("La vida segueix.")
            assert memory.recall("la vida segueix").pieces
        repaired.kept.unlink()


@pytest.mark.parametrize("bytes_gone", [1, 16, 100, PAGE])
def test_a_base_without_its_beginning_is_saved(
    damaged: Callable[[int, bytes], Path], sound: Path, bytes_gone: int
) -> None:
    path = damaged(0, bytes(bytes_gone))
    before = path.read_bytes()
    with pytest.raises(RebostError):
        Memory.open(path, create=False, embedder="none")
    assert path.read_bytes() == before
    repaired = repair(path)
    assert repaired is not None
    assert repaired.kept.read_bytes() == before
    assert texts(path) == texts(sound)


def test_what_was_written_last_is_saved_from_the_log(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "base.db"
    path.write_bytes(sound.read_bytes())
    with Memory.open(path, embedder="none") as memory, Memory.open(path, embedder="none"):
        memory.remember("Escrit fa un moment.")
        there = tmp_path / "there.db"
        there.write_bytes(path.read_bytes())
        (tmp_path / "there.db-wal").write_bytes((tmp_path / "base.db-wal").read_bytes())
    data = bytearray(there.read_bytes())
    page = pages_of(sound, "frequencies")[0]
    data[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    data[:16] = bytes(16)
    there.write_bytes(data)
    assert repair(there) is not None
    assert "Escrit fa un moment." in texts(there)


def test_a_cut_base_gives_what_is_left(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "base.db"
    size = sound.stat().st_size
    for share in (0.3, 0.6, 0.9):
        path.write_bytes(sound.read_bytes()[: int(size * share)])
        try:
            repaired = repair(path)
        except NotABaseError:
            assert share < 0.9
            continue
        assert repaired is not None
        assert wrong(path) == []
        repaired.kept.unlink()


def test_a_text_that_isnt_the_one_that_was_stored_is_named(damaged: Callable[[int, bytes], Path], sound: Path) -> None:
    place = sound.read_bytes().index(b"Registre 77 amb")
    path = damaged(place, b"Registre 99")
    page = pages_of(sound, "frequencies")[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)
    repaired = repair(path)
    assert repaired is not None
    (doubtful,) = repaired.salvaged.doubtful
    with Memory.open(path, embedder="none") as memory:
        assert memory.get(doubtful).text.startswith("Registre 99")


def test_what_isnt_a_base_or_is_a_newer_ones_or_is_in_use_is_left_as_it_is(sound: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Estimat diari, " * 1000, encoding="utf-8")
    newer = tmp_path / "newer.db"
    newer.write_bytes(sound.read_bytes()[:60] + struct.pack(">I", 99) + sound.read_bytes()[64:])
    for path, error in ((diary, NotABaseError), (newer, NewerBaseError)):
        before = path.read_bytes()
        with pytest.raises(error):
            repair(path)
        assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["diary.txt", "newer.db"]
    used = tmp_path / "used.db"
    used.write_bytes(sound.read_bytes())
    with Memory.open(used, embedder="none"):
        with closing(apsw.Connection(str(used))) as connection:
            connection.execute("DELETE FROM frequencies")
        with pytest.raises(BusyError, match="End them"):
            repair(used)
    repaired = repair(used)
    assert repaired is not None
    assert held(used) == held(sound)


def some_damage(data: bytes, chance: random.Random) -> bytes:
    """A file with a few bytes, a run of bytes or a page that isn't what it was."""
    changed = bytearray(data)
    kind = chance.choice(["bytes", "run", "page", "zeros", "exchanged"])
    if kind == "bytes":
        for _ in range(chance.randint(1, 8)):
            changed[chance.randrange(len(data))] = chance.randrange(256)
    elif kind == "run":
        start = chance.randrange(len(data) - 600)
        changed[start : start + 512] = chance.randbytes(512)
    else:
        first, second = (chance.randrange(len(data) // PAGE) * PAGE for _ in range(2))
        page = {"page": chance.randbytes(PAGE), "zeros": bytes(PAGE), "exchanged": data[second : second + PAGE]}[kind]
        changed[first : first + PAGE] = page
    return bytes(changed)


@pytest.fixture
def bases(sound: Path, tmp_path: Path) -> Iterator[Path]:
    def some() -> Iterator[Path]:
        for seed in range(effort(15, 2_000)):
            folder = tmp_path / str(seed)
            folder.mkdir()
            path = folder / "base.db"
            path.write_bytes(some_damage(sound.read_bytes(), random.Random(seed)))
            yield path
            for file in folder.iterdir():
                file.unlink()

    return some()


@pytest.mark.slow
def test_a_base_damaged_anywhere_answers_or_says_so_and_is_repaired(bases: Iterator[Path], sound: Path) -> None:
    for path in bases:
        before = path.read_bytes()
        try:
            with Memory.open(path, create=False, embedder=model(), read_only=True) as memory:
                for question in ("caldera número 7", "Registre 12"):
                    memory.recall(question)
                list(memory.records())
                memory.stats()
        except BaseError as error:
            assert isinstance(error, DamagedBaseError | NotABaseError | NewerBaseError), error  # noqa: PT017 - if any
        assert path.read_bytes() == before
        try:
            repair(path)
        except NewerBaseError:
            continue  # the version itself was hit
        assert wrong(path) == []
        assert len(texts(path) & texts(sound)) > 40
        assert [name for name in path.parent.iterdir() if name.name.startswith(".")] == []


def test_the_doctor_repairs_on_request_and_says_what_it_saved(
    damaged: Callable[[int, bytes], Path],
    sound: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REBOST_EMBEDDER", "none")
    path = damaged((pages_of(sound, "frequencies")[0] - 1) * PAGE, b"\xff" * PAGE)
    assert run(["doctor", "--base", str(path)]) == FAILED
    assert "doctor --repair" in capsys.readouterr().out
    assert run(["doctor", "--repair", "--base", str(path)]) == OK
    printed = capsys.readouterr()
    assert " and 1 former text; the index was made anew" in printed.err
    assert ".damaged-" in printed.err
    assert run(["doctor", "--repair", "--base", str(path)]) == OK
    assert "Nothing is wrong" in capsys.readouterr().err
