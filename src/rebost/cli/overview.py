"""`rebost projects` and `rebost stats`."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.common import base_option, current_project, json_option, open_memory, print_json


@click.command("projects", short_help="List the projects.")
@json_option
@base_option
def projects_command(as_json: bool, base: Path | None) -> None:
    """List the projects and how many records each has. A star marks the current one.

    The current project is, the first that there is: REBOST_PROJECT; what a file .rebost says, in this folder or one
    above; the name of the git repository's folder, if the base has a project of that name.
    """
    with open_memory(base) as memory:
        counts = memory.projects()
        here = current_project(memory)
    if as_json:
        print_json(
            {
                "current": here,
                "projects": {name: count for name, count in counts.items() if name},
                "no_project": counts.get(None, 0),
            }
        )
        return
    for name, count in counts.items():
        if name:
            click.echo(f"{'*' if name == here else ' '} {name}  {count}")
    click.echo(f"  {click.style('(no project)', dim=True)}  {counts.get(None, 0)}")


@click.command("stats", short_help="Show what the base holds.")
@json_option
@base_option
def stats_command(as_json: bool, base: Path | None) -> None:
    """Show what the base holds: records, projects, languages, the sentence model and its vectors."""
    with open_memory(base) as memory:
        stats = memory.stats()
    if as_json:
        print_json(
            {
                "path": str(stats.path),
                "bytes": stats.bytes,
                "records": stats.records,
                "superseded": stats.superseded,
                "forgotten": stats.forgotten,
                "projects": {name: count for name, count in stats.projects.items() if name},
                "no_project": stats.projects.get(None, 0),
                "languages": dict(stats.languages),
                "main_language": stats.main_language,
                "chosen_languages": list(stats.chosen_languages),
                "model": stats.model,
                "model_problem": stats.model_problem,
                "base_model": stats.base_model,
                "vectors": dict(stats.vectors),
                "waiting": stats.waiting,
            }
        )
        return
    chosen = " (chosen)" if stats.chosen_languages else ""
    languages = ", ".join(f"{language} {count}" for language, count in stats.languages.items())
    vectors = ", ".join(f"{count} by {model}" for model, count in stats.vectors.items() if count)
    named = sum(1 for name in stats.projects if name)
    for label, value in (
        ("base", f"{stats.path}, {stats.bytes / 1e6:.1f} MB"),
        ("records", f"{stats.records}, {stats.superseded} superseded, {stats.forgotten} forgotten"),
        ("projects", f"{named}, and {stats.projects.get(None, 0)} records in none"),
        ("languages", f"{languages or 'none told yet'}; mainly {stats.main_language or 'unknown'}{chosen}"),
        ("model", stats.model or f"none: {stats.model_problem}"),
        ("vectors", f"{vectors or 'none yet'}; {stats.waiting} records wait for theirs"),
    ):
        click.echo(f"{click.style(f'{label:10}', bold=True)} {value}")
