"""Measures every method on the evaluation bases and writes evaluation/results.json and evaluation/RESULTS.md.

    python evaluation/run.py                      the six personal bases and our own four
    python evaluation/run.py --public FOLDER      also the public sets in this folder, which the project doesn't ship
    python evaluation/run.py --set NAME --method NAME    only this set, only this method; may be given several times
    python evaluation/run.py --page               only write RESULTS.md again, from results.json
    python evaluation/run.py --check              write nothing; fail when the figures aren't those in results.json

Vectors are kept in `.cache/`, so that a second run takes a fraction of the time.
What isn't measured stays in results.json as it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rebost.embedders import choose_embedder
from rebost.errors import EmbedderError
from rebost.evaluation import METHODS, EvaluationSet, Results, crossed, evaluate, load_all
from rebost.evaluation.caching import CachedEmbedder
from rebost.evaluation.page import page

HERE = Path(__file__).resolve().parent
FOLDERS = (HERE / "personal", HERE / "own")
"""The personal bases, and those that a language model wrote: of these only the turn of questions was learned (`turning.py`)."""
RESULTS = HERE / "results.json"
PAGE = HERE / "RESULTS.md"
VECTORS = HERE.parent / ".cache" / "evaluation-vectors.npz"
CROSSED = ("xquad-en", "xquad-es")
"""Base and questions of the test across languages."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; 1 when `--check` finds other figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--public", type=Path, metavar="FOLDER", help="a folder with public sets, one a subfolder")
    parser.add_argument("--set", action="append", dest="sets", metavar="NAME", help="only this set")
    parser.add_argument("--method", action="append", dest="methods", choices=METHODS, help="only this method")
    parser.add_argument("--page", action="store_true", help="only write RESULTS.md again, from results.json")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the figures have changed")
    options = parser.parse_args(arguments)
    if options.page:
        results = Results.from_json(json.loads(RESULTS.read_text("utf-8")))
    else:
        sets = [one for folder in FOLDERS for one in load_all(folder)]
        sets += public_sets(options.public) if options.public else ()
        wanted = [one for one in sets if options.sets is None or one.name in options.sets]
        results = merged(measured(wanted, options.methods or METHODS))
    if options.check:
        return check(results)
    kept = results.to_json()
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    # From what was kept, so that the page made again is the same to the last digit.
    PAGE.write_text(page(Results.from_json(kept)), encoding="utf-8")
    return 0


def measured(sets: Sequence[EvaluationSet], methods: Sequence[str]) -> Results:
    """The figures of today."""
    model = choose_embedder()
    if model is None:
        raise EmbedderError("The evaluation needs a sentence model, and this platform has none.")
    embedder = CachedEmbedder(model)
    embedder.load(VECTORS)
    try:
        results = evaluate(sets, methods, embedder=embedder, with_leave_out=True, progress=show)
    finally:
        embedder.save(VECTORS)
    sys.stderr.write("\n")
    return results


def merged(results: Results) -> Results:
    """These figures, each in its place among those of before that weren't measured anew."""
    if not RESULTS.exists():
        return results
    new = {(run.set_name, run.method): run for run in results.runs}
    before = Results.from_json(json.loads(RESULTS.read_text("utf-8")))
    kept = [new.pop((run.set_name, run.method), run) for run in before.runs]
    return Results((*kept, *new.values()), results.versions)


def public_sets(folder: Path) -> list[EvaluationSet]:
    """The sets in the folder and, where both languages of XQuAD are there, Spanish questions on the English base."""
    sets = list(load_all(folder))
    named = {one.name: one for one in sets}
    if all(name in named for name in CROSSED):
        sets.append(crossed(*(named[name] for name in CROSSED)))
    return sets


def check(results: Results) -> int:
    """Compare with results.json; what differs goes to stderr."""
    before = Results.from_json(json.loads(RESULTS.read_text("utf-8")))
    changed = [
        f"{run['set']}, {run['method']}"
        for run, kept in zip(results.to_json()["runs"], before.to_json()["runs"], strict=False)
        if run != kept
    ]
    if len(results.runs) != len(before.runs):
        changed.append("the list of sets and methods")
    for what in changed:
        sys.stderr.write(f"The figures have changed: {what}\n")
    return 1 if changed else 0


def show(what: str, done: int, total: int) -> None:
    """One line that is written over, every hundred questions and at the end."""
    if done % 100 == 0 or done == total:
        sys.stderr.write(f"\r{done}/{total} {what:<40}")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
