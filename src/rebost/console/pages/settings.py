"""The settings: what `rebost config` knows, and which languages the records are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebost.config import SETTINGS, config_path, set_value, unset_value
from rebost.console.visit import Page, Visit

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("settings", "/settings")

_METHODS = ("default", "classic")
GROUPS = (
    ("answers", ("method", "caution", "limit")),
    ("base", ("base", "embedder")),
    ("endpoint", tuple(name for name in SETTINGS if name.startswith("endpoint_"))),
)
"""The settings as the page puts them together; beside them stand the languages."""


@page.get()
def show(visit: Visit) -> Response:
    """Every setting with its value and where that comes from."""
    stats = visit.memory.stats()
    return visit.render(
        "settings.html",
        groups=GROUPS,
        rows={
            name: (setting, visit.settings.values[name], visit.settings.origins[name], _choices(name))
            for name, setting in SETTINGS.items()
        },
        path=config_path(),
        chosen=" ".join(stats.chosen_languages),
        detected=stats.main_language,
    )


@page.post()
def change(visit: Visit) -> Response:
    """Write a setting into the file, or take it out, so that its default holds again."""
    name, value = visit.field("name"), visit.typed("value")
    if not value.strip() or visit.field("action") == "unset":
        unset_value(name)
        return visit.redirect(page.path, done="unset")
    set_value(name, value)
    return visit.redirect(page.path, done="set")


@page.post("/languages")
def choose_languages(visit: Visit) -> Response:
    """Say which languages the records are in; none: they are detected."""
    visit.memory.set_languages(*visit.field("languages").replace(",", " ").split())
    return visit.redirect(page.path, done="set")


def _choices(name: str) -> tuple[str, ...]:
    return _METHODS if name == "method" else SETTINGS[name].choices
