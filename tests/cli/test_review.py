from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
import pytest

from rebost.cli import documents, reviewing

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


@pytest.fixture
def ids(rebost: Rebost) -> list[str]:
    texts = (
        "SSH is on port 22",
        "SSH is on port 49222",
        "The flat at 3 Elm St is sold",
        "The flat at 5 Elm St is sold",
    )
    return [rebost("remember", text).out.strip() for text in texts]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_is_terminal", lambda: True)


def found(rebost: Rebost) -> list[dict[str, Any]]:
    return list(json.loads(rebost("review", "--json").out))


def test_whoever_remembers_is_told_of_what_looks_alike(rebost: Rebost, ids: list[str]) -> None:
    told = rebost("remember", "SSH is on port 22022")
    assert ids[0] in told.err
    assert "rebost correct" in told.err
    document = json.loads(rebost("remember", "The flat at 9 Elm St is sold", "--json").out)
    assert list(document) == list(documents.REMEMBERED)
    assert {alike["id"] for alike in document["alike"]} == set(ids[2:])


def test_pairs_are_listed_for_programs_and_nothing_changes(rebost: Rebost, ids: list[str]) -> None:
    first, second = found(rebost)
    assert list(first) == list(documents.REVIEWED)
    assert {first["older"]["id"], second["older"]["id"]} == {ids[0], ids[2]}
    assert first["may_contradict"]
    out = rebost("review").out
    assert "only here: 49222" in out
    assert "may contradict" in out
    assert len(found(rebost)) == 2


@pytest.mark.usefixtures("terminal")
def test_a_person_goes_through_them_one_by_one(rebost: Rebost, ids: list[str]) -> None:
    assert rebost("review", stdin="l\nq\n").code == 0
    assert len(found(rebost)) == 2
    assert rebost("review", stdin="x\nb\ns\n").code == 0
    assert found(rebost) == []
    assert rebost("review").err == "No two records look alike.\n"
    superseded = rebost("list", "--state", "superseded", "--json").out.splitlines()
    assert len(superseded) == 1


@pytest.mark.usefixtures("terminal")
def test_a_look_alike_is_forgotten_or_corrected(
    rebost: Rebost, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    third = rebost("remember", "SSH is on port 22022").out.strip()
    edits = iter(["the password is hunter2-Xy7\n", None, "The garden at the back is let\n"])
    monkeypatch.setattr(click, "edit", lambda text, extension: next(edits))
    ended = rebost("review", stdin="o\n" * 3 + "l\n" * 9)
    assert "forget --undo" in ended.err
    while len(found(rebost)) > 1:
        rebost("review", stdin="n\n" + "l\n" * 9)
    assert third
    refused = rebost("review", stdin="c\n")
    assert "password" in refused.err
    assert "hunter2" not in refused.err
    rebost("review", stdin="c\n")
    assert len(found(rebost)) == 1
    rebost("review", stdin="c\n")
    assert found(rebost) == []
