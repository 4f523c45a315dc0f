from __future__ import annotations

from collections.abc import Callable

import pytest

from memory.fakes import FakeEmbedder
from rebost import InputError, Memory, State


def found(memory: Memory, question: str, **scope: object) -> list[str]:
    return [piece.record.text for piece in memory.recall(question, **scope).pieces]  # type: ignore[arg-type]


def test_a_renamed_project_keeps_its_records_whatever_their_state(memory: Memory) -> None:
    old = memory.remember("SSH is on port 22", project="servidor")
    memory.remember("SSH listens on 49222", project="servidor", supersedes=old.id)
    assert memory.rename_project("servidor", " màquina ") == 2
    assert memory.projects() == {None: 0, "màquina": 1}
    assert memory.get(old.id).project == "màquina"
    assert found(memory, "SSH", project="màquina", general=False) == ["SSH listens on 49222"]
    assert memory.remember("It has 8 GB", project="servidor").project == "servidor"


def test_a_project_takes_no_name_that_another_has(memory: Memory) -> None:
    memory.remember("a", project="one")
    memory.remember("b", project="other")
    with pytest.raises(InputError, match="Merge the two"):
        memory.rename_project("one", "other")
    memory.merge_projects("other", "one")
    assert memory.rename_project("one", "other") == 2  # nothing belongs to that name any more


def test_merged_projects_are_one_and_what_both_say_stays_once(memory: Memory) -> None:
    memory.remember("L'Anna viu a Girona.", project="anna")
    twin = memory.remember("En Pere té una moto.", project="anna")
    kept = memory.remember("En Pere té una moto.", project="casa")
    merged = memory.merge_projects("anna", "casa")
    assert merged == (2, 1)
    assert memory.projects() == {None: 0, "casa": 2}
    assert found(memory, "on viu l'Anna?", project="casa") == ["L'Anna viu a Girona."]
    assert found(memory, "qui té una moto?") == ["En Pere té una moto."]
    gone = memory.get(twin.id)
    assert (gone.state, gone.superseded_by, gone.project) == (State.SUPERSEDED, kept.id, "casa")


def test_an_archived_project_is_out_of_everything_and_comes_back_whole(memory: Memory) -> None:
    record = memory.remember("The old flat had a piano.", project="flat")
    memory.remember("The dentist is called Iris.")
    assert memory.archive_project("flat") == 1
    assert found(memory, "piano") == []
    assert memory.projects() == {None: 1}
    assert memory.archived_projects() == {"flat": 1}
    assert memory.get(record.id).state is State.ARCHIVED
    assert [r.id for r in memory.records(state=State.ARCHIVED)] == [record.id]
    assert memory.unarchive_project("flat") == 1
    assert memory.archived_projects() == {}
    assert found(memory, "piano") == ["The old flat had a piano."]


def test_nothing_is_put_into_an_archived_project(memory: Memory) -> None:
    memory.remember("a", project="away")
    other = memory.remember("b", project="here")
    memory.archive_project("away")
    for refused in (
        lambda: memory.remember("c", project="away"),
        lambda: memory.amend(other.id, project="away"),
        lambda: memory.merge_projects("here", "away"),
        lambda: memory.merge_projects("away", "here"),
        lambda: memory.archive_project("away"),
    ):
        with pytest.raises(InputError, match="archived"):
            refused()
    with pytest.raises(InputError, match="isn't archived"):
        memory.unarchive_project("here")


def test_what_happens_to_an_archived_record_does_not_bring_it_back_alone(memory: Memory) -> None:
    record = memory.remember("The flat costs 900", project="flat")
    memory.archive_project("flat")
    assert memory.correct(record.id, "The flat costs 950").state is State.ARCHIVED
    memory.forget(record.id)
    assert memory.restore(record.id).state is State.ARCHIVED
    assert memory.recall("flat").silent
    memory.unarchive_project("flat")
    assert found(memory, "flat") == ["The flat costs 950"]


def test_what_became_the_same_while_it_was_away_comes_back_once(memory: Memory) -> None:
    one = memory.remember("one", project="away")
    two = memory.remember("two", project="away")
    memory.archive_project("away")
    memory.correct(two.id, "one")
    assert memory.unarchive_project("away") == 1
    assert memory.get(one.id).state is State.CURRENT
    assert memory.get(two.id).superseded_by == one.id


def test_a_record_leaves_an_archived_project_by_moving(memory: Memory) -> None:
    record = memory.remember("The sofa is blue", project="flat")
    memory.archive_project("flat")
    assert memory.amend(record.id, project=None).state is State.CURRENT
    assert found(memory, "sofa") == ["The sofa is blue"]


@pytest.mark.parametrize("call", ["rename_project", "merge_projects"])
def test_a_project_that_is_not_there_is_named(memory: Memory, call: str) -> None:
    memory.remember("a", project="there")
    with pytest.raises(InputError, match="no project nowhere"):
        getattr(memory, call)("nowhere", "there")
    with pytest.raises(InputError, match="can't be merged with itself"):
        memory.merge_projects("there", "there")
    with pytest.raises(InputError, match="empty"):
        memory.rename_project("there", "  ")


def test_vectors_follow_a_merge_and_an_archive(opened: Callable[..., Memory]) -> None:
    memory = opened(embedder=FakeEmbedder())
    for number in range(14):
        memory.remember(f"fact {number} about things", project="a")
    memory.remember("El cotxe és vermell", project="b")
    memory.settle(5)
    memory.merge_projects("a", "b")
    memory.archive_project("b")
    memory.unarchive_project("b")
    assert memory.stats().waiting == 0
    assert memory.recall("quin vehicle hi ha?", project="b").model is not None
