"""How often words are used in their language."""

from __future__ import annotations

import pytest

from rebost.analysis import analyze_question
from rebost.analysis.frequencies import frequency, zipf


def test_the_frequency_is_a_share_of_all_words_in_the_language_where_the_word_is_commonest() -> None:
    assert frequency("que", ["ca"]) == pytest.approx(10 ** (zipf("que", "ca") - 9))
    assert frequency("the", ["ca", "en"]) == frequency("the", ["en"])


def test_a_word_that_no_language_knows_has_none_and_without_a_table_nothing_is_known() -> None:
    assert frequency("fac-2023-0311", ["ca", "es"]) == 0
    assert frequency("que", ["ru"]) is None
    assert frequency("que", []) is None


def test_a_question_knows_how_common_its_words_are() -> None:
    what, there_is, number = analyze_question("què hi 2050.31", ["ca"])
    assert min(what.frequency or 0, there_is.frequency or 0) > 0.001
    assert number.frequency == 0


def test_a_question_to_a_base_in_a_language_without_a_table_says_nothing_of_its_words() -> None:
    assert [term.frequency for term in analyze_question("где живёт анна", ["ru"])] == [None] * 3
