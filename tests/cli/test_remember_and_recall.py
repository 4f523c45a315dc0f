from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


@pytest.fixture
def anna(rebost: Rebost) -> str:
    rebost("remember", "En Pere viu a Vic i té una moto vermella.")
    return rebost("remember", "L'Anna viu a Girona.").out.strip()


def test_what_was_remembered_is_recalled(rebost: Rebost, anna: str) -> None:
    code, out, err = rebost("recall", "on viu l'Anna?")
    assert (code, err) == (0, "")
    assert "L'Anna viu a Girona." in out
    assert anna in out


def test_silence_prints_no_data_says_why_and_is_no_failure(rebost: Rebost, anna: str) -> None:
    code, out, err = rebost("recall", "pizza recipes")
    assert (code, out) == (0, "")
    assert err.startswith("Nothing: ")


def test_the_words_of_a_question_need_no_quotes(rebost: Rebost, anna: str) -> None:
    assert rebost("recall", "anna", "girona").out == rebost("recall", "anna girona").out


@pytest.mark.parametrize(
    "question",
    [
        "don't use agents",
        'timeout "error',
        "status: done",
        "retry OR",
        "multi-agent",
        "GB/s",
        "2026.4.10",
        "Downloads/transcripts",
        "NEAR(a b)",
        "*",
        "-x",
        "--help",
        "^",
        "(",
        "'",
        '"',
        "",
        "   ",
        "?!…",
        "de la que i",
        "\0",
        "\ud800",
        "🙂🙂",
        "\u202e\u200f",
        "AND OR NOT",
        "paraula " * 12_000,
    ],
)
def test_any_string_is_a_question(rebost: Rebost, anna: str, question: str) -> None:
    code, _, err = rebost("recall", "--", question)
    assert code == 0
    assert "Traceback" not in err


@pytest.mark.parametrize("question", ['agents:"anna', "anna OR", "(anna", "anna*", "-anna", "^anna^", "anna\0"])
def test_the_words_in_an_odd_question_still_find_their_records(rebost: Rebost, anna: str, question: str) -> None:
    assert anna in rebost("recall", "--", question).out


def test_a_dash_reads_standard_input(rebost: Rebost) -> None:
    id_ = rebost("remember", "-", stdin="L'Àlex viu a Olot.\nI té un gos.\n").out.strip()
    assert json.loads(rebost("show", id_, "--json").out)["text"] == "L'Àlex viu a Olot.\nI té un gos."
    assert id_ in rebost("recall", "-", stdin="\ufeffon viu l'alex?\r\n").out


def test_standard_input_that_is_no_text_is_refused(rebost: Rebost) -> None:
    code, out, err = rebost("remember", "-", stdin=b"caf\xe9")
    assert (code, out) == (1, "")
    assert "not valid UTF-8" in err


def test_the_json_of_an_answer_has_the_documented_fields(rebost: Rebost, anna: str) -> None:
    from rebost.cli.documents import EXPLANATION, RECALL, RECORD

    answer = json.loads(rebost("recall", "on viu l'Anna?", "--json").out)
    assert answer.keys() == RECALL.keys() - {"left_out"}
    (piece,) = answer["pieces"]
    assert piece.keys() == {"score", "record"}
    assert list(piece["record"]) == list(RECORD)
    assert piece["record"]["id"] == anna
    assert (answer["silent"], answer["why"], answer["notices"]) == (False, "", [])

    explained = json.loads(rebost("recall", "on viu l'Anna?", "--json", "--explain").out)
    assert list(explained) == list(RECALL)
    assert list(explained["pieces"][0]["explanation"]) == list(EXPLANATION)
    assert {item["reason"] for item in explained["left_out"]} <= explained["left_out_counts"].keys()

    silent = json.loads(rebost("recall", "pizza", "--json").out)
    assert (silent["silent"], silent["pieces"]) == (True, [])
    assert silent["why"]


def test_an_explanation_says_where_the_score_comes_from_and_what_was_left_out(rebost: Rebost, anna: str) -> None:
    out = rebost("recall", "on viu l'Anna?", "--explain").out
    assert "“Anna”" in out
    assert "Not returned" in out
    assert "In all: 1 " in out


def test_looking_at_an_explanation_doesnt_count_as_a_use(rebost: Rebost, anna: str) -> None:
    rebost("recall", "anna", "--explain")
    assert json.loads(rebost("show", anna, "--json").out)["uses"] == 0
    rebost("recall", "anna")
    assert json.loads(rebost("show", anna, "--json").out)["uses"] == 1


def test_the_limit_comes_from_the_option_or_the_setting(rebost: Rebost) -> None:
    for number in range(4):
        rebost("remember", f"Truita de patates número {number}.")
    found = [
        len(json.loads(rebost("recall", "truita", "--json", *extra).out)["pieces"]) for extra in ([], ["--limit", "2"])
    ]
    assert found == [4, 2]
    rebost("config", "set", "limit", "3")
    assert len(json.loads(rebost("recall", "truita", "--json").out)["pieces"]) == 3


def test_what_isnt_ready_yet_is_told_on_standard_error(rebost: Rebost, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        rebost("remember", f"Truita de patates número {number}.")
    assert rebost("recall", "truita").err == ""
    monkeypatch.setenv("REBOST_EMBEDDER", "no-such-model")
    assert rebost("recall", "truita").err.startswith("Only words counted: ")


def test_a_method_that_there_isnt_is_one_clear_line(rebost: Rebost, anna: str) -> None:
    code, out, err = rebost("recall", "anna", "--method", "magic")
    assert (code, out) == (1, "")
    assert err.startswith("rebost: There is no method 'magic'")
    assert err.count("\n") == 1


def test_a_question_stays_in_its_project_and_what_belongs_to_none(rebost: Rebost) -> None:
    rebost("remember", "-p", "casa", "La cuina és verda.")
    rebost("remember", "-p", "feina", "La cuina de l'oficina és blanca.")
    rebost("remember", "--no-project", "La cuina de l'àvia era blava.")

    def found(*options: str) -> set[str | None]:
        pieces = json.loads(rebost("recall", "cuina", "--json", *options).out)["pieces"]
        return {piece["record"]["project"] for piece in pieces}

    assert found("--project", "casa") == {"casa", None}
    assert found("--all") == found() == {"casa", "feina", None}


def test_a_named_project_that_there_is_not_is_told_on_standard_error(rebost: Rebost) -> None:
    rebost("remember", "-p", "casa", "La cuina és verda.")
    rebost("remember", "--no-project", "La cuina de l'àvia era blava.")
    asked = rebost("recall", "-p", "caza\x1b[2J", "cuina")
    assert asked.err.startswith("No record belongs to a project caza")
    assert asked.err.endswith("There are: casa.\n")
    assert "\x1b" not in asked.err
    assert "blava" in asked.out
    assert rebost("recall", "-p", "casa", "cuina").err == ""


def test_the_folder_tells_the_project(rebost: Rebost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".rebost").write_text("casa\n", encoding="utf-8")
    id_ = rebost("remember", "La cuina és verda.").out.strip()
    assert json.loads(rebost("show", id_, "--json").out)["project"] == "casa"
    monkeypatch.setenv("REBOST_PROJECT", "feina")
    assert rebost("recall", "cuina").out == ""
    assert id_ in rebost("recall", "cuina", "--all").out


def test_a_repository_of_a_known_projects_name_is_that_project(
    rebost: Rebost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebost("remember", "-p", "fernhill", "Deploys go out on Tuesdays.")
    (tmp_path / "Fernhill" / ".git").mkdir(parents=True)
    (tmp_path / "other" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "Fernhill")
    assert "* fernhill" in rebost("projects").out
    assert "in the project fernhill" in rebost("remember", "Jon reviews.").err
    monkeypatch.chdir(tmp_path / "other")
    assert "in no project" in rebost("remember", "Sara reviews.").err


def test_the_same_text_twice_is_one_record_and_says_so(rebost: Rebost, anna: str) -> None:
    again = rebost("remember", "L'Anna viu a Girona.")
    assert again.out.strip() == anna
    assert again.err.startswith("Already known")
    assert json.loads(rebost("remember", "L'Anna viu a Girona.", "--json").out)["known"]


@pytest.mark.parametrize(
    "text",
    [
        "the password is hunter2",
        "OPENAI_API_KEY=" + "sk-abc123def456ghi789",
        "-----BEGIN OPENSSH PRIVATE " + "KEY-----\nhunter2b3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----",
        "postgres://anna:hunter2@db.example/app",
    ],
)
def test_a_secret_is_refused_before_it_is_written(rebost: Rebost, own_base: Path, anna: str, text: str) -> None:
    code, out, err = rebost("remember", "-", stdin=text)
    assert (code, out) == (1, "")
    for part in ("hunter2", "sk-abc123"):
        assert part not in err
        for file in own_base.parent.glob("rebost.db*"):
            assert part.encode() not in file.read_bytes()
    assert rebost("remember", "-", "--allow-secrets", stdin=text).code == 0


def test_options_go_into_the_record(rebost: Rebost, anna: str) -> None:
    id_ = rebost(
        "remember", "--kind", "contact", "-t", "família", "-t", "x", "--source", "me", "--supersedes", anna, "Anna: Vic"
    ).out.strip()
    record = json.loads(rebost("show", id_, "--json").out)
    assert (record["kind"], record["tags"], record["source"], record["supersedes"]) == (
        "contact",
        ["família", "x"],
        "me",
        anna,
    )
    assert anna not in rebost("recall", "anna").out


def test_a_long_note_is_cut_at_the_lines_that_hold_the_words(rebost: Rebost) -> None:
    lines = [
        "# Obres",
        *(f"Línia número {number} del diari de la reforma." for number in range(300)),
        "El lampista és en Quim.",
    ]
    id_ = rebost("remember", "-", stdin="\n".join(lines)).out.strip()
    out = rebost("recall", "qui és el lampista Quim").out
    assert f"rebost show {id_} has the rest" in out
    assert "El lampista és en Quim." in out
    assert "Obres" in out
    assert len(out) < 1000
    assert "has the rest" not in rebost("remember", "El gat és vermell.").out + rebost("recall", "gat").out


def test_a_stored_text_cant_command_the_terminal(rebost: Rebost) -> None:
    rebost("remember", "-", stdin="gat \x1b[31mvermell\x1b]0;title\x07 \u202egirat")
    out = rebost("recall", "gat").out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


def test_project_and_all_dont_go_together(rebost: Rebost) -> None:
    assert rebost("recall", "x", "--all", "--project", "p").code == 2
    assert rebost("list", "--all", "--project", "p").code == 2
    assert rebost("remember", "x", "--no-project", "--project", "p").code == 2
