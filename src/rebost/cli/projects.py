"""`rebost projects`: which there are, and what happens to whole ones."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.common import base_option, json_option
from rebost.cli.plain import current_project, open_memory, print_json, say
from rebost.records import counted


@click.group("projects", short_help="List projects; rename, merge or put them away.", invoke_without_command=True)
@json_option
@base_option
@click.pass_context
def projects_command(ctx: click.Context, as_json: bool, base: Path | None) -> None:
    """List the projects and how many records each has. A star marks the current one.

    The current project is, the first that there is: REBOST_PROJECT; what a file .rebost says, in this folder or one
    above; the name of the git repository's folder, if the base has a project of that name.
    A single record moves to another project with `rebost amend`.
    """
    if ctx.invoked_subcommand is not None:
        return
    with open_memory(base) as memory:
        counts = memory.projects()
        archived = memory.archived_projects()
        here = current_project(memory)
    if as_json:
        print_json(
            {
                "current": here,
                "projects": {name: count for name, count in counts.items() if name},
                "no_project": counts.get(None, 0),
                "archived": archived,
            }
        )
        return
    for name, count in counts.items():
        if name:
            click.echo(f"{'*' if name == here else ' '} {name}  {count}")
    click.echo(f"  {click.style('(no project)', dim=True)}  {counts.get(None, 0)}")
    for name, count in archived.items():
        click.echo(click.style(f"  {name}  {count}, archived", dim=True))


@projects_command.command("rename", short_help="Give a project another name.")
@click.argument("name")
@click.argument("new")
@base_option
def rename_command(name: str, new: str, base: Path | None) -> None:
    """Give the project NAME the name NEW, which no other may have."""
    with open_memory(base) as memory:
        count = memory.rename_project(name, new)
    say(f"{new} has the {counted(count)} of {name} now.")


@projects_command.command("merge", short_help="Move all records of a project into another.")
@click.argument("name")
@click.argument("into")
@base_option
def merge_command(name: str, into: str, base: Path | None) -> None:
    """Move all records of the project NAME into the project INTO.

    Where both say the same, word for word, the record of INTO supersedes the other.
    """
    with open_memory(base) as memory:
        merged = memory.merge_projects(name, into)
    say(f"{into} has {counted(merged.moved)} of {name} now; {merged.superseded} said what it said already.")


@projects_command.command("archive", short_help="Put a project away: out of every recall, not gone.")
@click.argument("name")
@base_option
def archive_command(name: str, base: Path | None) -> None:
    """Put a project away whole. Its records answer nothing and count nowhere until it is unarchived."""
    with open_memory(base) as memory:
        count = memory.archive_project(name)
    say(f"{name} is put away with its {counted(count)}; `rebost projects unarchive` fetches it back.")


@projects_command.command("unarchive", short_help="Fetch an archived project back.")
@click.argument("name")
@base_option
def unarchive_command(name: str, base: Path | None) -> None:
    """Fetch an archived project back, with every record as it was."""
    with open_memory(base) as memory:
        count = memory.unarchive_project(name)
    say(f"{name} is back with {counted(count)}.")
