"""Bases that earlier versions made open, with everything that was in them."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from anomalies.effort import effort, places
from anomalies.faults import faulty_device
from anomalies.holding import wrong
from memory.fakes import FakeEmbedder
from rebost import BaseError, Memory, State
from rebost.storage.migrations import SCHEMA_VERSION

HERE = Path(__file__).parent
BASES = sorted(HERE.glob("schema-*.db.gz"))
"""One for each schema that was ever released, but today's."""

OPEN = (
    "import sys; from pathlib import Path; from rebost import Memory; Memory.open(Path(sys.argv[1]), embedder='none')"
)


@pytest.fixture(params=BASES, ids=lambda path: path.name)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "base.db"
    path.write_bytes(gzip.decompress(request.param.read_bytes()))
    return path


def schema(path: Path) -> int:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return int(connection.pragma("user_version"))
    finally:
        connection.close()


def copy_of(old: Path, version: int) -> Path:
    return old.with_name(f"base.db.schema-{version}.bak")


def check_all_is_there(path: Path) -> None:
    with Memory.open(path, embedder=FakeEmbedder(dimension=8)) as memory:
        texts = {record.text: record for record in memory.records()}
        assert len(texts) == 7
        anna = texts["L'Anna viu a Girona."]
        assert (anna.project, anna.kind, anna.tags, anna.uses) == ("família", "contact", ("gent", "à"), 1)
        assert texts["El lloguer es paga el dia 5."].source == "notes/casa.md#Pis"
        assert texts["The boiler was serviced in March."].language == "en"
        port = texts["SSH és al port 49222."]
        assert [version.text for version in memory.versions(port.id)] == ["SSH és al port 22."]
        cat = texts["El gat es diu Nil."]
        assert cat.supersedes is not None
        assert memory.get(cat.supersedes).superseded_by == cat.id
        (forgotten,) = memory.records(state=State.FORGOTTEN)
        assert forgotten.text == "Una cosa oblidada."
        stats = memory.stats()
        assert stats.projects == {None: 4, "casa": 2, "família": 1}
        assert (stats.vectors["test:fake:1:8"], stats.waiting) == (7, 1)
        assert memory.recall("on viu l'Anna?").pieces[0].record == anna
        memory.restore(forgotten.id)
        memory.settle()
        assert memory.stats().waiting == 0
    assert wrong(path) == []


def test_there_is_a_base_of_every_schema_before_todays() -> None:
    assert [path.name for path in BASES] == [f"schema-{version}.db.gz" for version in range(1, SCHEMA_VERSION)]


def test_an_old_base_opens_with_everything_in_it_and_a_copy_is_kept(old: Path) -> None:
    version, before = schema(old), old.read_bytes()
    check_all_is_there(old)
    assert schema(old) == SCHEMA_VERSION
    copy = copy_of(old, version)
    assert schema(copy) == version
    old.write_bytes(before)
    for ending in ("-wal", "-shm"):
        old.with_name(old.name + ending).unlink(missing_ok=True)
    check_all_is_there(copy.rename(old))


@pytest.mark.parametrize("kind", ["write", "torn write", "sync", "read", "open", "lock", "truncate", "delete"])
def test_a_migration_that_the_disk_fails_leaves_the_old_base_and_goes_through_the_next_time(
    old: Path, kind: str
) -> None:
    version, before = schema(old), old.read_bytes()
    for place in places():
        for file in old.parent.iterdir():
            file.unlink()
        old.write_bytes(before)
        with faulty_device() as faults:
            faults.arm(kind, place, lasting=False)
            try:
                Memory.open(old, embedder="none").close()
            except BaseError:
                assert faults.struck
            struck = faults.disarm()
        assert schema(old) in (version, SCHEMA_VERSION)
        Memory.open(old, embedder="none").close()
        assert schema(old) == SCHEMA_VERSION
        assert wrong(old) == []
        assert schema(copy_of(old, version)) == version
        if not struck:
            break
    check_all_is_there(old)


@pytest.mark.slow
def test_a_migration_that_is_killed_at_any_moment_starts_again(old: Path) -> None:
    before = old.read_bytes()
    chance = random.Random(7)
    for _ in range(effort(6, 100)):
        for file in old.parent.iterdir():
            file.unlink()
        old.write_bytes(before)
        with subprocess.Popen([sys.executable, "-c", OPEN, str(old)]) as process:
            # It takes about 0.3 s to get there: most of these moments are in the middle of it.
            time.sleep(chance.uniform(0.1, 0.5))
            process.kill()
        assert wrong_or_old(old) == []
    check_all_is_there(old)


def wrong_or_old(path: Path) -> list[str]:
    connection = apsw.Connection(str(path))
    try:
        return [line for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
    finally:
        connection.close()
