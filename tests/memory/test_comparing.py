from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost import Draft, InputError, Memory, State
from rebost.memory.likening import likeness

ELM = ("The flat at 3 Elm St is sold", "The flat at 5 Elm St is sold")
OTHERS = [
    f"{name} likes {thing} on {day}"
    for name, thing, day in zip(
        "Pau Ona Iu Mar Nil".split(),
        "tea rice figs rain jazz".split(),
        "mondays sundays foggy summer trains".split(),
        strict=True,
    )
]


def pairs(memory: Memory, **options: str) -> list[set[str]]:
    return [{pair.older.text, pair.newer.text} for pair in memory.look_alikes(**options)]


@pytest.fixture(autouse=True)
def others(memory: Memory) -> None:
    memory.remember_many([Draft(text) for text in OTHERS])


def test_what_looks_alike_is_kept_linked_and_told(memory: Memory) -> None:
    first = memory.remember_many([Draft(ELM[0])])[0]
    assert first.alike == ()
    second = memory.remember_many([Draft(ELM[1])])[0]
    (alike,) = second.alike
    assert (alike.id, alike.text) == (first.record.id, ELM[0])
    assert 0.4 <= alike.likeness < 1
    assert memory.stats().records == 2 + len(OTHERS)
    assert pairs(memory) == [set(ELM)]
    (pair,) = memory.look_alikes()
    assert (pair.older.id, pair.newer.id) == (first.record.id, second.record.id)


def test_the_same_text_is_one_record_and_looks_like_nothing(memory: Memory) -> None:
    memory.remember(ELM[0])
    again = memory.remember_many([Draft(ELM[0])])[0]
    assert (again.known, again.alike) == (True, ())
    assert pairs(memory) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SSH is on port 22", "SSH is on port 49222"),
        ("L'Anna viu a Girona.", "L'Anna viu a Vic."),
        ("El codi del garatge és 4471", "el codi del garatge ara és 8812!"),
        ("La reunión es el lunes a las 10", "La reunión es el martes a las 10"),
    ],
)
def test_another_value_of_the_same_looks_alike(memory: Memory, one: str, other: str) -> None:
    memory.remember(one)
    assert [alike.text for alike in memory.remember_many([Draft(other)])[0].alike] == [one]


def test_what_shares_a_person_or_common_words_does_not(memory: Memory) -> None:
    memory.remember_many(
        Draft(f"La meva germana Marta {what}") for what in ("viu a Salt", "treballa de fisioterapeuta")
    )
    assert memory.remember_many([Draft("L'aniversari de la Marta és el 3 de novembre")])[0].alike == ()


def test_drafts_that_come_together_are_compared_with_one_another_too(memory: Memory) -> None:
    first, second = memory.remember_many([Draft(text) for text in ELM])
    assert first.alike == ()
    assert [alike.id for alike in second.alike] == [first.record.id]
    assert pairs(memory) == [set(ELM)]


def test_only_what_an_agent_of_the_project_may_see_is_told(memory: Memory) -> None:
    general = memory.remember(ELM[0])
    inside = memory.remember_many([Draft(ELM[1], project="flats")])[0]
    assert [alike.id for alike in inside.alike] == [general.id]
    assert memory.remember_many([Draft("The flat at 7 Elm St is sold", project="other")])[0].alike[0].id == general.id
    again = memory.remember_many([Draft("The flat at 9 Elm St is sold")])[0]
    assert [alike.id for alike in again.alike] == [general.id]


def test_what_is_superseded_is_no_look_alike(memory: Memory) -> None:
    old = memory.remember(ELM[0])
    assert memory.remember_many([Draft(ELM[1], supersedes=old.id)])[0].alike == ()
    assert pairs(memory) == []


def test_an_import_is_compared_when_somebody_reviews_and_only_once(memory: Memory) -> None:
    drafts = [Draft(f"{word} number {number}") for number, word in enumerate("abcdefghijklmnopqrstuvwxyz")]
    outcomes = memory.remember_many([*drafts, *map(Draft, ELM)])
    assert {outcome.alike for outcome in outcomes} == {()}
    assert pairs(memory) == []
    seen: list[tuple[int, int]] = []
    assert memory.compare(lambda done, total: seen.append((done, total))) == 28 + len(OTHERS)
    assert seen[-1] == (28 + len(OTHERS),) * 2
    assert set(ELM) in pairs(memory)
    before = pairs(memory)
    assert memory.compare() == 0
    assert pairs(memory) == before


def test_what_was_judged_is_shown_again_only_when_its_text_changes(memory: Memory) -> None:
    one, other = (memory.remember(text) for text in ELM)
    memory.keep_both(other.id, one.id)
    memory.compare()
    assert pairs(memory) == []
    memory.correct(other.id, "The flat at 8 Elm St is sold")
    memory.compare()
    assert pairs(memory) == [{ELM[0], "The flat at 8 Elm St is sold"}]
    with pytest.raises(InputError, match="same record"):
        memory.keep_both(one.id, one.id[:-1])


def test_two_that_never_met_can_be_judged(memory: Memory) -> None:
    one, other = memory.remember("one thing"), memory.remember("something else")
    memory.keep_both(one.id, other.id)
    assert pairs(memory) == []


def test_a_record_takes_the_place_of_another(memory: Memory) -> None:
    one, other = (memory.remember(text) for text in ELM)
    gone = memory.supersede(one.id, by=other.id)
    assert (gone.state, gone.superseded_by, memory.get(other.id).supersedes) == (State.SUPERSEDED, other.id, one.id)
    assert pairs(memory) == []
    assert [version.text for version in memory.history(other.id)] == [ELM[0]]
    for id_, by in ((one.id, other.id), (other.id, one.id), (other.id, other.id)):
        with pytest.raises(InputError):
            memory.supersede(id_, by=by)


def test_links_go_with_what_is_forgotten_and_come_back_with_it(memory: Memory) -> None:
    one = memory.remember(ELM[0])
    memory.remember(ELM[1])
    memory.forget(one.id)
    assert pairs(memory) == []
    memory.restore(one.id)
    assert pairs(memory) == [set(ELM)]
    memory.forget(one.id, now=True)
    with memory._base.transaction() as connection:
        assert connection.execute("SELECT count(*) FROM likenesses").fetchall() == [(0,)]


def test_pairs_of_a_project_are_those_that_touch_it(memory: Memory) -> None:
    memory.remember(ELM[0])
    memory.remember(ELM[1], project="flats")
    assert pairs(memory, project="flats") == [set(ELM)]
    assert pairs(memory, project="cap") == []


def test_another_process_that_took_the_record_out_meanwhile_does_no_harm(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = memory.remember(ELM[0])
    likes: Callable[..., object] = memory._likes

    def and_forget(*arguments: object) -> object:
        found = likes(*arguments)
        memory.forget(one.id, now=True)
        return found

    monkeypatch.setattr(memory, "_likes", and_forget)
    assert memory.remember_many([Draft(ELM[1])])[0].alike == ()


WORDS = st.dictionaries(st.sampled_from("abcdef"), st.just(2.0))


@given(WORDS, WORDS)
def test_likeness_is_a_share_and_the_same_both_ways(one: dict[str, float], other: dict[str, float]) -> None:
    value = likeness(one, other)
    assert 0 <= value <= 1
    assert value == likeness(other, one)
    assert (value == 1) == (one == other and bool(one))
    assert (value == 0) == (not one.keys() & other.keys())
