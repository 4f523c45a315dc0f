#!/usr/bin/env python3
"""Writes docs/cli.md from the commands themselves; `--check` only says whether it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from rebost.cli import documents
from rebost.cli.app import COMMANDS, rebost
from rebost.config import SETTINGS

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"

INTRODUCTION = """\
# The command line

<!-- Made by scripts/make_cli_docs.py: change the commands, then run it. -->

Data goes to standard output and everything else to standard error: with `>` or `|` you get the data alone, always in UTF-8.
Colours and progress bars are for terminals only; the variable `NO_COLOR` turns colours off.
Where a text or a question is expected, `-` reads it from standard input. After `--`, words that begin with a dash are text too.
An id may be shortened to any beginning that no other record shares.

## Exit codes

| code | meaning |
|---|---|
| 0 | done; also a `recall` that is silent, which is an answer: nothing on standard output, the reason on standard error |
| 1 | an error, told in one line on standard error (see [errors.md](errors.md)); also a `doctor` that found something broken |
| 2 | wrong usage of a command or an option |
| 130 | interrupted |
| 141 | whoever read the output went away (as `head` does) |

## The current project

`recall` and `list` look at the current project's records and at those of no project, and `remember` puts a record into the
current project. `--project`, `--all` and `--no-project` say otherwise. The current project is the first that there is of:

1. the variable `REBOST_PROJECT`;
2. the first line of a file `.rebost` in this folder or one above it;
3. the name of the git repository's folder, if the base has a project of that name.

Without one, `recall` and `list` look at every record. `rebost projects` marks the current one with a star.

## Settings

`rebost config` changes them in `config.toml` in the platform's configuration folder, or in the file that `REBOST_CONFIG` names.
A variable goes before the file, and an option before the variable.

"""

JSON = """\
## JSON

What `--json` prints. Fields keep their names and meanings; new ones may be added. `list`, `show` and `forget` print one
document a record, the other commands one document in all.
"""

PRINTED = (
    ("A record (`list`, `correct`, `forget`)", documents.RECORD),
    ("`show`", documents.VERSIONS),
    ("`remember`", documents.REMEMBERED),
    ("`recall`", documents.RECALL),
    ("An explanation (`recall --explain`)", documents.EXPLANATION),
    ("`import`: a list, of each PATH", documents.IMPORTED),
    ("`review`: a list", documents.REVIEWED),
    ("`backup`", documents.BACKED_UP),
    ("`projects`", documents.PROJECTS),
    ("`stats`", documents.STATS),
    ("`doctor`", documents.EXAMINED),
    ("`connect`, `disconnect`: a list, of each client", documents.CONNECTED),
    ("`connect --list`: a list", documents.CLIENT_LISTED),
    ("`config list`", documents.SETTINGS_LISTED),
)


def page() -> str:
    """The whole page."""
    return "".join([INTRODUCTION, *settings(), "\n## Commands\n", *commands(), "\n", JSON, *schemas()])


def settings() -> Iterator[str]:
    yield "| setting | variable | what it is | default |\n|---|---|---|---|\n"
    for name, setting in SETTINGS.items():
        default = "" if setting.default is None else f"`{setting.default}`"
        yield f"| `{name}` | `{setting.variable}` | {setting.help} | {default} |\n"


def commands() -> Iterator[str]:
    context = click.Context(rebost, info_name="rebost")
    for name in COMMANDS:
        command = rebost.get_command(context, name)
        assert command is not None
        yield from section(command, click.Context(command, info_name=name, parent=context), "###")


def section(command: click.Command, context: click.Context, level: str) -> Iterator[str]:
    usage = " ".join(["Usage:", context.command_path, *command.collect_usage_pieces(context)])
    yield f"\n{level} {context.command_path.removeprefix('rebost ')}\n\n```text\n{usage}\n```\n\n"
    yield "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n")) + "\n"
    options = [line for parameter in command.params if (line := parameter.get_help_record(context)) and line[1]]
    if options:
        yield "\n| option | |\n|---|---|\n"
        for names, text in options:
            yield f"| `{names.replace('|', '∣')}` | {text.replace('|', '∣')} |\n"
    yield from examples(command.epilog or "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from section(inner, click.Context(inner, info_name=name, parent=context), "####")


def examples(epilog: str) -> Iterator[str]:
    lines = epilog.removeprefix("\b\n").splitlines()
    if not lines:
        return
    runnable = all("rebost" in line and not line.startswith(("bash ", "zsh ", "fish ")) for line in lines)
    shown = "\n".join(f"$ {line}" for line in lines) if runnable else "\n".join(lines)
    yield f"\n```{'console' if runnable else 'text'}\n{shown}\n```\n"


def schemas() -> Iterator[str]:
    for title, fields in PRINTED:
        yield f"\n### {title}\n\n" + table(fields)


def table(fields: Mapping[str, str]) -> str:
    return "| field | |\n|---|---|\n" + "".join(f"| `{name}` | {meaning} |\n" for name, meaning in fields.items())


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
            sys.exit(f"{PAGE} isn't up to date: run scripts/make_cli_docs.py")
    else:
        PAGE.write_text(page(), encoding="utf-8")
