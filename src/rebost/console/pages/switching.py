"""Choosing the language of the interface. No page of its own: the choice stands at the foot of every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from rebost.console.texts import LANGUAGES
from rebost.console.visit import LANGUAGE_COOKIE, Page, Visit

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("language", "/language")

_YEAR = 365 * 24 * 60 * 60
"""Seconds."""


@page.post()
def switch(visit: Visit) -> Response:
    """Keep the choice in the browser and go back to where it was made."""
    language = visit.field("language")
    if language not in LANGUAGES:
        raise HTTPException(400)
    answer = visit.back("/")
    answer.set_cookie(LANGUAGE_COOKIE, language, _YEAR, path="/", httponly=True, samesite="strict")
    return answer
