"""The default method: a few candidates, an answer from the evidence, silence, and a reason for each record left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.told import Told
from rebost import Draft, Memory
from rebost.evaluation import load
from rebost.ranking import Caution, DefaultRanking, Parameters, Standing, describe, recompute
from rebost.ranking.default import BY_CLAUSE, BY_VECTOR, BY_WORDS
from rebost.records import Explanation, Reason

PERSONAL = Path(__file__).parents[2] / "evaluation" / "personal"
OTHERS = ["En Pau treballa a Vic.", "La Marta té dos gossos.", "El mercat és cada dimarts.", "Avui plou molt."] * 4
WORDS = ["anna", "Anna", "viu", "Vic", "cotxe", "automòbil", "caldera", "en Pau", "Quim", "612345678", "dimarts"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
COSINE = st.floats(0.7, 0.95)


def every_node(node: Explanation) -> Iterator[Explanation]:
    yield node
    for detail in node.details:
        yield from every_node(detail)


@st.composite
def bases(draw: Callable[..., object], most: int = 14) -> Told:
    texts: Sequence[str] = draw(st.lists(TEXT, max_size=most))  # type: ignore[assignment]
    cosines = draw(st.none() | st.lists(COSINE, min_size=len(texts), max_size=len(texts)))
    return Told.in_language("ca", *texts, cosines=cosines, near={"cotje": "cotxe"})  # type: ignore[arg-type]


ASKED = st.lists(st.sampled_from([*WORDS, "cotje", "on", "?", "Zulema"]), max_size=7).map(" ".join)


def whole(ranking: DefaultRanking) -> list[int]:
    return [item.row for item in (*ranking.selected, *ranking.left_out)]


@settings(deadline=None, max_examples=40)
@given(bases(), ASKED)
def test_trees_recompute_to_score_and_evidence_for_every_record(base: Told, question: str) -> None:
    ranking = base.answer(question)
    rows = sorted(base.texts)
    for row, tree in zip(rows, ranking.explain(rows), strict=True):
        assert tree.value == ranking.look(row).score
        for node in every_node(tree):
            assert recompute(node) == pytest.approx(node.value, rel=1e-9, abs=1e-9)
        assert all("{" not in line for line in describe(tree))


@settings(deadline=None, max_examples=40)
@given(bases(), ASKED)
def test_the_best_evidence_among_the_trees_is_what_decided(base: Told, question: str) -> None:
    ranking = base.answer(question)
    evidence = [tree.details[1].value for tree in ranking.explain(whole(ranking))]
    assert max(evidence, default=0.0) == ranking.evidence
    assert bool(ranking.selected) == (bool(evidence) and ranking.evidence >= ranking.minimum)
    assert 0 <= ranking.confidence <= 1


@settings(deadline=None, max_examples=40)
@given(bases(), ASKED, st.integers(0, 8))
def test_every_record_is_returned_or_has_one_reason(base: Told, question: str, limit: int) -> None:
    ranking = base.answer(question, parameters=Parameters(limit=limit))
    assert len(ranking.selected) <= limit
    assert len(ranking.selected) + sum(ranking.counts.values()) == base.records
    assert len(set(whole(ranking))) == len(whole(ranking))
    assert all(item.reason is None for item in ranking.selected)
    assert all(item.reason is not None for item in ranking.left_out)
    for row in base.texts:
        item = ranking.look(row)
        assert (item.reason is None) == (item in ranking.selected)


@settings(deadline=None, max_examples=40)
@given(bases(), ASKED)
def test_more_caution_never_answers_what_less_would_not(base: Told, question: str) -> None:
    low, normal, high = (bool(base.answer(question, caution).selected) for caution in Caution)
    assert low >= normal >= high


@settings(deadline=None, max_examples=40)
@given(bases(), ASKED)
def test_the_same_question_gets_the_same_answer_again(base: Told, question: str) -> None:
    ranking = base.answer(question)
    again = base.answer(question)
    assert again.selected == ranking.selected
    assert again.left_out == ranking.left_out


def test_pieces_are_in_the_order_of_their_scores_and_the_rest_in_that_of_their_evidence() -> None:
    texts = ["L'Anna viu a Girona.", "L'Anna viu a Girona, al barri vell, amb en Pere.", "L'Anna té un gos."]
    ranking = Told.in_language("ca", *texts, *OTHERS).answer("on viu l'Anna?", Caution.LOW)
    scores = [item.score for item in ranking.selected]
    assert scores == sorted(scores, reverse=True)
    rows = [item.row for item in ranking.left_out]
    evidence = [tree.details[1].value for tree in ranking.explain(rows)]
    assert evidence == sorted(evidence, reverse=True)


def test_among_equals_the_one_used_more_comes_first() -> None:
    texts = ["L'Anna viu a Girona."] * 3
    base = Told.in_language("ca", *texts, *OTHERS)
    base = Told(
        base.texts,
        standing={2: Standing(5, 0.0, "b")},
        names=base.names,
        marks=base.marks,
        language="ca",
    )
    assert base.answer("on viu l'Anna?").selected[0].row == 2


def test_someone_never_heard_of_leaves_records_out_for_the_missing_name() -> None:
    ranking = Told.in_language("ca", "L'Anna viu a Girona.", *OTHERS).answer("on viu la Zulema?")
    assert not ranking.selected
    assert ranking.look(1).reason is Reason.MISSING_NAME


@pytest.mark.parametrize("count", [0, 1, 2, 10, 30])
def test_records_all_alike_are_all_answers_up_to_the_limit(count: int) -> None:
    base = Told.in_language("ca", *["L'Anna viu a Girona."] * count, cosines=[0.8] * count)
    ranking = base.answer("on viu l'Anna?")
    assert len(ranking.selected) == min(count, 8)
    assert sum(ranking.counts.values()) == count - len(ranking.selected)


def test_a_common_word_asked_alone_brings_all_the_records_that_hold_it() -> None:
    keys = [f"La clau {whose} és al calaix." for whose in ("del traster", "de casa", "del cotxe")]
    hub = [
        f"Kestrel {what} dimarts." for what in ("es presenta", "factura", "tanca", "s'atura", "cobra", "envia", "prova")
    ]
    base = Told.in_language("ca", *keys, *hub, "El gat dorm al sofà.")
    assert [item.row for item in base.answer("clau").selected] == [1, 2, 3]
    assert sorted(item.row for item in base.answer("kestrel").selected) == list(range(4, 11))


def test_the_same_sentence_twice_doesnt_speak_against_itself() -> None:
    def evidence(*texts: str) -> float:
        return Told.in_language("ca", *texts, *OTHERS).answer("on viu l'Anna?").evidence

    once = evidence("L'Anna viu a Girona.")
    assert evidence("L'Anna viu a Girona.", "L'Anna viu a Girona.") > evidence(
        "L'Anna viu a Girona.", "L'Anna viu a Girona amb la Marta."
    )
    assert once - evidence("L'Anna viu a Girona.", "L'Anna viu a Girona.") < 0.1


def test_candidates_stay_few_however_many_records_hold_the_words() -> None:
    rows = 3_000
    cosines = np.linspace(0.7, 0.9, rows).tolist()
    base = Told.in_language("ca", *["L'Anna viu a Girona."] * rows, cosines=cosines)
    assert len(whole(base.answer("on viu l'Anna?"))) <= BY_WORDS + BY_VECTOR
    assert len(whole(base.answer("Parlem de coses. On viu l'Anna?"))) <= BY_WORDS + BY_VECTOR + 2 * BY_CLAUSE


def test_a_record_that_only_its_vector_brings_is_a_candidate() -> None:
    base = Told.in_language("ca", "Té un gos.", *OTHERS * 3, cosines=[0.95] + [0.8, 0.81] * 24)
    assert 1 in whole(base.answer("quin animal fa companyia a la família?"))


def test_what_was_not_a_candidate_is_explained_beside_those_that_were() -> None:
    base = Told.in_language("ca", *OTHERS, "Res a veure.")
    ranking = base.answer("on treballa en Pau?")
    last = base.records
    assert last not in whole(ranking)
    assert ranking.look(last).reason is Reason.NOT_CLEAR
    (tree,) = ranking.explain([last])
    assert recompute(tree) == pytest.approx(tree.value)


def test_on_a_persons_base_every_tree_recomputes_and_every_record_is_accounted_for(tmp_path: Path) -> None:
    one = load(PERSONAL / "ca-dev")
    with Memory.open(tmp_path / "base.db", embedder="none") as memory:
        memory.remember_many((Draft(record.text, record.kind) for record in one.records), allow_secrets=True)
        for query in one.queries[::9]:
            recall = memory.recall(query.text, left_out=200, counting=False)
            assert len(recall.pieces) + sum(recall.left_out_counts.values()) == len(one.records)
            for item in (*recall.pieces, *recall.left_out):
                score, evidence = item.explanation.details
                assert recompute(score) == pytest.approx(item.score, abs=1e-9)
                assert recompute(evidence) == pytest.approx(evidence.value, abs=1e-9)
                assert evidence.value <= recall.evidence + 1e-12
