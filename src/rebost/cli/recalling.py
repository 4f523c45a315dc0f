"""`rebost recall`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import (
    base_option,
    current_project,
    json_option,
    open_memory,
    print_json,
    project_option,
    read_argument,
    say,
)
from rebost.config import SETTINGS, load_settings

if TYPE_CHECKING:
    from rebost.memory import Memory

_NO_MODEL = "none"
_LEFT_OUT = 20
"""Records left out that `--explain` lists: a screenful."""


@click.command(
    "recall",
    short_help="Ask in plain language.",
    epilog="\b\n"
    'rebost recall "on viu l\'Anna?"\n'
    "rebost recall --explain where does Anna live\n"
    'echo "¿dónde vive Ana?" | rebost recall -',
)
@click.argument("question", nargs=-1, required=True)
@project_option("Ask this project's records and those of no project; else the current project's.")
@click.option("--all", "everywhere", is_flag=True, help="Ask the records of every project.")
@click.option(
    "--limit", "-n", type=click.IntRange(min=1), help="Return so many pieces at most; else the setting `limit`."
)
@click.option("--method", help="Decide by this method; else by the setting `method`.")
@click.option(
    "--caution",
    type=click.Choice(SETTINGS["caution"].choices),
    help="What you would rather have: `low` loses fewer answers, `high` returns fewer wrong records; else the setting "
    "`caution`.",
)
@click.option("--former", is_flag=True, help="Show also what each record said before, and until when.")
@click.option("--explain", is_flag=True, help="Show where each score comes from, and what was left out and why.")
@json_option
@base_option
def recall_command(
    question: tuple[str, ...],
    project: str | None,
    everywhere: bool,
    limit: int | None,
    method: str | None,
    caution: str | None,
    former: bool,
    explain: bool,
    as_json: bool,
    base: Path | None,
) -> None:
    """Ask in plain language; get the few records that answer, or nothing and the reason.

    Any text is a question. Silence is an answer as well: nothing on standard output, the reason on standard error,
    and exit code 0. With --explain the records returned don't count as used.
    """
    if project is not None and everywhere:
        raise click.UsageError("Give --project or --all, not both.")
    text = read_argument(question)
    settings = load_settings()
    with open_memory(base, settings) as memory:
        recall = memory.recall(
            text,
            project=None if everywhere else project or current_project(memory),
            limit=limit or settings.limit,
            left_out=_LEFT_OUT if explain else 0,
            method=method or settings.method,
            caution=caution or settings.caution,
            counting=not explain,
        )
        unknown = _unknown(memory, project)
        before = {piece.record.id: memory.history(piece.record.id) for piece in recall.pieces if former}
    from rebost.cli.documents import recall_document
    from rebost.cli.presenting import present_left_out, present_recall, safe

    if unknown:
        say(safe(unknown))
    if as_json:
        print_json(recall_document(recall, explain=explain, former=before))
        return
    for line in present_recall(recall, explain=explain, former=before):
        click.echo(line)
    if recall.silent:
        say(f"Nothing: {recall.why}")
    if explain:
        if recall.confidence is not None:
            say(f"How likely this is right: {recall.confidence:.0%}")
        for line in present_left_out(recall):
            click.echo(line)
    # Whoever asked for words only needs no telling that only words counted.
    for notice in recall.notices if settings.embedder != _NO_MODEL else ():
        say(notice)


def _unknown(memory: Memory, project: str | None) -> str | None:
    """What to tell whoever named a project that there isn't."""
    if not project:
        return None
    from rebost.memory.naming import unknown_project

    return unknown_project(project, memory.projects())
