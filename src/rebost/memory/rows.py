"""The rows of an export: what a base holds as plain values for JSON, and back again, checked.

docs/records.md describes them. A field that is null, empty, zero or false by default stands in no row, so that equal
records make equal rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from rebost.errors import FormatError, InputError
from rebost.memory.drafts import checked_fields
from rebost.memory.indexing import cleaned, cleaned_text
from rebost.records import Agent, Record, State, Version
from rebost.storage.ids import normalize
from rebost.storage.transfer import Likeness, MarkedQuestion, Origin, Whole

Row = dict[str, Any]

FORMAT = 1
"""Of the rows: goes up when a reader of the former one would misunderstand them."""
HEADER = "rebost-export"
_MOST = 2**63 - 1


def header_row(settings: Mapping[str, str | None], project: str | None) -> Row:
    """The first row: what this is, and what holds of the base as a whole."""
    return _without_nothing({"type": HEADER, "format": FORMAT, **settings, "project": project})


def is_header(row: object) -> bool:
    """Whether a row is the first of an export."""
    return isinstance(row, dict) and row.get("type") == HEADER


def check_header(row: Mapping[str, Any]) -> None:
    """Raises `FormatError` when this version can't read what follows."""
    if not is_header(row):
        raise FormatError("This isn't an export of Rebost: its first row doesn't say so. Check the file.")
    if _whole_number(row, "format") > FORMAT:
        raise FormatError(f"A newer Rebost made this export (format {row['format']}). Update Rebost to import it.")


def project_row(name: str, archived: bool) -> Row:
    """A project."""
    return _without_nothing({"type": "project", "name": name, "archived": archived})


def record_row(whole: Whole) -> Row:
    """A record with all that goes with it."""
    record = whole.record
    return _without_nothing(
        {
            "type": "record",
            "id": record.id,
            "text": record.text,
            "kind": str(record.kind),
            "project": record.project,
            "tags": list(record.tags),
            "source": record.source,
            "context": record.context,
            "language": record.language,
            "told_language": whole.told_language,
            "created": _written(record.created),
            "updated": _written(record.updated),
            "until": _written(record.until),
            "state": None if record.state is State.CURRENT else record.state.name.lower(),
            "state_since": _written(whole.state_since),
            "supersedes": record.supersedes,
            "superseded_by": record.superseded_by,
            "uses": record.uses,
            "last_used": _written(record.last_used),
            "versions": [
                {"text": text, "since": _written(since), "until": _written(until)}
                for text, since, until in whole.versions
            ],
            "origin": None if whole.origin is None else _origin_row(whole.origin),
        }
    )


def _origin_row(origin: Origin) -> Row:
    return {**_without_nothing(origin._asdict()), "part": origin.part, "digest": origin.digest.hex()}


def likeness_row(likeness: Likeness) -> Row:
    """Two records that look alike."""
    return {**_without_nothing({"type": "likeness", **likeness._asdict()}), "likeness": likeness.likeness}


def question_row(question: MarkedQuestion) -> Row:
    """A question of the user's own evaluation."""
    values = question._asdict() | {"created": _written(question.created)}
    return _without_nothing({"type": "question", **values})


def agent_row(agent: Agent) -> Row:
    """An agent that used the base."""
    return {"type": "agent", **agent._asdict(), "last_used": _written(agent.last_used)}


def read_record(row: Mapping[str, Any]) -> Whole:
    """The record of a row. Raises `FormatError` with what is wrong, and `InputError` for an empty text."""
    states = {state.name.lower(): state for state in State}
    state = states.get(_text(row, "state", "current"))
    if state is None:
        raise FormatError(f"its `state` must be one of {', '.join(states)}")
    id_ = _text(row, "id")
    if normalize(id_) != id_:
        raise FormatError("its `id` isn't one of ours")
    created = _moment(row, "created")
    names = ("project", "source", "language", "context")
    fields = {name: _text(row, name, "") or None for name in names}
    record = Record(
        id=id_,
        text=cleaned_text(_text(row, "text")),
        **checked_fields({**fields, "kind": _text(row, "kind"), "tags": _texts(row, "tags")}),
        created=created,
        updated=_moment(row, "updated"),
        uses=_whole_number(row, "uses", 0),
        last_used=_moment_or_none(row, "last_used"),
        supersedes=_text(row, "supersedes", "") or None,
        superseded_by=_text(row, "superseded_by", "") or None,
        until=_moment_or_none(row, "until"),
        state=state,
    )
    if state is State.SUPERSEDED and record.superseded_by is None:
        raise FormatError("it is superseded and doesn't say by what")
    versions = tuple(
        Version(cleaned_text(_text(version, "text")), _moment(version, "since"), _moment(version, "until"))
        for version in _rows(row, "versions")
    )
    told = _text(row, "told_language", "") or None
    origin = _read_origin(row["origin"]) if "origin" in row else None
    return Whole(record, told, _moment(row, "state_since"), versions, origin)


def _read_origin(row: object) -> Origin:
    if not isinstance(row, dict):
        raise FormatError("its `origin` isn't an object")
    try:
        digest = bytes.fromhex(_text(row, "digest"))
    except ValueError:
        raise FormatError("its `digest` isn't hexadecimal") from None
    heading = _text(row, "heading", "") or None
    return Origin(_text(row, "folder", ""), _text(row, "file", ""), _whole_number(row, "part"), heading, digest)


def read_project(row: Mapping[str, Any]) -> tuple[str, bool]:
    """The name of a project, and whether it is archived. Raises `FormatError`."""
    return _name(row, "name"), _flag(row, "archived")


def read_likeness(row: Mapping[str, Any]) -> Likeness:
    """Raises `FormatError`."""
    likeness = row.get("likeness")
    if isinstance(likeness, bool) or not isinstance(likeness, float | int) or not 0 <= likeness <= 1:
        raise FormatError("its `likeness` isn't a number from 0 to 1")
    return Likeness(_text(row, "record"), _text(row, "other"), float(likeness), _whole_number(row, "judged", 0))


def read_question(row: Mapping[str, Any]) -> MarkedQuestion:
    """Raises `FormatError`."""
    return MarkedQuestion(
        cleaned(_text(row, "text")),
        cleaned(_text(row, "project", "")) or None,
        _flag(row, "silence"),
        _moment(row, "created"),
        tuple(_texts(row, "wanted")),
        tuple(_texts(row, "unwanted")),
    )


def read_agent(row: Mapping[str, Any]) -> Agent:
    """Raises `FormatError`."""
    return Agent(
        _name(row, "name"),
        asked=_whole_number(row, "asked"),
        answered=_whole_number(row, "answered"),
        remembered=_whole_number(row, "remembered"),
        last_used=_moment(row, "last_used"),
    )


Item = Whole | Likeness | MarkedQuestion | Agent | tuple[str, bool]
"""What a row may hold; the last is a project: its name, and whether it is archived."""

_READERS: Mapping[str, Callable[[Mapping[str, Any]], Item]] = {
    "project": read_project,
    "record": read_record,
    "likeness": read_likeness,
    "question": read_question,
    "agent": read_agent,
}
"""By the `type` of a row."""


def read(row: Mapping[str, Any]) -> Item:
    """What a row holds. Raises `FormatError` with what is wrong, as the rest of a sentence, and `InputError`."""
    reader = _READERS.get(_text(row, "type"))
    if reader is None:
        raise FormatError(f"its `type` must be one of {', '.join(_READERS)}")
    return reader(row)


def _without_nothing(row: Mapping[str, Any]) -> Row:
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in row.items()}
    return {name: value for name, value in listed.items() if value not in (None, "", 0, False, [])}


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _text(row: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = row.get(name, default)
    if not isinstance(value, str):
        raise FormatError(f"has no `{name}`" if value is None else f"its `{name}` isn't a text")
    return value


def _name(row: Mapping[str, Any], name: str) -> str:
    value = cleaned(_text(row, name)).strip()
    if not value:
        raise FormatError(f"its `{name}` is empty")
    return value


def _texts(row: Mapping[str, Any], name: str) -> list[str]:
    value = row.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise FormatError(f"its `{name}` must be a list of texts")
    return value


def _rows(row: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    value = row.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise FormatError(f"its `{name}` must be a list of objects")
    return value


def _whole_number(row: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = row.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
        raise FormatError(f"its `{name}` isn't a whole number from 0")
    return value


def _flag(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name, False)
    if not isinstance(value, bool):
        raise FormatError(f"its `{name}` must be true or false")
    return value


def _moment(row: Mapping[str, Any], name: str) -> datetime:
    try:
        moment = datetime.fromisoformat(_text(row, name))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        if isinstance(error, InputError):
            raise
        raise FormatError(f"its `{name}` isn't a date as in 2024-03-31T09:30:00+00:00") from None


def _moment_or_none(row: Mapping[str, Any], name: str) -> datetime | None:
    return _moment(row, name) if row.get(name) is not None else None
