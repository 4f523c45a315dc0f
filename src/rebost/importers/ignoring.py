"""Ignore files: what `.gitignore`, `.ignore` and `.rebostignore` keep out, as git reads them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rebost.importers.items import Unreadable
from rebost.importers.reading import name_of, read_text

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_FILES = (".gitignore", ".ignore", ".rebostignore")
"""A later one goes before an earlier one, as the folder within goes before the folder around."""


class _Layer(NamedTuple):
    cut: int
    """What of a path, from the root of the import, is the folder that the patterns are relative to: its length."""
    above: str
    """Or, for a folder above the root: the path from there to the root, with a slash."""
    spec: GitIgnoreSpec


class Ignoring(NamedTuple):
    """The patterns that hold in a folder: its own and those of the folders above it."""

    layers: tuple[_Layer, ...] = ()

    @classmethod
    def around(cls, root: Path) -> Ignoring:
        """What holds at the root of an import: the patterns of the folders above it in the same git repository."""
        parents: list[Path] = []
        for folder in root.parents if not (root / ".git").exists() else ():
            parents.append(folder)
            if (folder / ".git").exists():
                break
        else:
            return cls()
        ignoring = cls()
        for folder in reversed(parents):
            ignoring = ignoring.within(folder, "", f"{name_of(root.relative_to(folder))}/")
        return ignoring

    def within(self, folder: Path, name: str, above: str = "") -> Ignoring:
        """The same with the ignore files of a folder; `name` is its path with a slash at the end, "" for the root."""
        layers = [*self.layers]
        for file in _FILES:
            try:
                lines = read_text(folder / file).splitlines()
            except Unreadable:  # in most folders there is none
                continue
            from pathspec import GitIgnoreSpec

            layers.append(_Layer(len(name), above, GitIgnoreSpec.from_lines(_valid(lines))))
        return Ignoring(tuple(layers))

    def ignores(self, name: str, *, folder: bool) -> bool:
        """Whether a file or folder is kept out, by its path from the root of the import."""
        path = name + "/" if folder else name
        for cut, above, spec in reversed(self.layers):
            result = spec.check_file(above + path[cut:])
            if result.include is not None:
                return result.include
        return False


def _valid(lines: Iterable[str]) -> Iterable[str]:
    from pathspec import GitIgnoreSpec

    for line in lines:
        with suppress(ValueError):  # git passes over a pattern that it can't read
            GitIgnoreSpec.from_lines([line])
            yield line
