"""Files from anywhere: their names, their size, their encoding."""

from __future__ import annotations

import codecs
import io
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from rebost.importers.items import Unreadable

MAXIMUM_BYTES = 5_000_000
"""Of one note or one line. Longer than any note that a person writes: what is larger is an export or a mistake."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # Before UTF-16, whose mark it begins with.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def name_of(path: Path) -> str:
    """A path as a record's source: slashes, and composed accents whatever the file system keeps."""
    name = unicodedata.normalize("NFC", path.as_posix())
    # A name that isn't valid in the file system's encoding reaches Python as lone surrogates, which no base can store.
    return name.encode("utf-8", "replace").decode("utf-8")


def read_text(path: Path) -> str:
    """The whole of a text file, with plain line ends. Raises Unreadable with the reason."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("not a regular file")
        _check_size(status.st_size)
        # One byte more than is allowed, in case the file grows while it is read.
        with path.open("rb") as file:
            data = file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        raise Unreadable(reason_of(error)) from None
    _check_size(len(data))
    return decode(data)


def decode(data: bytes) -> str:
    """Bytes as text with plain line ends: UTF-8, or what a byte order mark says. Raises Unreadable."""
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        raise Unreadable(f"not valid {error.encoding.upper()} at byte {error.start}; save it as UTF-8") from None
    if "\0" in text:
        raise Unreadable("holds NUL characters: not a text file")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_lines(path: Path) -> Iterator[tuple[int, str | Unreadable]]:
    """The lines of a text file by number, one at a time however large the file; a bad line comes as the reason.

    Raises Unreadable when the file can't be opened or read on.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Unreadable("not a regular file")
        with path.open("rb") as file:
            yield from lines_of(file)
    except OSError as error:
        raise Unreadable(reason_of(error)) from None


def lines_of(file: io.BufferedReader) -> Iterator[tuple[int, str | Unreadable]]:
    """The same for an open file, standard input for one. Raises OSError, or Unreadable for broken UTF-16."""
    stream = io.TextIOWrapper(file, encoding=_encoding(file.peek(4)), errors="surrogateescape")
    try:
        for number, line in enumerate(stream, start=1):
            yield number, _checked(line.rstrip("\n"))
    except UnicodeDecodeError as error:
        raise Unreadable(f"not valid {error.encoding.upper()}; save it as UTF-8") from None
    finally:
        stream.detach()


def reason_of(error: OSError) -> str:
    """What the operating system says, as a part of a sentence."""
    return (error.strerror or str(error)).lower()


def _checked(line: str) -> str | Unreadable:
    if len(line) > MAXIMUM_BYTES:
        return Unreadable("longer than 5 MB")
    if "\0" in line:
        return Unreadable("holds NUL characters")
    try:
        line.encode()
    except UnicodeEncodeError:  # a byte that `surrogateescape` let through
        return Unreadable("not valid UTF-8; save the file as UTF-8")
    return line


def _encoding(data: bytes) -> str:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "utf-8")


def _check_size(size: int) -> None:
    if size > MAXIMUM_BYTES:
        raise Unreadable(f"larger than 5 MB ({size / 1e6:.1f} MB)")
