from __future__ import annotations

import math
import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.ranking import Parameters
from rebost.ranking.bm25 import chance, drag, idf, saturation, tf_norm, weigh

PARAMETERS = Parameters()


def norm(occurrences, lengths, mean_length):
    """`tf_norm` with the method's own parameters."""
    dragged = drag(np.array(lengths), mean_length, k1=PARAMETERS.k1, b=PARAMETERS.b, length_cap=PARAMETERS.length_cap)
    return tf_norm(np.array(occurrences), dragged, PARAMETERS.k1)


CORPUS = [
    "l anna viu a girona amb la marta",
    "la marta treballa a vic",
    "girona girona girona temps de flors a girona",
    "el pau viu a vic i treballa a girona a la tarda perque al mati estudia",
    "flors",
    "el cotxe es al taller del pau",
]


def test_idf_is_the_formula_of_the_method():
    assert idf(10, 1) == pytest.approx(math.log(1 + 9.5 / 1.5))
    assert idf(10, 0) == pytest.approx(math.log(1 + 10.5 / 0.5))


@given(st.integers(1, 10**6), st.data())
def test_a_rarer_term_weighs_more_and_no_term_weighs_nothing(records, data):
    held = data.draw(st.integers(1, records))
    assert idf(records, held - 1) > idf(records, held) > 0


def test_one_occurrence_in_a_record_of_mean_length_counts_as_one():
    assert norm([1], [12], 12.0) == pytest.approx([1.0])


@given(st.integers(0, 50), st.integers(1, 10**6), st.floats(0.5, 1000))
def test_more_occurrences_never_count_less_and_never_more_than_one(occurrences, length, mean_length):
    fewer, more = norm([occurrences, occurrences + 1], [length] * 2, mean_length)
    assert 0 <= fewer <= more <= 1


@given(st.integers(1, 50), st.integers(1, 10**5), st.floats(0.5, 1000))
def test_a_longer_record_never_counts_more(occurrences, length, mean_length):
    short, long = norm([occurrences] * 2, [length, 2 * length], mean_length)
    assert long <= short


def test_a_very_long_record_still_brings_two_thirds_of_a_word():
    assert norm([1], [200_000], 10.0)[0] > 0.66


def test_a_scope_without_any_term_divides_by_nothing():
    assert norm([0], [0], 0.0) == pytest.approx([0.0])


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.3), (1.5, 0.75), (0.9, 0.0), (2.0, 1.0)])
@pytest.mark.parametrize("words", ["on viu la marta", "girona flors", "pau taller cotxe nothing", "a"])
def test_the_plain_sum_is_that_of_an_independent_engine(k1, b, words):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the other engine's own, about what it could have been installed with
        import bm25s

        engine = bm25s.BM25(method="lucene", k1=k1, b=b)
        engine.index([text.split() for text in CORPUS], show_progress=False)
        known = [word for word in words.split() if any(word in text.split() for text in CORPUS)]
        expected = engine.get_scores(known)

    texts = [text.split() for text in CORPUS]
    lengths = np.array([len(text) for text in texts])
    total = np.zeros(len(texts))
    for word in known:
        occurrences = np.array([text.count(word) for text in texts])
        part = saturation(occurrences, drag(lengths, lengths.mean(), k1=k1, b=b, length_cap=math.inf))
        total += idf(len(texts), int((occurrences > 0).sum())) * part
    assert total == pytest.approx(expected, rel=1e-5)


def test_a_term_that_no_record_holds_counts_at_half(world, question):
    weighed = weigh(question("anna alex"), world.of("anna girona", "pau vic"), PARAMETERS)
    absent, known = weighed.terms
    assert (absent.term.token.surface, absent.known) == ("alex", False)
    assert absent.weight == pytest.approx(0.5 * idf(12, 0))
    assert known.weight == pytest.approx(idf(12, 1))
    assert weighed.weight == pytest.approx(absent.weight + known.weight)


def test_a_base_below_a_dozen_records_counts_as_a_dozen(world, question):
    for records in (1, 2, 11, 12, 13):
        (term,) = weigh(question("anna"), world.of("anna", *["pau"] * (records - 1)), PARAMETERS).terms
        assert term.idf == idf(max(records, 12), 1)


def test_a_text_holds_a_word_by_chance_as_often_as_its_language_and_its_length_say():
    assert chance(0.0, 20) == 0
    assert chance(0.01, 20) == pytest.approx(1 - math.exp(-0.2))
    assert chance(0.1, 1000) == pytest.approx(1)


def test_in_a_small_base_a_word_common_in_its_language_weighs_less_than_a_number_that_stands_as_often(world, question):
    base = world.of("hi ha 2050", *["pau vic"] * 150)
    number, common = weigh(question("hi~0.01 2050~0"), base, PARAMETERS).terms
    assert (number.document_frequency, common.document_frequency) == (1, 1)
    assert number.idf == idf(151 + 500, 1)
    assert common.idf == idf(151 + 500, 1 + 500 * chance(0.01, base.mean_length))


def test_in_a_large_base_its_own_records_say_how_rare_a_word_is():
    beside = 500 * chance(0.01, 20)
    assert idf(10**6 + 500, 1000 + beside) == pytest.approx(idf(10**6, 1000), rel=0.02)


def test_the_language_is_not_asked_of_a_word_that_no_record_holds(world, question):
    (term,) = weigh(question("hi~0.01"), world.of(*["pau vic"] * 150), PARAMETERS).terms
    assert term.weight == 0.5 * idf(150 + 500, 0)


def test_a_term_given_twice_counts_once(world, question):
    base = world.of("anna girona", "pau vic")
    once, twice = (weigh(question(words), base, PARAMETERS) for words in ("anna vic", "anna vic anna"))
    assert twice == once


def test_the_variants_of_a_term_count_together(world, question, nodes):
    base = world.of("canco canco", "cancion", "canco cancion", "vic")
    (term,) = weigh(question("canco|cancion|chanson"), base, PARAMETERS).terms
    assert term.document_frequency == 4  # the sum of two and two, which is at most N
    assert term.variants == ("cancion", "canco")
    ranking = base.ask("canco|cancion")
    assert [nodes("occurrences", ranking.explain([row])[0])[0].value for row in (1, 2, 3)] == [2, 1, 2]


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=8), min_size=1, max_size=8), st.lists(st.sampled_from("abcdefxy"), min_size=1, max_size=6))  # fmt: skip
def test_coverage_is_a_share(world, texts, words):
    ranking = world.of(*map(" ".join, texts)).ask(" ".join(words), replace(PARAMETERS, extra_postings=10**6))
    assert ((ranking.scores.lexical >= 0) & (ranking.scores.lexical <= 1)).all()


def test_a_record_that_holds_the_whole_question_covers_it_wholly(world):
    ranking = world.of("anna viu girona", "pau viu vic", "marta treballa vic").ask("viu anna")
    assert ranking.scores.lexical[0] == pytest.approx(1.0)
    assert [ranked.row for ranked in ranking.selected] == [1]
