"""The projects: how many records each has; renaming, merging, putting away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebost.console.visit import Page, Visit

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("projects", "/projects")


@page.get()
def show(visit: Visit) -> Response:
    """Every project, and those that were put away."""
    counts = visit.memory.projects()
    return visit.render(
        "projects.html",
        without=counts.get(None, 0),
        projects={name: count for name, count in counts.items() if name},
        archived=visit.memory.archived_projects(),
    )


@page.post("/rename")
def rename(visit: Visit) -> Response:
    """Give a project another name."""
    visit.memory.rename_project(visit.field("project"), visit.field("name"))
    return visit.redirect(page.path, done="renamed")


@page.post("/merge")
def merge(visit: Visit) -> Response:
    """Move all of a project's records into another."""
    visit.memory.merge_projects(visit.field("project"), visit.field("into"))
    return visit.redirect(page.path, done="merged")


@page.post("/archive")
def archive(visit: Visit) -> Response:
    """Put a project away."""
    visit.memory.archive_project(visit.field("project"))
    return visit.redirect(page.path, done="archived")


@page.post("/unarchive")
def unarchive(visit: Visit) -> Response:
    """Fetch a project back."""
    visit.memory.unarchive_project(visit.field("project"))
    return visit.redirect(page.path, done="unarchived")
