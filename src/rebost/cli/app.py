"""The program as a whole: its commands, each loaded when it is called, and how it ends."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from rebost.cli.ending import INTERRUPTED, ReaderGoneError, ended

COMMANDS = {
    "remember": "remembering",
    "recall": "recalling",
    "list": "records",
    "show": "records",
    "correct": "records",
    "amend": "amending",
    "forget": "records",
    "import": "importing",
    "watch": "watching",
    "export": "exporting",
    "backup": "backing_up",
    "restore": "backing_up",
    "review": "reviewing",
    "projects": "projects",
    "stats": "overview",
    "doctor": "checking",
    "console": "console",
    "mcp": "serving",
    "evaluate": "evaluating",
    "connect": "connecting",
    "disconnect": "connecting",
    "hook": "hooking",
    "config": "settings",
    "completion": "completing",
}
"""Each command and the module of this room that holds it, in the order in which the help lists them."""


class Commands(click.Group):
    """The commands of `COMMANDS`. A cold start pays for the one that it runs, and for no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"rebost.cli.{COMMANDS[cmd_name]}"), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        # click would end by itself with exit code 1, which is ours for an error.
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise ReaderGoneError from None
        return result


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"rebost {version('rebost')}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.pass_context
def rebost(ctx: click.Context) -> None:
    """The memory that your agents share: one file on your machine, asked in plain language, silent when it doesn't know.

    Data goes to standard output, everything else to standard error. Where a text or a question is expected, - reads it
    from standard input; after --, words that begin with a dash are text too.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code."""
    return ended(lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> object:
    try:
        return rebost.main(list(arguments), prog_name="rebost", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return INTERRUPTED
