"""The current records as a folder of markdown notes, one a record, that a person and Obsidian can read."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rebost.errors import InputError
from rebost.exporters.names import Names, safe_name
from rebost.memory.origins import Fingerprint
from rebost.memory.passages import without_front_matter
from rebost.records import Record

if TYPE_CHECKING:
    from rebost.memory import Memory

Progress = Callable[[int, int | None], None]
"""Called with how many notes are written; how many there will be isn't known."""
_PRIVATE = 0o600
_EVERY = 100


class Vault(NamedTuple):
    """What was written."""

    folder: Path
    notes: int


def export_vault(memory: Memory, folder: Path, project: str | None = None, progress: Progress | None = None) -> Vault:
    """Write each current record as a note: its front matter says what it is, a folder which project it belongs to.

    The folder is new or empty, private to the user, and there whole or not at all. Raises `InputError`.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InputError(f"{folder} isn't a folder. Give one that is new or empty.")
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError(f"{folder} isn't empty, and was left as it is. Give one that is new or empty.")
    try:
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".new", dir=folder.absolute().parent))
    except OSError as error:
        raise InputError(f"{folder} can't be made ({error.strerror}). Give another place.") from None
    try:
        notes = _write(memory, draft, project, progress)
        if folder.is_dir():
            folder.rmdir()
        draft.rename(folder)
    except OSError as error:
        raise InputError(f"{folder} can't be written ({error.strerror}). Give another place.") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Vault(folder, notes)


def _write(memory: Memory, draft: Path, project: str | None, progress: Progress | None) -> int:
    folders = Names()
    places: dict[str | None, tuple[Path, Names]] = {None: (draft, folders)}
    notes = 0
    for notes, record in enumerate(memory.records(project=project), start=1):
        if record.project not in places:
            place = draft / folders.give(safe_name(record.project or ""))
            place.mkdir(mode=0o700)
            places[record.project] = place, Names()
        place, names = places[record.project]
        path = place / names.give(safe_name(_title(record.text)), ".md")
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(note_of(record))
        if progress and notes % _EVERY == 0:
            progress(notes, None)
    return notes


def note_of(record: Record) -> str:
    """A record as a note: what it is in the front matter, then its text, word for word."""
    import yaml

    fields = {
        "rebost": record.id,
        "kind": str(record.kind),
        "project": record.project,
        "tags": list(record.tags),
        "source": record.source,
        "context": record.context,
        "created": record.created,
        "updated": record.updated,
        "until": record.until,
        # So that the note, edited and imported again, is told from one that was only overtaken by the base.
        "fingerprint": "".join(Fingerprint.of(record)),
    }
    told = {name: value for name, value in fields.items() if value}
    front = yaml.safe_dump(told, allow_unicode=True, sort_keys=False, width=float("inf"))
    return f"---\n{front}---\n\n{record.text}\n"


def _title(text: str) -> str:
    lines = without_front_matter(text).splitlines()
    return next(chain((line for line in lines if line.strip("# \t")), [""])).lstrip("# \t")
