from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rebost import Memory
from rebost.memory.comparing import LookAlike
from rebost.records import Record
from rebost.upkeep.review import examined, findings


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "base.db", embedder="none") as memory:
        yield memory


@pytest.mark.parametrize(
    ("older", "newer", "only_older", "only_newer", "may_contradict"),
    [
        ("The flat at 3 Elm St is sold", "the flat at 5 Elm St is sold.", ("3",), ("5",), True),
        ("L'Anna viu a Girona.", "L'Anna viu a Vic des de maig.", ("Girona.",), ("Vic des de maig.",), False),
        ("L'Anna viu a Girona.", "L'Anna viu a Girona, al carrer Nou.", (), ("al carrer Nou.",), False),
        ("SSH is on port 22", "SSH is on port 49222", ("22",), ("49222",), True),
        ("the same", "The same!", (), (), False),
    ],
)
def test_a_finding_says_what_only_one_of_the_two_says(
    older: str, newer: str, only_older: tuple[str, ...], only_newer: tuple[str, ...], may_contradict: bool
) -> None:
    finding = examined(LookAlike(Record("a", older), Record("b", newer), 0.7))
    assert (finding.only_older, finding.only_newer) == (only_older, only_newer)
    assert finding.may_contradict == may_contradict


def test_what_may_contradict_comes_first_and_imports_are_compared(memory: Memory) -> None:
    texts = [
        "The blue bicycle stands in the cellar behind the boiler",
        "The blue bicycle stands in the cellar behind the boiler and wants new tyres before the summer",
        "SSH is on port 22",
        "SSH is on port 49222",
    ]
    for text in texts:
        memory.remember(text)
    found = findings(memory)
    assert [finding.may_contradict for finding in found] == [True, False]
    assert found[0].pair.newer.text == "SSH is on port 49222"
    assert found[1].only_newer == ("and wants new tyres before the summer",)


def test_a_base_that_cant_be_written_shows_what_is_known(memory: Memory) -> None:
    memory.remember("SSH is on port 22")
    memory.remember("SSH is on port 49222")
    with Memory.open(memory.path, embedder="none", read_only=True) as reader:
        assert len(findings(reader)) == 1


def test_long_notes_are_compared_in_time(memory: Memory) -> None:
    long = " ".join(f"word{number % 977}" for number in range(40_000))
    finding = examined(LookAlike(Record("a", long), Record("b", long + " more"), 0.9))
    assert not finding.may_contradict
