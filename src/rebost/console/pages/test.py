"""Test: ask as an agent would, and see for every record where its score comes from and why it was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from rebost.config import SETTINGS
from rebost.console.reading import nearer
from rebost.console.trial import Shown, Trial, shown, trial
from rebost.console.visit import Page, Visit
from rebost.errors import AmbiguousIdError, InputError, UnknownRecordError
from rebost.memory import METHODS

if TYPE_CHECKING:
    from starlette.responses import Response

    from rebost.memory import Memory

page = Page("test", "/test")

SIDE_BY_SIDE = "both"
_NEAREST = 6
"""Records left out that are seen at once; the others open with a click."""
_LONGEST = 4000
"""Characters of a question: an address has room for no more, whatever the script."""
_MOST = 50
"""Pieces that can be asked for: more are no test but a list."""


class Asked(NamedTuple):
    """A test as the address holds it."""

    question: str
    project: str | None
    """None asks every record."""
    method: str
    """One of `METHODS`, or `SIDE_BY_SIDE`."""
    caution: str
    limit: int
    record: str
    """A record to look at besides, by its id or words of its text; or empty."""

    def address(self, record: str = "") -> str:
        """The address of this test, with another record to look at."""
        query = urlencode({**self._asdict(), "project": self.project or "", "record": record})
        return f"{page.path}?{query}#any"

    @property
    def options(self) -> dict[str, Any]:
        """What `Memory` is asked with, besides the question and the method."""
        return {"project": self.project, "caution": self.caution, "limit": self.limit}

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods to ask."""
        return METHODS if self.method == SIDE_BY_SIDE else (self.method,)


@page.get()
def show(visit: Visit) -> Response:
    """The form, and what the base answers to its question."""
    asked = _asked(visit)
    memory = visit.memory
    trials: list[Trial] = []
    looked_at: list[Shown] = []
    not_found = ""
    if asked.question:
        trials = [trial(memory.examine(asked.question, method=method, **asked.options)) for method in asked.methods]
    if asked.question and asked.record:
        try:
            id_ = _meant(memory, asked.record)
            for method in asked.methods:
                found = memory.explain(asked.question, id_, method=method, **asked.options)
                looked_at.append(shown(found, asked.question))
        except UnknownRecordError:
            not_found = "test.no_such_record"
        except AmbiguousIdError:
            not_found = "error.AmbiguousIdError"
    return visit.render(
        "test.html",
        asked=asked,
        projects=sorted(name for name in memory.projects() if name),
        methods=(*METHODS, SIDE_BY_SIDE),
        cautions=SETTINGS["caution"].choices,
        most=_MOST,
        longest=_LONGEST,
        trials=trials,
        looked_at=looked_at,
        not_found=not_found,
        marked=memory.marked(asked.question, project=asked.project) if asked.question else None,
        address=asked.address,
        nearest=_NEAREST,
        nearer=nearer,
    )


def _meant(memory: Memory, record: str) -> str:
    """The id of the record with this id or beginning of one, or else of the newest that has these words in its text.

    Raises `UnknownRecordError`, `AmbiguousIdError`.
    """
    try:
        return memory.get(record).id
    except UnknownRecordError:
        found = next(memory.records(query=record, newest_first=True), None)
        if found is None:
            raise
        return found.id


def _asked(visit: Visit) -> Asked:
    """Raises `InputError` for a value that can't be."""
    query, settings = visit.query, visit.settings
    try:
        limit = int(query.get("limit") or settings.limit)
    except ValueError:
        raise InputError("The limit is no number. Give one.") from None
    return Asked(
        query.get("question", "").strip(),
        query.get("project") or None,
        query.get("method") or settings.method,
        query.get("caution") or settings.caution,
        min(limit, _MOST),
        query.get("record", "").strip(),
    )
