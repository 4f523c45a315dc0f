"""`rebost import`."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import KINDS, base_option, json_option, progress_bar, project_option, settle
from rebost.cli.plain import open_memory, print_json, say
from rebost.errors import BaseNotFoundError
from rebost.importers import FORMS, ImportReport, Remark, import_path, import_stream
from rebost.records import Kind, counted

if TYPE_CHECKING:
    from rebost.memory import Memory

_NO_ENDING = "without ending"
_REMARKS = 5
"""Shown of each import, and of each reason."""


_FORM = click.Choice([*FORMS])


@click.command(
    "import",
    short_help="Bring in notes, facts and exports.",
    epilog="\b\nrebost import samples --project casa\nrebost import --as jsonl - < records.jsonl",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@project_option("Put everything into this project; else into the one that a file or row names, or none.")
@click.option("--kind", type=KINDS, help="Everything is of this kind; else what a file or row says.")
@click.option("--as", "--form", "form", type=_FORM, help="What is there; else its name and what it holds tell.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be done.")
@click.option("--conversations", is_flag=True, help="Bring in what you said to an assistant, not only count it.")
@click.option("--allow-secrets", is_flag=True, help="Bring in texts with credentials too.")
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
    conversations: bool,
    allow_secrets: bool,
    no_vectors: bool,
    as_json: bool,
    base: Path | None,
) -> None:
    """Bring in notes (a markdown file, a folder, a vault), agents' instructions and memories, plain text (a fact a line),
    JSONL (a record a line, or an export of Rebost), the file of a memory server, an export of Claude or ChatGPT.

    What can't be read is listed with its reason, and costs nothing but itself. A second import changes nothing; records
    of notes follow their files: what was edited, renamed or deleted there is changed, renamed or forgotten here. A
    change made by hand in the base is never lost for it. docs/import.md tells the rest.
    """
    reports = []
    with _open_rehearsal(base) if dry_run else open_memory(base, create=True) as memory:
        for path in paths:
            with progress_bar(f"import {path}") as progress:
                if str(path) == "-":
                    if form not in ("text", "jsonl"):
                        raise click.UsageError("Standard input needs --as text or --as jsonl.")
                    report = import_stream(
                        memory,
                        sys.stdin.buffer,  # type: ignore[arg-type]  # a BufferedReader wherever Python runs a program
                        form=form,
                        project=project,
                        kind=Kind(kind) if kind else None,
                        dry_run=dry_run,
                        allow_secrets=allow_secrets,
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
                        allow_secrets=allow_secrets,
                        with_conversations=conversations,
                        progress=progress,
                    )
            reports.append(report)
            if not as_json:
                present(path, report, dry_run=dry_run)
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


def present(path: Path, report: ImportReport, *, dry_run: bool) -> None:
    """One line of figures on standard output, and what is to be said about them on standard error."""
    would = "would be " if dry_run else ""
    figures = [f"{report.added} {would}added"]
    for count, what in (
        (report.changed, "changed"),
        (report.renamed, "renamed"),
        (len(report.gone), "gone"),
    ):
        if count:
            figures.append(f"{count} {would}{what}" if what != "gone" else f"{count} {what}")
    figures.append(f"{report.unchanged} unchanged")
    if report.left_out:
        figures.append(f"{len(report.left_out)} left out")
    notes = f"{counted(report.files, 'note')}, " if report.files else ""
    click.echo(f"{path}: {notes}{', '.join(figures)}")
    for place, id_ in report.gone:
        say(f"gone: {place}" + ("" if dry_run else f" (forgotten; rebost forget --undo {id_} brings it back)"))
    _present_left_out(report.left_out)
    for place, reason in report.remarks[:_REMARKS]:
        say(f"remark: {place}: {reason}")
    if len(report.remarks) > _REMARKS:
        say(f"remark: {len(report.remarks) - _REMARKS} more; --json has them all")
    if report.repeated:
        place, reason = report.repeated[0]
        more = f", and {len(report.repeated) - 1} more of the kind" if len(report.repeated) > 1 else ""
        say(f"One record for two: {place} {reason}{more}.")
    for said, counts in (("Kept out", report.ignored), ("Other files, passed over", report.passed_over)):
        if counts:
            say(f"{said}: {', '.join(f'{count} {what or _NO_ENDING}' for what, count in counts.items())}.")
    if report.conversations:
        _present_conversations(report)


def _present_left_out(left_out: list[Remark]) -> None:
    """Each with its reason; of one reason a few, since a folder of templates has one for every file."""
    seen = Counter[str]()
    for place, reason in left_out:
        seen[reason] += 1
        if seen[reason] <= _REMARKS:
            say(f"left out: {place}: {reason}")
    for reason, count in seen.items():
        if count > _REMARKS:
            say(f"left out: {count - _REMARKS} more, --json names them: {reason}")


def _present_conversations(report: ImportReport) -> None:
    say(f"{report.conversations} conversations.")
    if report.waiting:
        say(f"{report.waiting} statements of yours would come in with --conversations, such as:")
        for example in report.examples:
            say(f"  {example}")


def _document(path: Path, report: ImportReport) -> dict[str, object]:
    def listed(remarks: list[Remark]) -> list[dict[str, str]]:
        return [{"place": place, "reason": reason} for place, reason in remarks]

    return {
        "path": str(path),
        "files": report.files,
        "added": report.added,
        "changed": report.changed,
        "renamed": report.renamed,
        "unchanged": report.unchanged,
        "gone": [{"place": place, "id": id_} for place, id_ in report.gone],
        "repeated": listed(report.repeated),
        "left_out": listed(report.left_out),
        "remarks": listed(report.remarks),
        "ignored": dict(report.ignored),
        "passed_over": dict(report.passed_over),
        "conversations": report.conversations,
        "waiting": report.waiting,
        "examples": list(report.examples),
    }
