"""The front matter of a note: the fields that mean something to Rebost, and the rest as lines that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import NamedTuple

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MAXIMUM = 65_536
"""Characters; YAML is slow, and nobody writes more than a page of it."""
_UNFILLED = re.compile(r"\{\{[^{}\n]+\}\}|<%")
"""What Obsidian's and Templater's templates hold where a note has a value."""

_MOST_VALUES, _DEEPEST = 200, 4
"""Of one field: YAML can refer to itself, and a few lines of it stand for a billion values."""

_MEANT = frozenset("rebost kind project tag tags alias aliases title created date until expires context source".split())
"""Fields that become something else than text."""
_OF_PROGRAMS = frozenset(
    "cssclass cssclasses publish permalink cover banner icon linter-yaml-title-alias position alwaysapply globs"
    " layout draft draw-plugin kanban-plugin excalidraw-plugin uid readtime".split()
)
"""Fields by which programs lay a note out; nobody will ask for them."""


class FrontMatter(NamedTuple):
    """What stands at the beginning of a note between two lines of dashes."""

    fields: Mapping[str, object]
    """By name, in lower case."""
    facts: str = ""
    """The fields that are facts like any other (`rating: 7`), a line each; those without a value say nothing."""
    problem: str | None = None
    """Why it can't be understood."""
    template: bool = False
    """Whether it holds what a template is filled in at."""


def split(text: str) -> tuple[FrontMatter, str]:
    """The front matter of a note, and what follows it. Where it can't be understood it stays in the text."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return FrontMatter({}), text.removeprefix("\ufeff")
    front = _parse(match["yaml"])
    return front, text if front.problem else text[match.end() :]


def _parse(source: str) -> FrontMatter:
    if len(source) > _MAXIMUM:
        return FrontMatter({}, problem=f"longer than {_MAXIMUM} characters")
    template = _UNFILLED.search(source) is not None
    import yaml

    try:
        fields = yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are the safe one
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        # Two more: YAML counts from 0, and the line of dashes stands before it.
        place = f", line {mark.line + 2}" if mark else ""
        return FrontMatter(
            {}, problem=f"{getattr(error, 'problem', None) or 'not valid YAML'}{place}", template=template
        )
    except (ValueError, TypeError, RecursionError) as error:
        return FrontMatter({}, problem=str(error), template=template)
    if fields is None:
        return FrontMatter({}, template=template)
    if not isinstance(fields, dict):
        return FrontMatter({}, problem="it isn't a list of names and values", template=template)
    named = {str(name).strip(): value for name, value in fields.items()}
    return FrontMatter({name.lower(): value for name, value in named.items()}, _facts(named), template=template)


def line(value: object) -> str | None:
    """A value that is one line of text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    return " ".join(value.split()) or None if isinstance(value, str) else None


def texts(value: object, *, separated: bool, marked: bool = False) -> tuple[str, ...]:
    """A list of texts; `separated` by commas, or else spaces, where it is written on one line.

    A `#` before one isn't a part of it, unless they are `marked`.
    """
    if isinstance(value, str):
        value = (value.split(",") if "," in value else value.split()) if separated else [value]
    if not isinstance(value, list):
        return ()
    found = (line(item) for item in value)
    if marked:
        return tuple(text for text in found if text)
    return tuple(dict.fromkeys(text.removeprefix("#") for text in found if text and text != "#"))


def moment(value: object) -> datetime | None:
    """The moment that a value names; a day is its beginning, and without a zone it is UTC."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip().strip("[]"))
        except ValueError:
            return None
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    return datetime.combine(value, time(), UTC) if isinstance(value, date) else None


def end(value: object) -> datetime | None:
    """The moment until which something holds; a day holds to its end, as with `--until`."""
    found = moment(value)
    is_day = isinstance(value, date) and not isinstance(value, datetime)
    if found is None or not (is_day or (isinstance(value, str) and len(value.strip(" []")) <= len("2026-12-31"))):
        return found
    try:
        return found + timedelta(days=1)
    except OverflowError:  # the last day that there is
        return found


def _facts(fields: Mapping[str, object]) -> str:
    lines = (
        (name, ", ".join(islice(_values(value), _MOST_VALUES)))
        for name, value in fields.items()
        if name.lower() not in _MEANT and name.lower() not in _OF_PROGRAMS
    )
    return "\n".join(f"{name}: {said}" for name, said in lines if said)


def _values(value: object, depth: int = 0) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in value:
            yield from _values(item, depth + 1)
    elif isinstance(value, dict):
        for name, item in value.items():
            said = ", ".join(islice(_values(item, depth + 1), _MOST_VALUES))
            if said:
                yield f"{name} {said}"
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif value is not None and str(value).strip():
        yield " ".join(str(value).split())
