"""What a text holds beside its words, as terms of an index that no word can be."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.analysis import ANALYZER_VERSION, analyze, analyze_question, language_mark, marks, thesaurus
from rebost.analysis.characters import character_marks
from rebost.analysis.marks import (
    _LOWERED,
    _WORDS,
    EMAIL,
    NAME,
    NUMBER,
    PHONE,
    PLACE,
    TIME,
    concept_mark,
    kinds_within,
    wanted,
)

LANGUAGE = st.sampled_from(["ca", "es", "en", "de", "zh", None])
BEGINNINGS = (concept_mark(0)[0], language_mark("")[0])


def of(text: str, language: str | None = "ca") -> set[str]:
    return set(marks(text, analyze(text, language), language))


@given(st.text() | st.text(alphabet="≈¿:in0123456789 aàcç'-_#"), LANGUAGE)
def test_no_word_of_a_text_is_a_term_that_begins_like_a_mark(text: str, language: str | None) -> None:
    assert not any(token.term.startswith(BEGINNINGS) for token in analyze(text, language))
    asked = analyze_question(text, ["ca", "es", "en"] if language is None else [language])
    characters = {mark for term in asked for mark in character_marks(term.token.word)}
    assert not any(
        variant.startswith(BEGINNINGS) for term in asked for variant in term.variants if variant not in characters
    )


@given(st.text(), LANGUAGE)
def test_marks_are_distinct_and_hold_nothing_that_an_index_separates_terms_by(text: str, language: str | None) -> None:
    found = marks(text, analyze(text, language), language)
    assert len(set(found)) == len(found)
    assert all(mark.startswith(BEGINNINGS) and len(mark.split()) == 1 for mark in found)


@pytest.mark.parametrize("written", ["≈12", "¿in:ca", "¿phone", "≈0 ≈1"])
def test_a_mark_written_in_a_text_marks_nothing(written: str) -> None:
    terms = {token.term for token in analyze(written, "ca")}
    assert not terms & {concept_mark(12), concept_mark(0), concept_mark(1), language_mark("ca"), PHONE}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("El fuster: 612 34 56 78.", PHONE),
        ("anna@example.org", EMAIL),
        ("El 12 de març.", TIME),
        ("Every Tuesday.", TIME),
        ("La cita es a las 10:30.", TIME),
        ("Calça un 38.", NUMBER),
        ("Carrer Major", PLACE),
        ("12 Elm Road", PLACE),
        ("Ho ha dit la Marta.", NAME),
    ],
)
def test_the_kind_of_answer_that_a_text_may_be_is_told_by_its_form(text: str, kind: str) -> None:
    assert kind in of(text)


def test_a_text_without_such_a_form_is_an_answer_of_no_kind() -> None:
    assert not of("li agrada el te verd", None)


def test_a_text_is_marked_by_its_language_when_that_is_known() -> None:
    assert language_mark("ca") in of("Viu a Vic.", "ca")
    assert not any(mark.startswith(language_mark("")) for mark in of("Viu a Vic.", None))


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("quin telefon te", {PHONE}),
        ("cuando es su cumpleanos", {TIME}),
        ("how much is it", {NUMBER}),
        ("on viu", {PLACE}),
        ("who is it", {NAME}),
        ("li agrada", set()),
    ],
)
def test_a_question_wants_the_kinds_of_answers_that_its_words_ask_for(words: str, kinds: set[str]) -> None:
    assert set(wanted(words.split())) >= kinds
    assert bool(wanted(words.split())) == bool(kinds)


def test_words_of_one_meaning_share_a_mark_in_three_languages() -> None:
    car = of("El cotxe és blau", "ca") & of("El coche es azul", "es") & of("The car is blue", "en")
    assert any(mark.startswith(concept_mark(0)[0]) for mark in car)


def test_another_thesaurus_is_another_version_of_the_analyzer() -> None:
    """The numbers of concepts stand in every base: when this fails, raise ANALYZER_VERSION and write both down here."""
    table = Path(thesaurus.__file__).parent / "data" / "thesaurus.txt"
    digest = hashlib.sha256(table.read_bytes()).hexdigest()
    assert (ANALYZER_VERSION, digest) == (4, "032b3d3f3093aeff0c8f2f3a1ef3d053d1f8836c570ff26289510361062fce9e")


@pytest.mark.parametrize(
    ("record", "language", "question"),
    [
        ("我的車在車庫裡", "zh", "車"),
        ("車庫", "zh", "庫"),
        ("車", "zh", "車"),
        ("우리 집은 서울에 있다", "ko", "집"),
        ("鍵は引き出しの中です", "ja", "中"),
    ],
)
def test_a_single_character_finds_the_records_that_hold_it(record: str, language: str, question: str) -> None:
    (asked,) = analyze_question(question, [language])
    held = {token.term for token in analyze(record, language)} | of(record, language)
    assert held.intersection(asked.variants)
    assert not ({token.term for token in analyze("合約", "zh")} | of("合約", "zh")).intersection(asked.variants)


@pytest.mark.parametrize("kind", list(_LOWERED))
def test_a_word_of_plain_letters_shows_what_a_search_in_it_would(kind: str) -> None:
    words = {word for held in _LOWERED.values() for word in held if word.isascii()}
    for word in words | {word + "x" for word in words} | {word[1:] for word in words} | {"s"}:
        for written in (word, word.upper(), word.title()):
            if written:
                assert (kind in kinds_within(written, ())) == bool(_WORDS[kind].search(written))
