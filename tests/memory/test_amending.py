from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memory.fakes import FakeEmbedder
from rebost import InputError, Kind, Memory, SecretError, State

TOMORROW = datetime.now(UTC) + timedelta(days=1)
YESTERDAY = datetime.now(UTC) - timedelta(days=1)


def test_what_is_not_the_text_is_amended_and_the_rest_stays(memory: Memory) -> None:
    record = memory.remember("Cal regar el llimoner.", project="casa", tags=["hort"], context="Terrassa")
    amended = memory.amend(record.id, kind="procedure", tags=["terrat", " terrat "], until=TOMORROW)
    assert (amended.kind, amended.tags, amended.until) == (Kind.PROCEDURE, ("terrat",), TOMORROW)
    assert (amended.id, amended.text, amended.project, amended.context, amended.updated) == (
        record.id,
        record.text,
        "casa",
        "Terrassa",
        record.updated,
    )
    assert memory.versions(record.id) == ()
    assert memory.amend(record.id, context=None, until=None).until is None
    assert memory.recall("terrassa").silent
    assert not memory.recall("terrat").silent
    assert memory.recall("hort").silent


def test_a_record_moves_to_another_project_and_to_none(memory: Memory) -> None:
    record = memory.remember("L'Anna viu a Girona.", project="casa")
    assert memory.amend(record.id, project="feina").project == "feina"
    assert memory.projects() == {None: 0, "feina": 1}
    assert memory.recall("on viu l'Anna?", project="casa").silent
    assert not memory.recall("on viu l'Anna?", project="feina").silent
    assert memory.amend(record.id, project=None).project is None
    assert not memory.recall("on viu l'Anna?", project="casa").silent


def test_a_move_to_where_the_same_is_said_already_is_refused_by_name(memory: Memory) -> None:
    here = memory.remember("L'Anna viu a Girona.", project="casa")
    there = memory.remember("L'Anna viu a Girona.", project="feina")
    with pytest.raises(InputError, match=f"{there.id} in the project feina says the same"):
        memory.amend(here.id, project="feina")
    assert memory.get(here.id).project == "casa"
    assert memory.projects() == {None: 0, "casa": 1, "feina": 1}


def test_until_takes_a_record_out_of_recall_and_another_until_brings_it_back(memory: Memory) -> None:
    record = memory.remember("The parking permit is number 7731")
    assert memory.amend(record.id, until=YESTERDAY).state is State.EXPIRED
    assert memory.recall("parking permit").silent
    assert memory.amend(record.id, until=TOMORROW).state is State.CURRENT
    assert not memory.recall("parking permit").silent
    memory.amend(record.id, until=YESTERDAY)
    corrected = memory.correct(record.id, "The parking permit is number 7802")
    assert corrected.state is State.EXPIRED
    assert memory.recall("parking permit").silent
    assert memory.correct(record.id, "The parking permit is number 7803", until=None).state is State.CURRENT
    assert [piece.record.text for piece in memory.recall("parking permit").pieces] == [
        "The parking permit is number 7803"
    ]
    assert [version.text[-4:] for version in memory.versions(record.id)] == ["7731", "7802"]


def test_what_expired_does_not_come_back_beside_its_twin(memory: Memory) -> None:
    old = memory.remember("The gym card is valid", until=YESTERDAY)
    memory.recall("anything")
    memory.remember("The gym card is valid")
    with pytest.raises(InputError, match="says the same"):
        memory.amend(old.id, until=None)


def test_no_field_takes_a_credential(memory: Memory) -> None:
    record = memory.remember("The router is in the hall")
    secret = "the password is hunter2-Xy7"
    for field, value in (("context", secret), ("project", secret), ("tags", ["net", secret])):
        for refused in (
            lambda value=value, field=field: memory.amend(record.id, **{field: value}),
            lambda value=value, field=field: memory.remember("Another text", **{field: value}),
        ):
            with pytest.raises(SecretError, match=f"The {field} holds a password") as raised:
                refused()
            assert "hunter2" not in str(raised.value)
    with pytest.raises(SecretError, match="source"):
        memory.remember("Another text", source=secret)
    assert memory.amend(record.id, context=secret, allow_secrets=True).context == secret


def test_tags_that_are_one_text_are_refused(memory: Memory) -> None:
    record = memory.remember("a fact")
    with pytest.raises(InputError, match="list of texts"):
        memory.amend(record.id, tags="casa")


def test_a_record_that_comes_back_has_vectors_again(opened: Callable[..., Memory]) -> None:
    memory = opened(embedder=FakeEmbedder())
    record = memory.remember("The parking permit is number 7731", until=YESTERDAY)
    memory.recall("x")
    assert memory.settle(5)
    memory.amend(record.id, until=None)
    assert memory.stats().waiting == 1
    assert memory.settle(5)
    assert memory.stats().waiting == 0
