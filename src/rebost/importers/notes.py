"""The notes of a folder or of one file, read for an import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rebost.importers.agents import kind_of_file
from rebost.importers.folders import Found, Walk
from rebost.importers.items import Item, Remark, Unreadable
from rebost.importers.markdown import EMPTY, TEMPLATE, Note, read_note
from rebost.importers.reading import name_of, read_text
from rebost.importers.reports import ImportReport
from rebost.importers.servermemory import read_graph
from rebost.importers.syncing import File, Files
from rebost.project import current_project
from rebost.records import Draft, Kind

if TYPE_CHECKING:
    from rebost.memory import Memory

_TEMPLATES = frozenset("template templates _templates plantilla plantillas plantilles".split())
"""What people call the folder of their templates, where the vault's settings don't say."""


class _Seen(NamedTuple):
    """A file as it was when it was read last."""

    stamp: tuple[int, int, int]
    text: str
    note: Note | Unreadable


class Reader:
    """Reads notes, and those that didn't change since the last time only once."""

    def __init__(self) -> None:
        self._seen: dict[Path, _Seen] = {}

    def read(self, path: Path, name: str) -> tuple[str, Note]:
        """The text of a file and what it gives; `name` is to be its source. Raises `Unreadable`."""
        stamp, written = _stamp(path)
        seen = self._seen.get(path)
        if seen is None or seen.stamp != stamp:
            text = read_text(path)
            kind = kind_of_file(name_of(path))
            note: Note | Unreadable
            try:
                note = read_note(text, name, kind=kind or Kind.NOTE, tagged=kind is None, written=written)
            except Unreadable as reason:
                note = reason
            seen = _Seen(stamp, text, note)
            self._seen[path] = seen
        if isinstance(seen.note, Unreadable):
            raise seen.note
        return seen.text, seen.note


def _stamp(path: Path) -> tuple[tuple[int, int, int], datetime | None]:
    try:
        status = path.stat()
        return (status.st_mtime_ns, status.st_size, status.st_ino), datetime.fromtimestamp(status.st_mtime, UTC)
    except (OSError, OverflowError, ValueError):  # reading it will tell why
        return (0, 0, 0), None


def find_root(memory: Memory, folder: Path) -> Path:
    """The outermost folder around this one that was imported before, so that its notes are known again; or itself."""
    known = set(memory.imported_folders())
    return next((one for one in reversed((folder, *folder.parents)) if name_of(one) in known), folder)


def read_folder(
    memory: Memory,
    path: Path,
    report: ImportReport,
    reader: Reader,
    *,
    only_agents: bool,
    origin: str = "",
    progress: Callable[[float], None],
) -> Files:
    """The notes below a folder, or below a copy of one that is known by its `origin`. What stood in the way is in the
    report.
    """
    folder = path.resolve()
    root = folder if origin else find_root(memory, folder)
    below = "" if folder == root else f"{name_of(folder.relative_to(root))}/"
    files = Files(root, below, origin)
    if only_agents:
        files.counts = lambda name: kind_of_file(f"{files.folder}/{name}") is not None
    walk = Walk(folder, only_agents)
    found = list(walk.notes())
    if origin:
        files.counts = {name for _, name in found}.__contains__
    for number, (note, name) in enumerate(found, start=1):
        _read(files, reader, Found(note, below + name), report)
        if number % 50 == 0:
            progress(number / len(found))
    _leave_out_templates(files, report)
    report.left_out += [Remark(f"{root.name}/{below}{place}", reason) for place, reason in walk.left_out]
    report.passed_over += walk.passed_over
    report.ignored += walk.ignored
    files.closed += [below + name for name in walk.closed]
    return files


def read_file(memory: Memory, path: Path, report: ImportReport, reader: Reader) -> Files:
    """One note."""
    folder = path.parent.resolve()
    root = find_root(memory, folder)
    name = name_of((folder / path.name).relative_to(root))
    files = Files(root, name)
    _read(files, reader, Found(path, name), report)
    return files


def read_copies(folder: Path, paths: Sequence[Path], origin: str, report: ImportReport, reader: Reader) -> Files:
    """Copies of single notes, which stand in a folder that is known by its `origin`."""
    files = Files(folder, origin=origin)
    found = [Found(path, name_of(Path(path.name))) for path in paths]
    files.counts = {one.name for one in found}.__contains__
    for one in found:
        _read(files, reader, one, report)
    return files


def read_server_memory(memory: Memory, path: Path, report: ImportReport, origin: str = "") -> Files:
    """The file of a memory server, or a copy of one in a folder that is known by its `origin`."""
    folder = path.parent.resolve()
    root = folder if origin else find_root(memory, folder)
    name = name_of((folder / path.name).relative_to(root))
    files = Files(root, name, origin)
    source = f"{name_of(Path(root.name))}/{name}"
    try:
        items, left_out = read_graph(path, source)
    except Unreadable as reason:
        report.left_out.append(Remark(source, str(reason)))
        files.closed.append(name)
        return files
    report.left_out += left_out
    files.files[name] = File(items)
    return files


def _read(files: Files, reader: Reader, found: Found, report: ImportReport) -> None:
    source = f"{name_of(Path(files.root.name))}/{found.name}"
    try:
        text, note = reader.read(found.path, source)
    except Unreadable as reason:
        report.left_out.append(Remark(source, str(reason)))
        if str(reason) not in (EMPTY, TEMPLATE):  # what it held before is gone from it
            files.closed.append(found.name)
        return
    if note.remark:
        report.remarks.append(note.remark)
    files.files[found.name] = File(note.items, text)
    report.files += 1


def _leave_out_templates(files: Files, report: ImportReport) -> None:
    """In a folder of templates, those that have nothing to be filled in are templates too."""
    root = name_of(Path(files.root.name))
    certain = {remark.place.rpartition("/")[0] for remark in report.left_out if remark.reason == TEMPLATE}
    for name in [name for name in files.files if f"{root}/{name}".rpartition("/")[0] in certain]:
        folder = name.rpartition("/")[0]
        if folder.rpartition("/")[2].casefold() in _TEMPLATES:
            del files.files[name]
            report.files -= 1
            report.left_out.append(Remark(f"{root}/{name}", "in a folder of templates"))


def projects_of(memory: Memory, files: Files, draft: Callable[[Item], Draft]) -> Callable[[str, Item], Draft]:
    """Makes drafts; those of agents' files belong to the project whose folder they stand in, unless they say another."""
    names: dict[Path, str | None] = {}

    def known() -> list[str]:
        return [name for name in memory.projects() if name]

    def make(name: str, item: Item) -> Draft:
        made = draft(item)
        if made.project is None and kind_of_file(f"{files.folder}/{name}") is not None:
            folder = (files.root / name).parent
            if folder not in names:
                names[folder] = current_project(folder, known, new=True)
            return made._replace(project=names[folder])
        return made

    return make
