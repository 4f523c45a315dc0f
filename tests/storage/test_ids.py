from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.errors import AmbiguousIdError, UnknownRecordError
from rebost.storage import Base, ids
from storage.helpers import NOW, put, row_of


def test_ids_ascend_even_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(
        [2_000_000_000_000_000_000, 2_000_000_000_000_000_000, 1_999_000_000_000_000_000, 2_100_000_000_000_000_000]
    )
    monkeypatch.setattr(ids.time, "time_ns", lambda: next(times))
    maker = ids.IdMaker()
    made = [maker.new() for _ in range(4)]
    assert made == sorted(set(made))
    assert {len(id_) for id_ in made} == {11}


@given(st.integers(0, 2**55 - 1), st.integers(0, 2**55 - 1))
def test_ids_sort_as_their_numbers_do(one: int, other: int) -> None:
    assert (ids.encode(one) < ids.encode(other)) == (one < other)


def test_a_record_is_found_by_any_unambiguous_beginning_as_people_write_it(base: Base) -> None:
    ones = [put(base, f"record {number}")[0].record for number in range(3)]
    for one in ones:
        others = [other.id for other in ones if other is not one]
        shortest = next(n for n in range(1, 12) if not any(other.startswith(one.id[:n]) for other in others))
        row = row_of(base, one.id)
        for length in range(shortest, 12):
            assert row_of(base, one.id[:length]) == row
        assert row_of(base, f"  {one.id.upper().replace('0', 'O').replace('1', 'l')} ") == row
        if shortest > 1:
            with pytest.raises(AmbiguousIdError, match="Give more"):
                row_of(base, one.id[: shortest - 1])


@pytest.mark.parametrize("wrong", ["", " ", "zzzzzzzzzzz", "%", "_", "0" * 12, "é", "u", "\0", "'; DROP TABLE records"])
def test_what_no_id_begins_with_is_unknown(base: Base, wrong: str) -> None:
    put(base, "a record")
    with pytest.raises(UnknownRecordError, match="has the id"):
        row_of(base, wrong)


def test_a_forgotten_record_is_unknown_but_to_who_restores_it(base: Base) -> None:
    (done,) = put(base, "a record")
    row = row_of(base, done.record.id)
    with base.write(NOW) as writer:
        writer.forget(row)
    with pytest.raises(UnknownRecordError, match="was forgotten on 2026-03-01"):
        row_of(base, done.record.id)
    assert row_of(base, done.record.id, forgotten=True) == row
    assert row_of(base, done.record.id, forgotten=None) == row


def test_an_id_that_another_process_made_too_is_made_again(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    (done,) = put(base, "first")
    made = iter([done.record.id, done.record.id, "zzzzzzzzzzz"])
    new: Callable[[object], str] = lambda _: next(made)  # noqa: E731
    monkeypatch.setattr(ids.IdMaker, "new", new)
    assert put(base, "second")[0].record.id == "zzzzzzzzzzz"


def test_row_numbers_are_never_given_twice(base: Base) -> None:
    put(base, "one")
    (last,) = put(base, "two")
    row = row_of(base, last.record.id)
    with base.write(NOW) as writer:
        writer.forget(row)
        writer.purge(row=row)
    (next_,) = put(base, "three")
    assert row_of(base, next_.record.id) == row + 1
