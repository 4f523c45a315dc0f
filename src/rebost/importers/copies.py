"""Copies of files from where we can't look, such as a browser sends: written into a folder, to be imported from there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import BinaryIO

from rebost.importers.reading import reason_of

UPLOADS = "upload:"
"""What stands in the base for the folder of all files that ever were uploaded: their own place isn't known, and no
folder has this name. A second upload of the same name is the same file."""

_SEPARATORS = re.compile(r"[/\\]")


def keep_copy(folder: Path, name: str, source: BinaryIO) -> str | None:
    """Write what `source` holds into a folder, under the name that it is said to have there: perhaps with folders.

    Gives the reason where that can't be; then nothing was written. No name leads out of the folder.
    """
    parts = _SEPARATORS.split(name)
    if any(part in {"", ".", ".."} or "\0" in part or ":" in part for part in parts):
        return "its name isn't one that a file can have here"
    path = folder.joinpath(*parts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb")
    except FileExistsError:
        return "another file has the same name"
    except OSError as error:
        return reason_of(error)
    try:
        with file:
            shutil.copyfileobj(source, file)
    except OSError as error:
        path.unlink()
        return reason_of(error)
    return None
