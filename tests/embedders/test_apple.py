"""Against a stand-in of pyobjc's module: nothing here ever ran on a Mac."""

from __future__ import annotations

import platform
import sys

import numpy as np
import pytest

from embedders.natural_language import FakeModel, FakeNaturalLanguage
from rebost.embedders import apple
from rebost.embedders.apple import AppleEmbedder
from rebost.errors import EmbedderError


@pytest.mark.parametrize(("language", "model"), [("ca", "es"), ("es", "es"), ("en", "en"), ("gl", "pt"), ("zh", "zh")])
def test_a_language_without_a_model_uses_its_nearest_relative(language: str, model: str) -> None:
    embedder = AppleEmbedder(language, FakeNaturalLanguage())
    assert embedder.model_id == f"apple:nlembedding-{model}:1:512"


def test_another_revision_of_the_system_model_has_another_id() -> None:
    ids = {AppleEmbedder("en", FakeNaturalLanguage({"en": revision})).model_id for revision in (1, 2)}
    assert len(ids) == 2


def test_a_language_with_no_relative_is_an_error_that_names_other_models() -> None:
    with pytest.raises(EmbedderError, match=r"'ja'.*`e5` or `use`"):
        AppleEmbedder("ja", FakeNaturalLanguage()).embed_questions(["x"])


def test_a_model_that_the_system_does_not_have_ready_is_an_error() -> None:
    with pytest.raises(EmbedderError, match="try later"):
        AppleEmbedder("es", FakeNaturalLanguage({"en": 1})).embed_questions(["x"])


def test_texts_that_the_model_knows_nothing_of_share_one_neutral_vector() -> None:
    vectors = AppleEmbedder("es", FakeNaturalLanguage()).embed_records(["", "  ", "hola"])
    np.testing.assert_array_equal(vectors[0], vectors[1])
    assert not np.array_equal(vectors[0], vectors[2])


def test_a_vector_of_nothing_but_zeros_becomes_the_neutral_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeModel, "vectorForString_", lambda *_: (0.0,) * 512)
    vectors = AppleEmbedder("es", FakeNaturalLanguage()).embed_records(["hola"])
    np.testing.assert_allclose(np.linalg.norm(vectors), 1, atol=1e-6)


def test_elsewhere_than_on_macos_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    with pytest.raises(EmbedderError, match="part of macOS"):
        AppleEmbedder("en").embed_questions(["x"])


def test_on_macos_without_pyobjc_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setitem(sys.modules, "NaturalLanguage", None)
    assert "pip install pyobjc-framework-NaturalLanguage" in (apple.why_not() or "")
