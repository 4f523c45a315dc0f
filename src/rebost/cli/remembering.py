"""`rebost remember`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from rebost.cli.common import KINDS, base_option, json_option, project_option, read_argument, settle, until_option
from rebost.cli.plain import current_project, open_memory, print_json, say
from rebost.records import Draft, Kind

_SETTLE_SECONDS = 1.5
"""Enough for any one text; after an import that was broken off it works through some of what is left."""


@click.command(
    "remember",
    short_help="Store a text.",
    epilog='\b\nrebost remember "L\'Anna viu a Girona."\necho "La Marta és la veterinària." | rebost remember --kind contact --tag gos -',
)
@click.argument("text", nargs=-1, required=True)
@project_option("Put it into this project; else into the current one.")
@click.option("--no-project", is_flag=True, help="Put it into no project, so that it is found from all of them.")
@click.option("--kind", type=KINDS, default=str(Kind.FACT), show_default=True, help="What sort of thing it says.")
@click.option("--tag", "-t", "tags", multiple=True, metavar="TAG", help="Mark it; may be given several times.")
@click.option("--source", metavar="TEXT", help="Who or what it comes from.")
@click.option("--supersedes", metavar="ID", help="The record whose place it takes.")
@until_option
@click.option("--allow-secrets", is_flag=True, help="Store it even though it looks like a password, key or token.")
@json_option
@base_option
def remember_command(
    text: tuple[str, ...],
    project: str | None,
    no_project: bool,
    kind: str,
    tags: tuple[str, ...],
    source: str | None,
    supersedes: str | None,
    until: datetime | None,
    allow_secrets: bool,
    as_json: bool,
    base: Path | None,
) -> None:
    """Store a text: a line, or a whole note from standard input. Prints its id.

    The same text in the same project is stored once. Makes the base if there is none.
    """
    if project is not None and no_project:
        raise click.UsageError("Give --project or --no-project, not both.")
    whole = read_argument(text)
    with open_memory(base, create=True) as memory:
        draft = Draft(
            whole,
            kind=Kind(kind),
            project=None if no_project else project or current_project(memory),
            tags=tags,
            source=source,
            supersedes=supersedes,
            until=until,
        )
        (outcome,) = memory.remember_many([draft], allow_secrets=allow_secrets)
        record = outcome.record
        if as_json:
            from rebost.cli.documents import record_document

            print_json(
                {
                    "known": outcome.known,
                    "record": record_document(record),
                    "alike": [alike._asdict() for alike in outcome.alike],
                }
            )
        else:
            click.echo(record.id)
            place = f"in the project {record.project}" if record.project else "in no project"
            say(f"Already known, {place}." if outcome.known else f"Remembered {place}.")
            for alike in outcome.alike:
                from rebost.cli.presenting import first_line, width

                say(f"It looks like {alike.id}: {first_line(alike.text, width() - 30)}")
            if outcome.alike:
                say(
                    "If it says the same thing anew, forget it and `rebost correct` that one; `rebost review` shows both."
                )
        if not outcome.known:
            settle(memory, _SETTLE_SECONDS)
