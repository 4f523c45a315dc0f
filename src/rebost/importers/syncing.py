"""Keeping the base in step with files: what a file says now, what it said before, and the steps from one to the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rebost.errors import BaseError, InputError
from rebost.importers.items import Item, Remark
from rebost.importers.legacy import adopt
from rebost.importers.matching import Known, Wanted, match
from rebost.importers.reading import name_of
from rebost.importers.reports import ImportReport
from rebost.importers.returning import recognise
from rebost.memory.drafts import checked_draft
from rebost.memory.origins import Drop, Imprint, Release, Step, Take, imprint_of
from rebost.records import Draft, State
from rebost.storage.origins import Imported, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from rebost.memory import Memory

_BATCH = 2_000
"""Steps a transaction: few enough that other writers wait for a fraction of a second only."""


class File(NamedTuple):
    """A file as it was read: its text where the first version may have imported it, and the items it gives."""

    items: Sequence[Item]
    text: str | None = None


@dataclass(slots=True)
class Files:
    """What there is at the place of an import."""

    root: Path
    """The folder that names are relative to."""
    below: str = ""
    """What of it is imported: a file, or a folder with a slash; empty for all of it."""
    origin: str = ""
    """For copies, what the base knows their folder by; empty for files in their own place."""
    files: dict[str, File] = field(default_factory=dict)
    """By name, in the order of the walk."""
    closed: list[str] = field(default_factory=list)
    """Files that couldn't be read, and folders (with a slash) that couldn't be looked into: their records stay."""
    counts: Callable[[str], bool] = lambda _name: True
    """Whether a file is of the sort that is imported."""

    @property
    def folder(self) -> str:
        """The root as the base keeps it."""
        return self.origin or name_of(self.root)

    def covers(self, name: str) -> bool:
        """Whether this import says what becomes of a file."""
        if not (name == self.below or not self.below or (self.below.endswith("/") and name.startswith(self.below))):
            return False
        return self.counts(name) and not any(
            name == closed or (closed.endswith("/") and name.startswith(closed)) or not closed for closed in self.closed
        )


class _Planned(NamedTuple):
    """A step, and what the report says once it is done."""

    step: Step
    outcome: str
    """The figure or list of the report that it belongs to; empty where it is only a part of another step."""
    place: str
    id: str = ""


class Sync:
    """One import that keeps records in step with files."""

    def __init__(
        self,
        memory: Memory,
        files: Files,
        report: ImportReport,
        make_draft: Callable[[str, Item], Draft],
        *,
        allow_secrets: bool,
    ) -> None:
        """`make_draft` makes of a file's name and an item what is to be remembered."""
        self._memory = memory
        self._files = files
        self._make_draft = make_draft
        self._allow_secrets = allow_secrets
        self._drops: list[_Planned] = []
        self._takes: list[_Planned] = []
        self._repeated: list[tuple[str, str]] = []
        """Places, each with the one that says the same before it."""
        self.report = report

    # --- What is to be done ------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Find out what is to be done; nothing is written."""
        wanted = self._wanted()
        known = self._known(wanted)
        known += recognise(self._memory, self._files.root, wanted, known)
        match(wanted, known)
        fresh = []
        for part in wanted:
            if part.known is None:
                fresh.append(part)
            else:
                self._keep(part, part.known)
        held = self._memory.held([(part.draft.project, part.imprint) for part in fresh])
        for part, present in zip(fresh, held, strict=True):
            if present:  # remembered by somebody, or imported from elsewhere
                self.report.unchanged += 1
            else:
                self._take(part, None, "added")
        for one in known:
            if not one.taken and not one.imported.gone and not one.hidden and self._files.covers(one.file):
                self._drop(one)
        reasons = dict(self.report.left_out)
        for place, same in self._repeated:
            if same in reasons:
                self.report.left_out.append(Remark(place, reasons[same]))
            else:
                self.report.repeated.append(Remark(place, f"says the same as {same}"))

    def _wanted(self) -> list[Wanted]:
        wanted: list[Wanted] = []
        first: dict[tuple[str | None, bytes], str] = {}
        for name, file in self._files.files.items():
            for number, item in enumerate(file.items):
                try:
                    draft = checked_draft(self._make_draft(name, item), allow_secrets=True)
                except InputError as error:
                    self.report.left_out.append(Remark(item.place, str(error)))
                    continue
                imprint = imprint_of(draft)
                same = first.setdefault((draft.project, imprint.text), item.place)
                if same is not item.place:
                    self._repeated.append((item.place, same))
                    continue
                place = Place(self._files.folder, name, number, item.heading)
                wanted.append(Wanted(item, draft, place, imprint))
        return wanted

    def _known(self, wanted: Sequence[Wanted]) -> list[Known]:
        """The records that were imported from here, whatever the folder was called then."""
        known: list[Known] = []
        root = self._files.folder.rstrip("/") + "/"
        for folder in self._memory.imported_folders():
            within = f"{folder}/"[len(root) :] if f"{folder}/".startswith(root) else None
            if within is None and Path(folder).exists():
                continue
            imported = self._memory.imported((folder,))
            if within is None and not self._is_here(folder, [one for one in imported if not one.gone], wanted):
                continue
            found = (Known.of(one, f"{within or ''}{one.place.file}") for one in imported)
            # Others can still be recognised: a file that was moved from elsewhere in the folder.
            known += (one for one in found if self._files.covers(one.file) or one.imported.gone)
        # Where a file has a record of its own, one without an origin was released from it.
        followed = {one.file for one in known}
        known += self._first_version([part for part in wanted if part.place.file not in followed])
        return known

    def _is_here(self, folder: str, imported: Sequence[Imported], wanted: Sequence[Wanted]) -> bool:
        """Whether a folder that isn't there any more is this one: by half of its files, which say the same where it has
        another name.
        """
        files: set[tuple[str, bytes]]
        if folder.rpartition("/")[2] == self._files.folder.rpartition("/")[2]:
            files = {(one.place.file, b"") for one in imported}
            here = {(name, b"") for name in self._files.files}
        else:
            files = {(one.place.file, Imprint.read(one.imprint).text) for one in imported}
            here = {(part.place.file, part.imprint.text) for part in wanted}
        return 2 * len(files & here) >= max(1, len(files))

    def _first_version(self, wanted: Sequence[Wanted]) -> Iterator[Known]:
        by_file: dict[str, list[Draft]] = {}
        for part in wanted:
            by_file.setdefault(part.place.file, []).append(part.draft)
        records = self._memory.unplaced(f"{name_of(Path(self._files.root.name))}/")

        def parts(name: str) -> tuple[str, Sequence[Draft]] | None:
            file = self._files.files.get(name)
            return None if file is None or file.text is None or name not in by_file else (file.text, by_file[name])

        for imported in adopt(self._memory, records, parts, self._files.folder) if records else ():
            yield Known.of(imported, imported.place.file)

    # --- Part by part ------------------------------------------------------------------------------------------------

    def _keep(self, part: Wanted, known: Known) -> None:
        """A part that is a record already: what of it has changed, in the file and in the base."""
        new_text = part.imprint.text != known.imprint.text
        new_rest = part.imprint[1:] != known.imprint[1:]
        imported = known.imported
        if known.hidden:
            if new_text:
                self._stand_apart(part, known)
            else:
                self._stays_out(part, known)
            return
        if new_text and known.corrected and known.present.text != part.imprint.text:
            self._stand_apart(part, known)
            return
        if new_rest and known.amended and known.present[1:] != part.imprint[1:]:
            new_rest = False
            self.report.remarks.append(
                Remark(
                    part.item.place,
                    f"its project, tags or end were changed in the base ({imported.id}) and differ from the file's: the base's stay",
                )
            )
        back = imported.gone and imported.state is State.FORGOTTEN
        elsewhere = known.file != part.place.file
        outcome = (
            "added"
            if back
            else "changed"
            if new_text
            else "renamed"
            if elsewhere
            else "changed"
            if new_rest
            else "unchanged"
        )
        moved = not known.home and imported.place != part.place
        if back or new_text or new_rest or imported.gone or moved or not imported.imprint:
            self._take(part, known, outcome, text=new_text, rest=new_rest or back)
        else:
            self.report.unchanged += 1

    def _stand_apart(self, part: Wanted, known: Known) -> None:
        """The file says something new, and so does somebody's hand: neither is to be lost."""
        id_ = known.imported.id
        if not known.home:
            self._drops.append(_Planned(Release(id_), "", part.item.place))
        self._take(part, None, "added")
        if not known.hidden:
            reason = (
                f"it was corrected in the base, and the file was changed too: both are kept, the correction as {id_}"
            )
            self.report.remarks.append(Remark(part.item.place, reason))

    def _stays_out(self, part: Wanted, known: Known) -> None:
        id_ = known.imported.id
        reason = (
            f"you forgot it in the base ({id_}); `rebost forget --undo` brings it back, and what its file says anew comes in"
            if known.imported.state is State.FORGOTTEN
            else f"another record took the place of {id_} in the base"
        )
        self.report.left_out.append(Remark(part.item.place, reason))

    def _take(self, part: Wanted, known: Known | None, outcome: str, *, text: bool = False, rest: bool = False) -> None:
        try:
            checked_draft(part.draft, self._allow_secrets)
        except InputError as error:
            self.report.left_out.append(Remark(part.item.place, str(error)))
            return
        place, imprint = part.place, part.imprint
        if known is not None and known.home:
            place, imprint = known.imported.place, Imprint.read(known.imported.imprint)
        id_ = None if known is None else known.imported.id
        step = Take(part.draft, place, imprint, id_, text=text, rest=rest)
        self._takes.append(_Planned(step, outcome, part.item.place))

    def _drop(self, known: Known) -> None:
        imported = known.imported
        place = f"{name_of(Path(self._files.root.name))}/{known.file}"
        if imported.place.heading:
            place += f"#{imported.place.heading}"
        if known.corrected:
            self._drops.append(_Planned(Release(imported.id), "", place))
            reason = f"its file doesn't hold it any more; you corrected it in the base, so it stays, as {imported.id}"
            self.report.remarks.append(Remark(place, reason))
            return
        self._drops.append(_Planned(Drop(imported.id), "gone", place, imported.id))

    # --- Doing it ----------------------------------------------------------------------------------------------------

    def run(self, *, dry_run: bool, progress: Callable[[float], None]) -> None:
        """Do what was planned, or only count it. `progress` is called with the share that is done.

        Raises `BaseError`, which then says how far it came: running it again goes on from there.
        """
        # What is to go goes first, so that what says the same can come in its place.
        planned = [*self._drops, *self._takes]
        done = 0
        while done < len(planned):
            batch = planned[done : done + _BATCH]
            try:
                self._follow(batch, dry_run=dry_run)
            except BaseError as error:
                raise type(error)(
                    f"{error} {done} of {len(planned)} changes were made before that and are kept; import again to go on."
                ) from error
            done += len(batch)
            progress(done / len(planned))

    def _follow(self, batch: Sequence[_Planned], *, dry_run: bool) -> None:
        try:
            if not dry_run:
                self._memory.follow([planned.step for planned in batch])
        except InputError as error:
            if len(batch) == 1:
                self.report.left_out.append(Remark(batch[0].place, str(error)))
                return
            # Something in the batch is refused, so none of it was written: find out what, by halves.
            half = len(batch) // 2
            self._follow(batch[:half], dry_run=False)
            self._follow(batch[half:], dry_run=False)
            return
        for planned in batch:
            if planned.outcome == "gone":
                self.report.gone.append(Remark(planned.place, planned.id))
            elif planned.outcome:
                setattr(self.report, planned.outcome, getattr(self.report, planned.outcome) + 1)
