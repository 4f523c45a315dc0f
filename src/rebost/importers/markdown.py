"""A markdown note as records: one where a person reads it at once, else one for each of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePath
from typing import NamedTuple

from rebost.importers import frontmatter
from rebost.importers.items import Exported, Item, Remark, Unreadable, kind_of
from rebost.importers.obsidian import inline_tags
from rebost.importers.splitting import split
from rebost.memory.origins import Fingerprint
from rebost.records import Kind

BETWEEN = " > "
"""Between the headings of a path."""


EMPTY, TEMPLATE = "empty", "a template, to be filled in"
"""Why a note that can be read gives nothing."""


class Note(NamedTuple):
    """What a file gives."""

    items: tuple[Item, ...]
    """In the order of the file; none where it says nothing."""
    remark: Remark | None = None
    """What of it wasn't understood."""


def read_note(
    text: str, name: str, *, kind: Kind = Kind.NOTE, tagged: bool = True, written: datetime | None = None
) -> Note:
    """The records of a note, and a remark when its front matter can't be understood.

    `name` is the file's, as the source; `kind` holds where the note says nothing, `written` is when the file was last
    written (aware), `tagged` says whether a `#word` in it is a tag. The title, the other names and the headings above
    a part become its context. Of the front matter, what isn't tags, names, dates and the like is text: it stands below
    what the note says, since it may be all that it says. Raises `Unreadable` for a note that says nothing, and for a
    template.
    """
    front, body = frontmatter.split(text)
    if front.template:
        raise Unreadable(TEMPLATE)
    fields = front.fields
    if isinstance(fields.get("rebost"), str):
        return _exported(fields, body, name)
    passages = split(body)
    if front.facts and passages:
        passages[0] = passages[0]._replace(text=f"{passages[0].text}\n\n{front.facts}")
    texts = [passage.text for passage in passages] or [front.facts]
    headings = [passage.headings for passage in passages] or [()]
    if not any(texts):
        raise Unreadable(EMPTY)
    title = frontmatter.line(fields.get("title")) or PurePath(name).stem
    names = (title, *frontmatter.texts(fields.get("aliases", fields.get("alias")), separated=False))
    tags = frontmatter.texts(fields.get("tags", fields.get("tag")), separated=True)
    items = []
    for part, path in zip(texts, headings, strict=True):
        heading = BETWEEN.join(path) if len(texts) > 1 and path else None
        source = f"{name}#{path[-1]}" if heading else name
        above = path[:-1] if heading else ()
        items.append(
            Item(
                place=source,
                text=part,
                source=source,
                kind=kind_of(fields.get("kind")) or kind,
                project=frontmatter.line(fields.get("project")),
                tags=tuple(dict.fromkeys((*tags, *(inline_tags(part) if tagged else ())))),
                created=frontmatter.moment(fields.get("created", fields.get("date"))) or written,
                context="\n".join(dict.fromkeys((*names, *above))),
                until=frontmatter.end(fields.get("until", fields.get("expires"))),
                heading=heading,
            )
        )
    problem = f"its front matter isn't understood ({front.problem})" if front.problem else None
    return Note(tuple(items), Remark(name, problem) if problem else None)


def _exported(fields: Mapping[str, object], body: str, name: str) -> Note:
    """A note that `rebost export --markdown` wrote: the text word for word, and all that its front matter says."""
    text = body.removeprefix("\n").removesuffix("\n")
    if not text.strip():
        raise Unreadable(EMPTY)
    context = fields.get("context")
    item = Item(
        place=name,
        text=text,
        source=frontmatter.line(fields.get("source")) or name,
        kind=kind_of(fields.get("kind")) or Kind.NOTE,
        project=frontmatter.line(fields.get("project")),
        tags=frontmatter.texts(fields.get("tags"), separated=False, marked=True),
        created=frontmatter.moment(fields.get("created")),
        context=context if isinstance(context, str) else None,
        until=frontmatter.end(fields.get("until")),
        exported=_exported_as(fields),
    )
    return Note((item,))


def _exported_as(fields: Mapping[str, object]) -> Exported | None:
    id_, fingerprint = fields.get("rebost"), fields.get("fingerprint")
    if not (isinstance(id_, str) and isinstance(fingerprint, str)):
        return None
    return Exported(id_, Fingerprint.read(fingerprint))
