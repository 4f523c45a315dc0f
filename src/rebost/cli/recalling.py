"""`rebost recall`."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.asking import ask
from rebost.cli.common import base_option, json_option, project_option, read_argument
from rebost.config import SETTINGS


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
    ask(
        read_argument(question),
        project=project,
        everywhere=everywhere,
        limit=limit,
        method=method,
        caution=caution,
        former=former,
        explain=explain,
        as_json=as_json,
        base=base,
    )
