from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost import Memory
from rebost.memory.shortening import LONGEST, shortened


@given(st.text(max_size=60), st.integers(2, 50))
def test_a_question_is_asked_whole_or_by_whole_words_of_its_ends(text: str, longest: int) -> None:
    asked = shortened(text, longest)
    assert len(asked) <= max(longest + 1, 3)
    if len(text) <= longest:
        assert asked == text
    elif " " in text[: longest // 2] and " " in text[-(longest // 2) :]:
        assert set(asked.split(" ")) <= set(text.split(" "))


@pytest.mark.parametrize("method", ["default", "classic"])
@pytest.mark.parametrize("start", [True, False])
def test_a_question_of_100_kb_is_answered_by_its_beginning_or_its_end_and_says_so(
    memory: Memory, method: str, start: bool
) -> None:
    memory.remember("L'Anna viu a Girona.")
    memory.remember("El gos es diu Blat.")
    question, noise = "on viu l'Anna?", "... " * 25_000
    recall = memory.recall(f"{question} {noise}" if start else f"{noise} {question}", method=method)
    assert [piece.record.text for piece in recall.pieces] == ["L'Anna viu a Girona."]
    (notice,) = [notice for notice in recall.notices if "beginning and its end" in notice]
    assert str(len(recall.question)) in notice
    assert not any("beginning" in notice for notice in memory.recall("x" * LONGEST, method=method).notices)


def test_a_long_question_costs_no_more_than_its_ends(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    from rebost.memory import recalling

    asked: list[int] = []
    interpret = recalling.interpret
    monkeypatch.setattr(
        recalling, "interpret", lambda text, languages: asked.append(len(text)) or interpret(text, languages)
    )
    memory.remember("L'Anna viu a Girona.")
    memory.recall("paraula " * 12_500)
    assert asked
    assert max(asked) <= LONGEST + 1
