"""What a question asks: the words that matter, names, clauses, and the kind of answer that it wants."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.analysis import Interpretation, fold, interpret
from rebost.analysis.givennames import GIVEN_NAMES
from rebost.analysis.interpretation import rarity
from rebost.analysis.marks import PLACE, TIME


def read(text: str, *languages: str) -> Interpretation:
    return interpret(text, languages or ("ca",))


def words(found: Interpretation) -> list[str]:
    return [term.word for term in found.terms]


def names(found: Interpretation) -> set[str]:
    return {term.word for term in found.terms if term.is_name}


@pytest.mark.parametrize(
    ("question", "language", "kept"),
    [
        ("on viu l'Anna?", "ca", {"viu", "Anna"}),
        ("¿dónde vive Ana?", "es", {"vive", "Ana"}),
        ("where does Ann live?", "en", {"Ann", "live"}),
    ],
)
def test_words_that_only_hold_the_question_together_are_no_terms(question: str, language: str, kept: set[str]) -> None:
    assert set(words(read(question, language))) == kept


def test_the_user_is_nobody_in_particular() -> None:
    assert "user" not in words(read("where does the user live?", "en"))


@pytest.mark.parametrize(
    ("question", "language", "name"),
    [
        ("on viu l'Alex?", "ca", "Alex"),
        ("què li agrada a en Pau?", "ca", "Pau"),
        ("¿dónde vive Alejandro?", "es", "Alejandro"),
        ("where does Alexandra live?", "en", "Alexandra"),
    ],
)
def test_a_capital_inside_the_question_makes_a_name(question: str, language: str, name: str) -> None:
    assert names(read(question, language)) == {name}


def test_a_capital_at_the_beginning_or_everywhere_makes_none() -> None:
    assert not names(read("Cotxe blau", "ca"))
    assert not names(read("WHERE IS THE BOILER?", "en"))


@pytest.mark.parametrize("write", [str.lower, str.upper])
@pytest.mark.parametrize(("question", "language"), [("On viu l'Alex?", "ca"), ("¿Dónde vive Alex?", "es")])
def test_a_common_given_name_is_one_in_a_question_whose_letters_are_all_of_one_case(
    question: str, language: str, write: Callable[[str], str]
) -> None:
    assert names(read(write(question), language)) == {write("Alex")}


@pytest.mark.parametrize(("question", "language"), [("la rosa vermella", "ca"), ("¿lee mucho en julio?", "es")])
def test_a_given_name_that_is_an_ordinary_word_too_needs_its_capital(question: str, language: str) -> None:
    assert not names(read(question, language))


def test_given_names_are_listed_as_questions_are_compared() -> None:
    assert all(name == fold(name) for name in GIVEN_NAMES)


def test_a_word_with_a_digit_is_an_identifier_and_tells_all_that_a_word_can() -> None:
    (term,) = (term for term in read("què és FAC-2023-0311?").terms if term.is_identifier)
    assert term.rarity == 1.0


@pytest.mark.parametrize(
    ("question", "kind"), [("on viu l'Anna?", PLACE), ("when is the dentist?", TIME), ("¿cuándo nació?", TIME)]
)
def test_the_kind_of_answer_is_told_by_the_words_that_ask(question: str, kind: str) -> None:
    assert kind in read(question).wanted


def test_each_clause_of_a_chatty_question_is_told_apart() -> None:
    found = read("Estava mirant papers vells, i em pregunto: quina pressió vol la caldera?")
    clause = {term.word: term.clause for term in found.terms}
    assert clause["papers"] < clause["caldera"]
    assert clause["pressió"] == clause["caldera"]


@given(st.text(), st.lists(st.sampled_from(["ca", "es", "en"]), max_size=3, unique=True))
def test_any_string_is_read_as_a_question(text: str, languages: list[str]) -> None:
    for term in interpret(text, languages).terms:
        assert 0 < term.rarity <= 1
        assert (term.near, term.near_word) == ((), "")


@given(st.text(max_size=20), st.sampled_from(["ca", "es", "en", "xx", None]))
def test_rarity_is_a_share_above_nothing(word: str, language: str | None) -> None:
    assert 0 < rarity(word, language) <= 1


def test_a_common_word_tells_less_than_a_rare_one() -> None:
    assert rarity("viu", "ca") < rarity("piezometre", "ca") == 1.0


@pytest.mark.parametrize("word", ["clau", "Clau?", "avui"])
def test_a_word_that_is_all_that_is_asked_tells_all(word: str) -> None:
    assert [term.rarity for term in read(word).terms] == [1.0]
    assert all(term.rarity < 1 for term in read(f"on és la {word}").terms)


def test_words_for_the_present_or_the_past_state_of_a_matter_tell_little() -> None:
    tells = {term.word: term.rarity for term in read("where did she live before Leeds?", "en").terms}
    assert tells.get("before", 0.05) < tells["live"] < tells["Leeds"]
