"""The figures of an evaluation as tables, for a terminal and for a page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rebost.evaluation.measures import FIGURES, Measures, mean
from rebost.evaluation.results import Results, Run

NO_FIGURE = "-"
_HEADINGS = {"gold_share": "gold share"}


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, a row of names, and rows of cells; the first `labels` columns are text, the others figures."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int = 1


def render(results: Results) -> str:
    """The results as plain text for a person at a terminal."""
    parts = [_plain(table) for table in tables(results)]
    models = sorted({run.model for run in results.runs if run.model is not None})
    if models:
        parts.append("Vectors by " + ", ".join(models) + ".\n")
    return "\n".join(parts)


def tables(results: Results) -> tuple[Table, ...]:
    """All tables that the results have figures for."""
    sided = [run for run in results.runs if run.figures.all.balanced is not None]
    one_sided = [run for run in results.runs if run.figures.all.balanced is None]
    methods = results.methods
    found = [
        _overview("All questions", sided, methods),
        _types("By type: hit where there is an answer, silence where there is none", sided, methods),
        *(_types_of(method, [run for run in sided if run.method == method], results.set_names) for method in methods),
        _pooled("By language of the question, all bases together", sided, methods, lambda run: run.figures.by_language),
        _pooled("By style of the question, all bases together", sided, methods, lambda run: run.figures.by_style),
        _overview("Sets in which every question is of one side", one_sided, methods),
        _leave_out([run for run in results.runs if run.leave_out is not None]),
    ]
    return tuple(table for table in found if table is not None)


def markdown(table: Table) -> str:
    """A table of a markdown page, without its title."""
    rule = ["---"] * table.labels + ["--:"] * (len(table.header) - table.labels)
    return "".join(f"| {' | '.join(row)} |\n" for row in (table.header, rule, *table.rows))


def _overview(title: str, runs: Sequence[Run], methods: Sequence[str]) -> Table | None:
    if not runs:
        return None
    rows = [(run.set_name, run.method, *_figures(run.figures.all)) for run in runs]
    if len({run.set_name for run in runs}) > 1:
        for method in methods:
            parts = [run.figures.all for run in runs if run.method == method]
            if parts:
                rows.append(("mean", method, *_figures(mean(parts))))
    header = ("set", "method", *(_HEADINGS.get(name, name) for name in FIGURES))
    return Table(title, header, tuple(rows), labels=2)


def _types(title: str, runs: Sequence[Run], methods: Sequence[str]) -> Table | None:
    """A row a type, a column a method: the mean of the bases."""
    rows = []
    for name, side in _type_sides(runs):
        cells, questions = [], 0
        for method in methods:
            parts = [run.figures.by_type[name] for run in runs if run.method == method and name in run.figures.by_type]
            cells.append(_figure(getattr(mean(parts), side)))
            questions = max(questions, sum(_count(part, side) for part in parts))
        rows.append((name, side, str(questions), *cells))
    return Table(title, ("type", "measure", "questions", *methods), tuple(rows), labels=2) if rows else None


def _types_of(method: str, runs: Sequence[Run], set_names: Sequence[str]) -> Table | None:
    """A row a type, a column a base: one method."""
    by_set = {run.set_name: run.figures.by_type for run in runs}
    if len(by_set) < 2:
        return None
    columns = [name for name in set_names if name in by_set]
    rows = []
    for name, side in _type_sides(runs):
        parts = [by_set[column].get(name) for column in columns]
        cells = [NO_FIGURE if part is None else _figure(getattr(part, side)) for part in parts]
        rows.append((name, side, *cells))
    return Table(f"By type and base: {method}", ("type", "measure", *columns), tuple(rows), labels=2) if rows else None


def _pooled(
    title: str, runs: Sequence[Run], methods: Sequence[str], groups: Callable[[Run], Mapping[str, Measures]]
) -> Table | None:
    """A row a group and side, a column a method: every question weighs the same, whichever base it belongs to."""
    rows = []
    for name in sorted({name for run in runs for name in groups(run)}):
        for side in ("hit", "silence"):
            cells, questions = [], 0
            for method in methods:
                parts = [groups(run)[name] for run in runs if run.method == method and name in groups(run)]
                counts = [_count(part, side) for part in parts]
                sums = [getattr(part, side) * count for part, count in zip(parts, counts, strict=True) if count]
                cells.append(_figure(sum(sums) / sum(counts) if sums else None))
                questions = max(questions, sum(counts))
            if questions:
                rows.append((name, side, str(questions), *cells))
    return Table(title, ("group", "measure", "questions", *methods), tuple(rows), labels=2) if rows else None


def _leave_out(runs: Sequence[Run]) -> Table | None:
    rows = []
    for run in runs:
        result = run.leave_out
        if result is not None:
            shares = (
                result.hit,
                result.paragraph_silence,
                result.article_silence,
                result.threshold,
                result.paragraph_silence_at_threshold,
                result.article_silence_at_threshold,
            )
            rows.append((run.set_name, run.method, *(_figure(share) for share in shares)))
    header = (
        "set",
        "method",
        "hit",
        "silence without the paragraph",
        "silence without the article",
        "value that answers 95 %",
        "at it: without the paragraph",
        "at it: without the article",
    )
    return Table("The answer taken out of the base", header, tuple(rows), labels=2) if rows else None


def _type_sides(runs: Sequence[Run]) -> Iterator[tuple[str, str]]:
    """Each type with the measure that it has a figure for; those with an answer first."""
    for side in ("hit", "silence"):
        for name in sorted({name for run in runs for name in run.figures.by_type}):
            if any(_count(run.figures.by_type[name], side) for run in runs if name in run.figures.by_type):
                yield name, side


def _count(part: Measures, side: str) -> int:
    return part.answerable if side == "hit" else part.unanswerable


def _figures(measures: Measures) -> Iterator[str]:
    return (_figure(getattr(measures, name)) for name in FIGURES)


def _figure(value: float | None) -> str:
    return NO_FIGURE if value is None else f"{value:.3f}"


def _plain(table: Table) -> str:
    rows = (table.header, *table.rows)
    widths = [max(_width(row[column]) for row in rows) for column in range(len(table.header))]
    return "".join((f"{table.title}\n", *(f"  {_line(row, widths, table.labels)}\n" for row in rows)))


def _line(row: Iterable[str], widths: Sequence[int], labels: int) -> str:
    cells = []
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        filling = " " * (width - _width(cell))
        cells.append(cell + filling if column < labels else filling + cell)
    return "  ".join(cells).rstrip()


def _width(text: str) -> int:
    """Columns that a terminal takes for a text: names of sets and types may be in any script."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
