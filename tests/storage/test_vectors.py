from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from numpy.typing import NDArray

from rebost.records import Scope
from rebost.storage import Base, Finished, work
from rebost.storage.vectors import quantise
from storage.helpers import NOW, put, row_of, split

Open = Callable[..., Base]
DIMENSION = 8
EVERYTHING = Scope()


def unit(seed: int) -> NDArray[np.float32]:
    vector = np.random.default_rng(seed).standard_normal(DIMENSION).astype(np.float32)
    return vector / np.linalg.norm(vector)


def use(base: Base, model: str) -> None:
    with base.transaction() as connection:
        work.use_model(connection, model, DIMENSION)


def fill(base: Base, model: str, vectors_of: Callable[[int], Sequence[NDArray[np.float32]]]) -> int:
    with base.read() as snapshot:
        waiting = snapshot.pending(1000)
    with base.transaction() as connection:
        return work.store(connection, model, [Finished(p.row, p.change, vectors_of(p.row)) for p in waiting])


def cosines(
    base: Base, model: str, question: NDArray[np.float32], scope: Scope = EVERYTHING
) -> dict[int, tuple[float, float]]:
    with base.read() as snapshot:
        index = snapshot.index(scope)
        first, best = snapshot.similarities(model, question, index), snapshot.likenesses(model, question, index, None)
    if first is None or best is None:
        return {}
    assert first.rows.tolist() == best.rows.tolist() == sorted(set(first.rows.tolist()))
    return {
        row: (pytest.approx(one, abs=0.02), pytest.approx(other, abs=0.02))
        for row, one, other in zip(first.rows.tolist(), first.values.tolist(), best.values.tolist(), strict=True)
    }


@given(npst.arrays(np.float32, DIMENSION, elements=st.floats(-1, 1, width=32)))
def test_a_byte_a_dimension_errs_by_half_a_step_at_most(vector: NDArray[np.float32]) -> None:
    scale, values = quantise(vector)
    back = scale * np.frombuffer(values, dtype=np.int8).astype(np.float64)
    assert np.abs(back - vector).max() <= np.abs(vector).max() / 127 / 2 + 1e-7


def test_similarities_are_cosines_by_first_paragraph_and_by_the_best_part(base: Base) -> None:
    put(base, "one", "two", "three")
    use(base, "m")
    parts = {1: [unit(1)], 2: [unit(2), unit(20), unit(21)], 3: [unit(3)]}
    assert fill(base, "m", parts.__getitem__) == 3
    question = unit(99)
    expected = {row: (its[0] @ question, max(part @ question for part in its)) for row, its in parts.items()}
    assert cosines(base, "m", question) == expected


def test_only_records_in_scope_are_compared(base: Base) -> None:
    put(base, "general")
    put(base, "in casa", project="casa")
    put(base, "in feina", project="feina")
    use(base, "m")
    fill(base, "m", lambda row: [unit(row)])
    assert cosines(base, "m", unit(9), Scope("casa")).keys() == {1, 2}
    assert cosines(base, "m", unit(9), Scope("casa", general=False)).keys() == {2}
    assert cosines(base, "m", unit(9), Scope("unknown")).keys() == {1}
    assert cosines(base, "m", unit(9)).keys() == {1, 2, 3}


def test_vectors_of_two_models_never_meet(opened: Open) -> None:
    base, other = opened(), opened()
    put(base, *(f"record {number}" for number in range(20)))
    use(base, "old")
    fill(base, "old", lambda row: [unit(row)])
    question = unit(999)
    old = cosines(other, "old", question)
    use(base, "new")
    assert cosines(other, "new", question) == {}
    with base.read() as snapshot:
        assert snapshot.pending_count() == 20
        waiting = snapshot.pending(7)
    with base.transaction() as connection:
        late = work.store(connection, "old", [Finished(p.row, p.change, [unit(0)]) for p in waiting])
        assert late == 0, "what a process made with the former model is thrown away"
        work.store(connection, "new", [Finished(p.row, p.change, [unit(1000 + p.row)]) for p in waiting])
    assert cosines(other, "old", question) == old
    assert cosines(other, "new", question) == {p.row: (unit(1000 + p.row) @ question,) * 2 for p in waiting}
    fill(base, "new", lambda row: [unit(1000 + row)])
    assert cosines(other, "new", question) == {row: (unit(1000 + row) @ question,) * 2 for row in range(1, 21)}
    with base.transaction() as connection:
        assert not work.drop_other_models(connection, "new")
    with base.read() as snapshot:
        assert snapshot.models() == {"old": 0, "new": 20}


def test_the_former_models_vectors_stay_while_any_record_waits(base: Base) -> None:
    put(base, "one", "two")
    use(base, "old")
    fill(base, "old", lambda row: [unit(row)])
    use(base, "new")
    with base.transaction() as connection:
        assert not work.drop_other_models(connection, "new")
    with base.read() as snapshot:
        assert snapshot.models()["old"] == 2


def test_going_back_to_a_model_asks_only_for_what_is_missing(base: Base) -> None:
    put(base, "one", "two")
    use(base, "a")
    fill(base, "a", lambda row: [unit(row)])
    use(base, "b")
    put(base, "three")
    use(base, "a")
    with base.read() as snapshot:
        assert [p.text for p in snapshot.pending(10)] == ["three"]


def test_vectors_of_a_text_that_was_corrected_meanwhile_are_thrown_away(base: Base) -> None:
    put(base, "old text")
    use(base, "m")
    with base.read() as snapshot:
        (waiting,) = snapshot.pending(10)
    with base.write(NOW) as writer:
        writer.correct(1, "new text", split("new text"))
    with base.transaction() as connection:
        assert work.store(connection, "m", [Finished(waiting.row, waiting.change, [unit(1)])]) == 0
    with base.read() as snapshot:
        assert [p.text for p in snapshot.pending(10)] == ["new text"]


def test_what_was_written_last_is_the_first_to_get_its_vectors(base: Base) -> None:
    use(base, "m")
    put(base, *(f"fact {number}" for number in range(10)))
    with base.write(NOW) as writer:
        writer.correct(1, "new text", split("new text"))
    with base.read() as snapshot:
        assert [p.text for p in snapshot.pending(3)] == ["new text", "fact 9", "fact 8"]


def test_what_to_do_next_is_found_as_quickly_in_a_long_queue_as_in_a_short_one(base: Base) -> None:
    def instructions() -> int:
        counted = []
        with base.transaction() as connection:
            connection.set_progress_handler(lambda: bool(counted.append(1)), 1)
            work.pending(connection, 3)
            connection.set_progress_handler(None)
        return len(counted)

    use(base, "m")
    put(base, *(f"fact {number}" for number in range(20)))
    few = instructions()
    put(base, *(f"more {number}" for number in range(500)))
    many = instructions()
    with base.transaction() as connection:
        connection.execute("DELETE FROM queue WHERE record > 20")  # the newest are done, and only old ones wait
    assert max(many, instructions()) < 2 * few


def test_another_open_base_follows_each_change(opened: Open) -> None:
    base, other = opened(), opened()
    use(base, "m")
    question = unit(5)
    assert cosines(other, "m", question) == {}
    ids = [done.record.id for done in put(base, "one", "two", "three")]
    fill(base, "m", lambda row: [unit(row)])
    assert cosines(other, "m", question).keys() == {1, 2, 3}
    with base.write(NOW) as writer:
        writer.correct(row_of(base, ids[0]), "one again", split("one again"))
        writer.forget(2)
    assert cosines(other, "m", question).keys() == {3}
    fill(base, "m", lambda row: [unit(row + 50), unit(row + 60)])
    with base.write(NOW) as writer:
        writer.restore(2, split("two"))
    expected = {
        1: (unit(51) @ question, max(unit(51) @ question, unit(61) @ question)),
        2: (unit(2) @ question,) * 2,
        3: (unit(3) @ question,) * 2,
    }
    assert cosines(other, "m", question) == expected
    with base.read() as snapshot:
        assert snapshot.pending_count() == 0, "its vectors were kept while it was forgotten"


def test_many_vectors_come_in_blocks_and_stay_in_order(opened: Open) -> None:
    base, other = opened(), opened()
    use(base, "m")
    for start in range(0, 2500, 500):
        put(base, *(f"record {number}" for number in range(start, start + 500)))
        fill(base, "m", lambda row: [unit(row)])
        cosines(other, "m", unit(1))
    question = unit(7)
    matrix = np.stack([unit(row) for row in range(1, 2501)])
    found = cosines(other, "m", question)
    assert list(found) == list(range(1, 2501))
    assert [one for one, _ in found.values()] == (matrix @ question).tolist()


def test_a_lease_belongs_to_one_until_it_expires_or_its_holder_dies(base: Base) -> None:
    minute = timedelta(minutes=1)
    mine, theirs = work.new_holder(), work.new_holder()
    with base.transaction() as connection:
        assert work.acquire(connection, "x", mine, NOW, minute)
        assert work.acquire(connection, "x", mine, NOW, minute)
        assert not work.acquire(connection, "x", theirs, NOW, minute)
        work.release(connection, "x", theirs)
        assert not work.acquire(connection, "x", theirs, NOW, minute)
        assert work.acquire(connection, "x", theirs, NOW + 2 * minute, minute)
        work.release(connection, "x", theirs)
        assert work.acquire(connection, "x", mine, NOW, minute)
