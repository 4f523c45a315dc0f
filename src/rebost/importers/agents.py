"""The files in which agents keep instructions and what they remember, wherever they stand."""

from __future__ import annotations

import re

from rebost.records import Kind

_INSTRUCTIONS = re.compile(
    r"(?:\A|/)(?:"
    r"CLAUDE(?:\.local)?\.md|AGENTS?(?:\.override)?\.md|GEMINI\.md|QWEN\.md|CRUSH\.md|WARP\.md|CONVENTIONS\.md|\.goosehints"
    r"|\.cursorrules|\.cursor/rules/.+\.mdc"
    r"|\.windsurfrules|\.windsurf/rules/.+\.md|\.clinerules|\.clinerules/.+\.md|\.roorules|\.roo/rules[^/]*/.+\.md"
    r"|\.github/copilot-instructions\.md|\.github/instructions/.+\.instructions\.md"
    r"|\.continue/rules/.+\.md|\.junie/guidelines\.md|\.kiro/steering/.+\.md|\.amazonq/rules/.+\.md|\.rules"
    r"|\.claude/CLAUDE\.md|\.claude/rules/.+\.md"
    r")\Z"
)
_MEMORIES = re.compile(r"(?:\A|/)(?:MEMORY\.md|memory-bank/.+\.md|\.claude/(?:.+/)?memory/.+\.md)\Z")
_FOLDERS = re.compile(
    r"(?:\A|/)(?:\.cursor|\.windsurf|\.clinerules|\.roo|\.github|\.continue|\.junie|\.kiro|\.amazonq|\.claude)(?:/|\Z)"
)


def kind_of_file(name: str) -> Kind | None:
    """What a file of agents holds, told from its path; None for any other file.

    Instructions say how to do things; what an agent remembers are notes.
    """
    if _INSTRUCTIONS.search(name):
        return Kind.PROCEDURE
    return Kind.NOTE if _MEMORIES.search(name) else None


def may_hold(folder: str) -> bool:
    """Whether a hidden folder is one in which agents look for their files."""
    return _FOLDERS.search(folder) is not None
