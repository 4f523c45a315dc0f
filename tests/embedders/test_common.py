from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.embedders.common import DIRECTIONS, Common, Turn, as_rows, find_common, load_common
from rebost.embedders.embedder import Embedder, Vectors


def unit(rows: int, dimension: int, seed: int) -> Vectors:
    """Random vectors that, like a model's, lie on one side of the space."""
    vectors = np.random.default_rng(seed).normal(size=(rows, dimension)) + 1.5
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


@pytest.fixture(scope="module")
def common() -> Common:
    return find_common(unit(50, 32, 1), unit(60, 32, 2))


@given(seed=st.integers(0, 2**32 - 1), records=st.integers(1, 20))
def test_a_cosine_from_the_models_own_vectors_is_that_of_the_transformed_ones(seed: int, records: int) -> None:
    common = find_common(unit(50, 32, 1), unit(60, 32, 2))
    (question,), vectors = common.questions(unit(1, 32, seed)), unit(records, 32, seed + 1)
    scanned = common.cosines(question, vectors @ question, common.record_norms(vectors))
    np.testing.assert_allclose(scanned, common.records(vectors) @ question, atol=1e-4)


def test_transformed_vectors_have_length_one_and_nothing_along_the_common_directions(common: Common) -> None:
    for vectors in (common.questions(unit(9, 32, 3)), common.records(unit(9, 32, 4))):
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        np.testing.assert_allclose(vectors @ common.directions.T, 0, atol=1e-5)


def test_the_directions_are_orthonormal(common: Common) -> None:
    np.testing.assert_allclose(common.directions @ common.directions.T, np.eye(DIRECTIONS), atol=1e-5)


def test_a_vector_that_is_all_common_gives_numbers_and_no_error(common: Common) -> None:
    assert np.isfinite(common.records(common.record_mean[None])).all()
    assert np.isfinite(common.questions(common.question_mean[None])).all()


def test_the_rows_of_a_file_are_the_parts_in_order(common: Common) -> None:
    rows = as_rows(common)
    np.testing.assert_array_equal(rows[0], common.question_mean)
    np.testing.assert_array_equal(rows[1], common.record_mean)
    np.testing.assert_array_equal(rows[2:], common.directions)


@pytest.mark.parametrize("name", ["e5", "use"])
def test_taking_it_out_brings_unrelated_sentences_to_a_cosine_near_zero(
    name: str, make: Callable[[str], Embedder]
) -> None:
    embedder = make(name)
    common = load_common(embedder.model_id)
    assert common is not None
    questions = embedder.embed_questions(["On és el paraigua?", "Who wrote the minutes?", "¿Cuánto pesa el perro?"])
    records = embedder.embed_records(
        ["La sopa porta carbassa.", "The ferry leaves at dawn.", "El servidor usa poca memoria."]
    )
    before, after = questions @ records.T, common.questions(questions) @ common.records(records).T
    assert abs(after.mean()) < 0.1
    assert abs(after.mean()) < before.mean()


def test_a_model_that_was_never_measured_has_none() -> None:
    assert load_common("endpoint:nomic:localhost:768") is None
    assert load_common("e5:multilingual-e5-small-q4:9.9-00000000:384") is None
    assert load_common("../../../etc/passwd") is None


@given(seed=st.integers(0, 2**32 - 1), records=st.integers(1, 20))
def test_a_turned_question_is_compared_in_one_scan_as_well(seed: int, records: int) -> None:
    chance = np.random.default_rng(seed)
    turn = Turn(*chance.normal(scale=0.3, size=(2, 4, 32)).astype(np.float32))
    common = replace(find_common(unit(50, 32, 1), unit(60, 32, 2)), turn=turn)
    (question,), vectors = common.questions(unit(1, 32, seed)), unit(records, 32, seed + 1)
    scanned = common.cosines(question, vectors @ question, common.record_norms(vectors))
    np.testing.assert_allclose(scanned, common.records(vectors) @ question, atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(question), 1, atol=1e-5)


@pytest.mark.parametrize("name", ["e5", "use"])
def test_what_a_question_is_chatty_with_moves_it_less_once_it_is_turned(
    name: str, make: Callable[[str], Embedder]
) -> None:
    embedder = make(name)
    turned = load_common(embedder.model_id)
    assert turned is not None
    assert turned.turn is not None
    plain = replace(turned, turn=None)
    asked = ["Where does the plumber live?", "¿Cuánto cuesta el seguro del coche?", "quan obre la biblioteca?"]
    chatty = [
        "Hi there, hope you're well! I was wondering, if it isn't too much trouble, where does the plumber live? Thanks!",
        "Oye, una cosa, que no me acuerdo y me lo preguntan: ¿cuánto cuesta el seguro del coche? Gracias de antemano",
        "escolta, perdona que et molesti, que fa dies que hi penso i no ho trobo: quan obre la biblioteca? mercès",
    ]
    vectors, others = embedder.embed_questions(asked), embedder.embed_questions(chatty)

    def likeness(common: Common) -> float:
        return float((common.questions(vectors) * common.questions(others)).sum(axis=1).mean())

    assert likeness(turned) > likeness(plain)
