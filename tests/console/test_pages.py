"""Every page, in a real browser, in each language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

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
