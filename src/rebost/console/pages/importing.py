"""Bringing notes in: a path on this machine or files of the browser's, looked at first, then imported with a report."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile

from rebost.console.guard import MOST_BODY
from rebost.console.imports import Upload, Wish
from rebost.console.visit import Page, Visit

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("import", "/import")

_MOST_LINES = 200
"""Of each list in a report: the command line gives all of them."""
_ROOM_FOR_FIELDS = 100_000
"""Bytes of a form that aren't files."""


@page.get()
def show(visit: Visit) -> Response:
    """The forms; with `run` in the address, how that import gets on."""
    name = visit.query.get("run", "")
    return visit.render(
        "import.html",
        run=visit.imports.get(name),
        name=name,
        most=_MOST_LINES,
        most_bytes=MOST_BODY - _ROOM_FOR_FIELDS,
        megabytes=MOST_BODY // 1_000_000,
        projects=[name for name in visit.memory.projects() if name],
    )


@page.post()
def begin(visit: Visit) -> Response:
    """Look at a path, or bring in what stands there; the page that follows shows how it gets on."""
    place = visit.field("place")
    if not place:
        return visit.redirect(page.path, done="no_files")
    return _begin(visit, Path(os.path.expanduser(place)))  # noqa: PTH111 - leaves the home of nobody as it is


@page.post("/files")
def upload(visit: Visit) -> Response:
    """The same for files that the browser sends."""
    files = [file for file in visit.form.getlist("file") if isinstance(file, UploadFile) and file.filename]
    if not files:
        return visit.redirect(page.path, done="no_files")
    return _begin(visit, Upload(files))


@page.post("/looked")
def go_on(visit: Visit) -> Response:
    """Bring in the files that were looked at."""
    files = visit.imports.take(visit.field("run"))
    return visit.redirect(page.path, done="files_gone") if files is None else _begin(visit, files)


def _begin(visit: Visit, source: Path | Upload) -> Response:
    wish = Wish(
        source,
        project=visit.field("project") or None,
        with_conversations=bool(visit.field("conversations")),
        is_rehearsal=visit.field("action") != "import",
    )
    return visit.redirect(page.path, run=visit.imports.begin(visit.memory, wish))
