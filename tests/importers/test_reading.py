from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from rebost.importers.items import Unreadable
from rebost.importers.reading import MAXIMUM_BYTES, decode, name_of, read_lines, read_text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_text_is_read_in_whatever_encoding_its_mark_says(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "note.md"
    path.write_bytes("L'Àlex · 東京\r\nsegona\rtercera".encode(encoding))
    assert read_text(path) == "L'Àlex · 東京\nsegona\ntercera"
    assert list(read_lines(path)) == [(1, "L'Àlex · 東京"), (2, "segona"), (3, "tercera")]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"caf\xe9", "not valid UTF-8 at byte 3; save it as UTF-8"),
        (b"\xff\xfea", "not valid UTF-16"),
        (b"a\0b", "holds NUL characters"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        decode(data)


def test_a_bad_line_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_bytes(b"un\ncaf\xe9\nnul\0\n" + b"x" * (MAXIMUM_BYTES + 1) + b"\nquatre")
    reasons = {number: str(line) for number, line in read_lines(path)}
    assert reasons[1] == "un"
    assert "UTF-8" in reasons[2]
    assert "NUL" in reasons[3]
    assert "longer than 5 MB" in reasons[4]
    assert reasons[5] == "quatre"


def test_a_utf_16_file_that_breaks_off_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_bytes("u".encode("utf-16") + b"a")
    with pytest.raises(Unreadable, match="not valid UTF-16"):
        list(read_lines(path))


def test_a_file_larger_than_5_mb_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    with path.open("wb") as file:
        file.truncate(20_000_000)
    with pytest.raises(Unreadable, match=r"larger than 5 MB \(20\.0 MB\)"):
        read_text(path)


def test_what_is_missing_or_no_regular_file_is_refused(tmp_path: Path) -> None:
    for read in (read_text, lambda path: list(read_lines(path))):
        with pytest.raises(Unreadable, match="no such file"):
            read(tmp_path / "absent.md")
        with pytest.raises(Unreadable, match="not a regular file"):
            read(tmp_path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(Unreadable, match="not a regular file"):
        read_text(tmp_path / "pipe.md")


def test_names_are_composed_and_can_be_stored_whatever_the_file_system_gives() -> None:
    assert name_of(Path(unicodedata.normalize("NFD", "cançó.md"))) == "cançó.md"
    assert name_of(Path(os.fsdecode(b"caf\xe9.md"))) == "caf?.md"
