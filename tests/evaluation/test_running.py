"""An evaluation from a folder to a table, with a made-up embedder and with a real one."""

from __future__ import annotations

import json

import pytest

from rebost.embedders import choose_embedder
from rebost.errors import EmbedderError, FormatError, InputError
from rebost.evaluation import DEFAULT_METHODS, METHODS, Results, evaluate, load, render
from rebost.evaluation.preparing import prepared
from rebost.evaluation.tables import markdown, tables
from rebost.memory import METHODS as MEMORY_METHODS

from .conftest import RECORDS


def test_every_method_is_measured_on_every_set(write_set, hashed_words):
    sets = [load(write_set()), load(write_set(name="second"))]
    results = evaluate(sets, METHODS, embedder=hashed_words, with_leave_out=True)
    assert results.set_names == ("tiny", "second")
    assert results.methods == METHODS
    assert len(results.runs) == 2 * len(METHODS)
    for run in results.runs:
        assert run.records == len(RECORDS)
        assert run.figures.all.questions == 5
        assert run.leave_out is not None
        assert [outcome.query.id for outcome in run.outcomes] == ["q1", "q2", "q3", "q4", "q5"]


def test_the_published_method_answers_and_is_silent_where_it_should(tiny, hashed_words):
    (run,) = evaluate([tiny], ["classic"], embedder=hashed_words).runs
    returned = {outcome.query.id: outcome.returned for outcome in run.outcomes}
    assert returned["q1"] == ("r2",)
    assert set(returned["q2"]) == {"r5", "r6"}
    assert returned["q3"] == ()
    assert returned["q4"] == ("r1",)
    assert (run.figures.all.balanced, run.figures.all.precision) == (1.0, 1.0)


def test_the_leave_out_test_takes_records_out_of_a_base_and_puts_them_back(tiny, hashed_words):
    with prepared(tiny.records, ["classic"], hashed_words) as (method,):
        before = method.ask("boiler serviced")
        with method.without(frozenset({"r2", "r3"})):
            assert method.ask("boiler serviced").returned == ()
        assert method.ask("boiler serviced") == before
    (run,) = evaluate([tiny], ["classic"], embedder=hashed_words, with_leave_out=True).runs
    assert run.leave_out is not None
    assert (run.leave_out.hit, run.leave_out.paragraph_silence, run.leave_out.article_silence) == (1.0, 1.0, 1.0)


def test_asking_for_an_evaluation_counts_no_use_and_so_changes_no_answer(tiny, hashed_words):
    with prepared(tiny.records, ["classic"], hashed_words) as (method,):
        assert len({method.ask("sow the seedlings straight") for _ in range(5)}) == 1


def test_methods_of_one_run_share_the_vectors(tiny, hashed_words):
    evaluate([tiny], DEFAULT_METHODS, embedder=hashed_words, with_leave_out=True)
    assert hashed_words.made <= len(tiny.records) + len(tiny.queries)


def test_words_only_takes_no_vectors_and_says_so(tiny, hashed_words):
    runs = evaluate([tiny], ["classic-words", "fts5"], embedder=hashed_words).runs
    assert [run.model for run in runs] == [None, None]
    assert hashed_words.made == 0


def test_the_default_model_serves_where_none_is_given(tiny):
    (run,) = evaluate([tiny], ["vectors"]).runs
    model = choose_embedder()
    assert model is not None
    assert run.model == model.model_id
    assert run.figures.all.top == 1.0


def test_progress_is_told_question_by_question(tiny, hashed_words):
    calls = []
    evaluate(
        [tiny],
        ["fts5", "vectors"],
        embedder=hashed_words,
        with_leave_out=True,
        progress=lambda *call: calls.append(call),
    )
    assert calls[0] == ("tiny, fts5", 1, 16)
    assert calls[-1] == ("tiny, vectors", 16, 16)
    assert [done for _, done, _ in calls] == list(range(1, 17))


def test_unknown_methods_and_empty_comparisons_are_refused(tiny):
    with pytest.raises(InputError, match=r"no method 'magic' to evaluate: choose out of default, classic"):
        evaluate([tiny], ["magic"])
    for sets, methods in (([], ["fts5"]), ([tiny], [])):
        with pytest.raises(InputError, match="give at least one set and one method"):
            evaluate(sets, methods)


def test_vectors_without_a_model_are_refused(tiny):
    with (
        pytest.raises(EmbedderError, match="Vectors alone and fusion need a sentence model"),
        prepared(tiny.records, ["rrf"], None),
    ):
        pytest.fail("there was nothing to make vectors with")


def test_a_set_with_the_same_record_twice_is_refused_with_both_names(write_set, hashed_words):
    twice = [*RECORDS, {**RECORDS[0], "id": "r7"}]
    with pytest.raises(FormatError, match="The records r1 and r7 have the same text"):
        evaluate([load(write_set(records=twice))], ["classic"], embedder=hashed_words)


def test_a_credential_in_a_set_is_stored_like_any_text(write_set, hashed_words):
    secret = {**RECORDS[3], "text": "The wifi password is tr0ub4dor-3, and it hangs behind the kitchen door."}
    records = [*RECORDS[:3], secret, *RECORDS[4:]]
    (run,) = evaluate([load(write_set(records=records))], ["classic"], embedder=hashed_words).runs
    assert run.outcomes[4].returned == ("r4",)


def test_every_method_of_memory_can_be_evaluated():
    assert set(MEMORY_METHODS) <= set(METHODS)


def test_results_come_back_from_json_as_they_were(tiny, hashed_words):
    results = evaluate([tiny], METHODS, embedder=hashed_words, with_leave_out=True)
    text = json.dumps(results.to_json())
    again = Results.from_json(json.loads(text))
    assert json.dumps(again.to_json()) == text
    assert render(again) == render(Results.from_json(results.to_json()))


def test_results_of_another_schema_are_refused():
    with pytest.raises(FormatError, match="schema 99 and not 1"):
        Results.from_json({"schema": 99})


def test_the_text_for_people_has_a_line_for_every_method_and_a_mean_for_several_sets(write_set, hashed_words):
    one = load(write_set())
    text = render(evaluate([one], ["classic", "fts5"], embedder=hashed_words, with_leave_out=True))
    assert "\n  tiny  classic  1.000    1.000     1.000" in text
    assert "\n  keyword            hit              1    1.000  1.000\n" in text
    assert "\n  off_topic          silence          1    1.000  1.000\n" in text
    assert "Vectors by test:hashed-words:1:64." in text
    assert "mean" not in text
    both = render(evaluate([one, load(write_set(name="second"))], ["classic", "fts5"], embedder=hashed_words))
    assert "\n  mean    classic  1.000" in both


def test_a_figure_that_there_is_none_of_is_a_dash(write_set):
    answered = [{"id": "q1", "text": "boiler", "answerable": True, "gold": ["r2"]}]
    results = evaluate([load(write_set(queries=answered, leave_out=None))], ["fts5"])
    (table,) = tables(results)
    assert table.rows == (("tiny", "fts5", "1.000", "-", "-", "1.000", "1.000", "1.000", "1.000"),)
    assert "| tiny | fts5 | 1.000 | - |" in markdown(table)


def test_questions_of_several_bases_weigh_the_same_in_the_figures_by_language(write_set):
    few = [{"id": "q1", "text": "boiler", "answerable": True, "gold": ["r2"], "lang": "en"}]
    miss = {"text": "boiler", "answerable": True, "gold": ["r1"], "lang": "en"}
    off = {"id": "off", "text": "zebra", "answerable": False}
    many = [*({**miss, "id": f"q{number}"} for number in range(3)), off]
    sets = [
        load(write_set(name="few", queries=[*few, off], leave_out=None)),
        load(write_set(name="many", queries=many, leave_out=None)),
    ]
    by_language = next(table for table in tables(evaluate(sets, ["fts5"])) if table.title.startswith("By language"))
    assert by_language.rows == (("en", "hit", "4", "0.250"),)
