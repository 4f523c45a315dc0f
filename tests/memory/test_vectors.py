from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from memory.fakes import BrokenEmbedder, FakeEmbedder
from rebost import Draft, EmbedderError, Memory
from rebost.embedders.embedder import Vectors

Open = Callable[..., Memory]

TEXTS = tuple(f"Registre número {number} sobre {topic}." for number in range(10) for topic in ("mel", "llet", "pa"))


def filled(memory: Memory) -> Memory:
    memory.remember_many(Draft(text) for text in TEXTS)
    return memory


def test_recall_goes_on_by_words_until_the_vectors_are_made(opened: Open) -> None:
    model = FakeEmbedder()
    memory = filled(opened(embedder=model))
    memory.remember("El vehicle vermell és al taller.")
    recall = memory.recall("vehicle vermell")
    assert recall.pieces[0].record.text == "El vehicle vermell és al taller."
    assert recall.model is None
    assert recall.notices[0].startswith("Only words counted: 0 of 31 records have their vectors so far")
    assert model.questions == [], "a vector that can't count isn't made"
    seen: list[tuple[int, int]] = []
    assert memory.settle(progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 31)
    assert seen[-1] == (31, 31)
    recall = memory.recall("vehicle vermell")
    assert (recall.model, recall.notices) == (model.model_id, ())
    stats = memory.stats()
    assert (stats.waiting, stats.vectors, stats.base_model) == (0, {model.model_id: 31}, model.model_id)


def test_what_shares_no_word_is_found_by_its_meaning(opened: Open) -> None:
    memory = filled(opened(embedder=FakeEmbedder()))
    memory.remember_many(Draft(f"{text} I prou.") for text in TEXTS)
    memory.remember("coche")
    memory.settle()
    recall = memory.recall("car")
    assert [piece.record.text for piece in recall.pieces] == ["coche"]


def test_nine_in_ten_records_with_vectors_are_enough(opened: Open) -> None:
    memory = filled(opened(embedder=FakeEmbedder()))
    memory.settle()
    other = opened()
    for number in range(3):
        other.remember(f"Sense vector {number}.")
    assert memory.recall("mel").model is not None
    for number in range(3, 6):
        other.remember(f"Sense vector {number}.")
    recall = memory.recall("mel")
    assert recall.model is None
    assert "30 of 36" in recall.notices[0]
    assert memory.settle()
    assert memory.recall("mel").model is not None


def test_a_warm_model_makes_the_vectors_of_a_short_record_at_once(opened: Open) -> None:
    memory = filled(opened(embedder=FakeEmbedder()))
    memory.settle()
    record = memory.remember("Un fet més.")
    assert memory.stats().waiting == 0
    memory.correct(record.id, "Un fet corregit.")
    assert memory.stats().waiting == 0
    memory.remember("Una nota llarga. " * 500)
    assert memory.stats().waiting == 1


def test_each_paragraph_of_a_long_note_has_its_vector(opened: Open) -> None:
    model = FakeEmbedder()
    memory = opened(embedder=model)
    memory.remember("# Obres\n\nPrimer paràgraf.\n\n- un punt\n- un altre\n", kind="note")
    memory.settle()
    assert model.records == ["Obres: Primer paràgraf.", "Obres: un punt", "Obres: un altre"]
    assert memory.stats().vectors == {model.model_id: 3}


def test_another_model_makes_all_vectors_again_and_never_mixes_them(opened: Open) -> None:
    old = filled(opened(embedder=FakeEmbedder("old")))
    old.settle()
    new_model = FakeEmbedder("new", 32)
    new = opened(embedder=new_model)
    recall = new.recall("mel número 3")
    assert recall.pieces
    assert recall.model is None
    assert "another model's" in recall.notices[0]
    assert new.settle(timeout=0) is False
    assert new.stats().waiting == 30
    assert "0 of 30 records" in new.recall("mel").notices[0]
    assert old.recall("mel").model == "test:old:1:64", "the former model's vectors serve who has it, until they go"
    assert new.settle()
    assert new.recall("mel").model == new_model.model_id
    assert new.stats().vectors == {"test:old:1:64": 0, new_model.model_id: 30}
    fresh = opened(embedder=FakeEmbedder("old"))
    assert "another model's" in fresh.recall("mel").notices[0]


def test_work_on_vectors_that_is_interrupted_goes_on_where_it_was(opened: Open) -> None:
    class Interrupted(FakeEmbedder):
        def embed_records(self, texts: Sequence[str]) -> Vectors:
            if self.records:
                raise EmbedderError("The power went.")
            return super().embed_records(texts)

    memory = filled(opened(embedder=Interrupted()))
    memory.remember_many(Draft(f"{text} {number}") for text in TEXTS for number in range(2))
    with pytest.raises(EmbedderError, match="The power went"):
        memory.settle()
    done = 90 - memory.stats().waiting
    assert 0 < done < 90
    model = FakeEmbedder()
    again = opened(embedder=model)
    assert again.settle()
    assert len(model.records) == 90 - done


def test_the_model_gets_enough_texts_for_every_core_and_never_minutes_of_work_at_once(opened: Open) -> None:
    class Counting(FakeEmbedder):
        def embed_records(self, texts: Sequence[str]) -> Vectors:
            calls.append(len(texts))
            return super().embed_records(texts)

    calls: list[int] = []
    memory = opened(embedder=Counting())
    memory.remember_many(Draft(f"{text} {number}") for text in TEXTS for number in range(10))
    memory.settle()
    assert calls == [64] * 4 + [44]
    calls.clear()
    memory.remember_many(
        Draft("\n\n".join(f"Paràgraf {part} de la nota {number}." for part in range(parts)))
        for number, parts in enumerate((3, 500, 50, 9, 9, 20))  # the newest are the first to get them
    )
    memory.settle()
    assert calls == [38, 50, 64, 3]


def test_a_model_that_cant_be_used_makes_settling_fail(opened: Open) -> None:
    memory = filled(opened(embedder=BrokenEmbedder()))
    with pytest.raises(EmbedderError, match="damaged"):
        memory.settle()


def test_a_process_that_lives_long_makes_missing_vectors_by_itself(opened: Open) -> None:
    class Watched(FakeEmbedder):
        def __init__(self) -> None:
            super().__init__()
            self.last = threading.Event()

        def embed_records(self, texts: Sequence[str]) -> Vectors:
            made = super().embed_records(texts)
            if any("última" in text for text in texts):
                self.last.set()
            return made

    model = Watched()
    memory = filled(opened(embedder=model, background=True))
    memory.remember("La última. " * 300)
    assert model.last.wait(60)
    assert memory.settle(timeout=60)
    memory.close()
    assert opened().stats().waiting == 0


def test_two_processes_that_settle_share_the_work(opened: Open) -> None:
    models = [FakeEmbedder(), FakeEmbedder()]
    memories = [opened(embedder=model) for model in models]
    memories[0].remember_many(Draft(f"{text} {number}") for text in TEXTS for number in range(5))
    threads = [threading.Thread(target=memory.settle) for memory in memories]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    made = [*models[0].records, *models[1].records]
    assert len(made) == len(set(made)) == 150
    assert memories[0].stats().waiting == 0


class _SlowToLoad(FakeEmbedder):
    """Its first vector takes until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded = threading.Event()

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        assert self.loaded.wait(60)
        return super().embed_questions(texts)


def test_where_a_process_lives_long_no_recall_waits_for_a_model_that_is_being_loaded(
    opened: Callable[..., Memory],
) -> None:
    with opened(embedder=FakeEmbedder()) as before:
        before.remember_many([Draft(f"Fact number {number} about the boiler.") for number in range(20)])
        before.settle()
    slow = _SlowToLoad()
    memory = opened(embedder=slow, background=True)
    first = memory.recall("boiler number 7", method="classic")
    assert first.pieces
    assert first.model is None
    assert "still being loaded" in first.notices[0]
    slow.loaded.set()
    while memory.recall("boiler number 7", method="classic").model is None:
        pass


class _SlowToName(FakeEmbedder):
    """Takes its time to say which model it is, as one does that asks an endpoint."""

    def __getattribute__(self, name: str) -> Any:
        if name == "model_id":
            time.sleep(0.05)
        return super().__getattribute__(name)


def test_a_recall_and_the_work_in_the_background_never_wait_for_each_other(opened: Callable[..., Memory]) -> None:
    with opened(embedder=FakeEmbedder()) as before:
        before.remember_many([Draft(f"Fact number {number} about the boiler.") for number in range(20)])
    memory = opened(embedder=_SlowToName(), background=True)
    recall = threading.Thread(target=memory.recall, args=("boiler",), kwargs={"method": "classic"}, daemon=True)
    recall.start()
    recall.join(30)
    assert not recall.is_alive()
