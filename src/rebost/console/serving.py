"""Running the console until it is interrupted."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from rebost.console.app import application
from rebost.console.door import Door
from rebost.console.guard import ENTRANCE
from rebost.errors import InputError

if TYPE_CHECKING:
    import uvicorn

    from rebost.memory import Memory

HOST = "127.0.0.1"
PORT = 8738
"""The usual one, so that links to a page last; another when it is taken."""
_LAST_WORDS_SECONDS = 2


def serve(
    memory: Memory, announce: Callable[[str], None], *, host: str = HOST, port: int | None = None, browse: bool = True
) -> None:
    """Serve the console on this memory until interrupted; `announce` is told the address with the secret in it.

    Without a port it is `PORT`, or a free one when that is taken; 0 is any free one. With `browse` a browser opens.
    Raises `InputError` when the host or the port can't be used.
    """
    with _bound(host, port) as listening:
        import anyio

        chosen = listening.getsockname()[1]
        door = Door(host, chosen)
        entrance = f"http://{_shown(host)}:{chosen}{ENTRANCE}?secret="
        announce(entrance + door.secret)
        if browse and _has_screen():
            webbrowser.open(entrance + door.ticket())
        anyio.run(server(memory, door).serve, [listening])


def server(memory: Memory, door: Door) -> uvicorn.Server:
    """The server of a console, which keeps no log: an address holds the question."""
    import uvicorn

    return uvicorn.Server(
        uvicorn.Config(
            application(memory, door),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_LAST_WORDS_SECONDS,
        )
    )


def _bound(host: str, port: int | None) -> socket.socket:
    if port is not None:
        return bound(host, port)
    try:
        return bound(host, PORT)
    except InputError:
        return bound(host, 0)


def bound(host: str, port: int) -> socket.socket:
    """A listening socket at this address; 0 lets the system choose the port. Raises `InputError`."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # The protocol is named since asyncio sends at once only where it is: otherwise a page waits 40 ms for its last part.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise InputError(f"{host} can't be used ({error.strerror}). Give another address with --host.") from None
    try:
        if os.name == "posix":  # elsewhere this would let two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen()  # what connects from now on waits in the socket until it is answered
    except OSError as error:
        bound.close()
        raise InputError(
            f"Port {port} of {host} can't be used ({error.strerror}). Give another with --port or --host."
        ) from None
    return bound


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _has_screen() -> bool:
    """Without a screen `webbrowser` would start one in the terminal, which the console's own output is for."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
