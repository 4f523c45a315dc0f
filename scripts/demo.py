"""Puts the sample collection into a throw-away base and asks it questions, with the same program that a user has."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SAMPLES = Path(__file__).parent.parent / "samples"

# Each question that has an answer stands beside one that is as like it as can be and has none.
QUESTIONS = (
    ("on viu l'Anna?", "Anna's home is in the samples."),
    ("on viu l'Alex?", "Nobody called Alex is: it should be silent. `classic` can't see that yet."),
    ("¿dónde trabaja Rodrigo?", "Rodrigo's work is in the samples."),
    ("¿dónde trabaja Ramiro?", "There is no Ramiro: it should be silent."),
    ("what's Hannah's phone number?", "Hannah's number is in the samples."),
    ("what's Oliver's phone number?", "There is no Oliver: it should be silent."),
    ("quina pressió ha de tenir la caldera?", "A number inside a procedure."),
    ("¿cuántas bolsas de papel hay que pedir?", "The last line of a note."),
    ("which port does the staging server use", "One fact among the servers."),
    ("KES-318", "An identifier is a question as well."),
    ("quina nevera no passa per la porta?", "Deep in a long note about building works."),
    ("who won the football yesterday?", "Nothing in the samples is about that: silence."),
)


def rebost(*arguments: str, shown: bool = True) -> None:
    """Run the command line and let it speak for itself."""
    if shown:
        print(f"\n$ {shlex.join(('rebost', *arguments))}", flush=True)
    finished = subprocess.run([sys.executable, "-m", "rebost", *arguments], check=False)
    if finished.returncode not in {0, SILENT}:
        sys.exit(finished.returncode)


SILENT = 1
"""The exit code of a recall that returned nothing."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="rebost-demo-") as folder:
        os.environ["REBOST_BASE"] = str(Path(folder) / "demo.rebost")
        for source in ("facts.txt", "records.jsonl", "notes"):
            rebost("import", str((SAMPLES / source).relative_to(Path.cwd())))
        rebost("stats")
        for question, remark in QUESTIONS:
            print(f"\n# {remark}", end="")
            rebost("recall", "--explain", question)


if __name__ == "__main__":
    main()
