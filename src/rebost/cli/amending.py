"""`rebost amend`: what isn't the text of a record."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from rebost.cli.common import KINDS, base_option, json_option, project_option, settle, until_option
from rebost.cli.documents import record_document
from rebost.cli.plain import open_memory, print_json
from rebost.cli.presenting import facts_of

_SETTLE_SECONDS = 1.5


@click.command(
    "amend",
    short_help="Move records to another project; change their kind, tags or end.",
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@project_option("Move them into this project.")
@click.option("--no-project", is_flag=True, help="Move them out of their project, so that they are found from all.")
@click.option("--kind", type=KINDS, help="What sort of thing they say.")
@click.option("--tag", "-t", "tags", multiple=True, metavar="TAG", help="Add this tag; may be given several times.")
@click.option("--untag", "untags", multiple=True, metavar="TAG", help="Take this tag away.")
@click.option("--context", metavar="TEXT", help="A title or other names that count for the words; empty for none.")
@until_option
@click.option("--no-until", is_flag=True, help="They hold for ever, also when they had expired.")
@click.option("--allow-secrets", is_flag=True, help="Store it even though it looks like a password, key or token.")
@json_option
@base_option
def amend_command(
    ids: tuple[str, ...],
    project: str | None,
    no_project: bool,
    kind: str | None,
    tags: tuple[str, ...],
    untags: tuple[str, ...],
    context: str | None,
    until: datetime | None,
    no_until: bool,
    allow_secrets: bool,
    as_json: bool,
    base: Path | None,
) -> None:
    """Change what isn't the text of records; `rebost correct` changes the text. What isn't given stays."""
    if (project is not None and no_project) or (until is not None and no_until):
        raise click.UsageError("Give --project or --no-project, --until or --no-until, not both.")
    changes: dict[str, Any] = {"kind": kind, "project": project, "context": context, "until": until}
    changes = {name: value for name, value in changes.items() if value is not None}
    if no_project:
        changes["project"] = None
    if no_until:
        changes["until"] = None
    if not (changes or tags or untags):
        raise click.UsageError("Say what to change; --help lists what can be.")
    with open_memory(base) as memory:
        for id_ in ids:
            if tags or untags:
                changes["tags"] = [tag for tag in (*memory.get(id_).tags, *tags) if tag not in untags]
            record = memory.amend(id_, **changes, allow_secrets=allow_secrets)
            if as_json:
                print_json(record_document(record), one_line=True)
            else:
                click.echo(facts_of(record))
        settle(memory, _SETTLE_SECONDS)
