"""A markdown note as a record: the whole text, with what its front matter says about it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import PurePath

from rebost.importers.items import Item, Remark, Unreadable, kind_of
from rebost.records import Kind

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MAXIMUM_FRONT_MATTER = 65_536
"""Characters; YAML is slow, and nobody writes more than a page of it."""


def read_note(text: str, name: str) -> tuple[Item, Remark | None]:
    """The record of a note, and a remark when its front matter can't be understood.

    `name` is the file's, relative to what is imported. The front matter stays in the text: what it says
    may be what is asked for one day. A note that has no title of its own gets its file's name as one.
    Raises Unreadable for a note that says nothing.
    """
    if not text.strip():
        raise Unreadable("empty")
    match = _FRONT_MATTER.match(text)
    head, body = (text[: match.end()], text[match.end() :]) if match else ("", text)
    fields, problem = _parse(match["yaml"]) if match else ({}, None)
    if isinstance(fields.get("rebost"), str):
        return _exported(fields, body, name), None
    item = Item(
        place=name,
        text=(head + _titled(body, PurePath(name).stem)).strip(),
        source=name,
        kind=kind_of(fields.get("kind")) or Kind.NOTE,
        project=_line(fields.get("project")),
        tags=_tags(fields.get("tags", fields.get("tag"))),
    )
    return item, Remark(name, f"its front matter isn't understood ({problem})") if problem else None


def _exported(fields: dict[object, object], body: str, name: str) -> Item:
    """A note that `rebost export --markdown` wrote: the text word for word, and all that its front matter says."""
    text = body.removeprefix("\n").removesuffix("\n")
    if not text.strip():
        raise Unreadable("empty")
    context = fields.get("context")
    return Item(
        place=name,
        text=text,
        source=_line(fields.get("source")) or name,
        kind=kind_of(fields.get("kind")) or Kind.NOTE,
        project=_line(fields.get("project")),
        tags=_tags(fields.get("tags")),
        created=_moment(fields.get("created")),
        context=context if isinstance(context, str) else None,
        until=_moment(fields.get("until")),
    )


def _moment(value: object) -> datetime | None:
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def body_of(text: str) -> str:
    """What of a note stays the same when its file is renamed: all but the title that `read_note` may have added."""
    match = _FRONT_MATTER.match(text)
    head, body = (text[: match.end()], text[match.end() :]) if match else ("", text)
    first, _, rest = body.lstrip().partition("\n")
    return head.strip() + "\n" + (rest if first.startswith("# ") else body).strip()


def _titled(body: str, title: str) -> str:
    body = body.strip()
    return body if body.startswith("# ") else f"# {title}\n\n{body}".rstrip()


def _parse(source: str) -> tuple[dict[object, object], str | None]:
    if len(source) > _MAXIMUM_FRONT_MATTER:
        return {}, f"longer than {_MAXIMUM_FRONT_MATTER} characters"
    import yaml

    try:
        fields = yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are the safe one
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        # Two more: YAML counts from 0, and the line of dashes stands before it.
        place = f", line {mark.line + 2}" if mark else ""
        return {}, f"{getattr(error, 'problem', None) or 'not valid YAML'}{place}"
    except (ValueError, RecursionError) as error:
        return {}, str(error)
    if fields is None:
        return {}, None
    return (fields, None) if isinstance(fields, dict) else ({}, "it isn't a list of names and values")


def _line(value: object) -> str | None:
    return " ".join(value.split()) or None if isinstance(value, str) else None


def _tags(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",") if "," in value else value.split()
    if not isinstance(value, list):
        return ()
    tags = (str(tag).strip().removeprefix("#") for tag in value if isinstance(tag, str | int))
    return tuple(dict.fromkeys(tag for tag in tags if tag))
