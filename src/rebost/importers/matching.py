"""Which record a part of a file is, told from what the base remembers of where its records came from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from rebost.importers.items import Item
from rebost.memory.origins import Imprint
from rebost.records import Draft, State
from rebost.storage.origins import Imported, Place


@dataclass(slots=True, eq=False)
class Wanted:
    """A part of a file, as it is to be in the base."""

    item: Item
    draft: Draft
    """Checked."""
    place: Place
    imprint: Imprint
    slot: Hashable = None
    """What of its place stays when its text is edited: its heading, or else its number."""
    known: Known | None = None
    """The record that it is already."""


@dataclass(slots=True, eq=False)
class Known:
    """A record that was imported."""

    imported: Imported
    file: str
    """Its file as seen from the root of this import."""
    imprint: Imprint
    """Of the part, as it was imported."""
    present: Imprint
    """Of the record, as it is now."""
    slot: Hashable = None
    taken: bool = False
    home: bool = False
    """Whether it follows a file outside of this import, which it goes on to follow: here lies an exported copy of it."""

    @classmethod
    def of(cls, imported: Imported, file: str) -> Known:
        """From what the base says."""
        return cls(imported, file, Imprint.read(imported.imprint), Imprint.of(imported, imported.text))

    @property
    def corrected(self) -> bool:
        """Whether somebody gave the record another text than that of its file."""
        return self.present.text != self.imprint.text

    @property
    def amended(self) -> bool:
        """Whether somebody changed what isn't its text."""
        return self.present[1:] != self.imprint[1:]

    @property
    def hidden(self) -> bool:
        """Whether somebody forgot the record though its file holds it, or put another in its place."""
        return (self.imported.state is State.FORGOTTEN and not self.imported.gone) or (
            self.imported.state is State.SUPERSEDED
        )


def match(wanted: Sequence[Wanted], known: Sequence[Known]) -> None:
    """Find for each part the record that it is: fills in `Wanted.known` and `Known.taken`.

    A part is first looked for by what it says, in its own file and then in others (a renamed file, a moved section),
    and only then by its place in its file (an edited one). Of each key the first part gets the first record, those
    that their files still hold before those that are gone.
    """
    _number(wanted, known)
    ordered = sorted(known, key=lambda one: one.imported.gone)
    keys: tuple[tuple[Callable[[Wanted], Hashable], Callable[[Known], Hashable]], ...] = (
        (
            lambda part: (part.place.file, part.slot, part.imprint.text, part.imprint.project),
            lambda one: (one.file, one.slot, one.imprint.text, one.imprint.project),
        ),
        (
            lambda part: (part.place.file, part.imprint.text, part.imprint.project),
            lambda one: (one.file, one.imprint.text, one.imprint.project),
        ),
        (
            lambda part: (part.imprint.text, part.imprint.project),
            lambda one: (one.imprint.text, one.imprint.project),
        ),
        (
            lambda part: (part.place.file, part.imprint.text),
            lambda one: (one.file, one.imprint.text),
        ),
        (lambda part: part.imprint.text, lambda one: one.imprint.text),
        (lambda part: (part.place.file, part.slot), lambda one: (one.file, one.slot)),
    )
    for of_part, of_known in keys:
        free: defaultdict[Hashable, list[Known]] = defaultdict(list)
        for one in ordered:
            if not one.taken:
                free[of_known(one)].append(one)
        for part in wanted:
            if part.known is None and (found := free.get(of_part(part))):
                part.known = found.pop(0)
                part.known.taken = True


def _number(wanted: Sequence[Wanted], known: Sequence[Known]) -> None:
    """Fill in the slots: parts under one heading are told apart by their order."""
    for parts in (wanted, sorted(known, key=lambda one: (one.imported.gone, one.imported.place.part))):
        seen: Counter[Hashable] = Counter()
        for part in parts:
            place = part.place if isinstance(part, Wanted) else part.imported.place
            heading = (part.place.file if isinstance(part, Wanted) else part.file, place.heading)
            part.slot = place.part if place.heading is None else (place.heading, seen[heading])
            seen[heading] += 1
