"""Walking a folder of notes: what is a note, what is passed over, what can't be entered."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rebost.importers.items import Remark
from rebost.importers.reading import name_of, reason_of

MARKDOWN = (".md", ".markdown")

_PASSED_OVER = frozenset({"node_modules", "__pycache__"})
"""Folders that programs fill; hidden ones (`.git`, `.obsidian`, `.trash`) are passed over as well."""


@dataclass(slots=True)
class Walk:
    """The notes below a folder, in the order of their names, and what stood in the way."""

    root: Path
    left_out: list[Remark] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    """How many files of each other ending there were."""

    def notes(self) -> Iterator[Path]:
        """Every markdown file once, symbolic links followed and loops broken."""
        yield from self._below(self.root, frozenset())

    def _below(self, folder: Path, above: frozenset[tuple[int, int]]) -> Iterator[Path]:
        try:
            status = folder.stat()
            here = (status.st_dev, status.st_ino)
            if here in above:
                self._leave_out(folder, "a link back to a folder that it stands in")
                return
            with os.scandir(folder) as entries:
                names = sorted(entry.name for entry in entries)
        except OSError as error:
            self._leave_out(folder, reason_of(error))
            return
        for name in names:
            path = folder / name
            if name.startswith(".") or name in _PASSED_OVER:
                continue
            if _is_folder(path):
                yield from self._below(path, above | {here})
            elif path.suffix.lower() in MARKDOWN:
                yield path
            else:
                self.passed_over[path.suffix.lower()] += 1

    def _leave_out(self, path: Path, reason: str) -> None:
        self.left_out.append(Remark(name_of(path.relative_to(self.root)), reason))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # it can't be looked at: reading it will tell why
        return False
