"""`rebost mcp`: the server for agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import base_option
from rebost.cli.plain import opened_memory, say
from rebost.config import load_settings

if TYPE_CHECKING:
    from rebost.mcp.service import Opened

_PORT = 8737


@click.command(
    "mcp",
    short_help="Serve agents (MCP).",
    epilog="\b\n"
    "An agent's program starts it without options. With --http, one server is there for several agents,\n"
    f"at http://127.0.0.1:{_PORT}/mcp.",
)
@click.option("--http", is_flag=True, help="Serve HTTP on this machine instead of standard input and output.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="The port for --http; 0: any free one.",
)
@click.option(
    "--project", "-p", metavar="NAME", help="The current project; else it is told from where the client works."
)
@base_option
def mcp_command(http: bool, port: int, project: str | None, base: Path | None) -> None:
    """Serve agents by the Model Context Protocol. Agents' programs start this by themselves, once they are told of it.

    Ends when its client goes away. With --http it serves any number of clients that send the bearer token kept in a file
    that only you can read; the file is named at the start. The variable REBOST_MCP_TOKEN takes its place.
    """

    def open_() -> Opened:
        from rebost.mcp.service import Opened

        settings = load_settings()
        memory = opened_memory(base, settings, create=True, background=True)
        return Opened(memory, settings.limit, settings.method, settings.caution)

    if not http:
        from rebost.mcp.streams import claim_stdout

        protocol = claim_stdout()  # before the rest is imported
        from rebost.mcp.serving import serve_stdio

        serve_stdio(open_, protocol, project)
        return

    from rebost.mcp.http import TOKEN_VARIABLE, kept_token, token_path
    from rebost.mcp.serving import serve_http

    token = kept_token()

    def announce(address: str) -> None:
        import os

        place = f"the variable {TOKEN_VARIABLE}" if os.environ.get(TOKEN_VARIABLE) else str(token_path())
        say(f"Serving {address} until interrupted. Clients send the bearer token in {place}.")

    serve_http(open_, port, token, announce, project)
