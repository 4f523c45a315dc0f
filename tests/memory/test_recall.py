from __future__ import annotations

from collections.abc import Callable

import pytest

from memory.fakes import BrokenEmbedder, FakeEmbedder
from rebost import Draft, InputError, LeftOut, Memory, Piece, Reason, UnknownRecordError
from rebost.ranking import describe, recompute

Open = Callable[..., Memory]

FACTS = (
    "L'Anna viu a Girona, al barri vell.",
    "En Pere treballa a l'hospital de Vic.",
    "La contrasenya del wifi és al calaix de la cuina.",
    "La caldera ha de tenir 1,5 bars de pressió.",
    "The staging server listens on port 8443.",
    "La Carme fa anys el dotze de març.",
    "El gat es diu Mixet i no menja peix.",
    "Las llaves de repuesto están en casa de Rosa.",
    "Cada dimarts hi ha mercat a la plaça.",
    "El cotxe passa la revisió a l'octubre.",
    "We prefer tabs over spaces in Makefiles only.",
    "La factura FAC-2023-0311 està pagada.",
    "L'avi va néixer a Olot l'any 1931.",
    "El dentista és el doctor Soler.",
)


def filled(memory: Memory, project: str | None = None) -> Memory:
    memory.remember_many(Draft(text, project=project) for text in FACTS)
    return memory


def found(memory: Memory, question: str, **options: object) -> list[str]:
    return [piece.record.text for piece in memory.recall(question, **options).pieces]  # type: ignore[arg-type]


def test_a_question_gets_the_record_that_answers_it_with_the_reason(memory: Memory) -> None:
    filled(memory)
    recall = memory.recall("on viu l'Anna?")
    (piece,) = recall.pieces
    assert piece.record.text == FACTS[0]
    assert piece.score == pytest.approx(recompute(piece.explanation))
    assert (recall.silent, recall.why, recall.method) == (False, "", "default")
    assert 0 < recall.evidence <= 1
    assert recall.confidence is not None
    assert 0 < recall.confidence <= 1
    assert any("Anna" in line for line in describe(piece.explanation))
    assert sum(recall.left_out_counts.values()) == len(FACTS) - 1
    for left in recall.left_out:
        assert left.score == pytest.approx(recompute(left.explanation))


def test_classic_decides_by_the_score_and_has_no_confidence(memory: Memory) -> None:
    filled(memory)
    recall = memory.recall("on viu l'Anna?", method="classic")
    (piece,) = recall.pieces
    assert piece.score == pytest.approx(recompute(piece.explanation)) == recall.evidence
    assert (recall.method, recall.confidence) == ("classic", None)


@pytest.mark.parametrize("question", ["on viu l'Anna?", "on viu l'Alex?", "La caldera de la cuina de Vic"])
def test_how_many_left_out_are_reported_changes_nothing_else(memory: Memory, question: str) -> None:
    filled(memory)
    all_, two, none = (memory.recall(question, left_out=number, counting=False) for number in (20, 2, 0))
    assert (two.left_out, none.left_out) == (all_.left_out[:2], ())
    for fewer in (two, none):
        assert (fewer.pieces, fewer.left_out_counts) == (all_.pieces, all_.left_out_counts)
        assert (fewer.why, fewer.evidence) == (all_.why, all_.evidence)
    with pytest.raises(InputError):
        memory.recall(question, left_out=-1)


def test_silence_says_why(memory: Memory) -> None:
    filled(memory)
    recall = memory.recall("ZXQ_UNRELATED_QUERY_123")
    assert recall.silent
    assert "No record" in recall.why


@pytest.mark.parametrize(
    ("method", "unrelated"),
    # By words that answer for one another, `recipes` is near to the kitchen (`cuina`) that one fact is about.
    [("classic", "pizza recipes"), ("default", "quantum chromodynamics lectures")],
)
@pytest.mark.parametrize("count", [0, 1, 2, 10])
def test_small_bases_answer_and_keep_silent(opened: Open, count: int, method: str, unrelated: str) -> None:
    memory = opened(embedder=FakeEmbedder())
    memory.remember_many(Draft(text) for text in FACTS[:count])
    memory.settle()
    assert found(memory, "on viu l'Anna?", method=method) == [*FACTS[:1]][:count]
    assert memory.recall(unrelated, method=method).silent
    assert memory.recall("", method=method).why


def test_a_base_of_records_all_alike_answers_within_its_limit(opened: Open) -> None:
    memory = opened(embedder=FakeEmbedder())
    memory.remember_many(Draft("La mateixa frase.", project=f"p{number}") for number in range(30))
    memory.settle()
    assert len(memory.recall("la mateixa frase").pieces) == 8
    assert len(memory.recall("la mateixa frase", limit=3).pieces) == 3
    assert len(memory.recall("la mateixa frase", limit=0).pieces) == 0


@pytest.mark.parametrize(
    "question",
    [
        "",
        "   ",
        "?!…",
        "don't use agents",
        'timeout "error',
        "status: done",
        "retry OR",
        "multi-agent",
        "GB/s",
        "NEAR(a b)",
        "*",
        "-x",
        "^",
        "(",
        '"',
        "a\0b",
        "\ud800\udc00 \udfff",
        "👩‍👩‍👧",
        "\u202e\u200f",
        "'; DROP TABLE records; --",
    ],
)
def test_any_string_is_a_question(opened: Open, question: str) -> None:
    memory = filled(opened(embedder=FakeEmbedder()))
    memory.settle()
    recall = memory.recall(question)
    assert recall.pieces or recall.why


def test_the_words_of_any_string_find_their_records(memory: Memory) -> None:
    filled(memory)
    memory.remember("don't use agents: status: done, retry OR NEAR(a b) GB/s")
    for question in ('"status: done', "retry OR", "NEAR(a b)", "GB/s", "don't use agents"):
        assert found(memory, question)[0].startswith("don't use agents")


def test_a_project_sees_its_own_and_the_general_records(memory: Memory) -> None:
    memory.remember("La clau del celler és sota el test.", project="casa")
    memory.remember("La clau del celler és a recepció.", project="feina")
    memory.remember("La clau del celler és al cotxe.")
    assert set(found(memory, "on és la clau del celler?", project="casa")) == {
        "La clau del celler és sota el test.",
        "La clau del celler és al cotxe.",
    }
    assert found(memory, "on és la clau del celler?", project="feina", general=False) == [
        "La clau del celler és a recepció."
    ]
    assert found(memory, "on és la clau del celler?", project="no such") == ["La clau del celler és al cotxe."]
    assert len(found(memory, "on és la clau del celler?")) == 3


def test_what_only_another_project_holds_makes_nothing_known(memory: Memory) -> None:
    filled(memory, project="elsewhere")
    memory.remember("L'Anna viu a Girona.", project="here")
    assert memory.recall("el gat Mixet", project="here").why == "No record mentions “Mixet”."
    assert "no record holds" in memory.recall("el gat Mixet", project="here", method="classic").why


def test_a_recall_counts_as_use_and_looking_does_not(memory: Memory) -> None:
    filled(memory)
    (piece,) = memory.recall("on viu l'Anna?").pieces
    memory.recall("on viu l'Anna?", counting=False)
    memory.explain("on viu l'Anna?", piece.record.id)
    after = memory.get(piece.record.id)
    assert after.uses == 1
    assert after.last_used is not None
    assert memory.recall("on viu l'Anna?", counting=False).pieces[0].record.uses == 1


def test_among_equals_the_one_used_more_comes_first(memory: Memory) -> None:
    ids = [memory.remember("La porta és verda.", project=name).id for name in ("a", "b", "c")]
    memory.recall("porta verda", project="b", general=False)
    order = [piece.record.id for piece in memory.recall("porta verda").pieces]
    assert order == [ids[1], ids[2], ids[0]]


def test_any_record_can_be_explained(memory: Memory) -> None:
    filled(memory)
    question = "on viu l'Anna?"
    ids = {record.text: record.id for record in memory.records()}
    assert isinstance(memory.explain(question, ids[FACTS[0]]), Piece)
    for text in FACTS[1:]:
        left = memory.explain(question, ids[text])
        assert isinstance(left, LeftOut)
        assert left.score == pytest.approx(recompute(left.explanation))
    new = memory.remember("L'Anna viu a Vic.", supersedes=ids[FACTS[0]])
    elsewhere = memory.remember("L'Anna viu a Berga.", project="novel·la")
    reasons = [memory.explain(question, id_, project="casa") for id_ in (ids[FACTS[0]], elsewhere.id)]
    assert [left.reason for left in reasons if isinstance(left, LeftOut)] == [Reason.SUPERSEDED, Reason.OUT_OF_SCOPE]
    assert [line for left in reasons for line in describe(left.explanation)]
    memory.forget(new.id)
    with pytest.raises(UnknownRecordError):
        memory.explain(question, new.id)


def test_a_method_or_a_limit_that_cant_be_is_refused(memory: Memory) -> None:
    with pytest.raises(InputError, match="no method 'magic'"):
        memory.recall("x", method="magic")
    with pytest.raises(InputError, match="limit"):
        memory.recall("x", limit=-1)


def test_what_another_open_memory_writes_is_seen_at_the_next_recall(opened: Open) -> None:
    writer, reader = filled(opened()), opened()
    assert found(reader, "on viu l'Anna?") == [FACTS[0]]
    (anna,) = writer.records(query="anna")
    writer.correct(anna.id, "L'Anna viu a Barcelona.")
    assert found(reader, "on viu l'Anna?") == ["L'Anna viu a Barcelona."]
    writer.forget(anna.id)
    assert reader.recall("on viu l'Anna?").silent
    writer.restore(anna.id)
    assert found(reader, "on viu l'Anna?") == ["L'Anna viu a Barcelona."]


def test_a_broken_model_leaves_the_words_and_says_why(opened: Open) -> None:
    memory = filled(opened(embedder=FakeEmbedder()))
    memory.settle()
    memory.close()
    broken = opened(embedder=BrokenEmbedder())
    recall = broken.recall("on viu l'Anna?")
    assert [piece.record.text for piece in recall.pieces] == [FACTS[0]]
    assert recall.model is None
    assert recall.notices == ("Only words counted: The model's file is damaged: install it again.",)
    assert "damaged" in str(broken.stats().model_problem)
    assert broken.remember("Un fet nou").text == "Un fet nou"


def test_a_model_that_there_isnt_leaves_the_words_and_says_why(opened: Open) -> None:
    memory = filled(opened(embedder="no-such-model"))
    recall = memory.recall("on viu l'Anna?")
    assert [piece.record.text for piece in recall.pieces] == [FACTS[0]]
    assert "no-such-model" in recall.notices[0]


def test_without_a_model_the_answer_says_that_only_words_counted(memory: Memory) -> None:
    recall = filled(memory).recall("on viu l'Anna?")
    assert recall.notices == ("Only words counted: no sentence model was asked for.",)
    assert memory.settle()
