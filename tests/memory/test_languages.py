from __future__ import annotations

from collections.abc import Callable

import pytest

from rebost import Draft, InputError, Memory
from rebost.memory.indexing import main_language

Open = Callable[..., Memory]

CATALAN = (
    "L'Anna viu a Girona amb la seva germana.",
    "Els dimarts hi ha mercat a la plaça.",
    "Hem d'anar a buscar les claus.",
)
SPANISH = ("Las llaves de repuesto están en casa de Rosa.", "Mañana por la tarde tengo que llamar al médico.")


def test_the_language_is_that_of_the_content(memory: Memory) -> None:
    assert memory.stats().main_language is None
    memory.remember_many(Draft(text) for text in CATALAN)
    memory.remember_many(Draft(text) for text in SPANISH)
    stats = memory.stats()
    assert stats.main_language == "ca"
    assert stats.languages == {"ca": 3, "es": 2}


def test_a_single_record_of_another_language_is_found_by_its_own_inflection(memory: Memory) -> None:
    memory.remember_many(Draft(text) for text in CATALAN)
    memory.remember("My sister keeps the spare batteries in the garage.")
    recall = memory.recall("battery in the garage")
    assert recall.pieces[0].record.language == "en"


def test_records_whose_language_cant_be_told_follow_the_main_one_as_it_changes(memory: Memory) -> None:
    undetected = memory.remember("XJ-200 Kwz, Trfgh", language=None)
    assert undetected.language is None
    assert memory.stats().main_language is None
    memory.remember_many(Draft(text) for text in CATALAN[:1])
    assert memory.stats().main_language == "ca"
    memory.remember_many(Draft(f"{text} {number} veces.") for text in SPANISH for number in range(4))
    assert memory.stats().main_language == "es"
    assert not memory.recall("XJ-200").silent


def test_the_user_can_overrule_what_is_detected(opened: Open) -> None:
    memory = opened()
    memory.remember_many(Draft(text) for text in (*CATALAN, *SPANISH))
    memory.set_languages("es")
    assert memory.stats().languages == {"es": 5}
    assert (memory.stats().main_language, memory.stats().chosen_languages) == ("es", ("es",))
    assert memory.remember("Aquesta frase és ben bé en català.").language == "es"
    memory.set_languages("CA", "es")
    assert opened().stats().chosen_languages == ("ca", "es")
    memory.set_languages()
    assert memory.stats().chosen_languages == ()
    assert memory.stats().languages == {"ca": 4, "es": 2}
    with pytest.raises(InputError, match="no code"):
        memory.set_languages("klingon")


def test_the_main_language_changes_only_when_it_is_clearly_beaten() -> None:
    assert main_language({}, "ca") == "ca"
    assert main_language({"es": 1}, None) == "es"
    assert main_language({"es": 51, "ca": 49}, "ca") == "ca"
    assert main_language({"es": 70, "ca": 49}, "ca") == "es"
    assert main_language({"es": 3}, "ca") == "es"
