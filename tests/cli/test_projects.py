from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


@pytest.fixture(autouse=True)
def records(rebost: Rebost) -> None:
    for text, project in (
        ("L'Anna viu a Girona.", "casa"),
        ("Toca pagar l'IBI.", "casa"),
        ("Reunió dilluns.", "feina"),
    ):
        rebost("remember", text, "-p", project)


def counts(rebost: Rebost) -> tuple[dict[str, int], dict[str, int]]:
    found = json.loads(rebost("projects", "--json").out)
    return found["projects"], found["archived"]


def test_a_project_is_renamed_and_merged(rebost: Rebost) -> None:
    assert rebost("projects", "rename", "casa", "llar").code == 0
    assert counts(rebost) == ({"feina": 1, "llar": 2}, {})
    code, _, err = rebost("projects", "rename", "llar", "feina")
    assert (code, "Merge the two" in err) == (1, True)
    assert "feina has 2 records of llar now; 0 said" in rebost("projects", "merge", "llar", "feina").err
    assert counts(rebost) == ({"feina": 3}, {})


def test_a_project_is_put_away_and_fetched_back(rebost: Rebost) -> None:
    assert "2 records" in rebost("projects", "archive", "casa").err
    assert counts(rebost) == ({"feina": 1}, {"casa": 2})
    assert "casa  2, archived" in rebost("projects").out
    assert rebost("recall", "on viu l'Anna?").out == ""
    assert len(rebost("list", "--all", "--state", "archived").out.splitlines()) == 2
    assert "archived" in rebost("stats").out
    code, _, err = rebost("remember", "Una altra.", "-p", "casa")
    assert (code, "archived" in err) == (1, True)
    assert rebost("projects", "unarchive", "casa").code == 0
    assert "Girona" in rebost("recall", "on viu l'Anna?").out


def test_a_project_that_is_not_there_is_one_clear_line(rebost: Rebost) -> None:
    for command in ("archive", "unarchive"):
        code, out, err = rebost("projects", command, "enlloc")
        assert (code, out, err.count("\n")) == (1, "", 1)
