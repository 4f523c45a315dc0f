"""What every embedder must do, whatever model is behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from rebost.embedders.embedder import Embedder

pytestmark = pytest.mark.slow

TEXTS = [
    "L'Anna viu a Girona.",
    "The boiler is serviced every autumn.",
    "La llave está debajo de la maceta.",
    "合約在抽屜裡。",
]
ODD = {
    "empty": "",
    "only spaces": " \n\t ",
    "only punctuation": "?!…",
    "a NUL inside": "one\0two",
    "a lone surrogate": "\ud800 half",
    "emoji": "🗂️👩‍👧🏳️‍🌈",
    "right to left": "\u202eאיפה המפתח\u202c",
    "a sign that normalises to eighteen letters": "\ufdfa" * 400,
    "one word of 100 kB": "x" * 100_000,
    "100 kB of words": "word " * 20_000,
    "100 kB without spaces": "漢" * 34_000,
    "control characters": "".join(map(chr, range(32))),
}


@pytest.fixture(params=["e5", "use", "endpoint", "apple"], scope="module")
def embedder(request: pytest.FixtureRequest, make: Callable[[str], Embedder]) -> Embedder:
    return make(request.param)


def test_the_model_id_has_backend_name_revision_and_dimension(embedder: Embedder) -> None:
    backend, name, revision, dimension = embedder.model_id.split(":")
    assert backend in {"e5", "use", "endpoint", "apple"}
    assert name
    assert revision
    assert int(dimension) == embedder.dimension


def test_every_vector_has_length_one_and_the_dimension_that_was_said(embedder: Embedder) -> None:
    for vectors in (embedder.embed_questions(TEXTS), embedder.embed_records(TEXTS)):
        assert vectors.shape == (len(TEXTS), embedder.dimension)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_texts_give_no_vectors_of_the_right_dimension(embedder: Embedder) -> None:
    assert embedder.embed_questions([]).shape == (0, embedder.dimension)
    assert embedder.embed_records([]).shape == (0, embedder.dimension)


def test_the_same_text_gives_the_same_vector(embedder: Embedder) -> None:
    np.testing.assert_array_equal(embedder.embed_records(TEXTS), embedder.embed_records(TEXTS))


def test_another_embedder_of_the_same_model_gives_the_same_id_and_vectors(
    embedder: Embedder, make: Callable[[str], Embedder]
) -> None:
    other = make(embedder.model_id.split(":")[0])
    assert other.model_id == embedder.model_id
    np.testing.assert_array_equal(other.embed_questions(TEXTS[:1]), embedder.embed_questions(TEXTS[:1]))


def test_texts_in_one_call_get_the_vectors_that_they_get_one_by_one(embedder: Embedder) -> None:
    texts = [f"{text} {number}" for number in range(9) for text in TEXTS]
    together = embedder.embed_records(texts)
    alone = np.concatenate([embedder.embed_records([text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_any_string_has_a_vector(embedder: Embedder, text: str) -> None:
    for vectors in (embedder.embed_questions([text]), embedder.embed_records([text])):
        assert np.isfinite(vectors).all()
        np.testing.assert_allclose(np.linalg.norm(vectors), 1, atol=1e-5)


def test_two_threads_may_call_it_at_once(embedder: Embedder) -> None:
    expected = embedder.embed_records(TEXTS)
    ready = threading.Barrier(2)
    results: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = []

    def call() -> None:
        ready.wait()
        results.extend(embedder.embed_records(TEXTS) for _ in range(3))

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6
    for vectors in results:
        np.testing.assert_allclose(vectors, expected, atol=1e-5)


@pytest.mark.parametrize("name", ["e5", "use", "endpoint"])
def test_a_question_is_nearest_to_the_record_that_answers_it(name: str, make: Callable[[str], Embedder]) -> None:
    embedder = make(name)
    questions = ["On viu l'Anna?", "When is the boiler serviced?", "¿Dónde está la llave?"]
    cosines = embedder.embed_questions(questions) @ embedder.embed_records(TEXTS[:3]).T
    assert cosines.argmax(axis=1).tolist() == [0, 1, 2]
