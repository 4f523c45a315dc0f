from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost import Memory
from rebost.memory.passages import ELLIPSIS, Passages, parts, without_front_matter, words_of

_FILLER = "Nothing of interest stands in this line.\n"
_NOTE = f"# The house\n\n{_FILLER * 40}The boiler is serviced every May.\n{_FILLER * 40}"


def test_a_short_text_is_shown_whole() -> None:
    assert Passages("The boiler is new.", {"boiler": 1}).cut(100) == ("The boiler is new.", 0, True)


def test_front_matter_is_never_shown_unless_there_is_nothing_else() -> None:
    note = "---\ntags: [a]\n---\n\nThe boiler is new."
    assert Passages(note, {}).cut(1_000) == ("The boiler is new.", note.index("The"), True)
    assert without_front_matter(note) == "The boiler is new."
    assert without_front_matter("---\ntags: [a]\n---\n") == "---\ntags: [a]\n---\n"


def test_a_long_text_is_cut_at_the_line_that_matched_under_its_title() -> None:
    text, start, whole = Passages(_NOTE, {"boiler": 0.5, "May": 0.2}).cut(200)
    assert text.startswith(f"# The house\n{ELLIPSIS}\n")
    assert text.endswith(ELLIPSIS)
    assert "The boiler is serviced every May." in text
    assert _NOTE[start:].startswith(_FILLER[:10]) or _NOTE[start:].startswith("The boiler")
    assert not whole


def test_the_weightiest_words_decide() -> None:
    text = f"The boiler.\n{_FILLER * 20}The vet of the dog.\n{_FILLER * 20}"
    assert "vet" in Passages(text, {"boiler": 0.1, "vet": 0.9}).cut(60).text
    assert "vet" not in Passages(text, {"boiler": 0.9, "vet": 0.1}).cut(60).text


def test_endings_and_accents_do_not_hide_a_word() -> None:
    text = f"{_FILLER * 20}Les cançons de l'avi.\n{_FILLER * 20}"
    assert "cançons" in Passages(text, {"CANÇONERS": 1}).cut(80).text
    assert "cançons" in Passages(text, {"cancons": 1}).cut(80).text


@pytest.mark.parametrize("room", [30, 60, 300])
def test_a_line_without_an_end_is_cut_at_the_word(room: int) -> None:
    assert "boiler" in Passages("word " * 3_000 + "boiler " + "word " * 3_000, {"boiler": 1}).cut(room).text


@given(
    st.text(max_size=60),
    st.sampled_from([1, 30]),
    st.dictionaries(st.text(min_size=1), st.floats(0, 1)),
    st.integers(1, 400),
)
def test_an_excerpt_is_never_longer_than_its_room(text: str, times: int, words: dict[str, float], room: int) -> None:
    excerpt = Passages(text * times, words).cut(room)
    assert len(excerpt.text) <= room
    assert 0 <= excerpt.start <= len(text * times)


@given(st.text(max_size=60), st.sampled_from([1, 30]), st.integers(1, 400))
def test_parts_are_the_whole_text_and_none_is_too_long(text: str, times: int, room: int) -> None:
    whole = text * times
    found = parts(whole, room)
    assert "".join(whole[start:end] for start, end in found) == whole
    assert all(end - start <= room for start, end in found)


def test_the_words_come_from_the_explanation(memory: Memory) -> None:
    memory.remember("The boiler is serviced every May.")
    (piece,) = memory.recall("when is the boiler serviced?", method="classic").pieces
    words = words_of(piece.explanation)
    assert {"boiler", "serviced"} <= words.keys()
    assert all(weight > 0 for weight in words.values())


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("When is the boiler serviced?", "The boiler is serviced in March."),
        ("When is the boilr serviced?", "The boiler is serviced in March."),
        ("I would like an automobile", "We bought the red vehicle from Rosa."),
    ],
)
def test_what_to_look_for_is_told_also_of_misspelled_words_and_of_those_that_answer_for_others(
    memory: Memory, question: str, held: str
) -> None:
    record = memory.remember(f"# House\n\n{_FILLER * 40}{held}\n{_FILLER * 40}", language="en")
    item = memory.explain(question, record.id)
    assert held in Passages(record.text, words_of(item.explanation)).cut(200).text
