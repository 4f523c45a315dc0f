"""`rebost completion`: what makes a shell complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

_SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command(
    "completion",
    short_help="Make a shell complete commands and names.",
    epilog="\b\n"
    'bash   put into ~/.bashrc:      eval "$(rebost completion bash)"\n'
    'zsh    put into ~/.zshrc:       eval "$(rebost completion zsh)"\n'
    "fish   rebost completion fish > ~/.config/fish/completions/rebost.fish",
)
@click.argument("shell", type=click.Choice(list(_SHELLS)))
def completion_command(shell: str) -> None:
    """Print the script that makes SHELL complete commands, options, projects and settings."""
    from rebost.cli.app import rebost

    complete = _SHELLS[shell](rebost, {}, "rebost", "_REBOST_COMPLETE")
    click.echo(complete.source_template % complete.source_vars())
