"""Connecting a client to Rebost and taking it out again: first what would change, then the change."""

from __future__ import annotations

import difflib
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rebost.clients import files, jsonc, toml
from rebost.clients.known import CLIENTS, SERVER, Client, Format, Shape, Surroundings, Where
from rebost.clients.scanning import JsonTextError
from rebost.clients.toml import TomlTextError
from rebost.errors import ConfigError

ARGUMENTS = ("mcp",)
"""What the program is called with."""


class _Editor(Protocol):
    """What can be done with one format's text."""

    def entry_of(self, text: str, path: Sequence[str]) -> object | None: ...

    def with_entry(self, text: str, path: Sequence[str], value: Mapping[str, object]) -> str: ...

    def without_entry(self, text: str, path: Sequence[str]) -> str: ...


_EDITORS: Mapping[Format, _Editor] = {Format.JSON: jsonc, Format.TOML: toml}


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be done to one configuration; nothing is done yet."""

    client: Client
    path: Path
    before: bytes | None
    """None: there is no file."""
    after: bytes | None
    """None: the file is to go."""
    backup: bytes | None
    """What to keep beside the file from now on; None to keep what is there."""
    drop_backup: bool = False
    """The file is again what the copy holds, or the copy is of a file that is long gone: it may go."""

    @property
    def needed(self) -> bool:
        """False when all is as it should be already."""
        return self.before != self.after

    def difference(self) -> str:
        """What would change, as a unified diff; empty when nothing would."""
        before, after = (files.text_of(data, self.path).splitlines(keepends=True) for data in (self.before, self.after))
        names = [str(self.path) if data is not None else "/dev/null" for data in (self.before, self.after)]
        lines = difflib.unified_diff(before, after, names[0], names[1])
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)

    def apply(self) -> None:
        """Do it. Raises ConfigError; then the configuration is as it was."""
        if not self.needed:
            return
        copy = files.backup_of(self.path)
        if self.backup is not None:
            files.replace(copy, files.read(copy), self.backup)
            copy.chmod(self.path.stat().st_mode & 0o777)
        if self.after is None:
            files.remove(self.path)
        else:
            files.replace(self.path, self.before, self.after)
        if self.drop_backup:
            files.remove(copy)


@dataclass(frozen=True, slots=True)
class Standing:
    """How things are with one client."""

    client: Client
    installed: bool
    connected: Mapping[Where, Path]
    """The configurations that name Rebost."""
    problem: str | None
    """Why a configuration couldn't be looked at."""


def own_program() -> Path:
    """The absolute path of the installed `rebost`. Raises ConfigError when there is none.

    A link that an installer made is kept: it outlives the next upgrade, while what it points to may not.
    """
    started = Path(sys.argv[0])
    named = started if started.name.lower() in {"rebost", "rebost.exe"} else Path(sys.executable).with_name("rebost")
    for candidate in (named, named.with_suffix(".exe"), Path(shutil.which("rebost") or named)):
        if candidate.is_file():
            return candidate.absolute()
    raise ConfigError("The program `rebost` isn't found. Install it, with `pipx install rebost` for example.")


def connection(client: Client, where: Where, surroundings: Surroundings, program: Path) -> Change:
    """What connecting would change. Raises ConfigError for a configuration that can't be read or isn't valid."""
    path = client.path(where, surroundings)
    before = files.read(path)
    text = files.text_of(before, path)
    with _naming(path):
        shape = _shape(client, text)
        entry = shape.entry(str(program), ARGUMENTS)
        present = _entry(client, shape, text)
        if _starts(present, entry):
            return Change(client, path, before, before, None)
        if isinstance(present, dict) and "command" in present:
            # What the user added to it (variables, time limits) stays.
            entry = {**present, **entry}
        after = files.bytes_of(_edit(client).with_entry(text, (*shape.holder, SERVER), entry), before)
    copy = files.read(files.backup_of(path))
    # A copy from before Rebost came is worth more than one that names it already.
    keep = before if present is None or copy is None else None
    return Change(client, path, before, after, keep, drop_backup=before is None and copy is not None)


def disconnection(client: Client, where: Where, surroundings: Surroundings) -> Change:
    """What taking Rebost out would change. Raises ConfigError as `connection` does."""
    path = client.path(where, surroundings)
    before = files.read(path)
    text = files.text_of(before, path)
    with _naming(path):
        shape = _shape(client, text)
        present = _entry(client, shape, text)
        if present is None:
            return Change(client, path, before, before, None)
        copy = files.read(files.backup_of(path))
        if _nothing_else_changed(client, text, shape, present, copy, path):
            return Change(client, path, before, copy, None, drop_backup=copy is not None)
        after = _edit(client).without_entry(text, (*shape.holder, SERVER))
        return Change(
            client, path, before, files.bytes_of(_without_empty(client, shape, after, copy, path), before), None
        )


def standings(surroundings: Surroundings) -> list[Standing]:
    """Every client: is it installed, and is it connected, for the user and for the project of the folder?"""
    return [_standing(client, surroundings) for client in CLIENTS.values()]


def _standing(client: Client, surroundings: Surroundings) -> Standing:
    connected: dict[Where, Path] = {}
    problem = None
    for where in Where:
        if where is Where.PROJECT and client.project is None:
            continue
        path = client.path(where, surroundings)
        try:
            text = files.text_of(files.read(path), path)
            with _naming(path):
                if _entry(client, _shape(client, text), text) is not None:
                    connected[where] = path
        except ConfigError as error:
            problem = str(error)
    return Standing(client, client.is_installed(surroundings), connected, problem)


def _nothing_else_changed(
    client: Client, text: str, shape: Shape, present: object, copy: bytes | None, path: Path
) -> bool:
    """True when the text is the copy's, or that of no file, with Rebost added to it and nothing else."""
    original = files.text_of(copy, path)
    if not isinstance(present, dict) or _entry(client, _shape(client, original), original) is not None:
        return False
    return _edit(client).with_entry(original, (*shape.holder, SERVER), present) == text


def _without_empty(client: Client, shape: Shape, text: str, copy: bytes | None, path: Path) -> str:
    """Without the holders that connecting had made, if nothing else came into them."""
    original = files.text_of(copy, path)
    for depth in range(len(shape.holder), 0, -1):
        holder = shape.holder[:depth]
        made_by_us = _edit(client).entry_of(original, holder) is None
        if made_by_us and _edit(client).entry_of(text, holder) == {}:
            text = _edit(client).without_entry(text, holder)
    return text


def _edit(client: Client) -> _Editor:
    return _EDITORS[client.format]


def _entry(client: Client, shape: Shape, text: str) -> object | None:
    return _edit(client).entry_of(text, (*shape.holder, SERVER))


def _shape(client: Client, text: str) -> Shape:
    newer = client.newer_shape
    if newer is None:
        return client.shape
    holder = _edit(client).entry_of(text, newer.holder)
    # A server may itself be called as the newer holder is: then its parts are no servers.
    is_holder = isinstance(holder, dict) and all(isinstance(part, dict) for part in holder.values())
    return newer if is_holder else client.shape


def _starts(present: object, wanted: Mapping[str, object]) -> bool:
    """True when what is there starts the same program, whether or not the user has switched it off."""
    return isinstance(present, dict) and all(
        present.get(name) == value for name, value in wanted.items() if name != "enabled"
    )


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turns a problem with a text into an error that names the file."""
    try:
        yield
    except (JsonTextError, TomlTextError) as problem:
        raise ConfigError(
            f"{path} isn't valid: {problem}. Nothing was changed; correct the file and try again."
        ) from None
