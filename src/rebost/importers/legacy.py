"""Notes as the first version imported them: whole, front matter and all, known by their source only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from rebost.memory.origins import Imprint
from rebost.records import Draft, Record, State
from rebost.storage.origins import Imported, Place
from rebost.storage.rows import digest

if TYPE_CHECKING:
    from rebost.memory import Memory

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def first_text(text: str, name: str) -> str:
    """What the first version made of a file: a note without a title of its own got its file's name as one."""
    match = _FRONT_MATTER.match(text)
    head, body = (text[: match.end()], text[match.end() :]) if match else ("", text)
    body = body.strip()
    titled = body if body.startswith("# ") else f"# {PurePath(name).stem}\n\n{body}".rstrip()
    return (head + titled).strip()


def _is_of_first_version(text: str) -> bool:
    match = _FRONT_MATTER.match(text)
    return text[match.end() if match else 0 :].startswith("# ")


def adopt(
    memory: Memory, records: Iterable[Record], parts: Callable[[str], tuple[str, Sequence[Draft]] | None], folder: str
) -> list[Imported]:
    """Records of the first version as if they had an origin, so that their notes are known again.

    `parts` gives the text of a file, by its name in the folder, and the drafts that it makes now; None where there is
    no such file. A record that was corrected by hand since then counts as that, one that wasn't is to be replaced by
    what its note makes now.
    """
    adopted = []
    for record in records:
        assert record.source is not None
        file = record.source.partition("/")[2]
        found = parts(file)
        if found is None:
            continue
        text, drafts = found
        versions = [version.text for version in memory.versions(record.id)]
        if not _is_of_first_version([*versions, record.text][0]):
            continue
        now = digest(record.text)
        first = first_text(text, file)
        corrected = record.text != first and first in versions
        then = digest(drafts[0].text) if corrected else now
        imported = Imported(
            record.id, State.CURRENT, Place(folder, file, 0, None), False, b"", now,
            str(record.kind), record.project, record.tags, record.context, record.until,
        )  # fmt: skip
        adopted.append(imported._replace(imprint=b"".join(Imprint.of(imported, then))))
    return adopted
