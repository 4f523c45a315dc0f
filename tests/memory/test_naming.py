from __future__ import annotations

import pytest

from rebost.memory.naming import unknown_project


@pytest.mark.parametrize("name", ["casa", " casa ", ""])
def test_a_project_that_there_is_needs_no_word(name: str) -> None:
    assert unknown_project(name, {None: 3, "casa": 2}) is None


def test_names_spelled_alike_are_told_first_and_few_of_many() -> None:
    known = [None, "barca", "casa", "feina", "hort", "llibres", "viatges"]
    assert unknown_project("Viatge", known) == (
        "No record belongs to a project Viatge. There are: viatges, barca, casa, feina, hort and 1 more."
    )


def test_a_base_without_projects_says_so() -> None:
    assert unknown_project("casa", {None: 3}) == "No record belongs to a project casa, nor to any other."
