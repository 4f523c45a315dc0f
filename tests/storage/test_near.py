"""The word in scope that a word may be a misspelling of, and all that the index holds of a record."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.records import Draft, Scope
from rebost.storage import Base
from storage.helpers import NOW, put, split


def near(base: Base, word: str, project: str | None = None) -> str | None:
    with base.read() as snapshot:
        return snapshot.index(Scope(project)).near(word)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("giroma", "girona"),  # another letter
        ("gironna", "girona"),  # one more
        ("girna", "girona"),  # one less
        ("gironu", "girona"),
        ("giorna", "girona"),  # two exchanged
        ("jirona", "girona"),  # first letters that sound alike
        ("barcelnoa", "barcelona"),
        ("barzelonna", "barcelona"),  # two edits of a long word
    ],
)
def test_a_word_near_to_one_of_the_base_is_told(base: Base, written: str, meant: str) -> None:
    put(base, "anna viu a girona", "pau viu a barcelona")
    assert near(base, written) == meant


@pytest.mark.parametrize("word", ["giromma", "an", "ann", "tirona", "x" * 41, "zzzzzzzz", ""])
def test_a_word_further_away_or_too_short_is_near_to_none(base: Base, word: str) -> None:
    put(base, "anna viu a girona", "pau viu a barcelona")
    assert near(base, word) is None


def test_among_equals_the_one_that_stands_in_most_records_is_meant(base: Base) -> None:
    put(base, "carta", "carta nova", "carda")
    assert near(base, "carxa") == "carta"


def test_only_words_in_scope_are_near(base: Base) -> None:
    put(base, "girona", project="a")
    put(base, "res", project="b")
    assert near(base, "giroma", "a") == "girona"
    assert near(base, "giroma", "b") is None


def test_marks_are_held_beside_the_words_and_count_in_no_length(base: Base) -> None:
    entry = split("viu viu a vic")._replace(marks=("≈7", "¿place"))
    with base.write(NOW) as writer:
        writer.add([(Draft("viu viu a vic"), entry), (Draft("res"), split("res"))])
    with base.read() as snapshot:
        index = snapshot.index(Scope())
        rows = index.postings("≈7").rows
        assert index.document_frequency("≈7") == 1
        assert index.holdings(rows) == [frozenset({"viu", "a", "vic", "≈7", "¿place"})]
        assert index.lengths(rows).tolist() == [4]
        assert index.mean_length == 2.5
        assert index.holdings(np.array([], dtype=np.int64)) == []


def test_any_string_can_be_asked_for(base: Base) -> None:
    put(base, "girona barcelona")

    @given(st.text(max_size=50))
    def ask(word: str) -> None:
        assert near(base, word) in (None, "girona", "barcelona")

    ask()
