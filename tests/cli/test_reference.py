from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rebost.cli import documents
from rebost.cli.app import COMMANDS

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


def test_the_reference_is_what_the_commands_say_of_themselves(root: Path) -> None:
    made = runpy.run_path(str(root / "scripts" / "make_cli_docs.py"))["page"]()
    assert (root / "docs" / "cli.md").read_text(encoding="utf-8") == made, "run scripts/make_cli_docs.py"
    assert all(f"\n### {name}\n" in made for name in COMMANDS)


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (["remember", "En Pere viu a Vic.", "--json"], documents.REMEMBERED),
        (["list", "--json"], documents.RECORD),
        (["projects", "--json"], documents.PROJECTS),
        (["stats", "--json"], documents.STATS),
        (["doctor", "--json"], documents.EXAMINED),
        (["config", "list", "--json"], documents.SETTINGS_LISTED),
    ],
)
def test_json_has_the_documented_fields(rebost: Rebost, command: list[str], fields: Mapping[str, str]) -> None:
    rebost("remember", "L'Anna viu a Girona.")
    assert list(json.loads(rebost(*command).out)) == list(fields)


def test_the_json_of_records_and_imports_has_the_documented_fields(rebost: Rebost) -> None:
    id_ = rebost("remember", "L'Anna viu a Girona.").out.strip()
    assert list(json.loads(rebost("show", id_, "--json").out)) == [*documents.RECORD, *documents.VERSIONS]
    assert list(json.loads(rebost("forget", id_, "--json").out)) == list(documents.RECORD)
    Path("facts.txt").write_text("x", encoding="utf-8")
    assert list(json.loads(rebost("import", "facts.txt", "--json").out)[0]) == list(documents.IMPORTED)
