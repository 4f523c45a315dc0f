"""What records are found by, and what questions look for."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rebost.analysis import QuestionTerm, Token, analyze, analyze_question

THREE = ("ca", "es", "en")


def found(question: str, record: str, language: str | None, languages: Sequence[str] = THREE) -> list[str]:
    """The words of the question that the record holds."""
    terms = {token.term for token in analyze(record, language)}
    return [term.token.word for term in analyze_question(question, languages) if terms.intersection(term.variants)]


def words(text: str, language: str | None = "ca") -> list[str]:
    return [token.word for token in analyze(text, language)]


def named(text: str, language: str = "ca") -> list[str]:
    return [token.word for token in analyze(text, language) if token.after_article]


@pytest.mark.parametrize("question", ["configuracio", "avio", "cançó", "cancion"])
def test_accents_and_inflection_don_t_hide_a_record_in_two_languages(question: str) -> None:
    assert found(question, "configuració de l'avió: cançons i canciones", "ca")


def test_a_word_inside_a_run_of_chinese_is_found() -> None:
    assert found("中文合約", "合約在抽屜裡。請用中文合約範本", "zh", ("zh",)) == ["中文", "文合", "合約"]


@pytest.mark.parametrize(
    ("record", "language", "question"),
    [
        ("Ключи от машины лежат в синей коробке", "ru", "ключ"),
        ("Τα κλειδιά είναι στο συρτάρι", "el", "κλειδιά"),
        ("المفتاح في الدرج", "ar", "مفتاح"),
        ("המפתח נמצא במגירה", "he", "מפתח"),
        ("鍵は引き出しの中です", "ja", "引き出し"),
        ("열쇠는 서랍에 있어요", "ko", "서랍"),
        ("กุญแจอยู่ในลิ้นชัก", "th", "กุญแจ"),
        ("चाबी दराज में है", "hi", "चाबी"),
    ],
)
def test_other_scripts_are_found_by_one_of_their_words(record: str, language: str, question: str) -> None:
    assert found(question, record, language, (language,))
    assert not found("zzz", record, language, (language,))


def test_folding_doesn_t_make_french_tea_an_english_article() -> None:
    assert found("the", "thé vert", "fr", ("fr", "en")) == []
    assert "the" in found("un the vert", "thé vert", "fr", ("fr", "en"))
    assert found("what is the green one", "thé vert", "fr", ("fr", "en")) == []
    assert found("thé", "the green one", "en", ("fr", "en")) == []


def test_cafe_finds_caffe() -> None:
    for language in ("it", "en", "ca", "es", None):
        assert found("cafe", "un caffè a casa", language, ("it", *THREE))


def test_the_catalan_where_isn_t_the_english_on() -> None:
    assert found("on viu l'Anna?", "The key is on the table", "en") == []
    assert found("where is it, on the table?", "On són les claus", "ca") == []


@pytest.mark.parametrize("word", ["IA", "ia", "R", "C#", "c#", "k8s", "Go", "go", "C++"])
def test_a_short_word_that_matters_is_found(word: str) -> None:
    assert found(word, "Notes about IA, R, C#, C++, k8s and Go from the course", "en")


@pytest.mark.parametrize(
    ("question", "record"),
    [
        ("don't use agents", "Agents: use them with care"),
        ('timeout "error', "The error was a timeout"),
        ("status: done", "Its status is done"),
        ("retry OR", "Retry three times"),
        ("multi-agent", "A multi agent system"),
        ("GB/s", "It reads 3 GB/s"),
        ("2026.4.10", "Release 2026.4.10 is out"),
        ("Downloads/transcripts", "Files of Downloads, transcripts too"),
        ("NEAR(a b)", "Near the station"),
        ("smoothClimb()", "Call smoothClimb before"),
        ("QUI_planta_v12", "The plan is QUI_planta_v12.dwg"),
        ("qui_planta_v12.dwg", "The plan is QUI_planta_v12.dwg"),
        ("192.168.0.90", "The NAS is at 192.168.0.90/24"),
        ("0.13.1", "We run v0.13.1"),
        ("v0.13.1", "We run 0.13.1"),
        ("y.toml", "In /etc/x/y.toml"),
        ("/etc/x/y.toml", "In /etc/x/y.toml"),
        ("foo@bar.example", "Write to foo@bar.example."),
        ("341 555 0148", "Phone 341 555 0148"),
        ("341 5550148", "Phone 341 5550148"),
        ("0148", "Phone 341 555 0148"),
        ("600 22 09 14", "Phone 600 220 914"),
        ("3870000", "It cost 3.870.000 pesos"),
        ("16:00", "At 16:00"),
        ("pool size", "The pool_size is 5"),
        ("smooth climb", "Call smoothClimb()"),
        ("email", "Her e-mail is unknown"),
    ],
)
def test_an_identifier_or_odd_question_finds_its_record(question: str, record: str) -> None:
    assert found(question, record, "en")


def test_another_number_of_the_same_series_isn_t_half_a_match() -> None:
    record = "Factura FAC-2023-0112 pagada"
    assert found("FAC-2023-0311", record, "ca") == []
    assert found("0112", record, "ca") == ["0112"]
    assert found("FAC-2023-0112", record, "ca") == ["fac-2023-0112"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("l'Anna", ["anna"]),
        ("l’Anna", ["anna"]),
        ("s'ha", ["ha"]),
        ("n'hi", ["hi"]),
        ("m'agrada", ["agrada"]),
        ("dona-li", ["dona"]),
        ("donar-me-la", ["donar"]),
        ("dóna'm", ["dona"]),
        ("d'Olot", ["olot"]),
        ("d'en Pau", ["en", "pau"]),
        ("qu'il", ["il"]),
        ("dell'anno", ["anno"]),
        ("Anna's", ["anna"]),
        ("don't", ["dont"]),
        ("O'Brien", ["obrien"]),
        ("col·legi", ["collegi"]),
        ("col.legi", ["collegi"]),
        ("COL·LEGI", ["collegi"]),
        ("model.load", ["model.load", "model", "load"]),
    ],
)
def test_elisions_and_clitics_leave_the_word(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Avui l'Anna ve", ["anna"]),
        ("L'Anna ve", ["anna"]),
        ("amb en Pau i na bel", ["pau", "bel"]),
        ("és d'en Pau", ["pau"]),
        ("vine amb la Marta", ["marta"]),
        ("a l'hotel i a la platja", []),
        ("veig n'Aina", ["aina"]),
        ("s'Estel i sa padrina", ["estel"]),
        ("l'amo en Tomeu", ["tomeu"]),
        ("viu en un pis", []),
    ],
)
def test_the_personal_article_tells_a_name(text: str, expected: list[str]) -> None:
    assert named(text) == expected


def test_a_name_is_indexed_whole_and_keeps_apart_from_its_neighbours() -> None:
    assert found("la martina", "Dinar amb la Martina", "ca") != []
    assert "martin" not in found("on viu en Martin", "Dinar amb la Martina", "ca")
    assert "jimena" not in found("quién es Jimena", "Cena con Jimeno", "es")
    assert "martina" in found("on viu la martina", "Martina viu a Salt", "ca")


@pytest.mark.parametrize(
    ("question", "record"),
    [("el nino", "El niño duerme"), ("que ano fue", "El año de la mudanza"), ("munoz", "Cena con Muñoz")],
)
def test_a_tilde_left_out_is_forgiven(question: str, record: str) -> None:
    assert found(question, record, "es")


def test_a_tilde_written_is_meant() -> None:
    assert found("año", "El ano", "es") == []


def test_two_words_that_share_a_variant_are_one_term() -> None:
    assert [term.token.word for term in analyze_question("cançó cançons", ["ca"])] == ["canco"]


def test_a_day_of_the_week_is_no_name_in_english() -> None:
    assert found("who comes on mondays", "Bins go out on Monday", "en") == ["on", "mondays"]


def test_a_title_makes_no_names() -> None:
    assert found("meetings", "# Weekly Team Meeting Notes", "en") == ["meetings"]


def test_a_word_that_joins_two_earlier_terms_leaves_one() -> None:
    terms = analyze_question("martin la martina en marti", THREE)
    assert sum("martin" in variant for term in terms for variant in term.variants) >= 2
    assert len({variant for term in terms for variant in term.variants}) == sum(len(term.variants) for term in terms)


def test_sentences_lines_and_items_begin_where_a_capital_says_nothing() -> None:
    text = "Hola Anna. Ve demà\n- Porta el pa\n¿Quién es? Eva"
    assert [token.word for token in analyze(text, "ca") if token.sentence_start] == [
        "hola",
        "ve",
        "porta",
        "quien",
        "eva",
    ]


@pytest.mark.parametrize("text", ["", " \n", "?!*^(", "\0", "\ud800", "\u202e\u200f", "\U0001f600"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert analyze(text, "ca") == []
    assert analyze_question(text, THREE) == []


def _check(term: str) -> None:
    assert term
    assert not any(c.isspace() or unicodedata.category(c) in ("Cc", "Cs") for c in term)


TEXTS = st.text(st.characters(), max_size=60) | st.text("aAlL·'’.-_/:@#+1 23\n\ud800éñç中กк", max_size=40)


@given(TEXTS, st.sampled_from([None, "ca", "es", "en", "fr", "zh", "ar"]))
def test_any_text_has_an_analysis_with_clean_terms_and_true_offsets(text: str, language: str | None) -> None:
    for token in analyze(text, language):
        _check(token.term)
        assert 0 <= token.start < token.end <= len(text)


@given(TEXTS)
def test_any_question_has_terms_with_disjoint_sorted_variants(text: str) -> None:
    terms = analyze_question(text, THREE)
    seen: set[str] = set()
    for term in terms:
        assert list(term.variants) == sorted(set(term.variants))
        for variant in term.variants:
            _check(variant)
        assert seen.isdisjoint(term.variants)
        seen.update(term.variants)


@example("çl·l")
@given(st.text("abcdeéñçñ lAN'·.", min_size=1, max_size=30))
@example("ña b")
def test_composed_and_decomposed_accents_are_the_same_text(text: str) -> None:
    composed = [token.term for token in analyze(unicodedata.normalize("NFC", text), "ca")]
    assert [token.term for token in analyze(unicodedata.normalize("NFD", text), "ca")] == composed


def test_a_long_chain_of_words_ends_in_bounded_pieces() -> None:
    for text in ("l'" * 5000, "a-" * 5000, "/a1" * 5000, "a" * 50_000, "a\u0301" * 5000):
        tokens: list[Token] = analyze(text, "ca")
        assert max(len(token.term) for token in tokens) <= 400
        terms: list[QuestionTerm] = analyze_question(text, THREE)
        assert terms
