"""How the base and what goes with it are: size, model, vectors, agents, and what the doctor finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebost.clients import Surroundings, standings
from rebost.console.visit import Page, Visit
from rebost.upkeep import examine
from rebost.upkeep.backup import backups

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("health", "/health")


@page.get()
def show(visit: Visit) -> Response:
    """Figures, agents and the programs that they run in, where those are installed or connected; with `check` in the
    address also all that the doctor looks at, the file's integrity among it.
    """
    memory = visit.memory
    stats = memory.stats()
    copies = backups(memory.path)
    return visit.render(
        "health.html",
        stats=stats,
        megabytes=stats.bytes / 1_000_000,
        made=stats.records - stats.waiting,
        agents=memory.agents(),
        programs=[found for found in standings(Surroundings()) if found.installed or found.connected or found.problem],
        backup=copies[-1].name if copies else None,
        copies=len(copies),
        checks=list(examine(memory.path, visit.settings)) if visit.query.get("check") else None,
    )
