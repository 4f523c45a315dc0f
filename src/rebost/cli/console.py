"""`rebost console`: the pages for a person, in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.common import base_option
from rebost.cli.plain import opened_memory, say
from rebost.config import load_settings


@click.command("console", short_help="Look at your memory in the browser.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; else 8738, or a free one when that is taken.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at. Any but this machine's own lets others in who know the secret, unencrypted.",
)
@click.option("--no-open", is_flag=True, help="Only print the address; open no browser.")
@base_option
def console_command(port: int | None, host: str, no_open: bool, base: Path | None) -> None:
    """Look at your memory in the browser: ask as an agent would and see why, read, correct, import, settings.

    Prints the address, which holds a secret: whoever knows it can read and change everything. Runs until interrupted
    (Ctrl-C).
    """
    from rebost.console.serving import serve

    with opened_memory(base, load_settings(), create=True, background=True) as memory:
        say("The console is at the address below until interrupted (Ctrl-C).")
        serve(memory, click.echo, host=host, port=port, browse=not no_open)
