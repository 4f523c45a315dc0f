"""Everything that writes to a base, each as one call on a base that holds something of every sort."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from memory.fakes import FakeEmbedder
from rebost import Draft, Memory
from rebost.importers import import_path
from rebost.storage.connection import wal_of
from rebost.storage.copying import copy_base

DIMENSION = 8
_EXPORTED: list[tuple[str, Mapping[str, Any]]] = []
"""The rows of another base's export."""


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
    if not _EXPORTED:
        with Memory.open(path.with_name("other.db"), embedder="none") as memory:
            memory.remember_many([Draft(f"Fila {number} de fora.", project="fora") for number in range(5)])
            _EXPORTED.extend((f"row {number}", row) for number, row in enumerate(memory.exported()))
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
        memory.remember("Vell projecte, tot fet.", project="arxiu")
        memory.archive_project("arxiu")
        memory.mark("on viu la Núria?", flat.id, True)
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


def _take_in(memory: Memory) -> object:
    return memory.take_in(_EXPORTED)


def _import(memory: Memory) -> object:
    folder = memory.path.parent / "notes"
    folder.mkdir(exist_ok=True)
    for name in ("Casa", "Cotxe"):
        (folder / f"{name}.md").write_text(f"# {name}\n\nEs va comprar el 2019.\n", encoding="utf-8")
    try:
        return import_path(memory, folder)
    finally:
        shutil.rmtree(folder)


def _back_up(memory: Memory) -> object:
    target = memory.path.with_name("backup.db")
    try:
        return copy_base(memory.path, target)
    finally:
        target.unlink(missing_ok=True)


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
    Operation("amend", lambda memory: memory.amend(_current(memory, "Núria"), project="feina", tags=["pis"])),
    Operation("rename a project", lambda memory: memory.rename_project("casa", "pis")),
    Operation("merge projects", lambda memory: memory.merge_projects("casa", "feina")),
    Operation("archive a project", lambda memory: memory.archive_project("casa")),
    Operation("unarchive a project", lambda memory: memory.unarchive_project("arxiu")),
    Operation("mark", lambda memory: memory.mark("qui?", _current(memory, "Núria"), True)),
    Operation("mark silence", lambda memory: memory.mark_silence("qui vola?")),
    Operation("unmark", lambda memory: memory.unmark("on viu la Núria?")),
    Operation("supersede", lambda memory: memory.supersede(_current(memory, "número 3"), _current(memory, "número 4"))),
    Operation("keep both", lambda memory: memory.keep_both(_current(memory, "número 3"), _current(memory, "número 4"))),
    Operation("compare", lambda memory: memory.compare()),
    Operation("take in an export", _take_in, in_steps=True),
    Operation("import", _import, in_steps=True),
    Operation("back up", _back_up),
    Operation("settle", lambda memory: memory.settle(timeout=5)),
    Operation("recall", lambda memory: memory.recall("qui viu a Olot?", method="classic")),
)
