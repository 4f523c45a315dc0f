from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from rebost.importers.splitting import LONGEST, split

BLOCKS = st.one_of(
    st.integers(1, 6).map(lambda level: "#" * level + f" Heading {level}"),
    st.integers(1, 40).map(lambda count: "Some words of a paragraph. " * count),
    st.integers(1, 60).map(lambda count: "\n".join(f"- item {number} of a list" for number in range(count))),
    st.integers(1, 80).map(lambda count: "```python\n" + "# no heading\n\nx = 1\n" * count + "```"),
    st.integers(1, 80).map(lambda count: "| a | b |\n|---|---|\n" + "| # one | two |\n" * count + ""),
    st.just("Underlined\n=========="),
    st.just("> [!note] # A callout\n> with text"),
)


@given(st.lists(BLOCKS, max_size=25))
def test_the_parts_are_the_note_word_for_word_and_none_is_cut_inside_a_block(blocks: list[str]) -> None:
    body = "\n\n".join(blocks)
    passages = split(body)
    # Only blank lines may get lost between two parts.
    assert re.sub(r"\s+", "", "".join(passage.text for passage in passages)) == re.sub(r"\s+", "", body)
    for passage in passages:
        assert passage.text in body
        assert passage.text.count("```") % 2 == 0
        assert ("| # one" in passage.text) <= ("|---|" in passage.text)
    longest = max((len(block) for block in blocks if not block.startswith("- item")), default=0)
    # A block that is longer by itself stays whole; with it goes the heading above, where there is one.
    assert all(len(passage.text) <= max(LONGEST, longest + 100 * 6) for passage in passages)


def test_a_note_that_is_read_at_once_is_one_part() -> None:
    assert [passage.text for passage in split("# A\n\nshort\n\n# B\n\ntoo\n")] == ["# A\n\nshort\n\n# B\n\ntoo"]


def test_a_long_note_without_headings_is_cut_between_its_paragraphs() -> None:
    paragraphs = [f"Paragraph {number}. " + "word " * 150 for number in range(8)]
    passages = split("\n\n".join(paragraphs))
    assert all(len(passage.text) <= LONGEST for passage in passages)
    assert [passage.headings for passage in passages] == [()] * len(passages)
    assert all(passage.text.startswith("Paragraph") for passage in passages)


def test_a_section_stays_whole_where_it_is_short_enough() -> None:
    long = "word " * 400
    passages = split(
        f"# T\n\nintro\n\n## A\n\n### A1\n\nx\n\n### A2\n\ny\n\n## B\n\n### B1\n\n{long}\n\n### B2\n\n{long}"
    )
    assert [passage.headings for passage in passages] == [("T",), ("T", "A"), ("T", "B", "B1"), ("T", "B", "B2")]


def test_marks_in_a_heading_are_no_part_of_its_name() -> None:
    body = f"## The **bold** [[Note|link]] and `code` [page](x.md)\n\n{'word ' * 600}"
    assert split(body)[0].headings == ("The bold link and code page",)


def test_a_long_list_is_cut_between_its_items() -> None:
    body = "\n".join(f"- item {number} " + "word " * 30 for number in range(60))
    passages = split(body)
    assert len(passages) > 2
    assert all(passage.text.startswith("- item") for passage in passages)
