"""`rebost hook`."""

from __future__ import annotations

import click


@click.group("hook", short_help="Called by agents' programs at certain moments.")
def hook_command() -> None:
    """Called by agents' programs at certain moments of a conversation, with the event as JSON on standard input.

    What is printed is for the agent. A hook never stands in the way: whatever goes wrong, it ends in time, with exit
    code 0 and at most a line in the log.
    """


@hook_command.command("prompt")
def hook_prompt() -> None:
    """Before a prompt is answered: print what it recalls as quoted data, or nothing at all."""
    _run("prompt")


@hook_command.command("session")
def hook_session() -> None:
    """When a session begins: print a short briefing on the project, or nothing."""
    _run("session")


@hook_command.command("compact")
def hook_compact() -> None:
    """Before a conversation is summarised: say what the summary must keep to be remembered."""
    _run("compact")


def _run(moment: str) -> None:
    from rebost.hooks import main

    click.get_current_context().exit(main(moment))
