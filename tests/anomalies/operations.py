"""Everything that writes to a base, each as one call on a base that holds something of every sort."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from memory.fakes import FakeEmbedder
from rebost import Draft, Memory
from rebost.storage.connection import wal_of

DIMENSION = 8


class Operation(NamedTuple):
    """One call, as a person or a program makes it."""

    name: str
    act: Callable[[Memory], object]
    in_steps: bool = False
    """True when it does more than one thing, of which the first may be done when a later one fails."""


def model() -> FakeEmbedder:
    """The sentence model of the base that `make` makes."""
    return FakeEmbedder(dimension=DIMENSION)


def make(path: Path) -> None:
    """A base with current, corrected, superseded, forgotten and due records, in two projects, and with vectors."""
    with Memory.open(path, embedder=model()) as memory:
        memory.remember_many(
            [Draft(f"Fet número {number} sobre la caldera.", project="casa", tags=("obres",)) for number in range(12)]
        )
        memory.remember("# Obres\n\nPrimer paràgraf de la nota.\n\nSegon paràgraf.", kind="note", project="feina")
        flat = memory.remember("La Núria viu a Girona.")
        memory.correct(flat.id, "La Núria viu a Olot.")
        port = memory.remember("SSH és al port 22.")
        memory.remember("SSH és al port 49222.", supersedes=port.id)
        memory.forget(memory.remember("Una cosa oblidada.").id)
        memory.settle()
        memory.remember("Encara sense vector.")


def copied(base: Path, path: Path) -> Path:
    """A copy of a closed base."""
    shutil.copyfile(base, path)
    assert not wal_of(base).exists()
    return path


def open_(path: Path) -> Memory:
    """The base as a program that has used it for a while has it open."""
    memory = Memory.open(path, embedder=model(), busy_seconds=0.1)
    memory.recall("caldera", method="classic")
    return memory


def _current(memory: Memory, text: str) -> str:
    return next(record.id for record in memory.records() if text in record.text)


def _forgotten(memory: Memory) -> str:
    from rebost import State

    return next(record.id for record in memory.records(state=State.FORGOTTEN))


def _remember_replacing(memory: Memory) -> None:
    memory.remember("La Núria viu a Vic.", supersedes=_current(memory, "Núria"), tags=["gent"], context="Família")


def _remember_many(memory: Memory) -> None:
    memory.remember_many([Draft(f"Nou fet {number} dels molts, en català.", project="nou") for number in range(30)])


OPERATIONS = (
    Operation("remember", lambda memory: memory.remember("El Pau té un gat.", project="casa")),
    Operation("remember what holds until now", lambda memory: memory.remember("Avui.", until=datetime.now(UTC))),
    Operation("remember in place of another", _remember_replacing),
    Operation("remember many", _remember_many),
    Operation("correct", lambda memory: memory.correct(_current(memory, "Núria"), "La Núria viu a Vic, a la plaça.")),
    Operation("forget", lambda memory: memory.forget(_current(memory, "Obres"))),
    Operation("forget now", lambda memory: memory.forget(_current(memory, "Obres"), now=True)),
    Operation("restore", lambda memory: memory.restore(_forgotten(memory))),
    Operation("purge", lambda memory: memory.purge(timedelta(0))),
    Operation("set languages, which indexes anew", lambda memory: memory.set_languages("ca", "es")),
    Operation("settle", lambda memory: memory.settle(timeout=5)),
    Operation("recall", lambda memory: memory.recall("qui viu a Olot?", method="classic")),
)
