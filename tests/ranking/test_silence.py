from __future__ import annotations

import pytest

from rebost.ranking import Parameters, why

VIU = [f"fet{number} viu a vic" for number in range(30)]


@pytest.mark.parametrize(
    ("texts", "cosines", "question", "sentence"),
    [
        ([], None, "anna", "There are no records to answer from."),
        (VIU, None, "", "The question holds no words."),
        (
            VIU,
            None,
            "xavier",
            "No record shares a word with the question, and none stands out clearly by its meaning; no record holds “xavier”.",
        ),
        (
            VIU,
            None,
            "fet3 alex bicicleta avio dimecres",
            "No record reaches the minimum: the nearest has 0.20 of 0.35; no record holds “alex”, “bicicleta”, “avio” and 1 more.",
        ),
    ],
)
def test_a_silence_says_why_in_one_sentence(world, texts, cosines, question, sentence):
    assert why(world.of(*texts, cosines=cosines).ask(question)) == sentence


def test_a_score_that_fell_short_never_reads_as_one_that_reached_the_minimum(world):
    ranking = world.of("fet7 beta", *VIU).ask("fet7 alex", Parameters(minimum=0.4999))
    assert ranking.best < 0.5
    assert "has 0." in why(ranking)


def test_an_answer_needs_no_excuse(world):
    assert why(world.of(*VIU).ask("fet3")) == ""


def test_asking_for_no_pieces_is_said_to_be_the_reason(world):
    assert why(world.of(*VIU).ask("fet3", Parameters(limit=0))) == "No pieces were asked for."


def test_words_that_are_too_common_to_be_read_are_said_to_be(world):
    ranking = world.of(*VIU).ask("alex bicicleta viu", Parameters(extra_postings=0))
    assert why(ranking).startswith(
        "No record reaches the minimum: those with a word in common share only very common ones"
    )
