from __future__ import annotations

import json

import pytest

from cli.conftest import Rebost


@pytest.fixture
def asked(rebost: Rebost) -> Rebost:
    for text in ("L'Anna viu a Girona, al barri de Sant Narcís.", "La caldera es purga a la tardor."):
        assert rebost("remember", text).code == 0
    return rebost


def test_the_option_goes_before_the_setting(asked: Rebost, monkeypatch: pytest.MonkeyPatch) -> None:
    def minimum(*options: str) -> float:
        document = json.loads(asked("recall", "on viu l'Anna?", "--explain", "--json", *options).out)
        (piece,) = document["pieces"]
        _, evidence = piece["explanation"]["details"]
        return float(evidence["data"]["minimum"])

    normal, high = minimum(), minimum("--caution", "high")
    assert minimum("--caution", "low") <= normal < high
    monkeypatch.setenv("REBOST_CAUTION", "high")
    assert minimum() == high
    assert minimum("--caution", "normal") == normal


def test_evidence_and_confidence_are_in_the_json(asked: Rebost) -> None:
    answer = json.loads(asked("recall", "on viu l'Anna?", "--json").out)
    silence = json.loads(asked("recall", "on viu l'Alex?", "--json").out)
    assert 0 <= silence["evidence"] < answer["evidence"] <= 1
    assert 0 < answer["confidence"] <= 1
    assert 0 < silence["confidence"] <= 1
    assert silence["why"] == "No record mentions “Alex”."


def test_a_caution_that_there_is_not_is_wrong_usage(asked: Rebost) -> None:
    assert asked("recall", "x", "--caution", "extreme").code == 2


def test_an_explanation_says_how_likely_it_is_right(asked: Rebost) -> None:
    assert "How likely this is right: " in asked("recall", "on viu l'Anna?", "--explain").err
    assert "How likely" not in asked("recall", "on viu l'Anna?", "--explain", "--method", "classic").err
