"""The three baselines: always the best eight, and nothing decided."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.evaluation.baselines import PlainFts5, ReciprocalRankFusion, VectorsAlone
from rebost.records import Record

from .conftest import RECORDS

TINY = [Record(row["id"], row["text"]) for row in RECORDS]


def test_plain_fts5_puts_the_record_with_the_most_of_the_rare_words_first():
    answer = PlainFts5(TINY).ask("Who serviced the boiler in March?")
    assert answer.returned[0] == "r2"
    assert answer.evidence > 0


def test_plain_fts5_finds_any_word_ignores_case_and_accents_and_does_not_stem():
    words = PlainFts5(TINY)
    assert words.ask("zebra GIRÓNA").returned == ("r1",)
    assert words.ask("invoice").returned == ()


def test_plain_fts5_returns_the_highest_bm25_first():
    ranking = PlainFts5(TINY).ranking("sow the beans in may", 8)
    values = [value for _, value in ranking]
    assert values == sorted(values, reverse=True)
    assert ranking[0][0] == "r6"


@given(st.text(max_size=60))
def test_any_string_is_a_question_to_plain_fts5(question):
    assert len(PlainFts5(TINY).ask(question).returned) <= 8


@pytest.mark.parametrize("question", ["", "?", '"', "NEAR(a b)", "*", "a OR", "\ud800", "\0", "word " * 20_000])
def test_odd_questions_are_questions_to_plain_fts5(question):
    assert PlainFts5(TINY).ask(question).returned == ()


def test_a_question_of_thousands_of_words_is_a_question_to_plain_fts5():
    assert PlainFts5(TINY).ask(" ".join(f"w{n}" for n in range(5_000)) + " girona").returned == ("r1",)


def test_vectors_alone_orders_every_record_by_its_cosine(hashed_words):
    vectors = VectorsAlone(TINY, hashed_words)
    answer = vectors.ask("serviced boiler")
    assert answer.returned[0] == "r2"
    assert sorted(answer.returned) == ["r1", "r2", "r3", "r4", "r5", "r6"]
    question = hashed_words.embed_questions(["serviced boiler"])[0]
    record = hashed_words.embed_records([TINY[1].text])[0]
    assert answer.evidence == pytest.approx(float(question @ record))
    assert vectors.model == hashed_words.model_id


def test_fusion_gives_each_record_the_sum_of_its_reciprocal_ranks(hashed_words):
    words, vectors = PlainFts5(TINY), VectorsAlone(TINY, hashed_words)
    answer = ReciprocalRankFusion(words, vectors).ask("boiler serviced")
    by_words = [record for record, _ in words.ranking("boiler serviced", 50)]
    by_vectors = [record for record, _ in vectors.ranking("boiler serviced", 50)]
    expected = {
        record: sum(1 / (60 + ranking.index(record) + 1) for ranking in (by_words, by_vectors) if record in ranking)
        for record in {*by_words, *by_vectors}
    }
    assert list(answer.returned) == sorted(expected, key=lambda record: (-expected[record], record))
    assert answer.evidence == pytest.approx(2 / 61)


def test_no_list_is_longer_than_eight(hashed_words):
    many = [Record(f"r{number}", f"the same word, number {number}") for number in range(30)]
    words, vectors = PlainFts5(many), VectorsAlone(many, hashed_words)
    for method in (words, vectors, ReciprocalRankFusion(words, vectors)):
        assert len(method.ask("same word").returned) == 8


def test_records_taken_out_are_gone_inside_and_back_after(hashed_words):
    words, vectors = PlainFts5(TINY), VectorsAlone(TINY, hashed_words)
    for method in (words, vectors, ReciprocalRankFusion(words, vectors)):
        before = method.ask("boiler serviced in the kitchen")
        assert before.returned[0] == "r2"
        with method.without(frozenset({"r2", "r4"})):
            assert not {"r2", "r4"} & set(method.ask("boiler serviced in the kitchen").returned)
        assert method.ask("boiler serviced in the kitchen") == before


def test_records_taken_out_count_in_no_statistic():
    whole = PlainFts5(TINY)
    with whole.without(frozenset({"r5"})):
        inside = whole.ranking("sow the beans", 8)
    alone = PlainFts5([record for record in TINY if record.id != "r5"]).ranking("sow the beans", 8)
    assert inside == [(name, pytest.approx(value)) for name, value in alone]
