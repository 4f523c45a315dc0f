"""Bases of synthetic records with vectors in a real model's name, made once and kept under `.cache/`."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from embedding import ReadyVectors
from texts import Texts

from rebost import Memory
from rebost.embedders import choose_embedder
from rebost.importers import import_path

MODEL = "e5"
KEPT = Path(__file__).resolve().parent.parent / ".cache" / "benchmarks"


def kept_base(records: int, folder: Path) -> tuple[Path, str]:
    """A copy, in a folder, of the base of so many records, and a question that it answers."""
    source = Texts()
    texts = source.records(records)
    kept = KEPT / f"{records}.db"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        draft = KEPT / f"{records}-{os.getpid()}.db"
        fill(draft, texts).close()
        draft.replace(kept)
    with Memory.open(kept, embedder="none"):
        pass  # of another version it is brought up to date, here and not in what is measured
    copy = folder / kept.name
    shutil.copyfile(kept, copy)
    return copy, source.questions(1, texts)[0]


def ready_vectors() -> ReadyVectors:
    """Vectors in the real model's name that cost nothing to make."""
    real = choose_embedder(wanted=MODEL)
    if real is None:
        raise LookupError(MODEL)
    return ReadyVectors(real.model_id, real.dimension)


def fill(path: Path, texts: list[str]) -> Memory:
    """Make a base of these records. The vectors cost nothing to make, and as much as real ones to compare."""
    file = path.with_suffix(".jsonl")
    file.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), encoding="utf-8")
    memory = Memory.open(path, embedder=ready_vectors())
    import_path(memory, file)
    memory.settle()
    file.unlink()
    return memory
