"""Two processes change one base in any order: each knows at its next call what one knows that opens it now."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from anomalies.effort import effort
from anomalies.holding import wrong
from memory.fakes import FakeEmbedder
from rebost import Draft, InputError, Memory, State

pytestmark = pytest.mark.slow

SIDES = st.integers(0, 1)
WORDS = st.sampled_from("caldera Núria Girona gat cotxe port pa llet mel".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
PROJECTS = st.sampled_from([None, "casa", "feina"])
PLACES = st.integers(0, 40)


class Two(RuleBasedStateMachine):
    """One base, open twice, each time with caches of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "base.db"
        self.sides = [self.open(), self.open()]
        self.sides[0].remember_many(Draft(f"Fet {number} del començament.") for number in range(12))
        self.sides[0].settle()

    def open(self) -> Memory:
        return Memory.open(self.path, embedder=FakeEmbedder(dimension=16))

    def some(self, side: int, place: int, state: State = State.CURRENT) -> str | None:
        ids = [record.id for record in self.sides[side].records(state=state)]
        return ids[place % len(ids)] if ids else None

    @rule(side=SIDES, text=TEXTS, project=PROJECTS)
    def remember(self, side: int, text: str, project: str | None) -> None:
        try:
            self.sides[side].remember(text, project=project)
        except InputError as error:
            assert "archived" in str(error)  # noqa: PT017 - it comes or it doesn't

    @rule(side=SIDES, place=PLACES, text=TEXTS)
    def correct(self, side: int, place: int, text: str) -> None:
        id_ = self.some(side, place)
        if id_:
            try:
                self.sides[side].correct(id_, text)
            except InputError as error:
                assert "says the same" in str(error)  # noqa: PT017 - it comes or it doesn't

    @rule(side=SIDES, place=PLACES, now=st.booleans())
    def forget(self, side: int, place: int, now: bool) -> None:
        id_ = self.some(side, place)
        if id_:
            self.sides[side].forget(id_, now=now)

    @rule(side=SIDES, place=PLACES)
    def restore(self, side: int, place: int) -> None:
        id_ = self.some(side, place, State.FORGOTTEN)
        if id_:
            try:
                self.sides[side].restore(id_)
            except InputError as error:
                assert str(error)  # noqa: PT017 - it comes or it doesn't

    @rule(side=SIDES, name=st.sampled_from(["casa", "feina"]), away=st.booleans())
    def archive(self, side: int, name: str, away: bool) -> None:
        memory = self.sides[side]
        try:
            (memory.archive_project if away else memory.unarchive_project)(name)
        except InputError as error:
            assert str(error)  # noqa: PT017 - it comes or it doesn't

    @rule(side=SIDES)
    def settle(self, side: int) -> None:
        self.sides[side].settle()

    @rule(side=SIDES)
    def end_and_start_again(self, side: int) -> None:
        self.sides[side].close()
        self.sides[side] = self.open()

    @invariant()
    def both_know_what_one_knows_that_opens_it_now(self) -> None:
        with self.open() as fresh:
            for question in ("on és el gat de la Núria?", "cotxe"):
                told = [  # to six places: each adds up its vectors in the order in which it came to know them
                    [
                        (piece.record.id, piece.record.text, round(piece.score, 6))
                        for piece in memory.recall(question, counting=False).pieces
                    ]
                    for memory in (fresh, *self.sides)
                ]
                assert told[0] == told[1] == told[2]
            assert fresh.stats()._replace(bytes=0) == self.sides[0].stats()._replace(bytes=0)

    def teardown(self) -> None:
        assert wrong(self.path) == []
        for memory in self.sides:
            memory.close()
        shutil.rmtree(self.folder)


TestTwo = Two.TestCase
TestTwo.settings = settings(max_examples=effort(5, 500), stateful_step_count=8, suppress_health_check=list(HealthCheck))
