"""Every page, in a real browser, in each language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from console.conftest import Served
from rebost.console.pages import PAGES
from rebost.console.texts import LANGUAGES, texts_of

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_accessible_and_speaks_the_language(open_page: Callable[..., Page], language: str) -> None:
    page = open_page(language=language)
    for one in PAGES:
        page.goto(one.path)
        assert page.locator("html").get_attribute("lang") == language
        name = texts_of(language)(f"nav.{one.name}")
        assert page.locator("nav [aria-current=page]").inner_text() == name
        found = Axe().run(page)
        assert not found.violations_count, found.generate_report()


@pytest.mark.parametrize("width", [360, 1600])
def test_no_page_is_wider_than_the_screen_whatever_it_holds(
    open_page: Callable[..., Page], served: Served, width: int
) -> None:
    memory, long = served.memory, f"llarguíssim{width}" * 25
    record = memory.remember(f"Un {long} https://example.org/{long}", project=long[:90], tags=[long[:90]], source=long)
    memory.correct(record.id, f"Un altre {long}")
    memory.mark(f"Què hi ha de {long}?", record.id, True)
    memory.note_agent(f"agent-{long}", asked=1_234_567, answered=1_234_567, remembered=1_234_567)
    page = open_page(language="es", viewport={"width": width, "height": 800})
    for path in (*(one.path for one in PAGES), f"/records/{record.id}", f"/test?question={long}&method=both"):
        page.goto(path)
        for summary in page.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
