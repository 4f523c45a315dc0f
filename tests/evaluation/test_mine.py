"""The user's own questions, asked of their own base."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rebost import InputError, Memory
from rebost.evaluation import evaluate, load
from rebost.evaluation.mine import evaluate_own, judge, questions, save


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "base.db", embedder="none") as opened:
        yield opened


@pytest.fixture
def ids(memory: Memory) -> tuple[str, str, str]:
    """Of a record that answers the first question, of one that should too and doesn't, and of one of another matter."""
    anna = memory.remember("L'Anna viu a Girona.").id
    pau = memory.remember("La barca és al port de Palamós.").id
    other = memory.remember("El cotxe és al taller.").id
    memory.mark("on viu l'Anna?", anna, True)
    memory.mark("on és el cotxe?", other, False)
    memory.mark_silence("on viu en Bartomeu?")
    memory.mark("quin vi li agrada a la Roser?", pau, True)
    return anna, pau, other


def test_a_verdict_names_what_should_have_come_and_what_should_not(memory: Memory, ids: tuple[str, str, str]) -> None:
    anna, pau, other = ids
    verdicts = {one.text: judge(memory, one) for one in questions(memory)}
    assert {text: verdict.is_right for text, verdict in verdicts.items()} == {
        "on viu l'Anna?": True,
        "on és el cotxe?": False,
        "on viu en Bartomeu?": True,
        "quin vi li agrada a la Roser?": False,
    }
    assert verdicts["on viu l'Anna?"].returned == (anna,)
    assert verdicts["on és el cotxe?"].wrong == (other,)
    assert verdicts["quin vi li agrada a la Roser?"].missing == (pau,)
    assert all(record.uses == 0 for record in memory.records())


def test_the_figures_count_what_was_marked(memory: Memory, ids: tuple[str, str, str]) -> None:
    steps: list[tuple[int, int]] = []
    results, verdicts = evaluate_own(
        memory, ("default", "classic"), progress=lambda done, all_: steps.append((done, all_))
    )
    figures = results.runs[0].figures.all
    assert (figures.questions, figures.answerable, figures.unanswerable) == (4, 2, 1)
    assert (figures.hit, figures.silence) == (0.5, 1.0)
    assert figures.precision == 1.0  # a record that nobody marked is no mistake
    assert [verdict.is_right for verdict in verdicts["default"]].count(True) == 2
    assert steps == [(number, 8) for number in range(1, 9)]


def test_the_questions_are_saved_as_an_evaluation_set(
    memory: Memory, ids: tuple[str, str, str], tmp_path: Path
) -> None:
    save(memory, tmp_path / "a" / "mine")
    loaded = load(tmp_path / "a" / "mine")
    assert {record.id for record in loaded.records} == set(ids)
    gold = {query.text: (query.answerable, set(query.gold)) for query in loaded.queries}
    assert gold["on viu l'Anna?"] == (True, {ids[0]})
    assert gold["on viu en Bartomeu?"] == (False, set())
    assert gold["on és el cotxe?"] == (None, set())
    lines = [json.loads(line) for line in (tmp_path / "a/mine/queries.jsonl").read_text("utf-8").splitlines()]
    assert [line["unwanted"] for line in lines if line["text"] == "on és el cotxe?"] == [[ids[2]]]
    figures = evaluate([loaded], ("default-words",)).runs[0].figures.all
    assert (figures.hit, figures.silence) == (0.5, 1.0)


def test_a_question_whose_records_are_gone_is_not_judged(memory: Memory, ids: tuple[str, str, str]) -> None:
    memory.forget(ids[0])
    assert "on viu l'Anna?" not in {one.text for one in questions(memory)}


def test_without_marks_there_is_nothing_to_evaluate(memory: Memory, tmp_path: Path) -> None:
    for attempt in (lambda: evaluate_own(memory, ("default",)), lambda: save(memory, tmp_path / "mine")):
        with pytest.raises(InputError, match="No question was marked"):
            attempt()
    assert not (tmp_path / "mine").exists()


def test_a_folder_that_cant_be_written_is_named(memory: Memory, ids: tuple[str, str, str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file"):
        save(memory, tmp_path / "file" / "mine")
