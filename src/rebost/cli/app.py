"""The program as a whole: its commands, each loaded when it is called, and how it ends."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rebost.errors import RebostError

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

OK, FAILED, WRONG_USAGE, INTERRUPTED, READER_GONE = 0, 1, 2, 130, 141
"""Exit codes; the last two are 128 and the number of the signal, as in a shell."""


class _ReaderGoneError(Exception):
    """Nobody reads our output any more (`rebost list | head`)."""


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
            raise _ReaderGoneError from None
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
    """Run one command and give its exit code. No error that Rebost raises on purpose shows a traceback."""
    _prepare_streams()
    try:
        code = rebost.main(list(arguments), prog_name="rebost", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except RebostError as error:
        click.echo(f"rebost: {error}", err=True)
        return FAILED
    except click.Abort:
        return INTERRUPTED
    except _ReaderGoneError:
        _discard_output()
        return READER_GONE
    except OSError as error:
        # Whatever else fails is told of by a `RebostError`; what is left is the output, on a full disk say.
        click.echo(f"rebost: The output can't be written ({error.strerror or error}).", err=True)
        _discard_output()
        return FAILED
    return code if isinstance(code, int) else OK


def _discard_output() -> None:
    # The interpreter flushes once more at its end; let that go nowhere.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepare_streams() -> None:
    """Whatever the platform's encoding: files and pipes get UTF-8, and a terminal what it can show of a text.

    A stream that was closed by whoever called is an empty one.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open until the program ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
