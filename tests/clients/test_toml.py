from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.clients import toml
from rebost.clients.toml import TomlTextError

PATH = ("mcp_servers", "rebost")
ENTRY = {"command": "C:\\Tools\\rebost é.exe", "args": ["mcp"]}


def test_a_table_is_added_at_the_end_and_nothing_else_changes() -> None:
    text = '# mine\nmodel = "x"\n\n[mcp_servers.other] # kept\ncommand = "y"'
    added = toml.with_entry(text, PATH, ENTRY)
    assert added == (text + '\n\n[mcp_servers.rebost]\ncommand = "C:\\\\Tools\\\\rebost é.exe"\nargs = ["mcp"]\n')
    assert toml.entry_of(added, PATH) == ENTRY


def test_the_comment_of_the_next_table_stays_when_the_table_before_it_goes() -> None:
    text = 'a = 1\n\n[mcp_servers.rebost]\ncommand = "x"\n\n[mcp_servers.rebost.env]\nA = "[b]"\n\n# About other\n[other]\n'
    assert toml.without_entry(text, PATH) == "a = 1\n\n# About other\n[other]\n"


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { other = { command = "x" } }\n',
        'mcp_servers.other.command = "x" # kept\n',
        '[mcp_servers]\nother = { command = "x" } # kept\n\n[last]\na = 1\n',
        '[mcp_servers]\nother.command = "x"\n',
    ],
)
def test_other_ways_to_write_the_servers_are_understood(text: str) -> None:
    added = toml.with_entry(text, PATH, ENTRY)
    assert toml.entry_of(added, PATH) == ENTRY
    assert toml.entry_of(added, ("mcp_servers", "other")) == {"command": "x"}
    assert ("# kept" in added) is ("# kept" in text)
    assert tomllib.loads(toml.without_entry(added, PATH)) == tomllib.loads(text)


def test_a_list_over_several_lines_is_no_beginning_of_a_table() -> None:
    text = '[mcp_servers.rebost]\ncommand = "x"\nargs = [\n  "mcp",\n  ["a"],\n]\n\n[other]\nb = """\n[mcp_servers.rebost]\n"""\n'
    left = toml.without_entry(text, PATH)
    assert tomllib.loads(left).get("other") == {"b": "[mcp_servers.rebost]\n"}
    assert toml.entry_of(left, PATH) is None


def test_a_table_that_is_there_gets_its_new_values() -> None:
    text = toml.with_entry("# mine\n", PATH, {"command": "old", "args": []})
    changed = toml.with_entry(text, PATH, ENTRY)
    assert toml.entry_of(changed, PATH) == ENTRY
    assert changed.startswith("# mine\n")


@pytest.mark.parametrize("text", ["a = ", "[a\n", "a = 1\na = 2\n", "mcp_servers = 3\n", "x = \udc80"])
def test_what_is_not_valid_is_refused(text: str) -> None:
    with pytest.raises(TomlTextError):
        toml.with_entry(text, PATH, ENTRY)


_lines = st.sampled_from(
    [
        "",
        "# comment",
        'a = "[x]" # c',
        "b = [\n  1,\n  [2],\n]",
        "[t]",
        "[mcp_servers.other]",
        "[[list]]",
        'd = """\n[q]\n"""',
        "['mcp_servers'.\"x y\"]",
    ]
)


@given(st.lists(_lines, max_size=6, unique=True), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_removing_what_was_added_leaves_what_there_was(lines: list[str], newline: str, ended: bool) -> None:
    text = newline.join(lines).replace("\r\n", "\n").replace("\n", newline) + (newline if ended else "")
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    added = toml.with_entry(text, PATH, ENTRY)
    assert added.startswith(text)
    assert tomllib.loads(toml.without_entry(added, PATH)) == tomllib.loads(text)
