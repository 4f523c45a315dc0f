"""The records: looking through them, reading one, adding, correcting, forgetting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException

from rebost.console.markdown import one_line, rendered
from rebost.console.visit import Page, Visit
from rebost.errors import InputError, SecretError
from rebost.memory.passages import Passages
from rebost.records import Kind, State
from rebost.storage import Filters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.responses import Response

page = Page("records", "/records")

_SHOWN = 50
"""Records of one page of the list."""
_ASKED = ("words", "project", "kind", "state", "language", "used", "source", "since", "until")
"""What the list can be asked for, by the names in the address."""
_EXCERPT = 220
"""Characters of a record's text, at the place where the words that were asked for stand."""
_NONE = "-"
"""In the address, stands for `no project`."""


@page.get()
def show(visit: Visit) -> Response:
    """The records that fit, the newest first."""
    query = visit.query
    project, state = query.get("project", ""), _state(query.get("state", ""))
    found = visit.memory.records(
        "" if project == _NONE else project or None,
        query.get("words"),
        newest_first=True,
        state=state,
        filters=_filters(query),
        beyond=query.get("beyond") or None,
    )
    records = list(islice(found, _SHOWN + 1))
    more = len(records) > _SHOWN
    records = records[:_SHOWN]
    words = dict.fromkeys(query.get("words", "").split(), 1.0)
    asked = {name: query.get(name, "") for name in _ASKED}
    kept = {name: value for name, value in asked.items() if value}
    return visit.render(
        "records.html",
        found=[(record, one_line(Passages(record.text, words).cut(_EXCERPT).text)) for record in records],
        asked=asked,
        is_narrowed=state is not State.CURRENT or bool(kept.keys() - {"words", "state"}),
        is_first=not query.get("beyond"),
        after=urlencode({**kept, "beyond": records[-1].id}) if more else "",
        projects=_projects(visit),
        kinds=list(Kind),
        states=[state.name.lower() for state in State],
        spoken=list(visit.memory.stats().languages),
    )


@page.get("/{id}")
def show_one(visit: Visit, id: str) -> Response:  # noqa: A002 - as the path calls it
    """One record, with where it comes from and what it said before."""
    memory = visit.memory
    record = memory.get(id, forgotten=True)
    is_kept = record.state is not State.FORGOTTEN
    before, after = memory.beside(record.id) if is_kept else (None, None)
    return visit.render(
        "record.html",
        record=record,
        text=rendered(record.text),
        history=memory.history(record.id) if is_kept else (),
        alike=[
            found.newer if found.older.id == record.id else found.older
            for found in (memory.look_alikes() if is_kept else ())
            if record.id in {found.older.id, found.newer.id}
        ],
        before=before,
        after=after,
        projects=_projects(visit),
        kinds=list(Kind),
        refused=visit.query.get("refused", ""),
    )


@page.post()
def add(visit: Visit) -> Response:
    """Remember a new text."""
    record = visit.memory.remember(
        visit.field("text"),
        project=visit.field("project") or None,
        kind=visit.field("kind") or Kind.FACT,
        tags=_tags(visit.field("tags")),
        source="console",
        allow_secrets=bool(visit.field("insist")),
    )
    return visit.redirect(f"{page.path}/{record.id}", done="added")


@page.post("/several")
def change_several(visit: Visit) -> Response:
    """Change all records that were chosen in the list. Where that can't be, the others are changed all the same."""
    memory, project, tags = visit.memory, visit.field("project"), _tags(visit.field("tags"))

    def change(id_: str) -> None:
        if project:
            memory.amend(id_, project=project)
        if tags:
            memory.amend(id_, tags=(*memory.get(id_).tags, *tags))

    actions: Mapping[str, Callable[[str], object]] = {
        "change": change,
        "take_out": lambda id_: memory.amend(id_, project=None),
        "forget": memory.forget,
        "restore": memory.restore,
    }
    action = visit.field("action")
    if action not in actions:
        raise HTTPException(400)
    ids = [id_ for id_ in visit.form.getlist("id") if isinstance(id_, str)]
    if not ids:
        return visit.back(page.path, done="none_chosen")
    all_done = True
    for id_ in ids:
        try:
            actions[action](id_)
        except InputError:
            all_done = False
    if not all_done:
        return visit.back(page.path, done="several_but")
    if action == "forget":
        return visit.back(page.path, done="several_forgotten")
    return visit.back(page.path, done="several")


@page.post("/{id}/correct")
def correct(visit: Visit, id: str) -> Response:  # noqa: A002
    """Give a record another text."""
    try:
        visit.memory.correct(id, visit.field("text"), allow_secrets=bool(visit.field("insist")))
    except SecretError:
        return visit.redirect(f"{page.path}/{id}", refused="secret")
    return visit.redirect(f"{page.path}/{id}", done="corrected")


@page.post("/{id}/amend")
def amend(visit: Visit, id: str) -> Response:  # noqa: A002
    """Change kind, project, tags and until when it holds."""
    visit.memory.amend(
        id,
        kind=visit.field("kind"),
        project=visit.field("project") or None,
        tags=_tags(visit.field("tags")),
        until=_day(visit.field("until"), days=1),
    )
    return visit.redirect(f"{page.path}/{id}", done="amended")


@page.post("/{id}/forget")
def forget(visit: Visit, id: str) -> Response:  # noqa: A002
    """Take a record out; it can be restored for thirty days."""
    record = visit.memory.forget(id)
    return visit.redirect(f"{page.path}/{record.id}", done="forgotten")


@page.post("/{id}/restore")
def restore(visit: Visit, id: str) -> Response:  # noqa: A002
    """Undo `forget`."""
    record = visit.memory.restore(id)
    return visit.redirect(f"{page.path}/{record.id}", done="restored")


def _state(name: str) -> State:
    return State[name.upper()] if name.upper() in State.__members__ else State.CURRENT


def _filters(query: Mapping[str, str]) -> Filters:
    used = query.get("used", "")
    return Filters(
        kind=query.get("kind") or None,
        language=query.get("language") or None,
        source=query.get("source") or None,
        since=_day(query.get("since", "")),
        before=_day(query.get("until", ""), days=1),
        used={"yes": True, "no": False}.get(used),
    )


def _day(text: str, days: int = 0) -> datetime | None:
    """The beginning of a day (UTC), or of one so many days after it. Raises `InputError` for what is no date."""
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days=days)
    except (ValueError, OverflowError):
        raise InputError(f"{text!r} is no date. Give one like 2026-12-31.") from None


def _tags(text: str) -> tuple[str, ...]:
    return tuple(tag for tag in (part.strip().lstrip("#") for part in text.split(",")) if tag)


def _projects(visit: Visit) -> list[str]:
    return [name for name in visit.memory.projects() if name]
