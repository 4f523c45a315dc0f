"""A long text in parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.analysis import first_paragraph, paragraphs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\n", []),
        ("One line.", ["One line."]),
        ("One\nparagraph.\n\nTwo.", ["One paragraph.", "Two."]),
        ("---\ntags: [a]\n---\n# Title\n\nBody.", ["Title: Body."]),
        ("\ufeff---\r\ntags: a\r\n---\r\nBody.\r\n", ["Body."]),
        ("# Only a title", ["Only a title"]),
        ("Title\n=====\n\n- one\n- [ ] two\n  more\n1. three", ["Title: one", "Title: two more", "Title: three"]),
        ("A\n\n---\n\nB", ["A", "B"]),
        ("```\n# no heading\n\nx = 1\n```", ["# no heading x = 1"]),
        ("---\nnot closed", ["not closed"]),
    ],
)
def test_front_matter_headings_and_rules_are_no_paragraphs(text: str, expected: list[str]) -> None:
    assert paragraphs(text) == expected


def test_the_first_paragraph_of_nothing_is_empty() -> None:
    assert first_paragraph("") == ""
    assert first_paragraph("# T\n\nBody\n\nMore") == "T: Body"


@given(st.text(st.sampled_from("ab#-*`=~> \n\r\t1.[]"), max_size=60))
def test_no_part_is_empty_and_no_text_is_lost_whole(text: str) -> None:
    parts = paragraphs(text)
    assert all(part.strip() for part in parts)
    assert bool(parts) == bool(text.strip())
