"""Bases of synthetic records with vectors in a real model's name, made once and kept under `.cache/`."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from embedding import ReadyVectors
from texts import Texts

from rebost import Memory
from rebost.embedders import choose_embedder
from rebost.importers import import_path

MODEL = "e5"
KEPT = Path(__file__).resolve().parent.parent / ".cache" / "benchmarks"
KEPT_FROM = 1_000
"""Records: a smaller base is made as quickly as it is copied."""


def kept_base(records: int, folder: Path) -> Path:
    """A copy, in a folder, of the base of so many records: the first that `Texts()` gives."""
    copy = folder / f"{records}.db"
    if records < KEPT_FROM:
        fill(copy, Texts().stream(records)).close()
        return copy
    kept = KEPT / copy.name
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        draft = KEPT / f"{records}-{os.getpid()}.db"
        fill(draft, Texts().stream(records)).close()
        draft.replace(kept)
    with Memory.open(kept, embedder="none"):
        pass  # of another version it is brought up to date, here and not in what is measured
    shutil.copyfile(kept, copy)
    return copy


def a_question() -> str:
    """A question that each kept base answers: about one of its first records."""
    source = Texts()
    return source.questions(1, source.records(KEPT_FROM))[0]


def ready_vectors() -> ReadyVectors:
    """Vectors in the real model's name that cost nothing to make."""
    real = choose_embedder(wanted=MODEL)
    if real is None:
        raise LookupError(MODEL)
    return ReadyVectors(real.model_id, real.dimension)


def fill(path: Path, texts: Iterable[str]) -> Memory:
    """Make a base of these records. The vectors cost nothing to make, and as much as real ones to compare.

    The texts are never all in memory, however many they are.
    """
    file = path.with_suffix(".jsonl")
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    memory = Memory.open(path, embedder=ready_vectors())
    import_path(memory, file)
    memory.settle()
    file.unlink()
    return memory
