"""What the page Test makes of an answer: words, bars, lines and counts, from the explanation alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.conftest import RECORDS
from memory.fakes import FakeEmbedder
from rebost import Memory
from rebost.console.reading import nearer, read
from rebost.console.trial import Crossed, trial
from rebost.memory.examining import Spread
from rebost.ranking import recompute
from rebost.records import LeftOut, Reason


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory.open(tmp_path_factory.mktemp("trial") / "base.db", embedder=FakeEmbedder()) as opened:
        opened.remember_many(RECORDS)
        opened.settle()
        yield opened


QUESTIONS = (
    "on viu l'Anna?",
    "on viu en Bartomeu?",
    "the boat",
    "l'Ana viu a Girona",
    "wifi",
    "...",
    "què fa l'Anna a l'hospital?",
)


@pytest.mark.parametrize("method", ["default", "classic"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_parts_that_are_drawn_make_up_the_numbers_that_decided(memory: Memory, question: str, method: str) -> None:
    examined = memory.examine(question, method=method)
    for item in (*examined.recall.pieces, *examined.recall.left_out):
        reading = read(item.explanation)
        assert reading.score == pytest.approx(item.score)
        counted = reading.name != "withheld_score"
        assert reading.from_words + reading.from_meaning == pytest.approx(
            item.score if counted else reading.from_meaning
        )
        assert sum(word.share for word in reading.words) == pytest.approx(1 if reading.words else 0)
        assert reading.coverage == pytest.approx(sum(word.share * word.covered for word in reading.words), abs=1e-9)
        if method == "default":
            for judgement in (reading.fit, reading.answerable):
                assert judgement is not None
                total = judgement.start + sum(signal.value for signal in judgement.signals)
                assert judgement.value == pytest.approx(1 / (1 + math.exp(-total)))
                assert all(
                    sum(part.value for part in one.parts) == pytest.approx(one.value) for one in judgement.signals
                )
            assert reading.fit is not None
            assert reading.fit.value * reading.factor == pytest.approx(recompute(item.explanation.details[1]))


@pytest.mark.parametrize("method", ["default", "classic"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_record_is_shown_or_counted(memory: Memory, question: str, method: str) -> None:
    found = trial(memory.examine(question, method=method))
    counted = sum(other.number for other in found.others)
    assert len(found.pieces) + counted == len(RECORDS)
    assert sum(other.shown for other in found.others) == len(found.left_out)
    assert [item.place for item in found.pieces] == list(range(1, len(found.pieces) + 1))


@pytest.mark.parametrize("method", ["default", "classic"])
def test_a_line_falls_between_the_records_that_pass_it_and_those_that_dont(memory: Memory, method: str) -> None:
    for limit in (1, 2, 8):
        for question in QUESTIONS:
            examined = memory.examine(question, method=method, limit=limit)
            found = trial(examined)
            above = [item.reading.decides for item in found.pieces]
            for item in found.left_out:
                for line in item.crossed:
                    if line.name != "limit":
                        assert min(above, default=1.0) >= line.value or examined.recall.silent
                        assert item.reading.decides < line.value or item.reason is Reason.MISSING_NAME
                above.append(item.reading.decides)
            drawn = [line.name for item in found.left_out for line in item.crossed] + [
                line.name for line in found.below
            ]
            assert len(drawn) == len(set(drawn))
            assert ("limit" in drawn) == any(item.reason is Reason.BEYOND_LIMIT for item in found.left_out)


def test_a_silence_is_drawn_against_the_minimum_alone(memory: Memory) -> None:
    found = trial(memory.examine("on viu en Bartomeu?"))
    minimum = found.examined.lines.minimum
    assert found.left_out[0].crossed == (Crossed("minimum", minimum),)
    assert not any(item.crossed for item in found.left_out[1:])
    assert [(word.word, word.is_known, word.is_name) for word in found.words] == [
        ("viu", True, False),
        ("Bartomeu", False, True),
    ]


def test_the_words_stand_in_the_order_of_the_question(memory: Memory) -> None:
    found = trial(memory.examine("quan paguem l'assegurança del pis?", method="classic"))
    words = [word.word for word in found.words]
    assert words == sorted(words, key="quan paguem l'assegurança del pis?".index)


@pytest.mark.parametrize(
    ("question", "word", "way"),
    [
        ("on viu l'Anna?", "Anna", "word_held"),
        ("qui treballa a l'ospital?", "ospital", "word_misspelled"),
        ("on tinc l'automòbil?", "automòbil", "word_by_meaning"),
    ],
)
def test_a_word_says_in_which_way_a_record_meets_it(memory: Memory, question: str, word: str, way: str) -> None:
    found = trial(memory.examine(question))
    ways = {one.word: one.way for item in (*found.pieces, *found.left_out)[:1] for one in item.reading.words}
    assert ways[word] == way


def test_where_only_words_count_the_reading_says_why(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "base.db", embedder="none") as memory:
        memory.remember_many(RECORDS)
        found = trial(memory.examine("on viu l'Anna?"))
    assert found.examined.spread is None
    assert {item.reading.no_meaning for item in found.pieces} == {"no_vectors"}
    assert all(item.reading.meaning is None for item in found.pieces)


def test_a_record_outside_of_the_scope_has_a_reading_without_numbers(memory: Memory) -> None:
    boat = next(record for record in memory.records() if "harbour" in record.text)
    item = memory.explain("on viu l'Anna?", boat.id, project="familia")
    assert isinstance(item, LeftOut)
    reading = read(item.explanation)
    assert (reading.name, reading.score, reading.words, reading.fit) == ("out_of_scope", 0.0, (), None)
    assert reading.minimum is None


def test_how_many_others_stand_out_as_much_is_counted_by_columns() -> None:
    spread = Spread((0.0, 1.0, 2.0, 3.0), (5, 2, 1))
    assert [nearer(spread, z) for z in (0.5, 1.0, 1.5, 2.5, 3.0)] == [7, 2, 2, 0, 0]
