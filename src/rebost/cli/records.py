"""`rebost list`, `show`, `correct` and `forget`: the records themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import KINDS, base_option, json_option, project_option, read_argument, settle, until_option
from rebost.cli.documents import record_document, version_document
from rebost.cli.plain import current_project, open_memory, print_json, say
from rebost.cli.presenting import facts_of, present_history, present_line, present_text
from rebost.errors import UnknownRecordError
from rebost.records import State

if TYPE_CHECKING:
    from rebost.memory import Memory
    from rebost.records import Record

_SETTLE_SECONDS = 1.5


@click.command(
    "list",
    short_help="List records, all or those that hold some words.",
    epilog="\b\nrebost list --kind contact\nrebost list --all --json > records.jsonl",
)
@click.argument("words", nargs=-1)
@project_option("Only this project's records and those of no project; else the current project's.")
@click.option("--all", "everywhere", is_flag=True, help="The records of every project.")
@click.option("--kind", type=KINDS, help="Only of this kind.")
@click.option("--tag", "-t", metavar="TAG", help="Only with this tag.")
@click.option("--limit", "-n", type=click.IntRange(min=1), help="So many at most.")
@click.option("--oldest", is_flag=True, help="The oldest first, instead of the newest.")
@click.option(
    "--state",
    type=click.Choice(["current", "superseded", "forgotten", "archived", "expired"]),
    default="current",
    show_default=True,
    help="Which ones: those that count, those whose place another took, those that can still be restored, those of"
    " archived projects, those that held until a day that is past.",
)
@json_option
@base_option
def list_command(
    words: tuple[str, ...],
    project: str | None,
    everywhere: bool,
    kind: str | None,
    tag: str | None,
    limit: int | None,
    oldest: bool,
    state: str,
    as_json: bool,
    base: Path | None,
) -> None:
    """List records, those whose text holds all the WORDS if some are given. With --json one record a line (JSONL)."""
    if project is not None and everywhere:
        raise click.UsageError("Give --project or --all, not both.")
    with open_memory(base) as memory:
        scope = None if everywhere else project or current_project(memory)
        found = memory.records(query=" ".join(words), newest_first=not oldest, state=State[state.upper()])
        chosen = (
            record
            for record in found
            if (scope is None or record.project in (scope, None))
            and (kind is None or record.kind == kind)
            and (tag is None or tag in record.tags)
        )
        for record in islice(chosen, None if limit is None else min(limit, sys.maxsize)):
            if as_json:
                print_json(record_document(record), one_line=True)
            else:
                click.echo(present_line(record))


@click.command("show", short_help="Show whole records, and what they said before.")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@json_option
@base_option
def show_command(ids: tuple[str, ...], as_json: bool, base: Path | None) -> None:
    """Show whole records with all that is known about them, and the texts that they had before."""
    with open_memory(base) as memory:
        for number, id_ in enumerate(ids):
            record = memory.get(id_)
            if as_json:
                versions = [version_document(version) for version in memory.versions(record.id)]
                print_json(record_document(record) | {"versions": versions})
                continue
            if number:
                click.echo()
            for line in (*_whole(record, memory), *present_history(memory.history(record.id), indent="")):
                click.echo(line)


def _whole(record: Record, memory: Memory) -> Iterator[str]:
    yield click.style(facts_of(record), dim=True)
    yield from present_text(record.text, indent="")
    used = f", last on {record.last_used:%Y-%m-%d}" if record.last_used else ""
    created = f"Stored on {record.created:%Y-%m-%d}; " if record.created else ""
    yield click.style(f"{created}returned {record.uses} times{used}.", dim=True)
    if record.until:
        yield click.style(
            f"{'Held' if record.state is State.EXPIRED else 'Holds'} until {record.until:%Y-%m-%d}.", dim=True
        )
    if record.state is State.ARCHIVED:
        yield click.style("Put away with its project.", dim=True)
    for id_, relation in ((record.superseded_by, "Superseded by"), (record.supersedes, "Supersedes")):
        if id_:
            yield click.style(f"{relation} {_line_of(memory, id_)}", dim=True)


def _line_of(memory: Memory, id_: str) -> str:
    try:
        return present_line(memory.get(id_))
    except UnknownRecordError:
        return f"{id_}, which was forgotten"


@click.command("correct", short_help="Give a record another text.")
@click.argument("id_", metavar="ID")
@click.argument("text", nargs=-1)
@until_option
@click.option("--allow-secrets", is_flag=True, help="Store it even though it looks like a password, key or token.")
@json_option
@base_option
def correct_command(
    id_: str, text: tuple[str, ...], until: datetime | None, allow_secrets: bool, as_json: bool, base: Path | None
) -> None:
    """Give a record another text. It keeps its id, and its old text with its dates.

    Without TEXT, an editor opens on the present one.
    """
    with open_memory(base) as memory:
        record = memory.get(id_)
        if text:
            whole = read_argument(text)
        elif sys.stdin.isatty():
            edited = click.edit(record.text, extension=".md")
            if edited is None or edited.rstrip("\n") == record.text:
                say("Nothing changed.")
                return
            whole = edited.rstrip("\n")
        else:
            raise click.UsageError("Give the new text, or - to read it from standard input.")
        ends = {} if until is None else {"until": until}
        corrected = memory.correct(record.id, whole, **ends, allow_secrets=allow_secrets)
        if as_json:
            print_json(record_document(corrected))
        else:
            click.echo(corrected.id)
        settle(memory, _SETTLE_SECONDS)


@click.command("forget", short_help="Forget records, or bring them back.")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--now", is_flag=True, help="Delete for good, at once; nothing can bring it back.")
@click.option("--undo", is_flag=True, help="Bring back what was forgotten less than thirty days ago.")
@json_option
@base_option
def forget_command(ids: tuple[str, ...], now: bool, undo: bool, as_json: bool, base: Path | None) -> None:
    """Forget records. For thirty days `rebost forget --undo ID` brings them back, unless --now was given."""
    if now and undo:
        raise click.UsageError("Give --now or --undo, not both.")
    with open_memory(base) as memory:
        for id_ in ids:
            record = memory.restore(id_) if undo else memory.forget(id_, now=now)
            if as_json:
                print_json(record_document(record), one_line=True)
            else:
                click.echo(present_line(record))
        if undo:
            settle(memory, _SETTLE_SECONDS)
