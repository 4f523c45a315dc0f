"""`rebost hook`."""

from __future__ import annotations

import click

_agent = click.option(
    "--agent",
    metavar="NAME",
    help="What the agent is called where those that use the base are listed; else `hooks`.",
)


@click.group("hook", short_help="Called by agents' programs at certain moments.")
def hook_command() -> None:
    """Called by agents' programs at certain moments of a conversation, with the event as JSON on standard input.

    What is printed is for the agent. A hook never stands in the way: whatever goes wrong, it ends in time, with exit
    code 0 and at most a line in the log.
    """


@hook_command.command("prompt")
@_agent
def hook_prompt(agent: str | None) -> None:
    """Before a prompt is answered: print what it recalls as quoted data, or nothing at all.

    When it says good-bye, also a reminder to remember what matters.
    """
    _run("prompt", agent)


@hook_command.command("session")
@_agent
def hook_session(agent: str | None) -> None:
    """When a session begins: print a short briefing on the project, or nothing."""
    _run("session", agent)


@hook_command.command("compact")
@_agent
def hook_compact(agent: str | None) -> None:
    """Before a conversation is summarised: say what the summary must keep to be remembered."""
    _run("compact", agent)


def _run(moment: str, agent: str | None) -> None:
    from rebost.hooks import main

    click.get_current_context().exit(main(moment, agent))
