from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.clients import jsonc
from rebost.clients.scanning import JsonTextError, document, plain

PATH = ("mcpServers", "rebost")
ENTRY = {"command": "/opt/bin/rebost", "args": ["mcp"]}


def value_of(text: str) -> object:
    """What a document says."""
    span = document(text)
    return None if span is None else plain(text, span)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{\n  "mcpServers": {\n    "a": {"command": "x"}\n  }\n}\n',
            (
                '{\n  "mcpServers": {\n    "a": {"command": "x"},\n    "rebost": {\n      "command": "/opt/bin/rebost",\n'
                '      "args": ["mcp"]\n    }\n  }\n}\n'
            ),
        ),
        (
            '{\n\t"mcpServers": {\n\t\t"a": {}, // kept\n\t},\n}',
            (
                '{\n\t"mcpServers": {\n\t\t"a": {}, // kept\n\t\t"rebost": {\n\t\t\t"command": "/opt/bin/rebost",\n'
                '\t\t\t"args": ["mcp"]\n\t\t},\n\t},\n}'
            ),
        ),
        (
            '{"mcpServers": {"a": {}}, "theme": "dark"}',
            '{"mcpServers": {"a": {}, "rebost": {"command": "/opt/bin/rebost", "args": ["mcp"]}}, "theme": "dark"}',
        ),
        (
            '{\r\n  "theme": "dark" // not light\r\n}\r\n',
            (
                '{\r\n  "theme": "dark", // not light\r\n  "mcpServers": {\r\n    "rebost": {\r\n'
                '      "command": "/opt/bin/rebost",\r\n      "args": ["mcp"]\r\n    }\r\n  }\r\n}\r\n'
            ),
        ),
        (
            "// my settings\n",
            (
                '// my settings\n{\n  "mcpServers": {\n    "rebost": {\n      "command": "/opt/bin/rebost",\n'
                '      "args": ["mcp"]\n    }\n  }\n}\n'
            ),
        ),
    ],
    ids=["other servers", "tabs and trailing commas", "one line", "CRLF and a comment", "only a comment"],
)  # fmt: skip
def test_an_entry_is_added_in_the_style_of_its_neighbours(before: str, after: str) -> None:
    assert jsonc.with_entry(before, PATH, ENTRY) == after


def test_the_last_of_two_members_of_one_name_counts_as_it_does_for_readers() -> None:
    text = '{"mcpServers": {"old": {}}, "mcpServers": {"new": {}}}'
    added = jsonc.with_entry(text, PATH, ENTRY)
    assert json.loads(added)["mcpServers"] == {"new": {}, "rebost": ENTRY}


def test_a_line_comment_before_the_entry_swallows_nothing_when_the_entry_goes() -> None:
    text = '{\n  "mcpServers": { // servers\n    "rebost": {} }\n}'
    assert value_of(jsonc.without_entry(text, PATH)) == {"mcpServers": {}}


def test_a_file_nested_ten_thousand_levels_deep_is_edited() -> None:
    text = '{"deep": ' + "[" * 10_000 + "]" * 10_000 + "}"
    added = jsonc.with_entry(text, PATH, ENTRY)
    assert jsonc.entry_of(added, PATH) == ENTRY
    assert jsonc.without_entry(added, PATH).startswith(text[:-1])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "line 1, column 2"),
        ('{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"),
        ('{"a" 1}', "line 1, column 6"),
        ("{'a': 1}", "line 1, column 2"),
        ('{"a": tru}', "line 1, column 7"),
        ('{"a": 01}', "line 1, column 8"),
        ('{"a": 1} {}', "line 1, column 10"),
        ('{"a": 1 /* no end', "line 1, column 9"),
        ('{"a": "no end}', "line 1, column 7"),
        ("[1,,2]", "line 1, column 4"),
        ('{"a": [1}', "line 1, column 9"),
        ("[]", "line 1, column 1"),
        ('{"mcpServers": []}', "line 1, column 16"),
        ('{"mcpServers": null}', "line 1, column 16"),
        ("<<<<<<< HEAD\n{}", "line 1, column 1"),
    ],
)
def test_what_is_not_valid_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(JsonTextError, match=re.escape(place)):
        jsonc.with_entry(text, PATH, ENTRY)


# --- Laws: documents are made with every freedom that people take --------------------------------------------------

_gaps = st.sampled_from(
    ["", " ", "\n", "\r\n", "\n  ", "\n\t", ' // c, } "\n', "/* a, { */", "\n// own line\n  ", "/**/"]
)
_names = st.sampled_from(["a", "b", "rebost", "mcpServers", 'q"uote', "ünï", "", "// no comment"])
_scalars = st.sampled_from(["1", "-0.5e+3", "true", "null", '""', '"a // b"', '"\\"},"', '"é\\u0041"', "[]", "{}"])


@st.composite
def _containers(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    is_object = draw(st.booleans())
    pieces = []
    for value in draw(st.lists(values, max_size=3)):
        name = json.dumps(draw(_names)) + draw(_gaps) + ":" + draw(_gaps) if is_object else ""
        pieces.append(draw(_gaps) + name + value + draw(_gaps))
    body = ",".join(pieces) + ("," + draw(_gaps) if pieces and draw(st.booleans()) else "")
    return "{" + body + "}" if is_object else "[" + body + draw(_gaps) + "]"


_values = st.recursive(_scalars, _containers, max_leaves=8)


@st.composite
def _documents(draw: st.DrawFn) -> str:
    """An object, in which the servers may be an object as well."""
    members = [f"{json.dumps(draw(_names.filter(lambda name: name not in PATH)))}:{draw(_gaps)}{draw(_values)}" for _ in range(draw(st.integers(0, 2)))]  # fmt: skip
    if draw(st.booleans()):
        servers = draw(_containers(_values).filter(lambda text: text.startswith("{")))
        members.insert(draw(st.integers(0, len(members))), f'"mcpServers"{draw(_gaps)}:{draw(_gaps)}{servers}')
    body = ",".join(draw(_gaps) + member + draw(_gaps) for member in members)
    comma = "," + draw(_gaps) if members and draw(st.booleans()) else draw(_gaps)
    return draw(_gaps) + "{" + body + comma + "}" + draw(_gaps)


@given(_documents())
def test_adding_keeps_every_other_byte_and_means_what_it_should(text: str) -> None:
    before = value_of(text)
    assert isinstance(before, dict)
    added = jsonc.with_entry(text, PATH, ENTRY)
    assert value_of(added) == {**before, "mcpServers": {**before.get("mcpServers", {}), "rebost": ENTRY}}
    if "rebost" not in before.get("mcpServers", {}):
        assert _holds_in_order(added, text)


@given(_documents())
def test_adding_twice_is_adding_once(text: str) -> None:
    added = jsonc.with_entry(text, PATH, ENTRY)
    assert value_of(jsonc.with_entry(added, PATH, ENTRY)) == value_of(added)


@given(_documents())
def test_removing_takes_away_nothing_but_the_entry(text: str) -> None:
    before = value_of(text)
    assert isinstance(before, dict)
    left = jsonc.without_entry(text, PATH)
    after = value_of(left)
    assert _holds_in_order(text, left)
    if "rebost" not in before.get("mcpServers", {}):
        assert left == text
    elif text.count('"rebost"') == 1:
        servers = {name: value for name, value in before["mcpServers"].items() if name != "rebost"}
        assert after == {**before, "mcpServers": servers}


@given(_documents())
def test_removing_what_was_added_gives_the_same_text_where_there_were_servers(text: str) -> None:
    before = value_of(text)
    assert isinstance(before, dict)
    servers = before.get("mcpServers")
    if servers and "rebost" not in servers:
        assert jsonc.without_entry(jsonc.with_entry(text, PATH, ENTRY), PATH) == text


@given(st.text(alphabet='{}[]",:/*\\ \n1ae-', max_size=40))
def test_whatever_the_text_it_is_edited_or_refused(text: str) -> None:
    try:
        added = jsonc.with_entry(text, PATH, ENTRY)
    except JsonTextError:
        return
    assert jsonc.entry_of(added, PATH) == ENTRY


def _holds_in_order(longer: str, shorter: str) -> bool:
    """True when every character of the shorter text stands in the longer one, in the same order."""
    rest = iter(longer)
    return all(character in rest for character in shorter)
