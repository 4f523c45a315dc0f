from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.embedders.text import MAX_BYTES, clean

ANY = st.text(st.characters(), max_size=50) | st.text(
    st.sampled_from(list("a \n\0\ud83d\ude00\udfff\ufdfaé漢🗂")), max_size=3000
)


@given(ANY)
def test_what_a_model_reads_is_valid_short_and_free_of_what_breaks_it(text: str) -> None:
    cleaned = clean(text)
    assert len(cleaned.encode("utf-8")) <= MAX_BYTES
    assert "\0" not in cleaned
    assert "\ufdfa" not in cleaned


@given(st.text(st.characters(exclude_characters="\0\ufdfa", exclude_categories=["Cs"]), max_size=200))
def test_a_short_ordinary_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == text.lstrip()


def test_two_surrogates_that_form_a_pair_become_their_character() -> None:
    assert clean("\ud83d\ude00") == "😀"


@pytest.mark.parametrize("text", ["word " * 1000, "word\n" * 1000])
def test_a_long_text_is_cut_at_the_end_of_a_word(text: str) -> None:
    assert clean(text).split() == ["word"] * 200


def test_a_long_text_without_spaces_is_cut_between_characters() -> None:
    assert clean("漢" * 1000) == "漢" * 333
