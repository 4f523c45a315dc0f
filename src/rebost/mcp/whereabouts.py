"""Where the client works, and so which project is the current one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError

from rebost.mcp.service import Caller
from rebost.project import current_project

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

    from rebost.memory import Memory

_PATIENCE_SECONDS = 2.0
"""A client that doesn't tell its roots in this time is taken to have none."""
_MOST_SESSIONS = 200


class Whereabouts:
    """The working folders of the clients: their roots, or else the folders that this process was given."""

    def __init__(self, project: str | None, *, own_folders: bool) -> None:
        """`project` overrules all else. Without `own_folders` this process works for clients of many folders."""
        self._project = project
        self._own = _own_folders() if own_folders else []
        self._roots: dict[str, list[Path]] = {}

    async def caller(self, ctx: ServerRequestContext[Any, Any]) -> Caller:
        """Who calls, and from where. May ask the client, once a session."""
        client = ctx.session.client_params
        source = client.client_info.name.strip() if client is not None else ""
        folders = [] if self._project else [*await self._client_roots(ctx), *self._own]

        def project(memory: Memory) -> str | None:
            if self._project:
                return self._project
            names = [name for name in memory.projects() if name] if folders else []
            return next(
                (found for folder in folders if (found := current_project(folder, lambda: names, new=True))), None
            )

        return Caller(source or None, project)

    def moved(self, ctx: ServerRequestContext[Any, Any]) -> None:
        """The client says that its roots have changed."""
        self._roots.pop(_session(ctx), None)

    async def _client_roots(self, ctx: ServerRequestContext[Any, Any]) -> list[Path]:
        session = _session(ctx)
        if session not in self._roots:
            if len(self._roots) >= _MOST_SESSIONS:
                self._roots.clear()
            self._roots[session] = await _asked_roots(ctx)
        return self._roots[session]


def _session(ctx: ServerRequestContext[Any, Any]) -> str:
    headers = getattr(ctx.request, "headers", None)
    return "" if headers is None else str(headers.get("mcp-session-id", ""))


async def _asked_roots(ctx: ServerRequestContext[Any, Any]) -> list[Path]:
    # Later versions of the protocol have no roots: there the working folder says it.
    capabilities = ctx.session.client_capabilities
    if ctx.protocol_version not in HANDSHAKE_PROTOCOL_VERSIONS or capabilities is None or capabilities.roots is None:
        return []
    try:
        told = await ctx.session.send_request(
            types.ListRootsRequest(),
            types.ListRootsResult,
            _PATIENCE_SECONDS,
            ServerMessageMetadata(related_request_id=ctx.request_id),
        )
    except (MCPError, ValidationError, TimeoutError):
        return []
    return [path for root in told.roots if (path := _path(str(root.uri))) is not None]


def _path(uri: str) -> Path | None:
    """The folder that a `file:` address names."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = unquote(parts.path)
    if sys.platform == "win32":
        path = path.lstrip("/")
    return Path(path) if Path(path).is_absolute() else None


def _own_folders() -> list[Path]:
    folders = [Path(given)] if (given := os.environ.get("CLAUDE_PROJECT_DIR")) else []
    try:
        return [*folders, Path.cwd()]
    except OSError:  # the folder was deleted
        return folders
