"""A file that only the user can read, and that is there whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rebost.errors import InputError


@contextmanager
def private_file(path: Path, *, replacing: bool) -> Iterator[Path]:
    """A new, empty file beside `path` (mode 0600) to be written by name; it becomes `path` when the block ends well.

    What the block raises leaves nothing behind. Raises `InputError` when the place can't be written, or holds a file
    that isn't to be replaced.
    """
    import tempfile  # a recall has no use for it, and it takes 10 ms

    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path} can't be written ({error.strerror}). Give another place.") from None
    os.close(descriptor)
    draft = Path(name)
    try:
        yield draft
        _to_disk(draft)
        try:
            if replacing:
                draft.replace(path)
            else:
                _link(draft, path)
        except FileExistsError:
            raise InputError(f"{path} is there already, and was left as it is. Give another name.") from None
        _to_disk(path.parent)
    except OSError as error:
        raise InputError(f"{path} can't be written ({error.strerror or error}). Give another place.") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def _link(draft: Path, path: Path) -> None:
    """Give the file its name without ever replacing one, where the file system can do that."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: FAT, some network drives
        if path.exists():
            raise FileExistsError from None
        draft.rename(path)


def _to_disk(path: Path) -> None:
    with contextlib.suppress(OSError):  # Windows opens no folder; some file systems sync none
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
