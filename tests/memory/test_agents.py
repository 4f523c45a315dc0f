from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from rebost import Memory


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "base.db"


def test_what_agents_did_is_counted_and_the_last_used_comes_first(base: Path) -> None:
    with Memory.open(base, embedder="none") as memory:
        assert memory.agents() == ()
        memory.note_agent("claude-code", asked=1, answered=1)
        memory.note_agent("codex", remembered=3)
        memory.note_agent("claude-code", asked=1)
    with Memory.open(base, embedder="none") as memory:
        first, second = memory.agents()
    assert first[:4] == ("claude-code", 2, 1, 0)
    assert second[:4] == ("codex", 0, 0, 3)
    assert datetime.now(UTC) - timedelta(minutes=10) < second.last_used <= first.last_used <= datetime.now(UTC)


def test_a_name_is_one_short_line_and_an_empty_one_is_nobody(base: Path) -> None:
    with Memory.open(base, embedder="none") as memory:
        for name in ("", " \n ", "an\n agent \0", "x" * 1_000):
            memory.note_agent(name)
        assert {agent.name for agent in memory.agents()} == {"an agent \ufffd", "x" * 80}


def test_counting_waits_for_no_writer_and_is_made_up_for_by_the_next(base: Path) -> None:
    with Memory.open(base, embedder="none", busy_seconds=600) as memory:
        record = memory.remember("L'Anna viu a Girona.")
        other = apsw.Connection(str(base))
        other.execute("begin immediate")
        memory.note_agent("codex", asked=1)
        assert memory.recall("on viu l'Anna?").pieces
        assert memory.agents() == ()
        other.execute("rollback")
        other.close()
        memory.note_agent("codex", asked=1)
        assert [agent.asked for agent in memory.agents()] == [2]
        assert memory.get(record.id).uses == 1


def test_where_nothing_can_be_written_nothing_is_counted_and_nothing_fails(base: Path) -> None:
    memory = Memory.open(base, embedder="none")
    memory.close()
    memory.note_agent("codex", asked=1)
    with Memory.open(base, embedder="none", read_only=True) as memory:
        memory.note_agent("codex", asked=1)
        assert memory.agents() == ()
