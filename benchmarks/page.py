"""docs/performance.md, made from the figures of a run and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from targets import Results, Target, targets

_INTRODUCTION = """# Performance

Made by `benchmarks/run.py --write`; don't edit it by hand. The figures of a section are of one run on one machine, which other
programs may have been using too: compare them with each other rather than with other pages, and where they differ trust the processor
time (the median, all threads together) more than the clock. Records and questions are synthetic, with the word frequencies of
natural language (`benchmarks/texts.py`).
"""
_TARGETS = """
## What was to be reached

Set before it was built, for two processors. The sections below say what each figure is.

| figure | to reach | measured | |
| --- | --: | --: | --- |
"""
_SCALE = """
## As the base grows

![Time of a recall by the number of records, both axes logarithmic](DRAWING)

Each engine is asked the same questions in the same run, ten in a row in turn, for the best eight. The question's vector is made
already; engines of vectors have one made-up vector a record, so they answer only the half of a question that vectors are. Rebost
has one for each paragraph of a note, and gives reasons with what it returns.
"""
_EARLIER = """
## Others, not measured here

Figures of ours of November 2026, on a machine of the same kind: 2,000 short facts in three languages, 100 questions, the best ten; the
question's vector is made within the time. They need more than a package to be run beside the others.

| | median, ms | 95th percentile, ms | added a second | memory, MB |
| --- | --: | --: | --: | --: |
| lancedb, hybrid, with e5 | 23 | 33 | 104 | 361 |
| txtai 9.14.0, hybrid, with e5 | 21 | 23 | 55 | 699 |
| agentrecall-db 0.2.0, words only | 2.4 | | 4,619 | 27 |
| agentrecall-db 0.2.0, with e5 | 19 | | 62 | 376 |
| memsearch 0.4.23, with e5 | 301 | 415 | 5 | 369 |
"""
_TITLES: Mapping[str, tuple[str, str]] = {
    "recall": (
        "Recall in a running program",
        "The question's vector is already made: what is measured is ranking, base and explanations. Milliseconds.",
    ),
    "shell": (
        "`rebost recall` from the shell",
        (
            "Whole processes, run turn by turn. The model alone is the least that an answer with vectors can take. Rows that "
            "begin with `python` are the parts: the interpreter alone, and with one import. Milliseconds."
        ),
    ),
    "hooks": (
        "`rebost hook` from the shell",
        (
            "Whole processes, without the limit of 470 ms that a prompt's hook has by itself. The processor time is without that "
            "of the process which does the work, since nobody waits for its end. Milliseconds."
        ),
    ),
    "server": (
        "`rebost mcp`",
        (
            "From the start of the process to its first answers, beside an empty server of the SDK, turn by turn. The processor time is "
            "that of the whole process, a recall and what goes on beside it included. Milliseconds."
        ),
    ),
    "console": (
        "`rebost console`: the page Test",
        (
            "From the request to the last byte of the page, in a running console. The question's vector is already made: what is measured is "
            "recall, the explanations of pieces and of records left out, and the page made of them. Milliseconds."
        ),
    ),
    "adding": (
        "Adding records",
        (
            "From a JSONL file until every record can be found by its words; and one at a time, each on the disk before the next one. "
            "Beside it a table with a word index of SQLite alone, which analyses and compares nothing."
        ),
    ),
    "importing": (
        "Importing a vault",
        (
            "Made-up notes in fifty folders, one in twenty long enough to be split, and among them all that goes wrong in vaults "
            "(`benchmarks/vaults.py`). The vectors are those of forty notes."
        ),
    ),
    "vectors": (
        "Making vectors",
        "One-line records, in a base and by the model alone; and the vector of one question, in milliseconds.",
    ),
}


def page(results: Results, drawing: str) -> str:
    """The page, the same for the same figures. `drawing` is where the drawing of the growth stands."""
    parts = [_INTRODUCTION, _reached(list(targets(results)))]
    if "scale" in results:
        scale = results["scale"]
        parts.append(f"{_SCALE.replace('DRAWING', drawing)}\n{_measured(scale)}\n\n{_growth(scale['figures'])}")
    for name, (title, note) in _TITLES.items():
        if name in results:
            figures = results[name]["figures"]
            parts.append(f"\n## {title}\n\n{note} Records: {figures['records']:,}. {_measured(results[name])}\n\n")
            parts.append(_spreads({key: value for key, value in figures.items() if isinstance(value, dict)}))
            parts.append(_singles({key: value for key, value in figures.items() if not isinstance(value, dict)}))
    return "".join([*parts, _EARLIER])


def _measured(result: Mapping[str, Any]) -> str:
    return f"Measured on {result['measured']}: {result['machine']}."


def _reached(wanted: Sequence[Target]) -> str:
    rows: list[str] = []
    open_ones: dict[str, str] = {}
    for target in wanted:
        limit = f"{'at least' if target.more else 'at most'} {target.limit:,g} {target.unit}"
        if target.measured is None:
            rows.append(f"| {target.figure} | {limit} | not measured yet | |\n")
            continue
        rows.append(f"| {target.figure} | {limit} | {target.measured:,g} | {'yes' if target.reached else 'no'} |\n")
        if not target.reached:
            open_ones.setdefault(target.takes, target.figure)
    takes = "".join(f"- {figure}: {takes.rstrip('.')}.\n" for takes, figure in open_ones.items())
    return _TARGETS + "".join(rows) + (f"\nWhat the rest would take:\n\n{takes}" if takes else "")


def _growth(figures: Mapping[str, Any]) -> str:
    sizes = figures["sizes"]
    head = "| | " + " | ".join(f"{int(size):,}" for size in sizes) + " |\n| ---" + " | --:" * len(sizes) + " |\n"
    engines = dict.fromkeys(name for at in sizes.values() for name in at["recall"])

    def table(rows: Mapping[str, Sequence[str]]) -> str:
        return head + "".join(f"| {name} | {' | '.join(cells)} |\n" for name, cells in rows.items())

    def each(*path: str) -> list[str]:
        return [f"{_at(at, path):,}" if _at(at, path) is not None else "" for at in sizes.values()]

    times = {name: [_times(at["recall"].get(name)) for at in sizes.values()] for name in engines}
    filled = dict.fromkeys(name for at in sizes.values() for name in at["filled, records a second"])
    bases = {
        "words a record": each("words a record"),
        "vectors a record": each("vectors a record"),
        "bytes a record on the disk": each("bytes a record"),
        "most memory of a process that asks once, with e5, MB": each("peak memory, MB", "e5"),
        "the same, words only, MB": each("peak memory, MB", "none"),
        "first recall of a process, vectors read from the base, ms": each(
            "first, vectors read from the base", "median"
        ),
    }
    facts = figures["facts alone"]
    tables = ", ".join(f"{name} {size}" for name, size in facts["by table and index"].items())
    peers = ", ".join(dict.fromkeys(figures["peers"].values()))
    return (
        "Milliseconds by the number of records: median (95th percentile), processor time.\n\n"
        + table(times)
        + f"\nOthers: {peers}."
        + (f" Left out, since they aren't installed: {', '.join(figures['left out'])}." if figures["left out"] else "")
        + "\n\nFilling the others, records a second:\n\n"
        + table({name: each("filled, records a second", name) for name in filled})
        + "\nRebost's base:\n\n"
        + table(bases)
        + f"\nWithout long notes ({facts['records']:,} records of {facts['words a record']} words): "
        + f"{facts['bytes a record']:,} bytes a record, of these by table and index: {tables}.\n"
    )


def _at(figures: Mapping[str, Any], path: Sequence[str]) -> Any:
    found: Any = figures
    for step in path:
        found = found.get(step) if found is not None else None
    return found


def _times(row: Mapping[str, float] | None) -> str:
    if row is None:
        return ""
    return f"{_short(row['median'])} ({_short(row['p95'])}), {_short(row['cpu'])}"


def _short(milliseconds: float) -> str:
    return f"{milliseconds:,.2f}" if milliseconds < 1 else f"{milliseconds:,.1f}"


def _spreads(rows: Mapping[str, Mapping[str, float]]) -> str:
    if not rows:
        return ""
    lines = "".join(
        f"| {name} | {row['median']:.1f} | {row['p95']:.1f} | {row['cpu']:.1f} | {row['runs']} |\n"
        for name, row in rows.items()
    )
    return f"| | median | 95th percentile | processor time | runs |\n| --- | --: | --: | --: | --: |\n{lines}"


def _singles(rows: Mapping[str, float]) -> str:
    return "".join(f"\n- {name}: {value:,}" for name, value in rows.items() if name != "records") + "\n"
