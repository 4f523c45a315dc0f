"""Reads the documents: their commands with the output that they show, their programs, and the paths that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md"), *ROOT.glob("samples/*.md")])

_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`((?:src|docs|scripts|tests|samples|evaluation|benchmarks|requirements)/[^\s`*<>]*)`")
_LINK = re.compile(r"\]\((?!\w+:)([^)#]+)(?:#[^)]*)?\)")


@dataclass(frozen=True)
class Command:
    """One command of a `console` block."""

    document: Path
    line: str
    shown: str
    """The output that the document shows below it; empty when it shows none. A line `...` stands for any lines."""


def blocks(document: Path, language: str) -> list[str]:
    """The bodies of the fenced blocks in this language."""
    return [match["body"] for match in _FENCE.finditer(document.read_text("utf-8")) if match["language"] == language]


def commands(document: Path) -> list[Command]:
    """The commands of the `console` blocks, in order."""
    return [command for block in blocks(document, "console") for command in _commands(document, block)]


def _commands(document: Path, block: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        while line.endswith("\\"):
            more, _, shown = shown.partition("\n")
            line = line[:-1] + more.strip()
        yield Command(document, line, shown)


def named_paths(document: Path) -> set[str]:
    """Every path of the project that the document names, from the project's root."""
    text = document.read_text("utf-8")
    links = {(document.parent / link).resolve() for link in _LINK.findall(text)}
    return set(_PATH.findall(text)) | {str(link.relative_to(ROOT)) for link in links}
