"""How `schema-1.db.gz` was made: by the code of commit 03e598b, the last with the first schema.

git archive 03e598b src | tar -x -C FOLDER
PYTHONPATH=FOLDER/src:tests python tests/formats/make_schema_1.py tests/formats/schema-1.db.gz
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path

from memory.fakes import FakeEmbedder
from rebost import Draft, Memory


def make(path: Path) -> None:
    """A base of the first schema with everything that there could be in one."""
    with Memory.open(path, embedder=FakeEmbedder(dimension=8)) as memory:
        memory.remember_many(
            [
                Draft("L'Anna viu a Girona.", project="família", kind="contact", tags=("gent", "à")),  # type: ignore[arg-type]
                Draft("El lloguer es paga el dia 5.", project="casa", source="notes/casa.md#Pis"),
                Draft("The boiler was serviced in March.", project="casa", language="en"),
                Draft("# Obres\n\nEl paleta és en Pere.\n\nEl pressupost és de 4.000 €.", kind="note"),  # type: ignore[arg-type]
            ]
        )
        memory.correct(memory.remember("SSH és al port 22.").id, "SSH és al port 49222.")
        old = memory.remember("El gat es diu Mixu.")
        memory.remember("El gat es diu Nil.", supersedes=old.id)
        memory.forget(memory.remember("Una cosa oblidada.").id)
        memory.settle()
        memory.recall("on viu l'Anna?")
    with Memory.open(path, embedder="none") as memory:
        memory.remember("Encara sense vector.")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder) / "base.db")
        Path(sys.argv[1]).write_bytes(gzip.compress((Path(folder) / "base.db").read_bytes(), mtime=0))
