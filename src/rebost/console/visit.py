"""A page and a visit to it: what the modules in `pages/` are written with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import jinja2
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rebost.config import Settings, load_settings
from rebost.console.markdown import one_line
from rebost.console.texts import LANGUAGES, Texts, preferred, texts_of

if TYPE_CHECKING:
    from starlette.datastructures import FormData, QueryParams
    from starlette.requests import Request

    from rebost.console.door import Door
    from rebost.console.imports import Imports
    from rebost.memory import Memory

LANGUAGE_COOKIE = "rebost-language"

_MOST_FILES = 100_000
"""Of one form: more notes than a person has."""


@dataclass(frozen=True, slots=True)
class Console:
    """What all pages work on."""

    memory: Memory
    door: Door
    imports: Imports
    navigation: tuple[tuple[str, str], ...]
    """Name and path of each page."""


class Visit:
    """One request to a page, with what the page needs to answer it."""

    def __init__(self, request: Request, page: str = "", form: FormData | None = None) -> None:
        self.request = request
        self.page = page
        self._form = form

    @property
    def _console(self) -> Console:
        console: Console = self.request.app.state.console
        return console

    @property
    def memory(self) -> Memory:
        """The base that the console shows."""
        return self._console.memory

    @property
    def imports(self) -> Imports:
        """What is being imported, and was."""
        return self._console.imports

    @cached_property
    def settings(self) -> Settings:
        """The user's settings as they are now. Raises `ConfigError`."""
        return load_settings()

    @cached_property
    def texts(self) -> Texts:
        """The texts in the visitor's language: their choice, or else the browser's."""
        chosen = self.request.cookies.get(LANGUAGE_COOKIE, "")
        return texts_of(chosen if chosen in LANGUAGES else preferred(self.request.headers.get("accept-language", "")))

    @property
    def query(self) -> QueryParams:
        """What stands in the address after the question mark."""
        return self.request.query_params

    @property
    def form(self) -> FormData:
        """What a form brought; only a page of `Page.post` has one."""
        assert self._form is not None
        return self._form

    def typed(self, name: str) -> str:
        """A field of the form as it was typed; empty where there is none."""
        value = self.form.get(name, "")
        return value if isinstance(value, str) else ""

    def field(self, name: str) -> str:
        """The same without white space at its ends."""
        return self.typed(name).strip()

    def render(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page from a template, which also knows what stands here below."""
        texts = self.texts
        url = self.request.url
        done = self.query.get("done", "")
        found = _templates().get_template(template)
        return HTMLResponse(
            found.render(
                t=texts,
                say=texts.say,
                failure=texts.failure,
                number=texts.number,
                date=texts.date,
                time=texts.time,
                language=texts.language,
                page=self.page,
                here=url.path + (f"?{url.query}" if url.query else ""),
                token=self._console.door.token,
                done=f"done.{done}" if f"done.{done}" in texts else "",
                navigation=self._console.navigation,
                base=self.memory.path,
                named=lambda table, names: [(str(name), texts(f"{table}.{name}")) for name in names],
                **context,
            ),
            status,
        )

    def redirect(self, path: str, done: str = "", fragment: str = "", **query: str) -> RedirectResponse:
        """After a change: on to a page that can be loaded again. `done` is the key of what it says: `done.<key>`."""
        asked = {**query, **({"done": done} if done else {})}
        address = f"{path}?{urlencode(asked)}" if asked else path
        return RedirectResponse(f"{address}#{quote(fragment)}" if fragment else address, 303)

    def back(self, usual: str, done: str = "") -> RedirectResponse:
        """The same, to the page whose address the form gave as `back`; never to another site."""
        address = urlsplit(self.field("back"))
        if address.scheme or address.netloc or not address.path.startswith("/"):
            return self.redirect(usual, done)
        query = {name: value for name, value in parse_qsl(address.query) if name != "done"}
        return self.redirect("/" + address.path.lstrip("/\\"), done, address.fragment, **query)


Handler = Callable[..., Response]


class Page:
    """The routes of one page. Its `name` is a key in the texts, `nav.<name>`, and its handlers take a `Visit`.

    Handlers are ordinary functions and run in a thread: they may take their time. Parts of the path come as keywords.
    """

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self.routes: list[Route] = []

    def get(self, path: str = "") -> Callable[[Handler], Handler]:
        """For a handler that shows something and changes nothing."""

        def register(handler: Handler) -> Handler:
            async def show(request: Request) -> Response:
                return await run_in_threadpool(handler, Visit(request, self.name), **request.path_params)

            self.routes.append(Route(self.path + path, show, methods=["GET"]))
            return handler

        return register

    def post(self, path: str = "") -> Callable[[Handler], Handler]:
        """For a handler that changes something. It is only called for a form of ours, and ends in `Visit.redirect`."""

        def register(handler: Handler) -> Handler:
            async def change(request: Request) -> Response:
                async with request.form(max_files=_MOST_FILES) as form:
                    token = form.get("token", "")
                    door: Door = request.app.state.console.door
                    if not (isinstance(token, str) and door.offered(token)):
                        raise HTTPException(403)
                    return await run_in_threadpool(handler, Visit(request, self.name, form), **request.path_params)

            self.routes.append(Route(self.path + path, change, methods=["POST"]))
            return handler

        return register


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rebost.console"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["languages"] = LANGUAGES
    environment.globals["last_day"] = _last_day
    environment.filters["one_line"] = one_line
    environment.filters["pair"] = lambda value: (value, value)
    return environment


def _last_day(until: datetime | None) -> str:
    """The last day (UTC) before a moment, as a field for dates takes it; empty for none."""
    return "" if until is None else (until - timedelta(microseconds=1)).date().isoformat()
