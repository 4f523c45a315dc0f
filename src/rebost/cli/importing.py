"""`rebost import`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import (
    KINDS,
    base_option,
    json_option,
    open_memory,
    print_json,
    progress_bar,
    project_option,
    say,
    settle,
)
from rebost.errors import BaseNotFoundError
from rebost.importers import FORMS, ImportReport, import_path, import_stream
from rebost.records import Kind

if TYPE_CHECKING:
    from rebost.memory import Memory

_REMARKS = 5
"""Shown of each import; a folder of templates has one for every file."""


@click.command(
    "import",
    short_help="Bring in notes, facts and exports.",
    epilog="\b\nrebost import samples --project casa\nrebost import --form jsonl - < records.jsonl",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@project_option("Put everything into this project; else into the one that a file or row names, or none.")
@click.option("--kind", type=KINDS, help="Everything is of this kind; else what a file or row says.")
@click.option(
    "--form", type=click.Choice(FORMS), help="What the files hold; else their endings tell (.md, .txt, .jsonl)."
)
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be done.")
@click.option(
    "--no-vectors", is_flag=True, help="Don't wait for the vectors: found by words at once, by meaning later."
)
@json_option
@base_option
def import_command(
    paths: tuple[Path, ...],
    project: str | None,
    kind: str | None,
    form: str | None,
    dry_run: bool,
    no_vectors: bool,
    as_json: bool,
    base: Path | None,
) -> None:
    """Bring in markdown notes (a file or a folder), plain text (a fact a line), or JSONL (a record a line).

    What can't be read is listed with its reason, and costs nothing but itself. A second import of the same files
    changes nothing; a file that was changed or renamed updates its record. In a folder, hidden files are passed over.
    """
    reports = []
    with _open_rehearsal(base) if dry_run else open_memory(base, create=True) as memory:
        for path in paths:
            with progress_bar(f"import {path}") as progress:
                if str(path) == "-":
                    if form not in ("text", "jsonl"):
                        raise click.UsageError("Standard input needs --form text or --form jsonl.")
                    report = import_stream(
                        memory,
                        sys.stdin.buffer,  # type: ignore[arg-type]  # a BufferedReader wherever Python runs a program
                        form=form,
                        project=project,
                        kind=Kind(kind) if kind else None,
                        dry_run=dry_run,
                        progress=progress,
                    )
                else:
                    report = import_path(
                        memory,
                        path,
                        project=project,
                        kind=Kind(kind) if kind else None,
                        form=form,
                        dry_run=dry_run,
                        progress=progress,
                    )
            reports.append(report)
            if not as_json:
                _present(path, report, dry_run)
        if not (dry_run or no_vectors):
            settle(memory)
    if as_json:
        print_json([_document(path, report) for path, report in zip(paths, reports, strict=True)])


@contextmanager
def _open_rehearsal(base: Path | None) -> Iterator[Memory]:
    """The base, to look at; where there is none, an empty one for as long as the command runs."""
    with ExitStack() as stack:
        try:
            memory = stack.enter_context(open_memory(base))
        except BaseNotFoundError:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="rebost-dry-run-"))
            memory = stack.enter_context(open_memory(Path(folder) / "rebost.db", create=True))
        yield memory


def _present(path: Path, report: ImportReport, dry_run: bool) -> None:
    would = "would be " if dry_run else ""
    click.echo(
        f"{path}: {report.added} {would}added, {report.updated} {would}updated, {report.unchanged} unchanged, "
        f"{len(report.left_out)} left out"
    )
    for place, reason in report.left_out:
        say(f"left out: {place}: {reason}")
    for place, reason in report.remarks[:_REMARKS]:
        say(f"remark: {place}: {reason}")
    if len(report.remarks) > _REMARKS:
        say(f"remark: {len(report.remarks) - _REMARKS} more of the kind; --json has them all")
    if report.passed_over:
        counts = ", ".join(f"{count} {ending or 'without ending'}" for ending, count in report.passed_over.items())
        say(f"Other files, passed over: {counts}.")


def _document(path: Path, report: ImportReport) -> dict[str, object]:
    return {
        "path": str(path),
        "added": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "left_out": [{"place": place, "reason": reason} for place, reason in report.left_out],
        "remarks": [{"place": place, "reason": reason} for place, reason in report.remarks],
        "passed_over": dict(report.passed_over),
    }
