"""Every command that a document shows works, and prints what the document says that it prints."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.documents import DOCUMENTS, ROOT, Command, blocks, commands

NOT_RUN = ("./scripts/", "pipx ", "uv ", "git clone ")
"""They install, or would run these tests again; that the scripts exist is tested with the paths."""

# The Catalan README shows the same blocks as the English one, which another test makes sure of.
_RUN = [document for document in DOCUMENTS if document.name != "README.ca.md"]
_WITH_COMMANDS = [document for document in _RUN if commands(document)]
_WITH_PROGRAMS = [document for document in _RUN if blocks(document, "python")]


def _name(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the samples and the evaluation sets, an empty base, and a `rebost` to be found on PATH."""
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    (tmp_path / "evaluation").symlink_to(ROOT / "evaluation")
    programs = tmp_path / "bin"
    programs.mkdir()
    rebost = programs / "rebost"
    rebost.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from rebost.cli import main; main()" "$@"\n')
    rebost.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("REBOST_BASE", str(tmp_path / "base.rebost"))
    monkeypatch.setenv("REBOST_HOOK_SECONDS", "60")  # a busy machine must not decide what a hook says
    monkeypatch.chdir(tmp_path)
    return tmp_path


_VARIES = [
    (re.compile(r"\b0[0-9a-z]{10}\b"), "ID"),
    (re.compile(r"\b20\d\d-\d\d-\d\d\b"), "DATE"),
    (re.compile(r"[█·]{10}"), "BAR"),
    (re.compile(r"\b\d+\.\d\d\b"), "NUMBER"),
    (re.compile(r"\b\d+%"), "SHARE"),
]
"""What isn't the same at each run (ids, dates), or with each sentence model: scores, whose sense other tests check."""


def _comparable(text: str) -> str:
    for pattern, name in _VARIES:
        text = pattern.sub(name, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def _pattern(shown: str) -> str:
    """A regular expression for the output shown; a line `...` stands for any lines."""
    lines = [r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in _comparable(shown).splitlines()]
    return "".join(lines)


def _check(command: Command) -> None:
    if command.line.startswith(NOT_RUN):
        return
    finished = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.line],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False,
    )  # fmt: skip
    place = f"{_name(command.document)}: $ {command.line}"
    assert finished.returncode == 0, f"{place}\nended with {finished.returncode}:\n{finished.stdout}"
    if command.shown.strip():
        printed = _comparable(finished.stdout) + "\n"
        assert re.fullmatch(_pattern(command.shown), printed), f"{place}\nprinted:\n{finished.stdout}"


@pytest.mark.slow
@pytest.mark.parametrize("document", _WITH_COMMANDS, ids=_name)
def test_every_command_shown_works_and_prints_what_is_shown(document: Path, workplace: Path) -> None:
    for command in commands(document):
        _check(command)


@pytest.mark.parametrize("document", _WITH_PROGRAMS, ids=_name)
def test_every_program_shown_runs(document: Path, workplace: Path) -> None:
    for body in blocks(document, "python"):
        finished = subprocess.run(
            [sys.executable, "-W", "error", "-c", body], capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=_name)
def test_every_command_stands_in_a_block_that_is_run(document: Path) -> None:
    for language in ("", "sh", "bash", "shell", "text"):
        for block in blocks(document, language):
            assert not re.search(r"^(\$ )?rebost ", block, re.MULTILINE), f"use a `console` block: {block}"
