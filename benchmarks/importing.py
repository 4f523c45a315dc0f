"""How fast a vault comes in, by words for all of it and by vectors for a part, beside the model alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from timing import Took, timed
from vaults import make_vault

from rebost import Memory
from rebost.analysis import paragraphs
from rebost.embedders.embedder import Embedder
from rebost.importers import import_path

WITH_VECTORS = 40
"""Notes whose vectors are made by the real model: each a tenth of a second or more."""


def by_words(notes: int, folder: Path) -> dict[str, Any]:
    """A vault with every oddity into an empty base, and once more."""
    vault = folder / "vault"
    made = make_vault(vault, notes)
    with Memory.open(folder / "words.db", embedder="none") as memory:
        first = timed(lambda: import_path(memory, vault))
        records = sum(memory.projects().values())
        again = timed(lambda: import_path(memory, vault))
        if sum(memory.projects().values()) != records:
            raise AssertionError("A second import added something.")
    return {
        "notes": len(made.notes),
        "records": records,
        "files left out": len(made.left_out),
        "by words, records a second": round(records / first.wall),
        "by words, records a second of processor time": round(records / first.cpu),
        "a second import, seconds": round(again.wall, 2),
        "a second import, seconds of processor time": round(again.cpu, 2),
    }


def by_vectors(embedder: Embedder, folder: Path) -> dict[str, Any]:
    """Some notes' vectors in a base, and those of the same paragraphs by the model alone."""
    vault = folder / "small"
    make_vault(vault, WITH_VECTORS)
    with Memory.open(folder / "vectors.db", embedder=embedder) as memory:
        import_path(memory, vault)
        texts = [part for record in memory.records() for part in paragraphs(record.text)]
        records = sum(memory.projects().values())
        embedder.embed_records(texts[:2])
        alone = [timed(lambda: embedder.embed_records(texts))]
        settled = timed(memory.settle)
        alone.append(timed(lambda: embedder.embed_records(texts)))
    mean = Took(sum(took.wall for took in alone) / 2, sum(took.cpu for took in alone) / 2)
    return {
        "words of a paragraph, on average": round(sum(len(text.split()) for text in texts) / len(texts)),
        "by vectors, records a second": round(records / settled.wall, 1),
        "by vectors, paragraphs a second": round(len(texts) / settled.wall, 1),
        "the model alone, paragraphs a second": round(len(texts) / mean.wall, 1),
        "share of what the model alone does": round(mean.wall / settled.wall, 2),
        "share of what the model alone does, processor time": round(mean.cpu / settled.cpu, 2),
    }
