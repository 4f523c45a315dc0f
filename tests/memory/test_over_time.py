"""What is past its end or was forgotten long ago, whoever comes first, and whatever is in the way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from memory.fakes import FakeEmbedder
from rebost import Draft, Memory, SecretError, State
from rebost.exporters import export_file
from rebost.upkeep.backup import back_up

Open = Callable[..., Memory]
YESTERDAY = datetime.now(UTC) - timedelta(days=1)
LONG_AGO = round((datetime.now(UTC) - timedelta(days=31)).timestamp() * 1_000_000)


def test_what_is_past_its_end_answers_nothing_where_it_cant_be_taken_out(opened: Open) -> None:
    writer = opened()
    record = writer.remember("The parking permit is number 7731", until=YESTERDAY)
    kept = writer.remember("The parking meter takes coins")
    reader = opened(read_only=True)
    recall = reader.recall("parking permit")
    assert record.id not in [piece.record.id for piece in recall.pieces]
    assert "1 records past their end were left out" in " ".join(recall.notices)
    assert reader.explain("parking permit", record.id).record.state is State.EXPIRED
    assert [found.id for found in reader.records()] == [kept.id]
    assert [found.id for found in reader.records(state=State.EXPIRED)] == [record.id]
    assert not opened().recall("parking meter").notices


def test_no_recall_waits_for_a_lock_to_take_out_what_is_past_its_end(opened: Open, path: Path) -> None:
    memory = opened(busy_seconds=60)
    record = memory.remember("The parking permit is number 7731", until=YESTERDAY)
    with closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN IMMEDIATE")
        recall = memory.recall("parking permit")
        assert recall.silent
        assert recall.notices
        opened(busy_seconds=60)
        other.execute("ROLLBACK")
    assert not memory.recall("parking permit").notices
    assert memory.get(record.id).state is State.EXPIRED
    memory.remember("it waits again for who writes")


@pytest.mark.parametrize("comes_first", ["whoever opens", "whoever asks"])
def test_thirty_days_after_it_was_forgotten_a_record_is_gone_for_good(
    opened: Open, path: Path, comes_first: str
) -> None:
    memory = opened()
    old, recent = memory.remember("el sobrenom xilofonista"), memory.remember("una altra cosa")
    for record in (old, recent):
        memory.forget(record.id)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("UPDATE records SET state_since = ? WHERE id = ?", (LONG_AGO, old.id))
    if comes_first == "whoever asks":
        memory.recall("qualsevol cosa")
    else:
        opened()
    assert [record.id for record in memory.records(state=State.FORGOTTEN)] == [recent.id]


def raw_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file()).lower()


def test_nothing_of_a_forgotten_record_stays_in_any_file_while_the_base_is_open(opened: Open, tmp_path: Path) -> None:
    memory = opened(embedder=FakeEmbedder())
    memory.remember_many([Draft(f"some other fact, number {number}, that stays in the base") for number in range(300)])
    fields = {"tags": ["tagquinquag"], "source": "sourcequinquag", "context": "contextquinquag"}
    record = memory.remember("Textquinquag is one thing", **fields)  # type: ignore[arg-type]
    memory.correct(record.id, "Correctquinquag is another thing")
    memory.remember("Correctquinquag is still another thing")
    memory.recall("quinquag")
    memory.settle(10)
    memory.amend(record.id, context="amendquinquag")
    twin = next(memory.records(query="still"))
    for id_ in (record.id, twin.id):
        memory.forget(id_, now=True)
    assert b"quinquag" not in raw_bytes(tmp_path)
    assert memory.check_integrity() == []


def test_no_file_holds_a_credential_that_was_refused_at_any_door(opened: Open, tmp_path: Path) -> None:
    memory = opened()
    record = memory.remember("The router is in the hall")
    secret = "the password is hunter2-Xy7"
    rows = list(memory.exported())
    for refused in (
        lambda: memory.remember(secret),
        lambda: memory.remember("x", tags=[secret]),
        lambda: memory.correct(record.id, secret),
        lambda: memory.amend(record.id, context=secret),
        lambda: memory.rename_project("x", secret),
    ):
        with pytest.raises(SecretError):
            refused()
    for row in rows:
        if row["type"] == "record":
            row |= {"id": "0a1b2c3d4e5", "text": secret}
    assert len(memory.take_in(("row", row) for row in rows).left_out) == 1
    export_file(memory, tmp_path / "all.jsonl")
    back_up(memory.path)
    assert b"hunter2" not in raw_bytes(tmp_path)
    memory.remember(secret, allow_secrets=True)
    export_file(memory, tmp_path / "all.jsonl")
    assert b"hunter2" in raw_bytes(tmp_path)
