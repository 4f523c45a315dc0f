"""`rebost review`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rebost.cli.common import base_option, json_option, progress_bar, project_option
from rebost.cli.documents import record_document
from rebost.cli.plain import open_memory, print_json, say
from rebost.cli.presenting import facts_of, present_text
from rebost.errors import InputError

if TYPE_CHECKING:
    from rebost.memory import Memory
    from rebost.upkeep.review import Finding

_CHOICES = {
    "b": "both are right",
    "s": "the newer one takes the older one's place",
    "o": "forget the older one",
    "n": "forget the newer one",
    "c": "correct the newer one in an editor",
    "l": "later",
    "q": "quit",
}


@click.command("review", short_help="Go through records that look alike or may contradict each other.")
@project_option("Only pairs of which one belongs to this project.")
@json_option
@base_option
def review_command(project: str | None, as_json: bool, base: Path | None) -> None:
    """Go through the pairs of records that look alike, one by one, and say what becomes of each: both are right, one
    takes the other's place, one is forgotten or corrected. Those that differ in a few words only come first: they may
    say two values of the same.

    At a terminal it asks; otherwise, and with --json, it only lists them. Nothing is ever changed without an answer.
    """
    from rebost.upkeep.review import findings

    with open_memory(base) as memory:
        with progress_bar("compare") as progress:
            found = findings(memory, project, progress)
        if as_json:
            print_json([_document(finding) for finding in found])
            return
        for number, finding in enumerate(found, start=1):
            click.echo(click.style(f"{number} of {len(found)}", bold=True))
            for line in _presented(finding):
                click.echo(line)
            click.echo()
            if _is_terminal() and not _judged(memory, finding):
                break
    if not found:
        say("No two records look alike.")


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _judged(memory: Memory, finding: Finding) -> bool:
    """Ask what becomes of a pair, and do it. False when the person wants to end."""
    older, newer = finding.pair.older.id, finding.pair.newer.id
    say("; ".join(f"{key}: {meaning}" for key, meaning in _CHOICES.items()))
    answer = click.prompt(
        "What is right?", type=click.Choice(list(_CHOICES)), default="l", show_choices=False, err=True
    )
    try:
        match answer:
            case "b":
                memory.keep_both(older, newer)
            case "s":
                memory.supersede(older, by=newer)
            case "o" | "n":
                gone = memory.forget(older if answer == "o" else newer)
                say(f"For thirty days `rebost forget --undo {gone.id}` brings it back.")
            case "c":
                edited = click.edit(finding.pair.newer.text, extension=".md")
                if edited is not None and edited.rstrip("\n") != finding.pair.newer.text:
                    memory.correct(newer, edited.rstrip("\n"))
    except InputError as error:  # it was forgotten or superseded in a pair before this one, or the new text is refused
        say(str(error))
    return bool(answer != "q")


def _presented(finding: Finding) -> Iterator[str]:
    sides = (("older", finding.pair.older, finding.only_older), ("newer", finding.pair.newer, finding.only_newer))
    for name, record, only in sides:
        yield click.style(f"   {name} · {facts_of(record)}", dim=True)
        yield from present_text(record.text)
        if only:
            yield from present_text(f"only here: {' … '.join(only)}", indent="      ")
    verdict = "may contradict each other" if finding.may_contradict else "look alike"
    yield click.style(f"   They {verdict} ({finding.pair.likeness:.2f}).", fg="yellow")


def _document(finding: Finding) -> dict[str, Any]:
    return {
        "likeness": round(finding.pair.likeness, 6),
        "may_contradict": finding.may_contradict,
        "older": record_document(finding.pair.older),
        "newer": record_document(finding.pair.newer),
        "only_older": list(finding.only_older),
        "only_newer": list(finding.only_newer),
    }
