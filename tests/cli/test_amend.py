from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


@pytest.fixture
def id_(rebost: Rebost) -> str:
    return str(rebost("remember", "L'Anna viu a Girona.", "-p", "casa", "-t", "gent").out.strip())


def amended(rebost: Rebost, *arguments: str) -> dict[str, Any]:
    ended = rebost("amend", *arguments, "--json")
    assert ended.code == 0, ended.err
    return dict(json.loads(ended.out))


def test_what_is_given_changes_and_the_rest_stays(rebost: Rebost, id_: str) -> None:
    record = amended(rebost, id_, "--kind", "contact", "-t", "vic", "--untag", "gent", "--context", "Família")
    assert (record["kind"], record["tags"], record["context"], record["project"]) == (
        "contact",
        ["vic"],
        "Família",
        "casa",
    )
    assert amended(rebost, id_, "-p", "feina")["project"] == "feina"
    record = amended(rebost, id_, "--no-project", "--context", "")
    assert (record["project"], record["context"], record["text"]) == (None, None, "L'Anna viu a Girona.")
    assert "contact" in rebost("amend", id_, "-t", "x").out


def test_an_end_can_be_given_passed_and_taken_away(rebost: Rebost, id_: str) -> None:
    assert amended(rebost, id_, "--until", "2020-02-29")["state"] == "expired"
    assert rebost("list").out == ""
    assert id_ in rebost("list", "--state", "expired", "--all").out
    assert "Held until" in rebost("show", id_).out
    assert amended(rebost, id_, "--no-until")["until"] is None
    assert id_ in rebost("list", "--all").out
    later = rebost("remember", "El carnet val fins que caduca.", "--until", "2999-12-31T18:00", "--json").out
    assert json.loads(later)["record"]["until"] is not None
    corrected = json.loads(rebost("correct", id_, "L'Anna viu a Vic.", "--until", "2999-12-31", "--json").out)
    assert corrected["until"] is not None
    assert "Holds until" in rebost("show", id_).out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["-p", "a", "--no-project"],
        ["--until", "2030-01-01", "--no-until"],
        ["--until", "dilluns"],
        ["--until", "9999-12-31"],
        ["--kind", "wish"],
    ],
)
def test_what_cant_be_is_wrong_usage(rebost: Rebost, id_: str, arguments: list[str]) -> None:
    assert rebost("amend", id_, *arguments).code == 2


def test_a_credential_is_refused_without_being_shown(rebost: Rebost, id_: str) -> None:
    code, _, err = rebost("amend", id_, "--context", "the password is hunter2-Xy7")
    assert (code, "hunter2" in err, "context" in err) == (1, False, True)
    assert rebost("amend", id_, "--context", "the password is hunter2-Xy7", "--allow-secrets").code == 0


def test_what_was_said_before_comes_only_when_asked_for(rebost: Rebost, id_: str) -> None:
    rebost("correct", id_, "L'Anna viu a Vic.")
    newer = rebost("remember", "L'Anna viu a Olot.", "-p", "casa", "--supersedes", id_).out.strip()
    question = ("recall", "on viu l'Anna?", "--all")
    assert "Girona" not in rebost(*question).out
    told = rebost(*question, "--former").out
    assert told.index("Olot") < told.index("Vic") < told.index("Girona")
    (piece,) = json.loads(rebost(*question, "--former", "--json").out)["pieces"]
    assert [version["text"] for version in piece["former"]] == ["L'Anna viu a Girona.", "L'Anna viu a Vic."]
    assert "former" not in json.loads(rebost(*question, "--json").out)["pieces"][0]
    assert "it said:\n   L'Anna viu a Vic." in rebost("show", newer).out


def test_a_record_is_shown_though_what_it_superseded_is_forgotten(rebost: Rebost, id_: str) -> None:
    newer = rebost("remember", "L'Anna viu a Olot.", "-p", "casa", "--supersedes", id_).out.strip()
    assert f"Superseded by {newer}" in rebost("show", id_).out
    rebost("forget", "--now", id_)
    assert f"Supersedes {id_}, which was forgotten" in rebost("show", newer).out
