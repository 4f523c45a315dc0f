"""Backups of a base with dated names, how many of them are kept, and a backup put in place of the base."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from rebost.errors import InputError
from rebost.storage.copying import Copied, Progress, Restored, copy_base, is_copy, restore_base

FOLDER = "backups"
"""Beside the base, where no other place is given."""
_DATED = "{stem}-{moment:%Y%m%dT%H%M%SZ}{number}.backup.db"
_NAMED = r"{stem}-\d{{8}}T\d{{6}}Z(?:-\d+)?\.backup\.db"


class Backup(NamedTuple):
    """A backup that was made and read through, and the older ones that it took the place of."""

    copied: Copied
    removed: tuple[Path, ...]


def back_up(
    base: Path, target: Path | None = None, keep: int | None = None, progress: Progress | None = None
) -> Backup:
    """Copy a base that may be in use: to a file that isn't there yet, or into a folder under a dated name.

    `target` None is the folder `backups` beside the base. In a folder only the newest `keep` backups of this base
    stay, the new one among them; nothing is ever deleted there but backups that bear such a name. Raises `InputError`,
    and `BaseError` as `copy_base` does.
    """
    folder = base.parent / FOLDER if target is None else target
    if target is not None and not target.is_dir():
        if keep is not None:
            raise InputError(f"{target} isn't a folder, so no older backups can be counted there. Give a folder.")
        return Backup(copy_base(base, target, progress), ())
    if target is None:
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder} can't be made ({error.strerror}). Give another place.") from None
    copied = copy_base(base, _free_name(base, folder), progress)
    return Backup(copied, () if keep is None else _rotate(base, folder, keep))


def restore(copy: Path, base: Path, progress: Progress | None = None) -> Restored:
    """Put a backup in place of a base; the base as it was stays beside it under a dated name. See `restore_base`."""
    kept = base.with_name(f"{base.stem}-before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup.db")
    return restore_base(copy, base, kept, progress)


def backups(base: Path, folder: Path | None = None) -> list[Path]:
    """The backups of a base in a folder, the oldest first."""
    named = re.compile(_NAMED.format(stem=re.escape(base.stem)))
    there = folder or base.parent / FOLDER
    found = [path for path in there.glob("*.backup.db") if named.fullmatch(path.name)] if there.is_dir() else []
    return sorted((path for path in found if path.is_file() and not path.is_symlink() and is_copy(path)), key=_order)


def _order(path: Path) -> tuple[str, int]:
    """By date, then by number: `-10` comes after `-9`."""
    dated, _, number = path.name.removesuffix(".backup.db").partition("Z")
    return dated, int(number.removeprefix("-") or 1)


def _free_name(base: Path, folder: Path) -> Path:
    moment, number = datetime.now(UTC), 1
    while True:
        name = _DATED.format(stem=base.stem, moment=moment, number="" if number == 1 else f"-{number}")
        if not (folder / name).exists():
            return folder / name
        number += 1


def _rotate(base: Path, folder: Path, keep: int) -> tuple[Path, ...]:
    doomed = backups(base, folder)[: -max(keep, 1)]
    for path in doomed:
        path.unlink(missing_ok=True)
    return tuple(doomed)
