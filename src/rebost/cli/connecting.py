"""`rebost connect` and `rebost disconnect`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from rebost.cli.common import json_option
from rebost.cli.plain import print_json, say
from rebost.errors import ConfigError

if TYPE_CHECKING:
    from rebost.clients import Change, Client, Standing


def _complete_client(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from rebost.clients import CLIENTS

    return [CompletionItem(name, help=it.title) for name, it in CLIENTS.items() if name.startswith(incomplete)]


_clients = click.argument("clients", metavar="[CLIENT]...", nargs=-1, shell_complete=_complete_client)
_all = click.option("--all", "every", is_flag=True, help="Every client that is installed.")
_scope = click.option(
    "--scope",
    type=click.Choice(["user", "project"]),
    default="user",
    show_default=True,
    help="Your own configuration, or that of the project in this folder.",
)
_dry_run = click.option("--dry-run", is_flag=True, help="Only show the difference; change nothing.")


@click.command(
    "connect",
    short_help="Connect agents to Rebost.",
    epilog="\b\nrebost connect --list\nrebost connect --dry-run claude-code codex",
)
@_clients
@_all
@click.option("--list", "listing", is_flag=True, help="Show every client: is it installed, and connected?")
@_scope
@_dry_run
@json_option
def connect_command(
    clients: tuple[str, ...], every: bool, listing: bool, scope: str, dry_run: bool, as_json: bool
) -> None:
    """Write Rebost into the configuration of agents' programs, so that they share your memory.

    The rest of each file stays as it is, comments too, and a copy of it is kept beside it. Connecting again changes
    nothing. CLIENT is claude-code, claude-desktop, codex, cursor, vscode, gemini, windsurf, zed or opencode.
    """
    from rebost.clients import Surroundings, Where, connection, own_program, standings

    machine = Surroundings()
    if listing:
        _list(standings(machine), as_json)
        return
    program = own_program()
    where = Where(scope)
    _carry_out(
        _chosen(clients, every),
        lambda client: connection(client, where, machine, program),
        dry_run,
        as_json,
        "connected",
    )


@click.command("disconnect", short_help="Take Rebost out of agents' configurations.")
@_clients
@_all
@_scope
@_dry_run
@json_option
def disconnect_command(clients: tuple[str, ...], every: bool, scope: str, dry_run: bool, as_json: bool) -> None:
    """Take Rebost out of the configuration of agents' programs again.

    A file in which nothing else has changed since is again what it was before, byte for byte.
    """
    from rebost.clients import Surroundings, Where, disconnection

    machine, where = Surroundings(), Where(scope)
    _carry_out(
        _chosen(clients, every), lambda client: disconnection(client, where, machine), dry_run, as_json, "disconnected"
    )


def _chosen(names: tuple[str, ...], every: bool) -> list[Client]:
    from rebost.clients import CLIENTS, Surroundings, find_client

    if bool(names) == every:
        raise click.UsageError("Name at least one CLIENT, or give --all; --list of `rebost connect` shows them.")
    if not every:
        return [find_client(name) for name in dict.fromkeys(names)]
    machine = Surroundings()
    return [client for client in CLIENTS.values() if client.is_installed(machine)]


def _carry_out(
    clients: list[Client], planned: Callable[[Client], Change], dry_run: bool, as_json: bool, done: str
) -> None:
    """One client after the other: trouble with one is told, and doesn't keep the others from being served."""
    rows: list[dict[str, object]] = []
    failures: list[str] = []
    for client in clients:
        try:
            change = planned(client)
            if not dry_run:
                change.apply()
        except ConfigError as error:
            failures.append(str(error))
            continue
        rows.append({"client": client.name, "path": str(change.path), "changed": change.needed and not dry_run})
        if dry_run and not as_json:
            click.echo(change.difference(), nl=False)
        if change.needed:
            verb = f"would be {done}" if dry_run else done
            say(f"{client.title}: {verb}, in {_short(change.path)}.{'' if dry_run else f' {client.afterwards}.'}")
        else:
            say(f"{client.title}: nothing to do, in {_short(change.path)}.")
    if as_json:
        print_json(rows)
    if failures:
        raise ConfigError("\nrebost: ".join(failures))


def _short(path: Path) -> str:
    """A path as people say it, from their home folder."""
    home = Path.home()
    return f"~{os.sep}{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _list(standings: list[Standing], as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "client": it.client.name,
                    "installed": it.installed,
                    "connected": {str(where): str(path) for where, path in it.connected.items()},
                    "problem": it.problem,
                }
                for it in standings
            ]
        )
        return
    for it in standings:
        installed = "installed" if it.installed else "not found"
        connected = ", ".join(f"connected ({where})" for where in it.connected) or "not connected"
        state = it.problem or connected
        click.echo(f"{click.style(f'{it.client.name:15}', bold=True)} {installed:10} {state}")
