"""A console on a small base, a plain client and a real browser that know its secret."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from console.chromium import HOW, chromium
from memory.fakes import FakeEmbedder
from rebost import Memory
from rebost.console.door import Door
from rebost.console.serving import bound, server
from rebost.records import Draft, Kind

RECORDS = (
    Draft("L'Anna viu a Girona, al carrer de la Força.", project="familia", tags=("adreces",), source="claude-code"),
    Draft("L'Anna treballa a l'hospital de Figueres.", project="familia"),
    Draft("En Pau viu a Olot i té un gos que es diu Nero.", project="familia"),
    Draft("El cotxe és al taller fins divendres.", project="familia", kind=Kind.FACT),
    Draft("Al Pau li agrada el cafè sense sucre.", kind=Kind.PREFERENCE),
    Draft("La caldera es va revisar el març amb en Ferran.", kind=Kind.NOTE),
    Draft("La clau de recanvi és a casa de la veïna.", kind=Kind.FACT),
    Draft("The boat is in the harbour of Palamós.", project="barca", language="en"),
    Draft("We decided to paint the boat blue.", project="barca", kind=Kind.DECISION, language="en"),
    Draft("La contraseña del wifi la tiene Marta.", project="casa", language="es"),
    Draft("El dentista es el jueves a las cinco.", project="casa", language="es"),
    Draft("# Pa de pagès\n\nFarina, aigua i llevat.\n\n- una nit de repòs\n- forn a 230 graus", kind=Kind.PROCEDURE),
    Draft("El gimnàs obre a les set del matí.", project="casa"),
    Draft("La reunió de l'escola és el dia 12 de maig.", project="familia"),
    Draft("L'assegurança del pis es paga al gener.", project="casa"),
    Draft("A l'Anna li fan por les alçades.", project="familia"),
)


_LEFT_OUT = pytest.StashKey[int]()


class Served(NamedTuple):
    address: str
    door: Door
    memory: Memory


class Client(httpx2.Client):
    """A plain client of the console."""

    def __init__(self, served: Served, language: str = "en") -> None:
        super().__init__(base_url=served.address, headers={"Accept-Language": language}, timeout=60)
        self._served = served

    @property
    def token(self) -> str:
        """What each form that changes something has to bring."""
        return self._served.door.token

    def come_in(self) -> None:
        """By the opening address."""
        self.get("/enter", params={"secret": self._served.door.secret})

    def submit(self, path: str, **fields: str) -> httpx2.Response:
        """Send a form as a page of the console would."""
        return self.post(path, data={"token": self.token, **fields}, headers={"Origin": self._served.address})


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """The base that the console of this module shows."""
    with Memory.open(tmp_path_factory.mktemp("console") / "base.db", embedder=FakeEmbedder()) as opened:
        opened.remember_many(RECORDS)
        opened.settle()
        yield opened


@pytest.fixture(scope="module")
def served(memory: Memory) -> Iterator[Served]:
    """The console, served on a free port."""
    with bound("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        door = Door("127.0.0.1", port)
        running = server(memory, door)
        thread = threading.Thread(target=running.run, args=([listening],))
        thread.start()
        try:
            while not running.started:
                time.sleep(0.01)
            yield Served(f"http://127.0.0.1:{port}", door, memory)
        finally:
            running.should_exit = True
            thread.join(30)
            assert not thread.is_alive()


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    with Client(served) as opened:
        opened.come_in()
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own chromium. Of this module only: while it runs, no other test could run an event loop."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium())
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Opens a page of the console in a browser that came in. Any request to another machine fails the test."""
    contexts = []
    elsewhere: list[str] = []
    errors: list[str] = []
    asked: set[str] = set()

    def watch(request: Request) -> None:
        if request.is_navigation_request():
            asked.add(request.url)
        if urlsplit(request.url).hostname != "127.0.0.1":
            elsewhere.append(request.url)

    def complain(message: ConsoleMessage) -> None:
        # That a page itself answers with an error is no error of the page.
        if message.type == "error" and message.location["url"] not in asked:
            errors.append(message.text)

    def open_(path: str = "/", language: str = "ca", **options: object) -> Page:
        context = browser.new_context(locale=language, base_url=served.address, **options)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(20_000)
        context.on("request", watch)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", complain)
        page = context.new_page()
        page.goto(f"/enter?secret={served.door.secret}")
        page.wait_for_url("**/test")
        if path != "/":
            page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not elsewhere
    assert not errors


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a chromium the tests that drive it are left out, and the end of the run says so."""
    if chromium() is not None:
        return
    without = [item for item in items if item.get_closest_marker("browser")]
    if os.environ.get("CI"):
        raise pytest.UsageError(f"No chromium was found, and no test may be left out here. {HOW}")
    config.hook.pytest_deselected(items=without)
    config.stash[_LEFT_OUT] = len(without)
    items[:] = [item for item in items if item not in without]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash.get(_LEFT_OUT, 0)
    if left_out:
        terminalreporter.write_line(f"{left_out} tests in a browser were left out: no chromium was found. {HOW}")
