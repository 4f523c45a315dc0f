from __future__ import annotations

import pytest

from rebost.importers.items import Unreadable
from rebost.importers.markdown import body_of, read_note
from rebost.records import Kind


def test_a_note_is_one_record_with_its_whole_text() -> None:
    item, remark = read_note("# Obres\n\nLa paret nord.\n", "notes/casa.md")
    assert (item.text, item.source, item.kind) == ("# Obres\n\nLa paret nord.", "notes/casa.md", Kind.NOTE)
    assert remark is None


def test_a_note_without_a_title_gets_its_files_name_as_one() -> None:
    item, _ = read_note("Viu a Girona.", "people/Anna Puig.md")
    assert item.text == "# Anna Puig\n\nViu a Girona."


def test_front_matter_stays_in_the_text_and_says_what_it_can() -> None:
    text = "---\ntags: [casa, '#obres', 7]\nproject: reforma\nkind: decision\n---\nFusta a la cuina."
    item, remark = read_note(text, "cuina.md")
    assert item.text == (
        "---\ntags: [casa, '#obres', 7]\nproject: reforma\nkind: decision\n---\n# cuina\n\nFusta a la cuina."
    )
    assert (item.tags, item.project, item.kind) == (("casa", "obres", "7"), "reforma", Kind.DECISION)
    assert remark is None


@pytest.mark.parametrize(
    ("tags", "expected"),
    [("one, two", ("one", "two")), ("one two one", ("one", "two")), ("", ()), ("{a: 1}", ()), ("[[a], b]", ("b",))],
)
def test_tags_are_taken_however_people_write_them(tags: str, expected: tuple[str, ...]) -> None:
    item, _ = read_note(f"---\ntags: {tags}\n---\nx", "a.md")
    assert item.tags == expected


@pytest.mark.parametrize(
    "front",
    [
        "title: [never closed",
        "date: {{date}}",
        "- a\n- list",
        "a: &x [*x",
        "when: 2024-13-45",
        "!!python/object/apply:os.system [true]",
        "x: " + "[" * 5000,
        "x: " + "a" * 70_000,
    ],
)
def test_front_matter_that_isnt_understood_costs_a_remark_and_not_the_note(front: str) -> None:
    item, remark = read_note(f"---\n{front}\n---\nThe body.", "a.md")
    assert "The body." in item.text
    assert remark is not None
    assert remark.place == "a.md"
    assert "front matter" in remark.reason


@pytest.mark.parametrize("front", ["kind: song\nproject: 7\n", "\n", "# only a comment\n"])
def test_values_that_say_nothing_to_us_are_passed_over(front: str) -> None:
    item, remark = read_note(f"---\n{front}---\nx", "a.md")
    assert (item.kind, item.project, item.tags, remark) == (Kind.NOTE, None, (), None)


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    item, remark = read_note("---\nOnly a rule above.", "a.md")
    assert item.text == "# a\n\n---\nOnly a rule above."
    assert remark is None


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff".strip("\ufeff")])
def test_a_note_that_says_nothing_is_left_out(text: str) -> None:
    with pytest.raises(Unreadable, match="empty"):
        read_note(text, "a.md")


def test_the_body_is_the_same_under_another_name() -> None:
    for text in ("Viu a Girona.", "---\ntags: x\n---\nViu a Girona."):
        before, _ = read_note(text, "Anna.md")
        after, _ = read_note(text, "Anna Puig.md")
        assert before.text != after.text
        assert body_of(before.text) == body_of(after.text)
