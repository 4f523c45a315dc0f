"""A word that stands very often in a record leaves the index with it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from rebost.storage import Base
from rebost.storage.fetching import fetch_all
from rebost.storage.statistics import MOST_COUNTED, counts_of
from storage.helpers import NOW, put, split


@pytest.mark.parametrize("seed", range(3))
def test_a_word_that_stands_hundreds_of_times_leaves_nothing_behind(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)

    def text() -> str:
        often = ["again"] * chance.choice([0, 3, 99, 130, 800])
        return " ".join(
            [*often, *(chance.choice("abcdef") + chance.choice("ghijk") for _ in range(chance.choice([1, 5, 20])))]
        )

    base = Base.open(tmp_path / "base.db")
    live: list[int] = []
    for number in range(120):
        row = chance.choice([0, *live])
        if row == 0:
            put(base, f"{text()} {number}")
            live.append(number_of_last(base))
            continue
        with base.write(NOW) as writer:
            if chance.random() < 0.5:
                writer.forget(row)
                live.remove(row)
            else:
                changed = f"{text()} {number}"
                writer.correct(row, changed, split(changed))
    with base.transaction() as connection:
        indexed = Counter(dict(fetch_all(connection, "SELECT term, count(*) FROM occurrences GROUP BY term")))
        kept = Counter[str]()
        for (terms,) in fetch_all(connection, "SELECT terms FROM entries"):
            kept.update(counts_of(terms))
    base.close()
    assert indexed == kept
    assert "again" not in kept or kept["again"] <= MOST_COUNTED * len(live)


def number_of_last(base: Base) -> int:
    with base.transaction() as connection:
        ((row,),) = fetch_all(connection, "SELECT max(row) FROM records")
    return int(row)
