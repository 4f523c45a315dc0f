"""What speaks for a record and what against it, by the default method."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.told import Told
from rebost.ranking import DefaultRanking, Parameters
from rebost.ranking.descriptions import DESCRIPTIONS
from rebost.ranking.signals import MISSPELLED, RELATED, SAME, SYNONYM, by_chance

OTHERS = ["En Pau treballa a Vic.", "La Marta té dos gossos.", "El mercat és cada dimarts.", "Avui plou molt."] * 4


def strengths(ranking: DefaultRanking, word: str, row: int) -> float:
    (place,) = (place for place, term in enumerate(ranking.asked.terms) if term.asked.word == word)
    rows = ranking.judged.signals.rows.tolist()
    return float(ranking.judged.signals.held.nearly[place, rows.index(row)])


def signal(ranking: DefaultRanking, group: str, name: str, row: int) -> float:
    rows = ranking.judged.signals.rows.tolist()
    return float(ranking.judged.signals.values[group][name][rows.index(row)])


@pytest.mark.parametrize(
    ("question", "word", "strength"),
    [
        ("el cotxe de l'Anna", "cotxe", SAME),
        ("els cotxes de l'Anna", "cotxes", SAME),
        ("el cotje de l'Anna", "cotje", MISSPELLED),
        ("l'automòbil de l'Anna", "automòbil", SYNONYM),
        ("la calefacció de l'Anna", "calefacció", RELATED),
        ("el piezòmetre de l'Anna", "piezòmetre", 0.0),
    ],
)
def test_a_record_holds_a_word_the_less_the_further_it_is_from_its_own(
    question: str, word: str, strength: float
) -> None:
    base = Told.in_language("ca", "L'Anna té un cotxe i una caldera.", *OTHERS, near={"cotje": "cotxe"})
    assert strengths(base.answer(question), word, 1) == strength


def test_ways_of_holding_a_word_are_ordered() -> None:
    assert SAME > MISSPELLED >= SYNONYM > RELATED > 0


def test_a_word_that_many_hold_weighs_less() -> None:
    base = Told.in_language("ca", "La caldera de l'Anna.", *["La caldera vella."] * 30)
    weight = {term.asked.word: term.weight for term in base.answer("la caldera de l'Anna").asked.terms}
    assert weight["caldera"] < weight["Anna"] <= 1


@pytest.mark.parametrize("records", [1, 2, 10])
def test_a_word_that_all_of_a_few_records_hold_still_weighs_something(records: int) -> None:
    base = Told.in_language("ca", *["La caldera de l'Anna."] * records)
    assert all(term.weight > 0.1 for term in base.answer("la caldera de l'Anna").asked.terms)


def test_what_was_pasted_and_is_nowhere_in_the_base_is_no_word_of_the_question() -> None:
    base = Told.in_language("ca", "El codi és " + "a1" * 40 + ".", *OTHERS)
    assert [term.asked.word for term in base.answer(f"l'ordinador {'x' * 90}").asked.terms] == ["ordinador"]
    assert len(base.answer(f"l'ordinador {'x' * 64}").asked.terms) == 2
    assert len(base.answer(f"el codi {'a1' * 40}").asked.terms) == 2


def test_a_name_written_small_is_a_name_where_the_base_knows_it_as_one() -> None:
    base = Told.in_language("ca", "Ahir va venir la Zulema.", *OTHERS)
    (term,) = base.answer("zulema").asked.terms
    assert (term.asked.is_name, term.known_as_name, term.is_name) == (False, True, True)


def test_a_missing_name_speaks_only_against_the_records_that_lack_it() -> None:
    base = Told.in_language("ca", "L'Anna viu a Girona.", "En Pere viu a Olot.", *OTHERS)
    ranking = base.answer("on viu l'Anna?")
    assert signal(ranking, "names", "missing", 1) == 0 < signal(ranking, "names", "missing", 2)


def test_the_clause_that_a_record_covers_best_counts_in_a_chatty_question() -> None:
    base = Told.in_language("ca", "La caldera vol 1,5 bars de pressió.", *OTHERS)
    ranking = base.answer("Estava mirant papers i rebregant carpetes antigues. Quina pressió vol la caldera?")
    assert signal(ranking, "words", "clause", 1) > signal(ranking, "words", "coverage", 1)


def test_a_number_that_the_record_has_otherwise_speaks_against_it() -> None:
    base = Told.in_language("ca", "La factura FAC-0311 està pagada.", "La factura FAC-0312 està pagada.", *OTHERS)
    ranking = base.answer("la factura FAC-0312")
    assert signal(ranking, "identifiers", "missing", 2) == 0 < signal(ranking, "identifiers", "missing", 1)


def test_the_kind_of_answer_that_is_wanted_speaks_for_a_record_that_may_be_one() -> None:
    base = Told.in_language("ca", "Reunió dimarts amb la gestora.", "La reunió va ser llarga.", *OTHERS)
    ranking = base.answer("quan és la reunió?")
    assert signal(ranking, "kind", "held", 1) > signal(ranking, "kind", "held", 2)


def test_length_says_no_more_of_a_very_long_record_than_of_a_long_one() -> None:
    long, longer = ("L'Anna viu a Girona. " + "Res de nou. " * times for times in (200, 2_000))
    ranking = Told.in_language("ca", long, longer, "L'Anna viu a Vic.", *OTHERS).answer("on viu l'Anna?")
    of = [signal(ranking, "length", "words_of_record", row) for row in (1, 2, 3)]
    assert of[0] == of[1] > of[2]


def test_a_word_of_a_long_record_counts_as_much_as_that_of_a_short_one() -> None:
    base = Told.in_language("ca", "Zulema.", "Zulema. " + "Res de nou. " * 500, *OTHERS)
    coverage = base.answer("Zulema").judged.signals.coverage
    assert coverage[0] == coverage[1] == 1


@given(st.lists(st.sampled_from(["Anna viu a Vic", "cotxe blau", "Pau", "l'automòbil d'en Pau", ""]), max_size=20))
def test_every_signal_is_a_finite_number_for_each_candidate_and_has_its_sentence(texts: list[str]) -> None:
    cosines = [0.8 + 0.01 * (place % 7) for place in range(len(texts))]
    ranking = Told.in_language("ca", *texts, cosines=cosines).answer("on té el cotxe l'Anna, i en Quim?")
    signals = ranking.judged.signals
    for group, values in signals.values.items():
        assert f"signals.{group}" in DESCRIPTIONS
        for name, of_each in values.items():
            assert f"signal.{group}.{name}" in DESCRIPTIONS
            assert of_each.shape == signals.rows.shape
            assert np.isfinite(of_each).all()
    assert (signals.coverage >= 0).all()
    assert (signals.coverage <= 1 + 1e-12).all()


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_the_best_of_more_records_stands_out_further_by_chance(fewer: int, more: int) -> None:
    fewer, more = sorted((fewer, more))
    assert by_chance(fewer) <= by_chance(more)
    assert math.isclose(by_chance(150), 0, abs_tol=1e-12)


def test_without_vectors_no_signal_speaks_of_meaning() -> None:
    base = Told.in_language("ca", "L'Anna viu a Vic.", *OTHERS)
    assert not {"meaning", "language", "together"} & set(base.answer("on viu l'Anna?").judged.signals.values)
    few = Told.in_language("ca", "L'Anna viu a Vic.", cosines=[0.9]).answer("on viu l'Anna?", parameters=Parameters())
    assert "meaning" not in few.judged.signals.values
