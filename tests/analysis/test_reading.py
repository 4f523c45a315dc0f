"""A record read part by part gives what the analysis of the whole gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rebost.analysis import Reading, analyze, marks, read
from rebost.analysis.reading import stands_as_name

LANGUAGE = st.sampled_from(["ca", "es", "en", "de", "zh", None])
PART = st.sampled_from(
    "l'Anna en na Pau la Marta d'en viu a Girona Girona. (Notes From The Second Meeting): 612 34 56 78 9 pm 10:30 març de Març "
    "targeta de crèdit - \n # \u00a0Bel C# FAC-2023-0311 dona-li. so Barça? ¿Qué 中文合約 anna@example.org SmoothClimb\n\nÀlex".split(
        " "
    )
) | st.text(max_size=6)
SEPARATOR = st.sampled_from([" ", " ", " ", "  ", "\n", "\u00a0", ". ", ""])
TEXT = st.lists(st.tuples(PART, SEPARATOR).map("".join), max_size=20).map("".join) | st.text()


def whole(text: str, language: str | None) -> Reading:
    tokens = analyze(text, language)
    words: dict[str, bool] = {}
    for token in tokens:
        if token.word:
            words[token.word] = words.get(token.word, False) or stands_as_name(token)
    return Reading(tuple(token.term for token in tokens), words, marks(text, tokens, language))


@given(TEXT, LANGUAGE)
@example(" Anna viu a Girona", "ca")
@example("  Anna viu a Girona", "ca")
@example("en  Pau i en Pau", "ca")
@example("es. 4.30,! off·los'febrer (Sant) Vango)? del! d'ençà", "ca")
@example("Truca al +34 612 34 56 78 demà", "ca")
@example("Obre a les 9 PM", "ca")
def test_the_parts_of_a_text_say_what_the_whole_says(text: str, language: str | None) -> None:
    found = read(text, language)
    assert found == whole(text, language)
    assert list(found.words) == list(whole(text, language).words)


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_the_samples_are_read_as_they_are_analysed(samples: Path, language: str) -> None:
    texts = [json.loads(line)["text"] for line in (samples / "records.jsonl").read_text("utf-8").splitlines()]
    texts += [note.read_text("utf-8") for note in sorted((samples / "notes").rglob("*.md"))]
    for text in texts:
        assert read(text, language) == whole(text, language)
