"""One spelling for all ways to write a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.analysis import fold, zipf
from rebost.analysis.folding import fold_keeping_tilde


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Àlex", "alex"),
        ("cançó", "canco"),
        ("AÑO", "ano"),
        ("Straße", "strasse"),
        ("Ærø", "aero"),
        ("ﬁn", "fin"),
        ("Άννα", "αννα"),
        ("йод", "йод"),
        ("ёлка", "елка"),
        ("col·legi", "collegi"),
        ("が", "が"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_accents_and_case_go_and_letters_stay(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_the_tilde_can_be_kept() -> None:
    assert fold_keeping_tilde("AÑOS Càlids") == "años calids"
    assert fold_keeping_tilde("an\u0303o") == "año"


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_frequencies_are_higher_for_commoner_words_and_zero_for_none() -> None:
    assert zipf("the", "en") > zipf("kitchen", "en") > zipf("pantry", "en") > 0
    assert zipf("canco", "ca") > 0
    assert zipf("año", "es") > 5
    assert zipf("zzxqv", "en") == zipf("", "en") == zipf("the", "xx") == zipf("\ud800", "ca") == 0


def test_every_word_of_a_table_is_found_wherever_it_stands() -> None:
    from rebost.analysis import frequencies

    for language in frequencies.LANGUAGES:
        path = Path(frequencies.__file__).parent / "data" / f"frequencies-{language}.txt"
        lines = path.read_text(encoding="utf-8").split("\n")
        for line in filter(None, (*lines[:300], *lines[::50], *lines[-300:])):
            word, _, value = line.partition("\t")
            assert zipf(word, language) == int(value) / 100
