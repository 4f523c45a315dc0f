from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rebost.importers.items import Item, Unreadable
from rebost.importers.markdown import read_note
from rebost.records import Kind


def one(text: str, name: str = "a.md") -> Item:
    note = read_note(text, name)
    assert note.remark is None
    (item,) = note.items
    return item


def test_a_note_is_one_record_with_its_text_as_it_was_written() -> None:
    text = "# Obres\n\nLa [[paret|paret nord]] ![[pla.png]]\n\n> [!note] Avís\n> cal permís\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    item = one(text + "\n", "notes/casa.md")
    assert (item.text, item.source, item.kind) == (text, "notes/casa.md", Kind.NOTE)


def test_its_title_its_other_names_and_its_tags_count_beside_the_text() -> None:
    item = one(
        "---\ntitle: La casa\naliases: [casa nova, can Puig]\ntags: [obres]\n---\nText amb #bany/rajoles.", "x.md"
    )
    assert item.text == "Text amb #bany/rajoles."
    assert item.context == "La casa\ncasa nova\ncan Puig"
    assert item.tags == ("obres", "bany/rajoles")


def test_a_note_without_a_title_has_its_files_name_as_one() -> None:
    assert one("Viu a Girona.", "people/Anna Puig.md").context == "Anna Puig"


def test_front_matter_says_the_project_the_kind_and_the_dates() -> None:
    item = one("---\nproject: reforma\nkind: decision\ncreated: 2024-03-31\nuntil: 2030-01-01 10:00\n---\nFusta.")
    assert (item.project, item.kind) == ("reforma", Kind.DECISION)
    assert item.created == datetime(2024, 3, 31, tzinfo=UTC)
    assert item.until == datetime(2030, 1, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize("day", ["2030-01-01", "'2030-01-01'", "'[[2030-01-01]]'"])
def test_a_note_that_holds_until_a_day_holds_to_its_end(day: str) -> None:
    assert one(f"---\nuntil: {day}\n---\nx").until == datetime(2030, 1, 2, tzinfo=UTC)
    assert one("---\nuntil: 9999-12-31\n---\nx").until == datetime(9999, 12, 31, tzinfo=UTC)


def test_a_note_that_gives_no_date_is_as_old_as_its_file() -> None:
    written = datetime(2020, 5, 1, tzinfo=UTC)
    (item,) = read_note("x", "a.md", written=written).items
    assert item.created == written


def test_what_else_the_front_matter_says_is_text_below_the_note() -> None:
    text = "---\nDirector: ['[[Ridley Scott]]']\nrating: 7\ncover: x.jpg\nseen:\nloc: {city: Vic}\nread: true\n---\nA film."
    assert (
        one(text, "Blade Runner.md").text
        == "A film.\n\nDirector: [[Ridley Scott]]\nrating: 7\nloc: city Vic\nread: yes"
    )


def test_a_note_that_is_only_front_matter_says_that() -> None:
    assert one("---\ntags: [film]\nyear: 1982\n---\n").text == "year: 1982"


def test_front_matter_that_stands_for_a_billion_values_or_for_itself_gives_few() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{new}: &{new} [{','.join(f'*{old}' for _ in range(9))}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert len(one(f"---\n{bomb}---\nx").text) < 10_000
    assert one("---\na: &a [*a]\n---\nx").text == "x"


@pytest.mark.parametrize(
    ("tags", "expected"),
    [("one, two", ("one", "two")), ("one two one", ("one", "two")), ("", ()), ("{a: 1}", ()), ("[[a], b]", ("b",))],
)
def test_tags_are_taken_however_people_write_them(tags: str, expected: tuple[str, ...]) -> None:
    assert one(f"---\ntags: {tags}\n---\nx").tags == expected


@pytest.mark.parametrize(
    "front",
    [
        "title: [never closed",
        "- a\n- list",
        "a: &x [*x",
        "when: 2024-13-45",
        "!!python/object/apply:os.system [true]",
        "? [a]\n: b",
        "x: " + "[" * 5000,
        "x: " + "a" * 70_000,
    ],
)
def test_front_matter_that_isnt_understood_costs_a_remark_and_not_the_note(front: str) -> None:
    note = read_note(f"---\n{front}\n---\nThe body.", "a.md")
    assert "The body." in note.items[-1].text
    assert note.remark is not None
    assert note.remark.place == "a.md"
    assert "front matter" in note.remark.reason


@pytest.mark.parametrize("front", ["kind: song\nproject: [7]\n", "\n", "# only a comment\n", "created: soon\n"])
def test_values_that_say_nothing_to_us_are_passed_over(front: str) -> None:
    item = one(f"---\n{front}---\nx")
    assert (item.text, item.kind, item.project, item.tags, item.created) == ("x", Kind.NOTE, None, (), None)


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert one("---\nOnly a rule above.").text == "---\nOnly a rule above."


@pytest.mark.parametrize("text", ["", " \n\t\n", "---\ntags: [a]\nempty:\n---\n\n"])
def test_a_note_that_says_nothing_is_left_out(text: str) -> None:
    with pytest.raises(Unreadable, match="empty"):
        read_note(text, "a.md")


@pytest.mark.parametrize("front", ["created: {{date}}", 'created: "<% tp.date.now() %>"'])
def test_a_template_is_left_out(front: str) -> None:
    with pytest.raises(Unreadable, match="a template"):
        read_note(f"---\n{front}\n---\n## To do", "a.md")


def test_the_parts_of_a_long_note_know_their_headings() -> None:
    filler = "Paraules i més paraules. " * 60
    text = (
        f"---\ntags: [obres]\nowner: Pau\n---\nEntrada.\n\n# Casa\n\n## Bany\n\n{filler}\n\n## Cuina #fusta\n\n{filler}"
    )
    items = read_note(text, "n/casa.md").items
    assert [(item.source, item.heading, item.context) for item in items] == [
        ("n/casa.md", None, "casa"),
        ("n/casa.md#Bany", "Casa > Bany", "casa\nCasa"),
        ("n/casa.md#Cuina #fusta", "Casa > Cuina #fusta", "casa\nCasa"),
    ]
    assert [item.tags for item in items] == [("obres",), ("obres",), ("obres", "fusta")]
    assert items[0].text == "Entrada.\n\nowner: Pau"
    assert items[1].text.startswith("# Casa\n\n## Bany\n\nParaules")


def test_a_note_that_rebost_wrote_comes_back_word_for_word() -> None:
    text = "  # Not touched\n\ntags: #x\n"
    item = one(f"---\nrebost: 0abc\nkind: contact\ntags: [b c]\nsource: claude\ncontext: 'T\n\n  U'\n---\n\n{text}\n")
    assert (item.text, item.kind, item.tags, item.source) == (text, Kind.CONTACT, ("b c",), "claude")
    assert item.context == "T\nU"
