"""The user's own evaluation: what was marked for a question."""

from __future__ import annotations

import pytest

from rebost import InputError, MarkedQuestion, Memory, SecretError, UnknownRecordError

_QUESTION = "on viu l'Anna?"


@pytest.fixture
def ids(memory: Memory) -> tuple[str, str]:
    return memory.remember("L'Anna viu a Girona.").id, memory.remember("En Pau viu a Olot.").id


def _marks(memory: Memory, question: str = _QUESTION, project: str | None = None) -> tuple[object, ...] | None:
    found = memory.marked(question, project=project)
    return None if found is None else (found.silence, found.wanted, found.unwanted)


def test_a_record_is_marked_as_wanted_or_not_and_the_last_word_holds(memory: Memory, ids: tuple[str, str]) -> None:
    anna, pau = ids
    assert _marks(memory) is None
    memory.mark(_QUESTION, anna, True)
    memory.mark(_QUESTION, pau, False)
    assert _marks(memory) == (False, (anna,), (pau,))
    memory.mark(_QUESTION, pau, True)
    assert _marks(memory) == (False, (anna, pau), ())


def test_a_question_without_a_mark_left_is_dropped(memory: Memory, ids: tuple[str, str]) -> None:
    memory.mark(_QUESTION, ids[0], True)
    memory.mark(_QUESTION, ids[0], None)
    assert _marks(memory) is None
    memory.mark_silence(_QUESTION)
    memory.mark_silence(_QUESTION, False)
    assert memory.marked_questions() == ()


def test_silence_and_a_wanted_record_exclude_each_other(memory: Memory, ids: tuple[str, str]) -> None:
    anna, pau = ids
    memory.mark(_QUESTION, anna, True)
    memory.mark(_QUESTION, pau, False)
    memory.mark_silence(_QUESTION)
    assert _marks(memory) == (True, (), (pau,))
    memory.mark(_QUESTION, anna, True)
    assert _marks(memory) == (False, (anna,), (pau,))


def test_the_same_words_in_another_project_are_another_question(memory: Memory, ids: tuple[str, str]) -> None:
    memory.mark(_QUESTION, ids[0], True)
    memory.mark_silence(f" {_QUESTION} ", project="feina")
    assert _marks(memory) == (False, ids[:1], ())
    assert _marks(memory, project="feina") == (True, (), ())
    newest, oldest = memory.marked_questions()
    assert isinstance(newest, MarkedQuestion)
    assert (newest.project, oldest.project) == ("feina", None)
    assert memory.unmark(_QUESTION, project="feina")
    assert not memory.unmark(_QUESTION, project="feina")
    assert len(memory.marked_questions()) == 1


def test_the_mark_of_a_forgotten_record_waits_until_it_is_back_and_goes_with_it(
    memory: Memory, ids: tuple[str, str]
) -> None:
    memory.mark(_QUESTION, ids[0], True)
    memory.forget(ids[0])
    assert _marks(memory) == (False, (), ())
    memory.restore(ids[0])
    assert _marks(memory) == (False, ids[:1], ())
    memory.forget(ids[0], now=True)
    assert _marks(memory) == (False, (), ())


def test_renaming_a_project_takes_its_questions_along(memory: Memory) -> None:
    record = memory.remember("L'Anna viu a Girona.", project="familia")
    memory.mark(_QUESTION, record.id, True, project="familia")
    memory.rename_project("familia", "casa")
    assert _marks(memory, project="casa") == (False, (record.id,), ())


def test_what_is_no_question_or_no_record_cant_be_marked(memory: Memory, ids: tuple[str, str]) -> None:
    with pytest.raises(InputError, match="empty"):
        memory.mark("  ", ids[0], True)
    with pytest.raises(InputError, match="empty"):
        memory.mark_silence("")
    with pytest.raises(UnknownRecordError):
        memory.mark(_QUESTION, "zzzzzzzz", True)
    with pytest.raises(SecretError):
        memory.mark("is sk-proj-" + "a1B2c3D4" * 5 + " still valid?", ids[0], True)
    assert memory.marked_questions() == ()


def test_marks_change_no_answer(memory: Memory, ids: tuple[str, str]) -> None:
    before = memory.recall(_QUESTION, counting=False)
    memory.mark(_QUESTION, ids[1], True)
    memory.mark(_QUESTION, ids[0], False)
    assert memory.recall(_QUESTION, counting=False) == before
