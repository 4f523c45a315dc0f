"""Bringing notes in: a path on this machine, looked at first, then imported with its progress and its report."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from rebost.console.visit import Page, Visit
from rebost.errors import RebostError
from rebost.importers import ImportReport, import_path

if TYPE_CHECKING:
    from starlette.responses import Response

    from rebost.memory import Memory

page = Page("import", "/import")

_MOST_LINES = 200
"""Of each list in a report: the command line gives all of them."""


@dataclass(slots=True)
class Run:
    """One import, while it runs and afterwards."""

    path: Path
    project: str | None
    is_rehearsal: bool
    done: int = 0
    total: int | None = None
    report: ImportReport | None = None
    problem: str | None = None

    def work(self, memory: Memory) -> None:
        """Import, and keep the report or what went wrong."""
        try:
            self.report = import_path(
                memory, self.path, project=self.project, dry_run=self.is_rehearsal, progress=self._progress
            )
        except RebostError as error:
            self.problem = str(error)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, well or badly."""
        return self.report is not None or self.problem is not None

    def _progress(self, done: int, total: int | None) -> None:
        self.done, self.total = done, total


@page.get()
def show(visit: Visit) -> Response:
    """The form; with `run` in the address, how that import gets on."""
    run = _runs(visit).get(visit.query.get("run", ""))
    return visit.render(
        "import.html", run=run, most=_MOST_LINES, projects=[name for name in visit.memory.projects() if name]
    )


@page.post()
def begin(visit: Visit) -> Response:
    """Look at a path, or bring in what stands there; the page that follows shows how it gets on."""
    run = Run(
        Path(visit.field("place")).expanduser(), visit.field("project") or None, visit.field("action") != "import"
    )
    name = token_urlsafe(8)
    _runs(visit)[name] = run
    threading.Thread(target=run.work, args=(visit.memory,), daemon=True).start()
    return visit.redirect(page.path, run=name)


def _runs(visit: Visit) -> dict[str, Run]:
    """The imports of this console since it was started, by a name that stands in the address."""
    state = visit.request.app.state
    if not hasattr(state, "imports"):
        state.imports = {}
    runs: dict[str, Run] = state.imports
    return runs
