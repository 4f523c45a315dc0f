"""Notes that `rebost export --markdown` wrote, as they come back: each is the record whose id it bears."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rebost.importers.matching import Known, Wanted
from rebost.memory.origins import Fingerprint, Found, Imprint, imprint_of, plain
from rebost.storage.origins import Place

if TYPE_CHECKING:
    from rebost.memory import Memory

_NOWHERE = Place("", "", 0, None)
"""Of a record that follows no file yet."""
_NEITHER = b""
"""Stands for what nothing is the digest of."""


def recognise(memory: Memory, root: Path, wanted: Sequence[Wanted], known: Sequence[Known]) -> list[Known]:
    """Match the notes that bear the id of a record of this base: fills in `Wanted.known` and `Known.taken`.

    Gives the records that aren't among `known`, those that followed a file of the folder `root` already. A copy of a
    note bears its id too: only one of them is the record.
    """
    # A note that stands apart from the record that it was is another one since then.
    others = {one.file: one.imported.id for one in known if not one.imported.gone}
    claims: defaultdict[str, list[Wanted]] = defaultdict(list)
    for part in wanted:
        exported = part.item.exported
        if exported is not None and others.get(part.place.file, exported.id) == exported.id:
            claims[exported.id].append(part)
    if not claims:
        return []
    followed = {one.imported.id: one for one in known}
    recognised = []
    for found in memory.found(claims):
        one = followed.get(found.record.id)
        part = _claimant(claims[found.record.id], found, one)
        if plain(part.draft.text) == plain(
            found.record.text
        ):  # a file keeps no other line ends, nor white space around
            part.draft = part.draft._replace(text=found.record.text)
            part.imprint = imprint_of(part.draft)
        if one is None:
            one = _unfollowed(found, part, root)
            if one is None:
                continue
            recognised.append(one)
        else:
            one.imprint = _at_export(part, found, one.imprint, one.present)
        part.draft = part.draft._replace(
            source=found.record.source
        )  # the note is where it went, not where it came from
        part.known, one.taken = one, True
    return recognised


def _claimant(parts: Sequence[Wanted], found: Found, one: Known | None) -> Wanted:
    """Of the notes with one id the one that is the record: in its own file, else with its text, else the first."""
    own = [part for part in parts if one is not None and part.place.file == one.file]
    same = [part for part in parts if plain(part.draft.text) == plain(found.record.text)]
    return (own or same or parts)[0]


def _unfollowed(found: Found, part: Wanted, root: Path) -> Known | None:
    """A record that followed no file of this folder; None where the note is but a copy of the one that it follows."""
    place = found.imported.place
    follows = bool(place.folder) and not found.imported.gone
    file = Path(place.folder, place.file)
    home = follows and file.exists()
    if home and file.is_relative_to(root):
        return None
    imported = found.imported if home else found.imported._replace(place=_NOWHERE)
    present = Imprint.of(imported, imported.text)
    return Known(imported, part.place.file, _at_export(part, found, None, present), present, home=home)


def _at_export(part: Wanted, found: Found, imported: Imprint | None, present: Imprint) -> Imprint:
    """What the note was when it was written, or `imported` last if that was later: what of it was edited since differs.

    Where that can't be told, since note and record were both changed, it is neither of the two.
    """
    assert part.item.exported is not None
    then, note, record = part.item.exported.fingerprint, Fingerprint.of(part.draft), Fingerprint.of(found.record)
    text, rest = (imported.text, imported[1:]) if imported else (_NEITHER, (_NEITHER, _NEITHER))
    if part.imprint.text != text:
        if record.text == then.text or part.imprint.text == present.text:
            text = present.text
        elif imported is None and note.text == then.text:
            text = part.imprint.text
    if part.imprint[1:] != rest:
        if record.rest == then.rest or part.imprint[1:] == present[1:]:
            rest = present[1:]
        elif imported is None and note.rest == then.rest:
            rest = part.imprint[1:]
    return Imprint(text, *rest)
