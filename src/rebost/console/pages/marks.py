"""The user's own evaluation: the questions that were marked in Test, and how many of them are right today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from rebost.console.visit import Page, Visit
from rebost.evaluation.mine import judge, questions

if TYPE_CHECKING:
    from starlette.responses import Response

page = Page("marks", "/marks")

_AT_ONCE = 100
"""Questions that are asked when the page opens, about two seconds; more of them on demand."""
_WANTED = {"yes": True, "no": False, "": None}


@page.get()
def show(visit: Visit) -> Response:
    """Every marked question with what it gets today."""
    memory, settings = visit.memory, visit.settings
    found = questions(memory)
    asked = found if visit.query.get("all") else found[:_AT_ONCE]
    verdicts = [
        judge(memory, question, method=settings.method, caution=settings.caution, limit=settings.limit)
        for question in asked
    ]
    texts = {id_: memory.get(id_).text for verdict in verdicts for id_ in (*verdict.missing, *verdict.wrong)}
    return visit.render(
        "marks.html", verdicts=sorted(verdicts, key=lambda verdict: verdict.is_right), texts=texts, all=len(found)
    )


@page.post()
def mark(visit: Visit) -> Response:
    """Mark a record for a question, or the question as one that should get nothing; or take the mark back."""
    question, project = visit.field("question"), visit.field("project") or None
    record, silence, wanted = visit.field("record"), visit.field("silence"), visit.field("wanted")
    if record and wanted in _WANTED:
        visit.memory.mark(question, record, _WANTED[wanted], project=project)
    elif silence in {"yes", "no"}:
        visit.memory.mark_silence(question, silence == "yes", project=project)
    else:
        raise HTTPException(400)
    return visit.back(page.path)


@page.post("/remove")
def remove(visit: Visit) -> Response:
    """Drop a question with its marks."""
    visit.memory.unmark(visit.field("question"), project=visit.field("project") or None)
    return visit.redirect(page.path, done="unmarked")
