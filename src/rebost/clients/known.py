"""The agents' programs that Rebost can be connected to: where each keeps its servers, and in which form."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from rebost.errors import ConfigError

SERVER = "rebost"
"""The name of the server in every configuration."""


class Where(StrEnum):
    """Whose configuration it is."""

    USER = "user"
    PROJECT = "project"


class Format(StrEnum):
    """How a configuration is written."""

    JSON = "json"
    """With comments and trailing commas allowed, whether or not the client allows them."""
    TOML = "toml"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The machine as the clients see it; what is given can be another one than this."""

    home: Path = field(default_factory=Path.home)
    folder: Path = field(default_factory=Path.cwd)
    """The project's folder."""
    platform: str = sys.platform
    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(dict(os.environ)))

    def settings_folder(self) -> Path:
        """Where programs of this platform keep their settings."""
        if self.platform == "win32":
            return self._from("APPDATA", self.home / "AppData" / "Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.dot_config()

    def local_folder(self) -> Path:
        """Where programs on Windows keep what belongs to this machine alone."""
        return self._from("LOCALAPPDATA", self.home / "AppData" / "Local")

    def dot_config(self) -> Path:
        """`~/.config`, which some programs use on every platform."""
        return self._from("XDG_CONFIG_HOME", self.home / ".config")

    def _from(self, variable: str, otherwise: Path) -> Path:
        given = self.environment.get(variable)
        return Path(given) if given else otherwise

    def own_folder(self, variable: str, name: str) -> Path:
        """A client's folder in the home folder, or where its own variable says."""
        return self._from(variable, self.home / name)


Entry = Callable[[str, Sequence[str]], dict[str, object]]
"""Makes a server's entry from the program's path and its arguments."""


def _plain_entry(program: str, arguments: Sequence[str]) -> dict[str, object]:
    return {"command": program, "args": list(arguments)}


def _typed_entry(program: str, arguments: Sequence[str]) -> dict[str, object]:
    return {"type": "stdio", "command": program, "args": list(arguments)}


def _opencode_entry(program: str, arguments: Sequence[str]) -> dict[str, object]:
    return {"type": "local", "command": [program, *arguments], "enabled": True}


def _opencode_2_entry(program: str, arguments: Sequence[str]) -> dict[str, object]:
    return {"type": "local", "command": [program, *arguments]}


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to write a server down."""

    holder: tuple[str, ...]
    """The names that lead to what holds the servers."""
    entry: Entry = _plain_entry


@dataclass(frozen=True, slots=True)
class Client:
    """One agent's program."""

    name: str
    title: str
    user: Callable[[Surroundings], Path]
    """The user's own configuration."""
    project: str | None
    """A project's configuration, from its folder; None where the client has none."""
    programs: tuple[str, ...] = ()
    """Names on PATH that show that it is installed."""
    shape: Shape = Shape(("mcpServers",))
    newer_shape: Shape | None = None
    """Used instead in a file that is written this way already."""
    format: Format = Format.JSON
    afterwards: str = "Restart it"
    """What to do for the change to take effect."""

    def path(self, where: Where, surroundings: Surroundings) -> Path:
        """The configuration's place. Raises ConfigError for a project's where the client knows no such thing."""
        if where is Where.USER:
            return self.user(surroundings)
        if self.project is None:
            raise ConfigError(f"{self.title} has no configuration for one project. Connect it with --scope user.")
        return _first_that_exists(surroundings.folder / self.project)

    def is_installed(self, surroundings: Surroundings) -> bool:
        """As far as its files and programs tell."""
        search = surroundings.environment.get("PATH", "")
        path = self.user(surroundings)
        # The home folder itself proves nothing; a file or a folder of the client's own does.
        known = path.exists() or (path.parent != surroundings.home and path.parent.is_dir())
        return known or any(shutil.which(program, path=search) for program in self.programs)


def _first_that_exists(path: Path) -> Path:
    """A file that may be called .json or .jsonc: the one that is there, else the first."""
    other = path.with_suffix(".jsonc")
    return other if path.name == "opencode.json" and other.exists() and not path.exists() else path


def _claude_code(machine: Surroundings) -> Path:
    return machine.own_folder("CLAUDE_CONFIG_DIR", "") / ".claude.json"


def _claude_desktop(machine: Surroundings) -> Path:
    folder = machine.settings_folder() / "Claude"
    if machine.platform == "win32":
        # As a package of the system it sees settings of its own where it believes to see everybody's.
        packages = machine.local_folder() / "Packages"
        folder = next(iter(sorted(packages.glob("Claude_*/LocalCache/Roaming/Claude"))), folder)
    return folder / "claude_desktop_config.json"


def _windsurf(machine: Surroundings) -> Path:
    # Since June 2026 it is called Devin Desktop, and looks elsewhere.
    renamed = machine.settings_folder() if machine.platform == "win32" else machine.home / ".config"
    former = machine.home / ".codeium" / "windsurf"
    folder = renamed / "devin"
    return (former if former.is_dir() and not folder.is_dir() else folder) / "mcp_config.json"


def _opencode(machine: Surroundings) -> Path:
    return _first_that_exists(machine.dot_config() / "opencode" / "opencode.json")


def _zed(machine: Surroundings) -> Path:
    if machine.platform == "win32":
        return machine.settings_folder() / "Zed" / "settings.json"
    return (
        (machine.home / ".config" if machine.platform == "darwin" else machine.dot_config()) / "zed" / "settings.json"
    )


CLIENTS: Mapping[str, Client] = MappingProxyType(
    {
        client.name: client
        for client in (
            Client(
                "claude-code",
                "Claude Code",
                _claude_code,
                ".mcp.json",
                ("claude",),
                Shape(("mcpServers",), _typed_entry),
                afterwards="Start a new session",
            ),
            Client(
                "claude-desktop",
                "Claude Desktop",
                _claude_desktop,
                None,
            ),
            Client(
                "codex",
                "Codex",
                lambda machine: machine.own_folder("CODEX_HOME", ".codex") / "config.toml",
                ".codex/config.toml",
                ("codex",),
                Shape(("mcp_servers",)),
                format=Format.TOML,
                afterwards="Start a new session",
            ),
            Client(
                "cursor",
                "Cursor",
                lambda machine: machine.home / ".cursor" / "mcp.json",
                ".cursor/mcp.json",
                ("cursor",),
            ),
            Client(
                "vscode",
                "VS Code",
                lambda machine: machine.settings_folder() / "Code" / "User" / "mcp.json",
                ".vscode/mcp.json",
                ("code",),
                Shape(("servers",), _typed_entry),
                afterwards="Start the server from `MCP: List Servers`",
            ),
            Client(
                "gemini",
                "Gemini CLI",
                lambda machine: machine.home / ".gemini" / "settings.json",
                ".gemini/settings.json",
                ("gemini",),
            ),
            Client(
                "windsurf",
                "Windsurf (Devin Desktop)",
                _windsurf,
                ".devin/mcp_config.json",
                ("windsurf", "devin"),
            ),
            Client("zed", "Zed", _zed, ".zed/settings.json", ("zed", "zeditor"), Shape(("context_servers",))),
            Client(
                "opencode",
                "opencode",
                _opencode,
                "opencode.json",
                ("opencode",),
                Shape(("mcp",), _opencode_entry),
                newer_shape=Shape(("mcp", "servers"), _opencode_2_entry),
            ),
        )
    }
)
"""Every client, by the name that the commands take, in the order in which they are listed."""


def find_client(name: str) -> Client:
    """The client of this name. Raises ConfigError that lists the names there are."""
    try:
        return CLIENTS[name]
    except KeyError:
        raise ConfigError(f"There is no client {name!r}: choose one of {', '.join(CLIENTS)}.") from None
