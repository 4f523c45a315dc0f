from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import click
import pytest

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


@pytest.fixture
def ids(rebost: Rebost) -> list[str]:
    facts = [
        ("L'Anna viu a Girona.", "contact", "casa"),
        ("En Pere té una moto.", "fact", "feina"),
        ("Cafè curt.", "fact", ""),
    ]
    return [
        rebost(
            "remember", text, "--kind", kind, *(["-p", project, "-t", "gent"] if project else ["--no-project"])
        ).out.strip()
        for text, kind, project in facts
    ]


def listed(rebost: Rebost, *options: str) -> list[str]:
    return [json.loads(line)["id"] for line in rebost("list", "--json", *options).out.splitlines()]


def test_records_are_listed_newest_first_and_chosen_by_what_they_are(rebost: Rebost, ids: list[str]) -> None:
    anna, pere, coffee = ids
    assert listed(rebost) == [coffee, pere, anna]
    assert listed(rebost, "--oldest", "--limit", "2") == [anna, pere]
    assert listed(rebost, "--kind", "fact") == [coffee, pere]
    assert listed(rebost, "--tag", "gent") == [pere, anna]
    assert listed(rebost, "-p", "casa") == [coffee, anna]
    assert listed(rebost, "CAFE") == [coffee]
    assert anna in rebost("list").out


def test_a_listing_can_be_imported_again(rebost: Rebost, ids: list[str]) -> None:
    listing = rebost("list", "--json").out
    code, out, _ = rebost("import", "--form", "jsonl", "-", "--base", "other.db", stdin=listing)
    assert (code, "3 added" in out) == (0, True)
    fields = ("text", "kind", "project", "tags", "created")
    again = rebost("list", "--json", "--base", "other.db", "--oldest").out.splitlines()
    first = {tuple(str(json.loads(line)[field]) for field in fields) for line in listing.splitlines()}
    assert {tuple(str(json.loads(line)[field]) for field in fields) for line in again} == first


def test_a_record_is_shown_by_the_beginning_of_its_id(rebost: Rebost, ids: list[str]) -> None:
    out = rebost("show", ids[0][:-1], ids[2]).out if ids[0][:-1] != ids[1][:-1] else rebost("show", ids[0], ids[2]).out
    assert "L'Anna viu a Girona." in out
    assert "Cafè curt." in out


def test_a_correction_keeps_the_id_and_the_old_text(rebost: Rebost, ids: list[str]) -> None:
    assert rebost("correct", ids[0], "L'Anna viu a Vic.").out.strip() == ids[0]
    record = json.loads(rebost("show", ids[0], "--json").out)
    assert record["text"] == "L'Anna viu a Vic."
    assert [version["text"] for version in record["versions"]] == ["L'Anna viu a Girona."]
    assert "it said:\n   L'Anna viu a Girona." in rebost("show", ids[0]).out
    assert json.loads(rebost("correct", ids[0], "-", "--json", stdin="Res.").out)["text"] == "Res."


def test_without_a_text_an_editor_opens(rebost: Rebost, ids: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["L'Anna viu a Olot.\n", None])
    monkeypatch.setattr(click, "edit", lambda text, extension: next(answers))

    class Terminal:
        def isatty(self) -> bool:
            return True

    from rebost.cli.app import run

    monkeypatch.setattr(sys, "stdin", Terminal())
    assert run(["correct", ids[0]]) == 0
    assert run(["correct", ids[0]]) == 0
    assert "L'Anna viu a Olot." in rebost("list").out
    assert rebost("correct", ids[0]).code == 2


def test_what_is_forgotten_can_be_brought_back_unless_it_was_for_good(rebost: Rebost, ids: list[str]) -> None:
    anna, pere, _ = ids
    assert rebost("forget", anna, pere).code == 0
    assert anna not in listed(rebost)
    assert listed(rebost, "--state", "forgotten") == [pere, anna]
    assert rebost("forget", "--undo", anna).code == 0
    assert anna in listed(rebost)
    assert rebost("forget", "--now", anna, "--json").code == 0
    code, _, err = rebost("forget", "--undo", anna)
    assert (code, "Traceback" in err) == (1, False)
    assert rebost("forget", "--undo", "--now", anna).code == 2


def test_an_unknown_id_is_one_clear_line(rebost: Rebost, ids: list[str]) -> None:
    for command in (["show", "zzz"], ["correct", "zzz", "x"], ["forget", "zzz"], ["show", "not an id!"]):
        code, out, err = rebost(*command)
        assert (code, out) == (1, "")
        assert err.startswith("rebost: ")
        assert err.count("\n") == 1
