"""What the documents name exists, and what exists is named."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from docs.documents import DOCUMENTS, ROOT, blocks, named_paths
from rebost import errors

ENGLISH, CATALAN = ROOT / "README.md", ROOT / "README.ca.md"

_ERRORS = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, Exception)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_named_exists(document: Path) -> None:
    missing = sorted(path for path in named_paths(document) if not (ROOT / path).exists())
    assert not missing


@pytest.mark.parametrize("error", _ERRORS, ids=lambda error: error.__name__)
def test_every_error_is_explained_and_drawn_in_the_tree(error: type[Exception]) -> None:
    assert f"`{error.__name__}`" in (ROOT / "docs/errors.md").read_text("utf-8")
    assert errors.__doc__ is not None
    assert error.__name__ in errors.__doc__


def test_no_error_is_explained_that_does_not_exist() -> None:
    named = set(re.findall(r"`(\w+Error)`", (ROOT / "docs/errors.md").read_text("utf-8")))
    assert named <= {error.__name__ for error in _ERRORS} | {"ValueError"}


def test_both_readmes_show_the_same_commands_and_the_same_output() -> None:
    for language in ("console", "python"):
        assert blocks(ENGLISH, language) == blocks(CATALAN, language)


def test_both_readmes_have_the_same_parts() -> None:
    english, catalan = (
        [len(marks) for marks in re.findall(r"^(#+) ", readme.read_text("utf-8"), re.MULTILINE)]
        for readme in (ENGLISH, CATALAN)
    )
    assert english == catalan


def test_the_method_page_gives_the_values_that_the_program_uses() -> None:
    from rebost.ranking.parameters import Parameters

    page = (ROOT / "docs/method.md").read_text("utf-8")
    values = Parameters()
    assert f"`minimum` ({values.minimum})" in page
    assert f"({values.minimum_clear})" in page
    assert f"`limit` ({values.limit})" in page
    assert f"score(d) = {values.weight_words} * lexical(d) + {values.weight_vectors} * standout(d)" in page
