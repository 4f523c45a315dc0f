from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rebost.importers.items import Item, Remark, Unreadable
from rebost.importers.lines import read_facts, read_rows
from rebost.records import Kind


def test_each_line_that_isnt_blank_is_a_fact() -> None:
    lines = [(1, "L'Anna viu a Girona."), (2, "  "), (3, "# not a comment"), (4, Unreadable("broken"))]
    assert list(read_facts(lines, "facts.txt")) == [
        Item("facts.txt:1", "L'Anna viu a Girona.", "facts.txt"),
        Item("facts.txt:3", "# not a comment", "facts.txt"),
        Remark("facts.txt:4", "broken"),
    ]


def test_a_row_says_what_it_likes_and_other_fields_are_passed_over() -> None:
    row = (
        '{"text": "x", "kind": "contact", "project": "p", "tags": ["a"], "source": "s",'
        ' "created": "2024-03-31T10:00:00+02:00", "id": "r1", "score": 3}'
    )
    (item,) = read_rows([(1, row)], "r.jsonl")
    assert item == Item(
        "r.jsonl:1", "x", "s", Kind.CONTACT, "p", ("a",), datetime.fromisoformat("2024-03-31T10:00:00+02:00")
    )


def test_a_date_without_a_zone_is_utc() -> None:
    (item,) = read_rows([(1, '{"text": "x", "created": "2024-03-31"}')], "r.jsonl")
    assert isinstance(item, Item)
    assert item.created == datetime(2024, 3, 31, tzinfo=UTC)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("9" * 10_000, "not valid JSON"),
        ("[]", "not an object"),
        ("{}", "has no `text`"),
        ('{"text": 3}', "`text` isn't a text"),
        ('{"text": " "}', "`text` is empty"),
        ('{"text": "\\ud800"}', "half a character"),
        ('{"text": "x", "kind": "song"}', "`kind` must be one of fact"),
        ('{"text": "x", "tags": "a"}', "`tags` must be a list of texts"),
        ('{"text": "x", "project": 3}', "`project` isn't a text"),
        ('{"text": "x", "created": "yesterday"}', "`created` isn't a date"),
    ],
)
def test_a_bad_row_is_named_and_the_rest_comes_in(row: str, reason: str) -> None:
    first, second, third = read_rows([(1, '{"text": "a"}'), (2, row), (3, '{"text": "b"}')], "r.jsonl")
    assert isinstance(first, Item)
    assert isinstance(third, Item)
    assert isinstance(second, Remark)
    assert second.place == "r.jsonl:2"
    assert reason in second.reason
