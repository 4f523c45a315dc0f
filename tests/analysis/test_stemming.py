"""Forms of one word have one term; different words have different ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from rebost.analysis.stemming import SNOWBALL, STEM_MARK, stem

TABLE = [
    line.split()
    for line in (Path(__file__).parent / "inflection.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
"""Lines `unite|apart language word word ...`: words that must meet under one term, and pairs that must not."""

UNITED = [(language, words) for kind, language, *words in TABLE if kind == "unite"]
PARTED = [(language, words) for kind, language, *words in TABLE if kind == "apart"]

KNOWN_MERGED = {("ca", "gat", "gate"), ("ca", "os", "ós"), ("ca", "gos", "gosar")}
"""What rules on unaccented words can't part; listed so that a change is seen."""


@pytest.mark.parametrize(("language", "forms"), UNITED, ids=lambda value: value if isinstance(value, str) else value[0])
def test_the_forms_of_a_word_have_one_term(language: str, forms: list[str]) -> None:
    assert {form: stem(form, language) for form in forms} == dict.fromkeys(forms, stem(forms[0], language))


@pytest.mark.parametrize(("language", "words"), PARTED, ids=lambda value: value if isinstance(value, str) else value[0])
def test_words_that_only_look_alike_have_terms_of_their_own(language: str, words: list[str]) -> None:
    first, second = words
    merged = stem(first, language) == stem(second, language)
    assert merged == ((language, first, second) in KNOWN_MERGED)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("fr", "maisons", "maison"),
        ("it", "ragazzi", "ragazzo"),
        ("pt", "canções", "canção"),
        ("de", "häuser", "hauses"),
        ("ru", "книги", "книга"),
        ("el", "σπίτια", "σπίτι"),
        ("ar", "الكتاب", "كتاب"),
        ("he", "המפתח", "מפתח"),
        ("sv", "bilarna", "bilar"),
        ("fi", "talossa", "talo"),
        ("it", "caffè", "cafe"),
    ],
)
def test_other_languages_unite_common_inflections(language: str, one: str, other: str) -> None:
    assert stem(one, language) == stem(other, language)


@pytest.mark.parametrize("language", sorted(SNOWBALL))
def test_every_snowball_language_stems_and_marks_its_stems(language: str) -> None:
    assert stem("alpha", language).endswith(STEM_MARK)


def test_a_language_without_a_stemmer_leaves_the_word_whole_and_unmarked() -> None:
    assert stem("Kaupunki", "xx") == "kaupunki"
    assert stem("Kaupunki", None) == "kaupunki"


def test_spanish_tilde_n_is_a_letter_of_its_own() -> None:
    assert stem("año", "es") != stem("ano", "es")
