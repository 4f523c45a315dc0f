"""What the default method promises a person, by words alone: answers, and silence about what was never heard of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memory.fakes import FakeEmbedder
from memory.test_recall import FACTS, filled
from rebost import Draft, InputError, LeftOut, Memory, Piece, Reason
from rebost.memory.judging import model_of
from rebost.ranking import describe

Open = Callable[..., Memory]

CATALAN = (
    "L'Anna viu a Girona, al barri vell.",
    "En Pere treballa a l'hospital de Vic.",
    "La Carme fa anys el dotze de març.",
    "El cotxe passa la revisió a l'octubre.",
    "La caldera ha de tenir 1,5 bars de pressió.",
    "Cada dimarts hi ha mercat a la plaça.",
    "La Núria toca el violoncel en un quartet.",
    "El gat es diu Mixet i no menja peix.",
    "L'avi va néixer a Olot l'any 1931.",
    "La clau del traster és sota el test de menta.",
)
SPANISH = (
    "Ana vive en Zaragoza, cerca del río.",
    "Pedro trabaja en el hospital de Huesca.",
    "Carmen cumple años el doce de marzo.",
    "El coche pasa la revisión en octubre.",
    "La caldera debe tener 1,5 bares de presión.",
    "Los martes hay mercado en la plaza.",
    "Nuria toca el violonchelo en un cuarteto.",
    "El gato se llama Misifú y no come pescado.",
    "El abuelo nació en Teruel en 1931.",
    "La llave del trastero está bajo la maceta de menta.",
)
ENGLISH = (
    "Anna lives in Sheffield, near the river.",
    "Peter works at the hospital in Leeds.",
    "Karen has her birthday on the twelfth of March.",
    "The car is serviced in October.",
    "The boiler needs 1.5 bars of pressure.",
    "There is a market on the square every Tuesday.",
    "Nora plays the cello in a quartet.",
    "The cat is called Whiskers and doesn't eat fish.",
    "Grandfather was born in Hull in 1931.",
    "The key to the shed is under the pot of mint.",
)
BASES = {"ca": CATALAN, "es": SPANISH, "en": ENGLISH}


@pytest.fixture
def of(opened: Open) -> Callable[[str], Memory]:
    def of_(language: str) -> Memory:
        memory = opened()
        memory.remember_many(Draft(text, language=language) for text in BASES[language])
        return memory

    return of_


def found(memory: Memory, question: str, **options: object) -> list[str]:
    return [piece.record.text for piece in memory.recall(question, counting=False, **options).pieces]  # type: ignore[arg-type]


UNKNOWN = [
    ("ca", "on viu l'Alex?", "Alex"),
    ("ca", "on viu l'alex?", "alex"),
    ("ca", "on treballa en Ferran?", "Ferran"),
    ("ca", "ON VIU L'ALEX?", "ALEX"),
    ("es", "¿dónde vive Alejandro?", "Alejandro"),
    ("es", "¿dónde vive alejandro?", "alejandro"),
    ("es", "¿DÓNDE VIVE ALEJANDRO?", "ALEJANDRO"),
    ("en", "where does Alexander live?", "Alexander"),
    ("en", "where does alexander live?", "alexander"),
    ("en", "WHERE DOES ALEXANDER LIVE?", "ALEXANDER"),
]


@pytest.mark.parametrize(("language", "question", "name"), UNKNOWN)
def test_someone_the_base_has_never_heard_of_gets_silence_that_names_them(
    of: Callable[[str], Memory], language: str, question: str, name: str
) -> None:
    recall = of(language).recall(question)
    assert recall.silent
    assert f"“{name}”" in recall.why


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("ca", "on viu l'Anna?", 0),
        ("ca", "on viu l'anna?", 0),
        ("ca", "ON VIU L'ANNA?", 0),
        ("ca", "on treballa en Pere?", 1),
        ("es", "¿dónde vive Ana?", 0),
        ("es", "¿dónde vive ana?", 0),
        ("es", "¿DÓNDE VIVE ANA?", 0),
        ("en", "where does Anna live?", 0),
        ("en", "where does anna live?", 0),
        ("en", "WHERE DOES ANNA LIVE?", 0),
    ],
)
def test_the_same_of_someone_it_knows_gets_the_answer(
    of: Callable[[str], Memory], language: str, question: str, answer: int
) -> None:
    assert found(of(language), question)[0] == BASES[language][answer]


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("ca", "quan fa anys la Carmme?", 2),
        ("ca", "què toca la Nuira?", 6),
        ("es", "¿dónde trabaja Perdo?", 1),
        ("en", "where does Petter work?", 1),
    ],
)
def test_a_misspelled_name_still_finds(of: Callable[[str], Memory], language: str, question: str, answer: int) -> None:
    assert BASES[language][answer] in found(of(language), question)


def test_the_explanation_says_what_a_misspelled_word_was_taken_for(of: Callable[[str], Memory]) -> None:
    (piece,) = of("en").recall("where does Petter work?").pieces
    assert any("“Petter”, taken for “peter”" in line for line in describe(piece.explanation))


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("ca", "when is the car serviced?", 3),
        ("ca", "what pressure does the boiler need?", 4),
        ("es", "where is the key to the storage room?", 9),
        ("en", "quina pressió vol la caldera?", 4),
        ("en", "¿dónde está la llave?", 9),
    ],
)
def test_a_question_in_another_language_finds_by_words_that_answer_for_its_own(
    of: Callable[[str], Memory], language: str, question: str, answer: int
) -> None:
    assert BASES[language][answer] in found(of(language), question)


@pytest.mark.parametrize("count", [0, 1, 2, 10])
def test_a_base_of_a_few_records_answers_and_keeps_silent(opened: Open, count: int) -> None:
    memory = opened()
    memory.remember_many(Draft(text) for text in CATALAN[:count])
    assert found(memory, "on viu l'Anna?") == [*CATALAN[:1]][:count]
    assert memory.recall("on viu l'Alex?").silent
    assert memory.recall("on viu l'Alex?").why


def test_records_all_alike_are_answered_within_the_limit_and_the_rest_counted(opened: Open) -> None:
    memory = opened(embedder=FakeEmbedder())
    memory.remember_many(Draft("L'Anna viu a Girona.", project=f"p{number}") for number in range(30))
    memory.settle()
    recall = memory.recall("on viu l'Anna?")
    assert len(recall.pieces) == 8
    assert sum(recall.left_out_counts.values()) == 22
    assert Reason.BEYOND_LIMIT in recall.left_out_counts


QUESTIONS = ["on viu l'Anna?", "on viu l'Alex?", "quan fa anys la Carme?", "mercat", "what about the car?", "", "peix"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_record_not_returned_has_one_reason(memory: Memory, question: str) -> None:
    filled(memory)
    recall = memory.recall(question, left_out=100)
    assert len(recall.pieces) + sum(recall.left_out_counts.values()) == len(FACTS)
    told = [item.reason for item in recall.left_out]
    assert all(told.count(reason) <= recall.left_out_counts[reason] for reason in set(told))
    shown = {item.record.id for item in (*recall.pieces, *recall.left_out)}
    assert len(shown) == len(recall.pieces) + len(recall.left_out)
    for record in memory.records():
        item = memory.explain(question, record.id)
        assert isinstance(item, Piece | LeftOut)
        assert isinstance(item, Piece) == (record.id in {piece.record.id for piece in recall.pieces})


@pytest.mark.parametrize("question", QUESTIONS)
def test_more_caution_never_answers_what_less_would_not(memory: Memory, question: str) -> None:
    filled(memory)
    answered = [not memory.recall(question, caution=caution).silent for caution in ("low", "normal", "high")]
    assert answered == sorted(answered, reverse=True)


def test_a_caution_that_there_is_not_is_refused(memory: Memory) -> None:
    with pytest.raises(InputError, match="low, normal, high"):
        memory.recall("x", caution="reckless")


def test_a_name_that_a_record_lacks_is_the_reason_it_was_left_out(memory: Memory) -> None:
    filled(memory)
    recall = memory.recall("on treballa l'Anna-Sofia Puigdomènech?", left_out=100)
    assert Reason.MISSING_NAME in recall.left_out_counts


def test_vectors_of_a_kind_that_nothing_was_fitted_for_take_part(opened: Open) -> None:
    embedder = FakeEmbedder()
    memory = filled(opened(embedder=embedder))
    memory.settle()
    recall = memory.recall("on viu l'Anna?")
    assert recall.model == embedder.model_id
    assert model_of(embedder.model_id) is model_of("e5:any:1:384")
    assert [piece.record.text for piece in recall.pieces] == [FACTS[0]]


def test_a_forgotten_name_is_one_that_was_never_heard_of(memory: Memory) -> None:
    filled(memory)
    (piece,) = memory.recall("on viu l'Anna?").pieces
    memory.forget(piece.record.id)
    recall = memory.recall("on viu l'Anna?")
    assert recall.silent
    assert "“Anna”" in recall.why


def test_forgetting_takes_the_marks_of_a_record_with_it(memory: Memory) -> None:
    filled(memory)
    memory.remember("El cotxe és al taller del carrer de la Riera.", language="ca")
    (first, *_) = memory.recall("where is the car?", caution="low").pieces
    memory.forget(first.record.id)
    assert first.record.id not in {
        piece.record.id for piece in memory.recall("where is the car?", caution="low").pieces
    }


def test_an_answer_about_a_name_that_is_only_spelled_alike_says_so(tmp_path):
    with Memory.open(tmp_path / "base.db", embedder="none") as memory:
        for text in ("La Marta treballa a la farmàcia de Vic.", "El gos es diu Trumfo.", "La caldera és una Junkers."):
            memory.remember(text)
        answer = memory.recall("on treballa la Marga?")
        assert answer.silent or any("Marga" in notice and "marta" in notice for notice in answer.notices)
        assert not memory.recall("on treballa la Marta?").notices[1:]
