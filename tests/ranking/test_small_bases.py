"""Small bases and odd ones: nothing divides by nothing, and each answer is one that a person would expect."""

from __future__ import annotations

import pytest

from rebost.ranking import Parameters, Signal, why
from rebost.records import Reason

TEN = [f"fet{number} viu a vic" for number in range(9)] + ["anna viu a girona"]


@pytest.mark.parametrize(
    ("texts", "cosines", "question", "rows"),
    [
        ([], None, "anna", []),
        ([], [], "anna", []),
        (["anna viu a girona"], None, "anna", [1]),
        (["anna viu a girona"], [0.9], "on viu anna", [1]),
        (["anna viu a girona"], [0.99], "pau", []),
        (["anna viu a girona"], [0.99], "on viu alex", []),
        (["anna viu a girona", "pau viu a vic"], [0.9, 0.8], "on viu anna", [1]),
        (["anna viu a girona", "pau viu a vic"], [0.9, 0.8], "marta", []),
        (["anna viu a girona", "pau viu a vic"], [0.9, 0.8], "on viu alex", []),
        (TEN, [0.8] * 9 + [0.9], "on viu anna", [10]),
        (TEN, [0.8] * 9 + [0.9], "on viu alex", []),
        (TEN, [0.9] + [0.8] * 9, "quin cotxe condueix marta", []),
        (["anna"], None, "anna", [1]),
        (["anna", "anna anna anna"], None, "anna", [1, 2]),
        (["", "anna"], None, "anna", [2]),
        (["", ""], [0.8, 0.8], "anna", []),
        (["viu a vic"] * 30, [0.8] * 30, "vic", list(range(1, 9))),
        (["viu a vic"] * 30, [0.8] * 30, "girona", []),
        (["anna " + "paraula " * 40_000, "pau viu a vic", "marta treballa"], None, "anna", [1]),
        (["a b c"] * 3, None, "", []),
    ],
)
def test_the_answer_of_a_small_or_odd_base(world, texts, cosines, question, rows):
    ranking = world.of(*texts, cosines=cosines).ask(question)
    assert [ranked.row for ranked in ranking.selected] == rows
    assert sum(ranking.counts.values()) + len(rows) == len(texts)
    assert bool(why(ranking)) == (not rows)


def test_a_note_of_twelve_thousand_characters_answers_by_its_last_line(world):
    facts = [f"fet{number} viu a vic" for number in range(40)]
    note = " ".join(f"paraula{number}" for number in range(2000)) + " proton bridge"
    assert [ranked.row for ranked in world.of(note, *facts).ask("proton bridge").selected] == [1]


def test_records_that_are_all_alike_beyond_the_limit_are_counted(world):
    ranking = world.of(*["viu a vic"] * 30, cosines=[0.8] * 30).ask("vic")
    assert ranking.counts == {Reason.BEYOND_LIMIT: 22}
    assert len(ranking.left_out) == 20


def test_words_alone_answer_while_the_vectors_are_being_made(world):
    base = world({row: [f"fet{row}", "vic"] for row in range(1, 41)}, dict.fromkeys(range(1, 20), 0.8))
    ranking = base.ask("fet30")
    assert ranking.asked.vectors.signal is Signal.INCOMPLETE
    assert [(ranked.row, ranked.score) for ranked in ranking.selected] == [(30, 0.75)]


def test_a_question_without_a_word_has_no_answer_whatever_its_vector_is_near_to(world):
    ranking = world.of(*["viu a vic"] * 30, cosines=[0.99] + [0.8] * 29).ask("")
    assert not ranking.selected
    assert not ranking.left_out


def test_more_words_than_any_person_asks_are_a_question_like_any_other(world):
    base = world.of(*[f"fet{number} viu a vic" for number in range(50)])
    ranking = base.ask(" ".join(f"x{number}" for number in range(5000)) + " fet7", Parameters())
    assert not ranking.selected
    assert [ranked.row for ranked in ranking.left_out] == [8]
