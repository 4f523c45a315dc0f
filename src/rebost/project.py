"""Which project somebody works in, told from where they work.

The first that says something: the variable `REBOST_PROJECT`; a file `.rebost` in the folder or one above it, whose
first line is the project's name; the name of the git repository's folder, if the base has a project of that name.
Outside of all of these there is no current project. For agents a repository that the base doesn't know yet counts too.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection
from pathlib import Path

_MARKER = ".rebost"
_MARKER_BYTES = 1024


def current_project(cwd: Path, known: Callable[[], Collection[str]], *, new: bool = False) -> str | None:
    """The project of a folder, or None.

    `known` gives the names of the projects in the base; it is asked only when a git repository's name needs it. With
    `new`, a repository that is none of them counts as well, unless it is the home folder (which may hold settings).
    A marker or a folder that can't be read counts as absent: it must not stop a recall.
    """
    given = os.environ.get("REBOST_PROJECT", "").strip()
    if given:
        return given
    for folder in (cwd, *cwd.parents):
        name = _marked(folder / _MARKER)
        if name:
            return name
        if _exists(folder / ".git"):
            wanted = unicodedata.normalize("NFC", folder.name).casefold()
            names = [name for name in known() if unicodedata.normalize("NFC", name).casefold() == wanted]
            return min(names, default=folder.name if new and not _is_home(folder) else None)
    return None


def _marked(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            lines = file.read(_MARKER_BYTES).decode("utf-8-sig", errors="replace").splitlines()
    except OSError:
        return None
    return next((line.strip() for line in lines if line.strip()), None)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _is_home(folder: Path) -> bool:
    return str(folder) == os.path.expanduser("~")  # noqa: PTH111 - Path.home() fails where there is none
