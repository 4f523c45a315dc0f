"""The console as a web application: its pages, behind the guard."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from rebost.console.guard import MOST_BODY, STATIC, Answers, Guard
from rebost.console.imports import Imports
from rebost.console.pages import PAGES, switching
from rebost.console.visit import Console, Visit
from rebost.errors import BusyError, ConfigError, InputError, RebostError, UnknownRecordError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from rebost.console.door import Door
    from rebost.memory import Memory

_STATUS: tuple[tuple[type[RebostError], int], ...] = (
    (UnknownRecordError, 404),
    (InputError, 400),
    (ConfigError, 400),
    (BusyError, 503),
    (RebostError, 500),
)


def application(memory: Memory, door: Door) -> ASGIApp:
    """The console on this memory, for who comes in by this door."""

    def welcome(request: Request) -> Response:
        request.scope["app"] = app
        return Visit(request).render("welcome.html")

    def refuse(request: Request) -> Response:
        request.scope["app"] = app
        return Visit(request).render("refused.html", 403)

    def too_large(request: Request) -> Response:
        request.scope["app"] = app
        return _told(request, 413, Visit(request).texts("error.status_413", megabytes=MOST_BODY // 1_000_000))

    imports = Imports()

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        imports.close()

    app = Starlette(
        lifespan=life,
        routes=[
            Route("/", _start),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static"),
            *(route for page in (*PAGES, switching.page) for route in page.routes),
        ],
        exception_handlers={RebostError: _failed, HTTPException: _not_answered, Exception: _broken},  # type: ignore[dict-item]
    )
    app.state.console = Console(memory, door, imports, tuple((page.name, page.path) for page in PAGES))
    # Around all of it, the page for an error of ours too.
    return Guard(app, door, Answers(welcome, refuse, too_large))


async def _start(_request: Request) -> Response:
    return RedirectResponse(PAGES[0].path, 303)


def _failed(request: Request, error: RebostError) -> Response:
    """An error that Rebost raised on purpose: what it means in the visitor's language, its own words below."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return _told(request, status, Visit(request).texts.failure(error), str(error))


def _not_answered(request: Request, error: HTTPException) -> Response:
    texts = Visit(request).texts
    key = f"error.status_{error.status_code}"
    return _told(request, error.status_code, texts(key if key in texts else "error.status_400"))


def _broken(request: Request, _error: Exception) -> Response:
    return _told(request, 500, Visit(request).texts("error.status_500"))


def _told(request: Request, status: int, meaning: str, message: str = "") -> Response:
    """The page that tells of an error; nothing but the status to who may not have come in."""
    if request.url.path.startswith(STATIC):
        return Response(status_code=status)
    return Visit(request).render("error.html", status, meaning=meaning, message=message)
