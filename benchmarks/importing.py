#!/usr/bin/env python3
"""How fast a vault comes in: records a second of processor time, by words for all of it and by vectors for a part.

    .venv/bin/python benchmarks/importing.py [NOTES]

Processor time, since a machine is seldom idle. The vault is made up: short and long notes with front matter, tags and links.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from rebost import Memory
from rebost.importers import ImportReport, import_path

NOTES = 5_000
WITH_VECTORS = 200
WORDS = "paret cuina factura servidor caldera llibre projecte viatge metge port anna pau vic girona setembre".split()


def make(folder: Path, notes: int) -> None:
    chance = random.Random(7)
    for number in range(notes):
        place = folder / f"f{number % 50}"
        place.mkdir(parents=True, exist_ok=True)
        sections = 12 if number % 20 == 0 else 1
        body = "\n\n".join(
            f"## Secció {section}\n\n" + " ".join(chance.choices(WORDS, k=60)) + f" {number}."
            for section in range(sections)
        )
        front = f"---\ntags: [{chance.choice(WORDS)}]\naliases: [nota {number}]\n---\n"
        (place / f"Nota {number}.md").write_text(
            f"{front}{body}\n\n[[Nota {number // 2}]] #{chance.choice(WORDS)}", "utf-8"
        )


def timed(act: Callable[[], ImportReport]) -> tuple[ImportReport, float]:
    start = time.process_time()
    return act(), time.process_time() - start


def main() -> None:
    notes = int(sys.argv[1]) if len(sys.argv) > 1 else NOTES
    with TemporaryDirectory() as place:
        vault = Path(place) / "vault"
        make(vault, notes)
        with Memory.open(Path(place) / "words.db", embedder="none") as memory:
            report, took = timed(lambda: import_path(memory, vault))
            print(f"{notes} notes, {report.added} records by words: {report.added / took:.0f} records/s")
            report, took = timed(lambda: import_path(memory, vault))
            assert not report.added
            print(f"again, nothing changed: {took:.1f} s")
        small = Path(place) / "small"
        make(small, WITH_VECTORS)
        with Memory.open(Path(place) / "vectors.db") as memory:
            report = import_path(memory, small)
            start = time.process_time()
            memory.settle()
            print(f"{report.added} records by vectors: {report.added / (time.process_time() - start):.0f} records/s")


if __name__ == "__main__":
    main()
