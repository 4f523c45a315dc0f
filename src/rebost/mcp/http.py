"""The server over HTTP: on the loopback address only, for who knows the token, and for no web page."""

from __future__ import annotations

import hmac
import os
import secrets
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcp.server.transport_security import TransportSecuritySettings

from rebost.errors import InputError

if TYPE_CHECKING:
    from mcp.server import Server
    from starlette.types import ASGIApp, Receive, Scope, Send

HOST = "127.0.0.1"
TOKEN_VARIABLE = "REBOST_MCP_TOKEN"
_TOKEN_BYTES = 32
_MOST_BODY = 8 * 1024 * 1024


def token_path() -> Path:
    """Where the token is kept."""
    import platformdirs

    return platformdirs.user_data_path("rebost", appauthor=False) / "mcp-token"


def kept_token() -> str:
    """The token that clients have to send: of the variable `REBOST_MCP_TOKEN`, or the kept one, made when there is none.

    Only its owner can read the file. Raises `InputError` when it can't be kept.
    """
    given = os.environ.get(TOKEN_VARIABLE, "").strip()
    if given:
        return given
    path = token_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            kept = path.read_text("ascii").strip()
            if kept:
                return kept
            path.unlink()
            return kept_token()
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(token + "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"The token can't be kept in {path} ({error}). Make that possible, or give one in {TOKEN_VARIABLE}."
        ) from None
    return token


def bound_socket(port: int) -> socket.socket:
    """A socket on this port of the loopback address, where connections wait from now on; 0 lets the system choose one.

    Raises `InputError`.
    """
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this would let two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, port))
        bound.listen()  # only now does nobody else get the port
    except OSError as error:
        bound.close()
        raise InputError(f"Port {port} can't be used ({error.strerror}). Give another with --port.") from None
    return bound


def guarded(server: Server[Any], port: int, token: str) -> ASGIApp:
    """The server as an application that answers nobody who doesn't know the token.

    Host and Origin are checked against the address itself, so that no name that is made to lead here and no web page
    gets through.
    """
    hosts = [f"{host}:{port}" for host in (HOST, "localhost")]
    app = server.streamable_http_app(
        max_request_body_size=_MOST_BODY,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=hosts,
            allowed_origins=[f"http://{host}" for host in hosts],
        ),
    )
    return _Guard(app, token)


class _Guard:
    """Lets only requests with the right bearer token through."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = b"bearer " + token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_right(scope):
            from starlette.responses import PlainTextResponse

            refusal = PlainTextResponse("A bearer token is needed.\n", 401, {"WWW-Authenticate": "Bearer"})
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_right(self, scope: Scope) -> bool:
        given = next((value for key, value in scope["headers"] if key == b"authorization"), b"")
        kind, _, token = given.partition(b" ")
        # In a time that doesn't depend on how much of it is right.
        return hmac.compare_digest(kind.lower() + b" " + token.strip(), self._wanted)
