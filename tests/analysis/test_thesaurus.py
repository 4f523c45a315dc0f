"""Words that answer for one another, in three languages."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.analysis import analyze, thesaurus
from rebost.analysis.inflection import Nearness, nearness
from rebost.analysis.thesaurus import concepts, index_terms, name_of, related

DATA = Path(thesaurus.__file__).parent / "data"


def named(text: str, language: str) -> dict[str, set[str]]:
    """Word of the text -> names of its concepts."""
    tokens = analyze(text, language)
    found = zip(tokens, concepts(tokens, language), strict=True)
    return {token.surface: {name_of(concept) for concept in held} for token, held in found}


def numbered() -> dict[str, int]:
    lines = (DATA / "thesaurus-concepts.txt").read_text(encoding="utf-8").splitlines()
    names = [line.partition(":")[0] for line in lines if line and not line.startswith("#")]
    return {name: number for number, name in enumerate(names)}


def test_the_table_is_what_its_sources_compile_to() -> None:
    script = Path(__file__).parents[2] / "scripts" / "make_thesaurus.py"
    made = runpy.run_path(str(script))["table"]()
    assert (DATA / "thesaurus.txt").read_bytes() == made.encode(), "run scripts/make_thesaurus.py"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("El cotxe és blau", "ca"), ("My car is blue", "en")),
        (("Té dos gossos", "ca"), ("Tiene un perro", "es")),
        (("Vivim a Girona", "ca"), ("Where does she live?", "en")),
        (("Le duelen las muelas del juicio", "es"), ("He had a wisdom tooth out", "en")),
        (("Alquiló un departamento", "es"), ("She rented a flat", "en")),
        (("Nos mudamos a Japón", "es"), ("We moved to Japan", "en")),
        (("He perdut la targeta de crèdit", "ca"), ("I lost my credit card", "en")),
    ],
)
def test_the_same_in_other_words_shares_a_concept(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert set().union(*named(*one).values()) & set().union(*named(*other).values())


def test_an_expression_gives_its_concepts_to_all_its_words_and_they_lose_their_own() -> None:
    found = named("vienen el fin de semana", "es")
    assert found["fin"] == found["de"] == found["semana"] == {"weekend"}
    assert "week" in named("una semana", "es")["semana"]


def test_words_that_hold_a_sentence_together_and_names_have_no_concepts() -> None:
    found = named("We met Rose and Mr Baker before the race", "en")
    assert not found["We"] | found["and"] | found["before"] | found["Rose"] | found["Baker"]
    assert found["race"]
    assert named("a red rose", "en")["rose"]


def test_names_of_countries_languages_and_the_family_have_concepts_with_a_capital_and_without() -> None:
    assert "japan" in named("We flew to Japan with Mum", "en")["Japan"] & named("we flew to japan", "en")["japan"]
    assert "mother" in named("We flew to Japan with Mum", "en")["Mum"]


@pytest.mark.parametrize(
    ("text", "language", "word", "held", "not_held"),
    [
        ("la coberta nova", "ca", "coberta", "roof", "charge-money"),
        ("ens van cobrar massa", "ca", "cobrar", "charge-money", "roof"),
        ("visc a Girona", "ca", "visc", "reside", "screw"),
        ("cuánto cuesta", "es", "cuesta", "cost", "pork"),
        ("mi papá conduce", "es", "papá", "father", "potato"),
        ("se puede entrar", "es", "puede", None, "prune"),
        ("tienen hijos", "es", "tienen", None, "tennis"),
        ("a powerful engine", "en", "powerful", None, "electricity"),
    ],
)
def test_words_that_only_share_a_stem_stay_apart(
    text: str, language: str, word: str, held: str | None, not_held: str
) -> None:
    found = named(text, language)[word]
    assert held is None or held in found
    assert not_held not in found


@pytest.mark.parametrize(
    ("form", "word", "language", "expected"),
    [
        ("viu", "viure", "ca", Nearness.SAME),
        ("vius", "viure", "ca", Nearness.INFLECTED),
        ("truquis", "trucar", "ca", Nearness.INFLECTED),
        ("platges", "platja", "ca", Nearness.INFLECTED),
        ("gata", "gat", "ca", Nearness.GENDER),
        ("coberta", "cobrar", "ca", Nearness.OTHER),
        ("cuesta", "costar", "es", Nearness.INFLECTED),
        ("paguen", "pagar", "es", Nearness.INFLECTED),
        ("talla", "taller", "es", Nearness.OTHER),
        ("costilla", "costar", "es", Nearness.OTHER),
        ("children", "child", "en", Nearness.SAME),
        ("stopped", "stop", "en", Nearness.INFLECTED),
        ("came", "coming", "en", Nearness.INFLECTED),
        ("powered", "powerful", "en", Nearness.OTHER),
    ],
)
def test_a_form_is_told_from_what_only_looks_like_one(form: str, word: str, language: str, expected: Nearness) -> None:
    assert nearness(form, word, language) == expected


def test_relations_go_both_ways_and_never_to_the_concept_itself() -> None:
    for concept in numbered().values():
        assert concept not in related(concept)
        assert all(concept in related(other) for other in related(concept))


def test_members_of_a_kind_point_to_it_and_not_to_one_another() -> None:
    concept = numbered()
    assert concept["contract"] in related(concept["permanent-contract"])
    assert concept["sunday"] not in related(concept["friday"])


def test_a_concept_is_known_by_its_number() -> None:
    for name, number in numbered().items():
        assert name_of(number) == name
    with pytest.raises(KeyError):
        name_of(len(numbered()))


def test_records_are_found_by_the_index_terms_of_a_concept() -> None:
    car = numbered()["car"]
    terms = index_terms(car, ["ca", "en", "de"])
    assert {token.term for token in analyze("cotxe", "ca") + analyze("cars", "en")} <= set(terms)
    assert list(terms) == sorted(set(terms))
    japan = index_terms(numbered()["japan"], ["es"])
    assert analyze("Viajan a Japón", "es")[-1].term in japan
    assert not set(index_terms(car, ["de"]))


@given(st.text(), st.sampled_from(["ca", "es", "en", "de", None]))
def test_any_text_has_as_many_sets_of_concepts_as_tokens(text: str, language: str | None) -> None:
    tokens = analyze(text, language)
    found = concepts(tokens, language)
    assert len(found) == len(tokens)
    assert language in thesaurus.LANGUAGES or not any(found)
