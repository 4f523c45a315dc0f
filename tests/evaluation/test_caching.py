"""Vectors are made once, within a run and from one run to the next."""

from __future__ import annotations

from rebost.evaluation.caching import CachedEmbedder

from .conftest import HashedWords


def test_each_vector_is_made_once_and_questions_and_records_are_kept_apart(hashed_words):
    cached = CachedEmbedder(hashed_words)
    first = cached.embed_questions(["a", "b", "a"])
    assert (first == HashedWords().embed_questions(["a", "b", "a"])).all()
    assert (cached.embed_questions(["b"]) == first[1]).all()
    assert hashed_words.made == 2
    cached.embed_records(["a"])
    assert hashed_words.made == 3
    assert cached.embed_records([]).shape == (0, 64)
    assert (cached.model_id, cached.dimension) == (hashed_words.model_id, 64)


def test_vectors_kept_in_a_file_serve_the_next_run(hashed_words, tmp_path):
    cached = CachedEmbedder(hashed_words)
    questions, records = cached.embed_questions(["a", "è"]), cached.embed_records(["c\nd"])
    cached.save(tmp_path / "new folder" / "vectors.npz")
    fresh = HashedWords()
    again = CachedEmbedder(fresh)
    assert again.load(tmp_path / "new folder" / "vectors.npz")
    assert (again.embed_questions(["a", "è"]) == questions).all()
    assert (again.embed_records(["c\nd"]) == records).all()
    assert fresh.made == 0


def test_the_vectors_of_another_model_and_a_broken_file_are_not_taken_up(hashed_words, tmp_path):
    path = tmp_path / "vectors.npz"
    cached = CachedEmbedder(hashed_words)
    assert not cached.load(path)
    cached.embed_questions(["a"])
    cached.save(path)
    other = HashedWords()
    other.model_id = "test:other:1:64"
    assert not CachedEmbedder(other).load(path)
    path.write_bytes(path.read_bytes()[:100])
    assert not CachedEmbedder(HashedWords()).load(path)
