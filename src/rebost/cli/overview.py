"""`rebost stats`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import base_option, json_option
from rebost.cli.plain import open_memory, print_json
from rebost.records import counted

if TYPE_CHECKING:
    from rebost.memory import Stats


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
                "archived": stats.archived,
                "expired": stats.expired,
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
        ("records", _counts(stats)),
        ("projects", f"{named}, and {counted(stats.projects.get(None, 0))} in none"),
        ("languages", f"{languages or 'none told yet'}; mainly {stats.main_language or 'unknown'}{chosen}"),
        ("model", stats.model or f"none: {stats.model_problem}"),
        ("vectors", f"{vectors or 'none yet'}; {counted(stats.waiting)} without theirs so far"),
    ):
        click.echo(f"{click.style(f'{label:10}', bold=True)} {value}")


def _counts(stats: Stats) -> str:
    away = {"archived": stats.archived, "expired": stats.expired}
    told = f"{stats.records}, {stats.superseded} superseded, {stats.forgotten} forgotten"
    return ", ".join([told, *(f"{count} {state}" for state, count in away.items() if count)])
