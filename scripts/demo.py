"""Puts the sample collection into a throw-away base and asks it questions: the program for `scripts/demo`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rebost import Explanation, Memory, Recall, Record
from rebost.memory.passages import Passages, words_of
from rebost.ranking.explanation import describe

ROOT = Path(__file__).parent.parent

QUESTIONS = (
    # Each of these pairs is as like as can be, and only its first half has an answer.
    ("on viu l'Anna?", True),
    ("on viu l'Alex?", False),
    ("¿dónde trabaja Rodrigo?", True),
    ("¿dónde trabaja Ramiro?", False),
    ("what's Hannah's phone number?", True),
    ("what's Oliver's phone number?", False),
    # A number inside a procedure, the last lines of two notes, one fact among many, an identifier.
    ("quina pressió ha de tenir la caldera?", True),
    ("¿cuántas bolsas de papel hay que pedir?", True),
    ("which envelope are the recovery words in?", True),
    ("which port does the staging server use", True),
    ("KES-318", True),
    # Nothing in the samples is about it.
    ("who won the football?", False),
)
"""What is asked, and whether the samples hold an answer."""

_PASSAGE = 160
"""Characters shown of a long record."""
_NEAREST = 2
"""Records left out that are shown for each question."""


def rebost(*arguments: str) -> None:
    """Run the command line as it is installed, and let it speak for itself."""
    print(f"$ {shlex.join(('rebost', *arguments))}", flush=True)
    finished = subprocess.run([str(Path(sys.executable).parent / "rebost"), *arguments], check=False)
    if finished.returncode:
        sys.exit(finished.returncode)


_HELD = ("word_held", "word_misspelled", "word_by_meaning", "word_nearly")


def words(tree: Explanation) -> Iterator[Explanation]:
    """The words of the question that a record holds in one way or another."""
    if tree.name in _HELD and tree.value > 0:
        yield tree
    for detail in tree.details:
        yield from words(detail)


def why(tree: Explanation) -> Iterator[str]:
    """The upper part of an explanation, and the words that it is about."""
    yield from (line for line in describe(tree) if len(line) - len(line.lstrip()) <= 4)
    held = ", ".join(f"“{node.data['word']}”" for node in words(tree))
    yield f"  words held: {held or 'none'}"


def show(recall: Recall, seconds: float, *, answerable: bool) -> bool:
    """Print an answer and what it rests on; give back whether it spoke or kept silent as it should."""
    right = recall.silent != answerable
    verdict = ("answered" if answerable else "silent, as it should be") if right else (
        "silent, though the samples hold an answer" if answerable else "should have been silent"
    )  # fmt: skip
    print(f"\n? {recall.question}    [{verdict}; {seconds * 1000:.0f} ms]")
    for piece in recall.pieces:
        print(f"  {piece.score:.2f}  {told(piece.record, piece.explanation)}")
        for line in why(piece.explanation):
            print(f"          {line}")
    if recall.silent:
        print(f"  Nothing. {recall.why}")
    if recall.confidence is not None:
        print(f"  How sure it is: {recall.confidence:.0%}")
    for item in recall.left_out[:_NEAREST]:
        print(f"  left out: {item.score:.2f}  {item.reason.replace('_', ' ')}: {told(item.record, item.explanation)}")
    return right


def told(record: Record, tree: Explanation) -> str:
    """A record on one line: its text, or where it comes from and the passage that holds most of the question."""
    if "\n" not in record.text.strip():
        return record.text
    passage = Passages(record.text, words_of(tree)).cut(_PASSAGE).text
    return f"{record.source}: {' '.join(passage.split())}"


def ask(base: Path) -> None:
    """Ask everything, and count what went right."""
    right = 0
    with Memory.open(base) as memory:
        memory.settle()
        memory.recall("")
        for question, answerable in QUESTIONS:
            before = time.perf_counter()
            recall = memory.recall(question)
            right += show(recall, time.perf_counter() - before, answerable=answerable)
    print(f"\n{right} of {len(QUESTIONS)} as they should be, by the method `{recall.method}`.")
    print('Every number of an answer: rebost recall --explain "QUESTION"')


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="rebost-demo-") as folder:
        base = Path(folder) / "demo.db"
        # Neither the user's base nor their settings take part.
        os.environ.update(REBOST_BASE=str(base), REBOST_CONFIG=str(Path(folder) / "config.toml"))
        os.chdir(ROOT)
        for source in ("facts.txt", "records.jsonl", "notes"):
            rebost("import", f"samples/{source}")
        rebost("stats")
        ask(base)


if __name__ == "__main__":
    main()
