"""What stands before every page: nobody who doesn't know the secret, no other site's page, and headers that let nothing out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from rebost.console.door import Door

ENTRANCE = "/enter"
STATIC = "/static/"
MOST_BODY = 256_000_000
"""Bytes of a form, files to be imported among them."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Nothing to other sites. Not `no-referrer`, for which browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Answers(NamedTuple):
    """The pages that the guard itself answers with."""

    welcome: Callable[[Request], Response]
    refuse: Callable[[Request], Response]
    too_large: Callable[[Request], Response]


class Guard:
    """Lets a request through to the pages, or answers it itself."""

    def __init__(self, app: ASGIApp, door: Door, answers: Answers) -> None:
        self._app = app
        self._door = door
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        path = scope["path"]

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Cache-Control"] = "no-cache" if path.startswith(STATIC) else "no-store"
            await send(message)

        answer = self._answer(Request(scope), Headers(scope=scope))
        if answer is not None and answer.status_code == 413:
            await _read_away(receive)
        await (answer or self._app)(scope, receive, send_safely)

    def _answer(self, request: Request, headers: Headers) -> Response | None:
        """What the guard says itself; None for a request that goes on to the pages."""
        door = self._door
        origin = headers.get("origin")
        if not door.is_ours(headers.get("host", "")) or (origin is not None and not door.is_our_origin(origin)):
            return PlainTextResponse("", 403)
        is_change = request.method not in {"GET", "HEAD"}
        if is_change and origin is None:
            return PlainTextResponse("", 403)
        if request.url.path.startswith(STATIC):
            return None
        known = door.knows(request.cookies.get(door.cookie_name, ""))
        if request.url.path == ENTRANCE:
            if not (known or door.opens(request.query_params.get("secret", ""))):
                return self._answers.refuse(request)
            welcome = self._answers.welcome(request)
            welcome.set_cookie(door.cookie_name, door.session, path="/", httponly=True, samesite="strict")
            return welcome
        if not known:
            return self._answers.refuse(request)
        return self._answers.too_large(request) if is_change and not 0 <= _length(headers) <= MOST_BODY else None


async def _read_away(receive: Receive) -> None:
    """Take in what comes and keep none of it: browsers show no answer before they have sent all."""
    more = True
    while more:
        more = (await receive()).get("more_body", False)


def _length(headers: Headers) -> int:
    """The bytes that a request says it brings; -1 where it doesn't say."""
    given = headers.get("content-length", "")
    return int(given) if given.isascii() and given.isdigit() else -1
