"""Bringing files into a base: what is new is added, what changed is corrected, what can't be read is reported."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rebost.analysis.secrets import describe, find_secrets
from rebost.errors import FormatError, InputError
from rebost.importers.exports import ExportedRows, brings_export, is_export
from rebost.importers.folders import MARKDOWN, Walk
from rebost.importers.items import Item, Remark, Unreadable
from rebost.importers.lines import read_facts, read_rows
from rebost.importers.markdown import body_of, read_note
from rebost.importers.reading import lines_of, name_of, read_lines, read_text
from rebost.records import Draft, Kind, Record

if TYPE_CHECKING:
    from rebost.memory import Memory

Progress = Callable[[int, int | None], None]
"""Called with how many notes, lines or rows are done, of how many; None where that isn't known beforehand."""

FORMS = ("markdown", "text", "jsonl")

_ENDINGS = {
    **dict.fromkeys(MARKDOWN, "markdown"),
    ".txt": "text",
    ".text": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
_BATCH = 500
"""Records a transaction: few enough that other writers wait for a fraction of a second only."""


@dataclass(slots=True)
class ImportReport:
    """What became of what was to be imported."""

    added: int = 0
    unchanged: int = 0
    """Already in the base, word for word."""
    updated: int = 0
    """Notes whose file was changed or renamed since they were last imported."""
    left_out: list[Remark] = field(default_factory=list)
    """What isn't in the base, place by place, with the reason."""
    remarks: list[Remark] = field(default_factory=list)
    """What is in the base, but wasn't understood in full."""
    passed_over: Mapping[str, int] = field(default_factory=dict)
    """Files in a folder that aren't notes, counted by ending."""


def import_path(
    memory: Memory,
    path: Path,
    *,
    project: str | None = None,
    kind: Kind | None = None,
    form: str | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Bring in a markdown file, a folder of them, a plain text (a fact a line) or JSONL (a record a line).

    The form, one of `FORMS`, follows from the ending unless it is given. `project` and `kind` go before what a file
    says itself. One bad file, line or row costs only itself. With `dry_run` nothing is written and the report says
    what would be. Raises FormatError when there is nothing at `path` or its form can't be told, BaseError from the base.
    """
    if path.is_dir():
        walk = Walk(path)
        paths = list(walk.notes())
        bringing = _Notes(memory, project, kind, dry_run, path, paths)
        bringing.report.left_out.extend(walk.left_out)
        bringing.report.passed_over = walk.passed_over
        return bringing.run(bringing.read(paths), len(paths), progress)
    if not path.exists():
        raise FormatError(f"There is nothing at {path}. Check the path.")
    form = form or _ENDINGS.get(path.suffix.lower())
    if form is None:
        raise FormatError(f"What {path} holds can't be told from its name. Say which form: {', '.join(FORMS)}.")
    if form == "markdown":
        bringing = _Notes(memory, project, kind, dry_run, path.parent, ())
        return bringing.run(bringing.read([path]), 1, progress)
    if form == "jsonl" and is_export(path):
        with path.open("rb") as file:
            return _take_in(memory, file, name_of(Path(path.name)), project, kind, dry_run, progress)
    return _Bringing(memory, project, kind, dry_run).run(_lines(path, form), None, progress)


def import_stream(
    memory: Memory,
    stream: io.BufferedReader,
    *,
    form: str,
    project: str | None = None,
    kind: Kind | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """The same for plain text or JSONL (`text`, `jsonl`) that comes through a pipe."""
    if form == "jsonl" and brings_export(stream):
        return _take_in(memory, stream, "standard input", project, kind, dry_run, progress)
    read = read_rows if form == "jsonl" else read_facts
    return _Bringing(memory, project, kind, dry_run).run(read(lines_of(stream), "standard input"), None, progress)


def _take_in(
    memory: Memory,
    lines: Iterable[bytes],
    name: str,
    project: str | None,
    kind: Kind | None,
    dry_run: bool,
    progress: Progress | None,
) -> ImportReport:
    """Our own export comes in as it left."""
    changes = {field: str(value) for field, value in (("project", project), ("kind", kind)) if value}
    rows = ExportedRows(lines, name, changes, progress)
    taken = memory.take_in(rows, dry_run=dry_run)
    report = ImportReport(added=taken.added, updated=taken.updated, unchanged=taken.unchanged)
    report.left_out += [*rows.left_out, *(Remark(place, reason) for place, reason in taken.left_out)]
    report.remarks += [
        Remark(old, f"its id was another record's here: it is {new} now") for old, new in taken.renamed.items()
    ]
    return report


def _lines(path: Path, form: str) -> Iterator[Item | Remark]:
    name = name_of(Path(path.name))
    read = read_rows if form == "jsonl" else read_facts
    try:
        yield from read(read_lines(path), name)
    except Unreadable as reason:
        yield Remark(name, str(reason))


class _Bringing:
    """One import: from what was read to the base and the report."""

    def __init__(self, memory: Memory, project: str | None, kind: Kind | None, dry_run: bool) -> None:
        self._memory = memory
        self._project = project
        self._kind = kind
        self._dry_run = dry_run
        self._present = {(record.project, record.text) for record in memory.records()} if dry_run else set()
        self.report = ImportReport()

    def run(self, entries: Iterator[Item | Remark], total: int | None, progress: Progress | None) -> ImportReport:
        done = 0
        while batch := list(islice(entries, _BATCH)):
            self.report.left_out.extend(entry for entry in batch if isinstance(entry, Remark))
            self._take([(entry, self._draft(entry)) for entry in batch if isinstance(entry, Item)])
            done += len(batch)
            if progress:
                progress(done, total)
        return self.report

    def _draft(self, item: Item) -> Draft:
        return Draft(
            text=item.text,
            kind=self._kind or item.kind or Kind.FACT,
            project=self._project or item.project,
            tags=item.tags,
            source=item.source,
            created=item.created,
            context=item.context,
            until=item.until,
        )

    def _take(self, batch: Sequence[tuple[Item, Draft]]) -> None:
        if self._dry_run:
            for item, draft in batch:
                self._rehearse(item, draft)
            return
        try:
            remembered = self._memory.remember_many([draft for _, draft in batch])
        except InputError as error:
            if len(batch) == 1:
                self._leave_out(batch[0][0], error)
                return
            # Something in the batch is refused, so none of it was written: find out what, one by one.
            for pair in batch:
                self._take([pair])
            return
        for (_, draft), outcome in zip(batch, remembered, strict=True):
            self._count(draft, known=outcome.known)

    def _rehearse(self, item: Item, draft: Draft) -> None:
        secrets = find_secrets(draft.text)
        if secrets:
            self._leave_out(item, f"holds {describe(draft.text, secrets)}")
            return
        key = (draft.project, draft.text)
        self._count(draft, known=key in self._present)
        self._present.add(key)

    def _count(self, draft: Draft, *, known: bool) -> None:
        if known:
            self.report.unchanged += 1
        elif draft.supersedes:
            self.report.updated += 1
        else:
            self.report.added += 1

    def _leave_out(self, item: Item, reason: object) -> None:
        self.report.left_out.append(Remark(item.place, str(reason)))


class _Notes(_Bringing):
    """An import of markdown files, which knows the notes of an earlier one again: by their names, or by their bodies."""

    def __init__(
        self, memory: Memory, project: str | None, kind: Kind | None, dry_run: bool, root: Path, paths: Sequence[Path]
    ) -> None:
        super().__init__(memory, project, kind, dry_run)
        self._root = root
        # The folder's own name is part of the source: the `Readme.md` of one vault isn't that of another.
        self._above = name_of(Path(root.resolve().name))
        sources = {self._source(path) for path in paths}
        self._by_source: dict[tuple[str | None, str], Record] = {}
        self._by_body: dict[tuple[str | None, str], Record] = {}
        """Notes of this folder whose file is gone: perhaps it only has another name now."""
        for record in memory.records(project=project):
            if record.source is None or not record.source.startswith(self._above + "/"):
                continue
            self._by_source[record.project, record.source] = record
            if paths and record.source not in sources:
                self._by_body[record.project, body_of(record.text)] = record

    def _source(self, path: Path) -> str:
        return f"{self._above}/{name_of(path.relative_to(self._root))}"

    def read(self, paths: Iterable[Path]) -> Iterator[Item | Remark]:
        for path in paths:
            source = self._source(path)
            try:
                item, remark = read_note(read_text(path), source)
            except Unreadable as reason:
                yield Remark(source, str(reason))
                continue
            if remark:
                self.report.remarks.append(remark)
            yield item

    def _take(self, batch: Sequence[tuple[Item, Draft]]) -> None:
        fresh = []
        for item, draft in batch:
            earlier = self._by_source.get((draft.project, item.source))
            if earlier is not None:
                self._correct(item, earlier)
                continue
            body = body_of(item.text)
            renamed = self._by_body.pop((draft.project, body), None) if body else None
            fresh.append((item, replace(draft, supersedes=renamed.id) if renamed else draft))
        super()._take(fresh)

    def _correct(self, item: Item, earlier: Record) -> None:
        # What the user corrected in the base stays so, as long as the file is the one that was imported.
        if item.text == earlier.text or any(item.text == version.text for version in self._memory.versions(earlier.id)):
            self.report.unchanged += 1
            return
        try:
            if not self._dry_run:
                self._memory.correct(earlier.id, item.text)
        except InputError as error:
            self._leave_out(item, error)
        else:
            self.report.updated += 1
