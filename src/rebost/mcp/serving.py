"""Running the server, over standard input and output or over HTTP."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import TextIO

import anyio

from rebost.mcp.log import log, start_log
from rebost.mcp.server import make_server
from rebost.mcp.service import Opened, Service
from rebost.mcp.whereabouts import Whereabouts

_CLOSING_SECONDS = 2.0


def serve_stdio(open_: Callable[[], Opened], protocol: TextIO, project: str | None = None) -> None:
    """Serve one client until it closes our standard input or is gone. `protocol` is from `claim_stdout`."""
    from mcp.server.stdio import stdio_server

    from rebost.mcp.streams import claim_stdin, end_with_parent

    start_log()
    end_with_parent()
    service = Service(open_)
    server = make_server(service, Whereabouts(project, own_folders=True))

    async def serve() -> None:
        streams = stdio_server(anyio.wrap_file(claim_stdin()), anyio.wrap_file(protocol))
        async with streams as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    # Interrupted at a terminal it ends at once: the thread that reads standard input would never notice.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    log("started for standard input and output")
    try:
        anyio.run(serve)
    except* (BrokenPipeError, anyio.BrokenResourceError):
        log("the client stopped reading")
    # Closing waits for the batch of vectors in hand. What was answered is in the base in any case, so a thread that waits
    # for a model or a lock doesn't keep this process, as it would at the interpreter's own end.
    closing = threading.Thread(target=service.close, daemon=True)
    closing.start()
    closing.join(_CLOSING_SECONDS)
    log("ended")
    os._exit(0)


def serve_http(
    open_: Callable[[], Opened], port: int, token: str, announce: Callable[[str], None], project: str | None
) -> None:
    """Serve any number of clients on the loopback address until interrupted; `announce` is told the address.

    Raises `InputError` when the port is taken.
    """
    from rebost.mcp.http import bound_socket, guarded

    start_log()
    service = Service(open_)
    server = make_server(service, Whereabouts(project, own_folders=False))
    with bound_socket(port) as listening:
        import uvicorn

        chosen = listening.getsockname()[1]
        app = guarded(server, chosen, token)
        announce(f"http://127.0.0.1:{chosen}/mcp")
        log("started for HTTP on port %d", chosen)
        configuration = uvicorn.Config(
            app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=2
        )
        try:
            anyio.run(uvicorn.Server(configuration).serve, [listening])
        finally:
            service.close()
            log("ended")
