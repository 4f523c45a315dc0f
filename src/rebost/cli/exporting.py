"""`rebost export`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rebost.cli.common import base_option, progress_bar, project_option
from rebost.cli.plain import open_memory, say
from rebost.records import counted


@click.command(
    "export",
    short_help="Take everything out: as rows, or as notes.",
    epilog="\b\nrebost export everything.jsonl\nrebost export --project casa -\nrebost export --markdown notes",
)
@click.argument("target", metavar="FILE|-|FOLDER", type=click.Path(path_type=Path, allow_dash=True))
@project_option("Only the records of this project.")
@click.option(
    "--markdown", is_flag=True, help="A folder of notes, one for each current record, that Obsidian can open."
)
@base_option
def export_command(target: Path, project: str | None, markdown: bool, base: Path | None) -> None:
    """Take out all that the base holds, a row of JSON a line: records of every state with their former texts, dates
    and uses, links, questions and marks. `rebost import` brings all of it back as it was. - is standard output.

    With --markdown, the current records as a new folder of notes, which `rebost import` reads as well. What is
    exported isn't encrypted, and holds whatever the base holds. The files are readable by you only.
    """
    from rebost.exporters import export_file, export_stream, export_vault

    if markdown and str(target) == "-":
        raise click.UsageError("Notes need a folder to go to.")
    with open_memory(base) as memory, progress_bar("export") as progress:
        if markdown:
            notes = export_vault(memory, target, project, progress).notes
            message = f"{notes} notes in {target}."
        elif str(target) == "-":
            message = f"{counted(export_stream(memory, sys.stdout, project))}."
        else:
            message = f"{counted(export_file(memory, target, project, progress))} in {target}."
    say(message)
