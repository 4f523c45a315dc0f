"""Bringing files into a base: telling what they are, and what becomes of them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rebost.errors import FormatError
from rebost.importers import conversations
from rebost.importers.agents import kind_of_file
from rebost.importers.exports import ExportedRows, brings_export, is_export
from rebost.importers.feeding import Wishes, feed
from rebost.importers.folders import MARKDOWN
from rebost.importers.items import Item, Remark, Unreadable
from rebost.importers.lines import read_facts, read_rows
from rebost.importers.notes import (
    Reader,
    projects_of,
    read_copies,
    read_file,
    read_folder,
    read_server_memory,
)
from rebost.importers.reading import lines_of, name_of, read_lines
from rebost.importers.reports import ImportReport, Progress
from rebost.importers.servermemory import is_server_memory
from rebost.importers.syncing import Files, Sync
from rebost.records import Kind

if TYPE_CHECKING:
    from rebost.memory import Memory

FORMS = ("markdown", "agents", "text", "jsonl", "server-memory", "conversations")

_ENDINGS = {
    **dict.fromkeys(MARKDOWN, "markdown"),
    ".txt": "text",
    ".text": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".zip": "conversations",
}


def import_path(
    memory: Memory,
    path: Path,
    *,
    project: str | None = None,
    kind: Kind | None = None,
    form: str | None = None,
    dry_run: bool = False,
    allow_secrets: bool = False,
    with_conversations: bool = False,
    reader: Reader | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Bring in what stands at a path; what it is, one of `FORMS`, follows from the path and what it holds unless given.

    Records of notes, of agents' files and of a memory server's file are kept in step with them: what changed, was
    renamed or is gone there changes, is renamed or is forgotten here, and nothing else. Everything else only adds. What
    people said to an assistant comes in only `with_conversations`; else the report has a count and examples.

    `project` and `kind` go before what a file says itself. One bad file, line or row costs only itself; so does a text
    with a credential, unless `allow_secrets`. With `dry_run` nothing is written and the report says what would be. A
    `reader` that is given again reads only what changed. Raises `FormatError` when there is nothing at `path` or its
    form can't be told, `BaseError` from the base.
    """
    wishes = Wishes(project, kind, allow_secrets, dry_run)
    report = ImportReport()
    bringing = _Bringing(memory, wishes, report, reader or Reader(), progress, with_conversations)
    bringing.bring(path, form or _form_of(path))
    return report


def import_copies(
    memory: Memory,
    folder: Path,
    *,
    origin: str,
    project: str | None = None,
    dry_run: bool = False,
    with_conversations: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Bring in what stands in a folder of copies whose own place isn't known, as a browser uploads them.

    Each folder and file in it comes in as by `import_path`, and what comes from notes is known again by its name below
    `origin`, which stands for the folder. A file that isn't among the copies says nothing: its records stay.
    """
    report = ImportReport()
    wishes = Wishes(project, None, False, dry_run)
    bringing = _Bringing(memory, wishes, report, Reader(), progress, with_conversations, origin)
    notes: list[Path] = []
    for path in sorted(folder.iterdir()):
        try:
            form = _form_of(path)
        except FormatError:
            report.left_out.append(Remark(name_of(Path(path.name)), "its name doesn't tell what it holds"))
            continue
        if form == "markdown" and not path.is_dir():
            notes.append(path)
        else:
            bringing.bring(path, form)
    if notes:
        bringing.bring_notes(folder, notes)
    return report


def import_stream(
    memory: Memory,
    stream: io.BufferedReader,
    *,
    form: str,
    project: str | None = None,
    kind: Kind | None = None,
    dry_run: bool = False,
    allow_secrets: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """The same for plain text or JSONL (`text`, `jsonl`) that comes through a pipe."""
    wishes = Wishes(project, kind, allow_secrets, dry_run)
    report = ImportReport()
    if form == "jsonl" and brings_export(stream):
        _take_in(memory, stream, "standard input", wishes, report, progress)
    else:
        read = read_rows if form == "jsonl" else read_facts
        feed(memory, read(lines_of(stream), "standard input"), wishes, report, progress)
    return report


def _form_of(path: Path) -> str:
    if path.is_dir():
        return "conversations" if conversations.is_export_folder(path) else "markdown"
    if not path.exists():
        raise FormatError(f"There is nothing at {path}. Check the path.")
    form = _ENDINGS.get(path.suffix.lower())
    if form == "jsonl" and is_server_memory(path):
        return "server-memory"
    if form is None and kind_of_file(name_of(path.absolute())) is not None:
        return "markdown"
    if form is None and conversations.is_conversations(path.name):
        return "conversations"
    if form is None:
        raise FormatError(f"What {path} holds can't be told from its name. Say which form: {', '.join(FORMS)}.")
    return form


class _Bringing:
    """One import of one or several things, each of a form that is known."""

    def __init__(
        self,
        memory: Memory,
        wishes: Wishes,
        report: ImportReport,
        reader: Reader,
        progress: Progress | None,
        with_conversations: bool,
        origin: str = "",
    ) -> None:
        self._memory = memory
        self._wishes = wishes
        self._report = report
        self._reader = reader
        self._progress = progress
        self._with_conversations = with_conversations
        self._origin = origin

    def bring(self, path: Path, form: str) -> None:
        """A file or a folder. `Files` of copies bear the name of the folder that they came in."""
        memory, wishes, report, progress = self._memory, self._wishes, self._report, self._progress
        if form == "conversations":
            found = conversations.read(path, report)
            if self._with_conversations:
                feed(memory, iter(found), wishes, report, progress)
            else:
                conversations.preview(found, report, wishes.refuse)
        elif form in ("markdown", "agents", "server-memory"):
            halves = _Halves(progress)
            if form == "server-memory":
                files = read_server_memory(memory, path, report, self._origin)
            elif path.is_dir():
                origin = f"{self._origin}/{name_of(Path(path.name))}" if self._origin else ""
                files = read_folder(
                    memory,
                    path,
                    report,
                    self._reader,
                    only_agents=form == "agents",
                    origin=origin,
                    progress=halves.first,
                )
            else:
                files = read_file(memory, path, report, self._reader)
            _sync(memory, files, wishes, report, halves)
        elif form == "jsonl" and is_export(path):
            with path.open("rb") as file:
                _take_in(memory, file, name_of(Path(path.name)), wishes, report, progress)
        else:
            feed(memory, _lines(path, form), wishes, report, progress)

    def bring_notes(self, folder: Path, notes: Sequence[Path]) -> None:
        """Copies of single notes, together."""
        halves = _Halves(self._progress)
        files = read_copies(folder, notes, self._origin, self._report, self._reader)
        _sync(self._memory, files, self._wishes, self._report, halves)


class _Halves:
    """Progress in two halves, reading and writing, each of which tells its share."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress

    def first(self, share: float) -> None:
        self._tell(share / 2)

    def second(self, share: float) -> None:
        self._tell((1 + share) / 2)

    def _tell(self, share: float) -> None:
        if self._progress:
            self._progress(round(share * 100), 100)


def _sync(memory: Memory, files: Files, wishes: Wishes, report: ImportReport, halves: _Halves) -> None:
    halves.first(1)
    make = projects_of(memory, files, wishes.draft)
    sync = Sync(memory, files, report, make, allow_secrets=wishes.allow_secrets)
    sync.plan()
    sync.run(dry_run=wishes.dry_run, progress=halves.second)
    halves.second(1)


def _take_in(
    memory: Memory,
    lines: Iterable[bytes],
    name: str,
    wishes: Wishes,
    report: ImportReport,
    progress: Callable[[int, int | None], None] | None,
) -> None:
    """Our own export comes in as it left."""
    said = (("project", wishes.project), ("kind", wishes.kind))
    rows = ExportedRows(lines, name, {field: str(value) for field, value in said if value}, progress)
    taken = memory.take_in(rows, allow_secrets=wishes.allow_secrets, dry_run=wishes.dry_run)
    report.added += taken.added
    report.changed += taken.updated
    report.unchanged += taken.unchanged
    report.left_out += [*rows.left_out, *(Remark(place, reason) for place, reason in taken.left_out)]
    report.remarks += [
        Remark(old, f"its id was another record's here: it is {new} now") for old, new in taken.renamed.items()
    ]


def _lines(path: Path, form: str) -> Iterator[Item | Remark]:
    name = name_of(Path(path.name))
    read = read_rows if form == "jsonl" else read_facts
    try:
        yield from read(read_lines(path), name)
    except Unreadable as reason:
        yield Remark(name, str(reason))
