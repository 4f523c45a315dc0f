"""docs/performance.md, made from the figures of a run and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_INTRODUCTION = """# Performance

Made by `benchmarks/run.py --write`; don't edit it by hand. All figures are of one run on one machine, which other
programs may have been using too: compare them with each other rather than with other pages, and where they differ trust the processor
time (the median, all threads together) more than the clock. Records and questions are synthetic, with the word frequencies of
natural language (`benchmarks/texts.py`).

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
    "adding": ("Adding records by import", "From a JSONL file until every record can be found by its words."),
    "importing": (
        "Importing a vault",
        (
            "Made-up notes in fifty folders, one in twenty long enough to be split, and among them all that goes wrong in vaults "
            "(`benchmarks/vaults.py`). The vectors are those of forty notes."
        ),
    ),
    "vectors": ("Making vectors", "One-line records, in a base and by the model alone."),
}


def page(results: Mapping[str, Any]) -> str:
    """The page, the same for the same figures."""
    parts = [_INTRODUCTION, f"Machine: {results['machine']}.\n"]
    for name, figures in results["figures"].items():
        title, note = _TITLES[name]
        parts.append(f"\n## {title}\n\n{note} Records: {figures['records']:,}.\n\n")
        parts.append(_spreads({key: value for key, value in figures.items() if isinstance(value, dict)}))
        parts.append(_singles({key: value for key, value in figures.items() if not isinstance(value, dict)}))
    return "".join(parts)


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
