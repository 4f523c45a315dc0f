"""Walking a folder of notes: what is a note, what is passed over, what can't be entered."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rebost.importers import agents
from rebost.importers.ignoring import Ignoring
from rebost.importers.items import Remark
from rebost.importers.obsidian import Vault, read_vault
from rebost.importers.reading import name_of, reason_of

MARKDOWN = (".md", ".markdown")

_PASSED_OVER = frozenset({"node_modules", "__pycache__"})
"""Folders that programs fill; hidden ones (`.git`, `.obsidian`, `.trash`) are passed over as well, but for those of
agents."""


class Found(NamedTuple):
    """A note of a folder."""

    path: Path
    name: str
    """From the root, with slashes and composed accents."""


class _Above(NamedTuple):
    """What holds in a folder because of those that it stands in."""

    folders: frozenset[tuple[int, int]] = frozenset()
    """By device and number."""
    ignoring: Ignoring = Ignoring()
    vault: Vault = Vault()
    vault_at: str = ""
    """The vault's root, with a slash; empty for the root of the walk."""
    in_vault: str = ""
    """Where the vault's root is above that of the walk: the path from there, with a slash."""


@dataclass(slots=True)
class Walk:
    """The notes below a folder, in the order of their names, and what stood in the way."""

    root: Path
    only_agents: bool = False
    """Whether only the files of agents are wanted."""
    left_out: list[Remark] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    """Folders that couldn't be looked into: what is below them isn't known."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """How many files of each other ending there were."""
    ignored: Counter[str] = field(default_factory=Counter)
    """How many notes and folders were kept out, by the reason."""

    def notes(self) -> Iterator[Found]:
        """Every note once, symbolic links followed and loops broken."""
        above = _Above(ignoring=Ignoring.around(self.root))
        for folder in self.root.parents:
            vault = read_vault(folder)
            if vault is not None:
                above = above._replace(vault=vault, in_vault=name_of(self.root.relative_to(folder)) + "/")
                break
        yield from self._below(self.root, "", above)

    def _below(self, folder: Path, at: str, above: _Above) -> Iterator[Found]:
        try:
            status = folder.stat()
            here = (status.st_dev, status.st_ino)
            if here in above.folders:
                self.left_out.append(Remark(at.rstrip("/"), "a link back to a folder that it stands in"))
                return
            with os.scandir(folder) as entries:
                names = sorted(entry.name for entry in entries)
        except OSError as error:
            self.left_out.append(Remark(at.rstrip("/"), reason_of(error)))
            self.closed.append(at)
            return
        above = above._replace(folders=above.folders | {here}, ignoring=above.ignoring.within(folder, at))
        vault = read_vault(folder) if ".obsidian" in names else None
        if vault is not None:
            above = above._replace(vault=vault, vault_at=at, in_vault="")
        for entry in names:
            yield from self._entry(folder / entry, at + name_of(Path(entry)), above)

    def _entry(self, path: Path, name: str, above: _Above) -> Iterator[Found]:
        hidden = path.name.startswith(".")
        is_folder = _is_folder(path)
        if is_folder:
            if path.name in _PASSED_OVER or (hidden and not agents.may_hold(name)):
                return
        else:
            of_agents = agents.kind_of_file(name_of(path)) is not None
            if not of_agents:
                if path.suffix.lower() not in MARKDOWN or hidden or _in_hidden(name):
                    if not hidden and not _in_hidden(name):
                        self.passed_over[path.suffix.lower()] += 1
                    return
                if self.only_agents:
                    return
        if above.ignoring.ignores(name, folder=is_folder):
            self.ignored["by an ignore file"] += 1
        elif reason := above.vault.reason(above.in_vault + name[len(above.vault_at) :]):
            self.ignored[reason] += 1
        elif is_folder:
            yield from self._below(path, name + "/", above)
        else:
            yield Found(path, name)


def _in_hidden(name: str) -> bool:
    return name.startswith(".") or "/." in name


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # it can't be looked at: reading it will tell why
        return False
