from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.exporters.names import Names, safe_name

ODD = st.text() | st.sampled_from(
    ["..", ".", "", "/etc/passwd", "C:\\x", "con", "NUL.md", "a/../../b", "~", "\u202e", "x" * 500]
)


@given(ODD)
def test_any_text_makes_a_name_of_one_part_on_every_platform(text: str) -> None:
    name = safe_name(text)
    for flavour in (PurePosixPath, PureWindowsPath):
        assert flavour("folder", name).parts == ("folder", name)
        assert not flavour(name).is_absolute()
    assert name not in {".", ".."}
    assert not name.startswith(".")
    assert not name.endswith((".", " "))
    assert len((name + " (100000).md").encode()) < 255
    assert not any(unicodedata.category(character).startswith("C") for character in name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("L'Anna viu a Girona.", "L'Anna viu a Girona"),
        ("a/b: c?", "a b c"),
        ("COM1.notes", "_COM1.notes"),
        ("🧠 idees", "🧠 idees"),
        ("...", "record"),
    ],
)
def test_a_name_keeps_what_can_be_kept(text: str, name: str) -> None:
    assert safe_name(text) == name


@given(st.lists(ODD, max_size=20))
def test_no_two_names_of_a_folder_are_one_whatever_the_file_system(texts: list[str]) -> None:
    names = Names()
    given_ = [names.give(safe_name(text), ".md") for text in texts]
    assert len({unicodedata.normalize("NFKC", name).casefold() for name in given_}) == len(given_)
