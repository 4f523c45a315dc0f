"""`rebost config`: the settings."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from rebost.cli.common import json_option
from rebost.cli.plain import print_json, say
from rebost.config import SETTINGS, config_path, find_setting, load_settings, set_value, slips, unset_value


def _complete_name(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=it.help) for name, it in SETTINGS.items() if name.startswith(incomplete)]


_name_argument = click.argument("name", shell_complete=_complete_name)


@click.group("config")
def config_command() -> None:
    """Read and change the settings.

    They are in config.toml in the platform's configuration folder, or where REBOST_CONFIG says. Each has a variable
    that overrules it: REBOST_ and its name in capitals.
    """


@config_command.command("list")
@json_option
def list_settings(as_json: bool) -> None:
    """Show every setting, its value, and where that comes from."""
    settings = load_settings()
    if as_json:
        print_json(
            {
                "path": str(config_path()),
                "settings": {
                    name: {"value": settings.values[name], "origin": settings.origins[name]} for name in SETTINGS
                },
                "unknown": list(settings.unknown),
            }
        )
        return
    for name, setting in SETTINGS.items():
        value = settings.values[name]
        click.echo(
            f"{click.style(name, bold=True)} = {'(unset)' if value is None else value}  [{settings.origins[name]}]"
        )
        click.echo(click.style(f"    {setting.help}", dim=True))
    if settings.unknown:
        say(f"{config_path()}: {'; '.join(slips(settings.unknown))}.")


@config_command.command("get")
@_name_argument
def get_setting(name: str) -> None:
    """Print the value in force; nothing when it is unset."""
    find_setting(name)
    value = load_settings().values[name]
    if value is not None:
        click.echo(value)


@config_command.command("set")
@_name_argument
@click.argument("value")
def set_setting(name: str, value: str) -> None:
    """Write a setting into the file; comments and everything else in it stay."""
    written = set_value(name, value)
    say(f"{name} = {written}, in {config_path()}")


@config_command.command("unset")
@_name_argument
def unset_setting(name: str) -> None:
    """Take a setting out of the file, so that its default is in force again."""
    say(f"{name} was taken out." if unset_value(name) else f"{name} wasn't set in {config_path()}.")


@config_command.command("path")
def print_path() -> None:
    """Print where the file is, whether or not it exists."""
    click.echo(config_path())
