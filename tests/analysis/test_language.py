"""The language of a line."""

from __future__ import annotations

import pytest

from rebost.analysis import detect_language, detect_languages
from rebost.analysis.language import _ANY_SIGN, _SIGNS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("L'Anna viu a Girona", "ca"),
        ("on viu l'Anna?", "ca"),
        ("on viu la martina", "ca"),
        ("en Pau treballa a l'hospital", "ca"),
        ("quan es la reunio", "ca"),
        ("Ana vive en Gerona", "es"),
        ("dónde vive Ana", "es"),
        ("donde vive ana", "es"),
        ("¿Cuándo es?", "es"),
        ("Anna lives in Girona", "en"),
        ("where does Anna live?", "en"),
        ("don't use agents", "en"),
        ("Anna habite à Gérone avec son mari", "fr"),
        ("Anna abita a Roma con il marito", "it"),
        ("A Anna mora em Lisboa com o marido", "pt"),
        ("Anna wohnt mit ihrem Mann in Berlin", "de"),
        ("Anna woont in het huis van haar man", "nl"),
        ("Anna bor i Stockholm och hon har en hund", "sv"),
        ("Анна живёт в Москве", "ru"),
        ("Η Άννα ζει στην Αθήνα", "el"),
        ("آنا تعيش في القاهرة", "ar"),
        ("אנה גרה בחיפה", "he"),
        ("アンナは東京に住んでいます", "ja"),
        ("安娜住在北京", "zh"),
        ("안나는 서울에 살아요", "ko"),
        ("แอนนาอยู่ที่กรุงเทพ", "th"),
        ("अन्ना दिल्ली में रहती है", "hi"),
    ],
)
def test_one_short_line_is_enough(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize("text", ["", "   ", "1234 56", "?!", "\U0001f600", "NPS-0233", "\ud800"])
def test_what_has_no_language_is_not_told(text: str) -> None:
    assert detect_language(text) is None


def test_the_languages_of_several_texts_come_with_their_share_the_most_common_first() -> None:
    shares = detect_languages(["L'Anna viu a Girona", "En Pau dorm", "Where is the key?", "42"])
    assert list(shares.items()) == [("ca", 0.5), ("en", 0.25)]
    assert detect_languages([]) == {}


def test_a_text_that_may_hold_a_sign_is_looked_through_for_signs() -> None:
    for needles, _, _ in _SIGNS:
        for needle in needles:
            assert _ANY_SIGN.search(f"ab{needle}cd")
