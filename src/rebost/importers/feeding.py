"""Bringing in what has no file to be kept in step with: lines, rows, a stream, statements. It only ever adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from rebost.errors import BaseError, InputError
from rebost.importers.items import Item, Remark
from rebost.importers.reports import ImportReport, Progress
from rebost.memory.drafts import checked_draft
from rebost.memory.origins import imprint_of
from rebost.records import Draft, Kind

if TYPE_CHECKING:
    from rebost.memory import Memory

_BATCH = 2_000
"""Records a transaction: few enough that other writers wait for a fraction of a second only."""


class Wishes(NamedTuple):
    """What whoever imports says."""

    project: str | None = None
    """For everything; None: what a file or row says."""
    kind: Kind | None = None
    allow_secrets: bool = False
    dry_run: bool = False

    def draft(self, item: Item) -> Draft:
        """What is to be remembered of an item."""
        return Draft(
            text=item.text,
            kind=self.kind or item.kind or Kind.FACT,
            project=self.project or item.project,
            tags=item.tags,
            source=item.source,
            created=item.created,
            context=item.context,
            until=item.until,
        )

    def refuse(self, item: Item) -> None:
        """Raises `InputError` for what can't be remembered."""
        checked_draft(self.draft(item), self.allow_secrets)


def feed(
    memory: Memory,
    entries: Iterator[Item | Remark],
    wishes: Wishes,
    report: ImportReport,
    progress: Progress | None,
) -> None:
    """Remember each item that isn't known yet. Raises `BaseError`, which then says how far it came."""
    feeding = _Feeding(memory, wishes, report)
    done = 0
    while batch := list(islice(entries, _BATCH)):
        report.left_out.extend(entry for entry in batch if isinstance(entry, Remark))
        try:
            feeding.take([entry for entry in batch if isinstance(entry, Item)])
        except BaseError as error:
            raise type(error)(
                f"{error} The first {done} were taken in before that and are kept; import again to go on."
            ) from error
        done += len(batch)
        if progress:
            progress(done, None)


class _Feeding:
    def __init__(self, memory: Memory, wishes: Wishes, report: ImportReport) -> None:
        self._memory = memory
        self._wishes = wishes
        self._report = report
        self._rehearsed: set[tuple[str | None, bytes]] = set()

    def take(self, items: Sequence[Item]) -> None:
        drafts: list[tuple[Item, Draft]] = []
        for item in items:
            try:
                drafts.append((item, checked_draft(self._wishes.draft(item), self._wishes.allow_secrets)))
            except InputError as error:
                self._report.left_out.append(Remark(item.place, str(error)))
        # What is known needs no transaction: a second import is to change nothing at all.
        keys = [(draft.project, imprint_of(draft)) for _, draft in drafts]
        held = self._memory.held(keys)
        fresh = []
        for pair, (project, imprint), known in zip(drafts, keys, held, strict=True):
            if known or (project, imprint.text) in self._rehearsed:
                self._report.unchanged += 1
            else:
                fresh.append(pair)
                if self._wishes.dry_run:
                    self._rehearsed.add((project, imprint.text))
        if self._wishes.dry_run:
            self._report.added += len(fresh)
        elif fresh:
            self._remember(fresh)

    def _remember(self, fresh: Sequence[tuple[Item, Draft]]) -> None:
        try:
            remembered = self._memory.remember_many(
                [draft for _, draft in fresh], allow_secrets=self._wishes.allow_secrets
            )
        except InputError as error:
            if len(fresh) == 1:
                self._report.left_out.append(Remark(fresh[0][0].place, str(error)))
                return
            # Something among them is refused, so none of it was written: find out what, by halves.
            half = len(fresh) // 2
            self._remember(fresh[:half])
            self._remember(fresh[half:])
            return
        self._report.unchanged += sum(one.known for one in remembered)
        self._report.added += sum(not one.known for one in remembered)
