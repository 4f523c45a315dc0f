"""The page `settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebost.console.visit import Page, Visit

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("settings", "/settings")


@page.get()
def show(visit: Visit) -> Response:
    """The page."""
    return visit.render("settings.html")
