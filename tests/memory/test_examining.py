"""An answer with what it was measured against."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from memory.fakes import FakeEmbedder
from rebost import Memory
from rebost.records import Draft, Sentence

_TEXTS = [f"Record number {number} speaks of {word}." for number, word in enumerate("abcdefghijklmnopqrst")]


@pytest.fixture
def filled(opened: Callable[..., Memory]) -> Memory:
    memory = opened(embedder=FakeEmbedder())
    memory.remember_many([Draft(text) for text in [*_TEXTS, "L'Anna viu a Girona."]])
    memory.settle()
    return memory


@pytest.mark.parametrize("method", ["default", "classic"])
@pytest.mark.parametrize("question", ["on viu l'Anna?", "on viu en Bartomeu?", ""])
def test_examining_answers_as_a_recall_does_and_counts_no_use(filled: Memory, method: str, question: str) -> None:
    examined = filled.examine(question, method=method)
    assert examined.recall == filled.recall(question, method=method, counting=False)
    assert all(record.uses == 0 for record in filled.records())


@pytest.mark.parametrize("method", ["default", "classic"])
def test_the_lines_are_those_that_the_answer_kept_to(filled: Memory, method: str) -> None:
    recall, lines, _ = filled.examine("on viu l'Anna?", method=method, limit=3)
    assert recall.pieces
    assert recall.evidence >= lines.minimum >= lines.follower
    assert 0 < lines.cut < recall.evidence
    assert lines.limit == 3
    assert lines.decides == ("evidence" if method == "default" else "score")
    silent = filled.examine("on viu en Bartomeu?", method=method)
    assert silent.recall.evidence < silent.lines.minimum
    assert silent.lines.cut == 0


@pytest.mark.parametrize("method", ["default", "classic"])
def test_the_spread_counts_every_record_in_scope_once(filled: Memory, method: str) -> None:
    spread = filled.examine("on viu l'Anna?", method=method).spread
    assert spread is not None
    assert sum(spread.counts) == len(_TEXTS) + 1
    assert len(spread.edges) == len(spread.counts) + 1
    assert list(spread.edges) == sorted(spread.edges)


def test_there_is_no_spread_where_only_words_count(memory: Memory) -> None:
    memory.remember_many([Draft(text) for text in _TEXTS])
    assert memory.examine("number 3").spread is None


@pytest.mark.parametrize(
    ("question", "key", "values"),
    [
        ("on viu en Bartomeu?", "unheard", {"words": ("Bartomeu",)}),
        ("...", "nothing_named", {}),
    ],
)
def test_a_silence_says_by_key_and_values_what_its_sentence_says(
    filled: Memory, question: str, key: str, values: dict[str, object]
) -> None:
    why = filled.recall(question).why
    assert isinstance(why, Sentence)
    assert (why.key, dict(why.values)) == (key, values)


def test_a_notice_says_by_key_why_only_words_counted(memory: Memory) -> None:
    memory.remember_many([Draft(text) for text in _TEXTS])
    (notice,) = memory.recall("number 3").notices
    assert isinstance(notice, Sentence)
    assert notice.key == "words_only_asked"


def test_a_sentence_is_a_plain_string_to_whoever_needs_no_more() -> None:
    sentence = Sentence("No record mentions “Ona”.", "unheard", {"words": ("Ona",)})
    assert sentence == "No record mentions “Ona”."
    copied = copy.deepcopy(sentence)
    assert (copied, copied.key, copied.values) == (sentence, "unheard", {"words": ("Ona",)})
