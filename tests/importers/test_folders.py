from __future__ import annotations

import json
from pathlib import Path

import pytest

from rebost.importers.folders import Walk


def touch(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def write(root: Path, name: str, text: str) -> None:
    touch(root, name)
    (root / name).write_text(text, encoding="utf-8")


def names(walk: Walk) -> list[str]:
    return [found.name for found in walk.notes()]


def test_notes_are_found_at_any_depth_in_the_order_of_their_names(vault: Path) -> None:
    touch(vault, "b.md", "a/z.markdown", "a/y/x.MD", "c d ç 🙂.md")
    assert names(Walk(vault)) == ["a/y/x.MD", "a/z.markdown", "b.md", "c d ç 🙂.md"]


def test_hidden_folders_and_those_of_programs_are_passed_over(vault: Path) -> None:
    touch(vault, ".obsidian/a.md", ".trash/b.md", ".git/c.md", "node_modules/d.md", ".hidden.md", "e.md")
    walk = Walk(vault)
    assert names(walk) == ["e.md"]
    assert walk.left_out == []


def test_files_of_agents_are_found_although_they_are_hidden(vault: Path) -> None:
    of_agents = [
        ".claude/CLAUDE.md",
        ".cursor/rules/style.mdc",
        ".cursorrules",
        ".github/copilot-instructions.md",
        ".windsurfrules",
        "AGENTS.md",
        "CLAUDE.md",
        "GEMINI.md",
        "MEMORY.md",
        "sub/CLAUDE.md",
    ]
    touch(vault, *of_agents, ".cursor/plans/x.md", ".github/ISSUE_TEMPLATE/bug.md", "note.md")
    assert names(Walk(vault)) == sorted([*of_agents, "note.md"])
    assert names(Walk(vault, only_agents=True)) == sorted(of_agents)


def test_other_files_are_counted_by_ending(vault: Path) -> None:
    touch(vault, "a.png", "b.PNG", "c.pdf", "Makefile", "d.md")
    walk = Walk(vault)
    assert names(walk) == ["d.md"]
    assert walk.passed_over == {".png": 2, ".pdf": 1, "": 1}


def test_a_link_that_loops_is_reported_and_the_rest_is_read(vault: Path) -> None:
    touch(vault, "a/note.md")
    (vault / "a" / "loop").symlink_to(vault, target_is_directory=True)
    walk = Walk(vault)
    assert names(walk) == ["a/note.md"]
    assert [tuple(remark) for remark in walk.left_out] == [("a/loop", "a link back to a folder that it stands in")]


def test_links_to_folders_and_files_elsewhere_are_followed(vault: Path, tmp_path: Path) -> None:
    touch(tmp_path / "other", "far.md")
    (vault / "linked").symlink_to(tmp_path / "other", target_is_directory=True)
    (vault / "near.md").symlink_to(tmp_path / "other" / "far.md")
    assert names(Walk(vault)) == ["linked/far.md", "near.md"]


def test_what_is_below_a_folder_that_cant_be_listed_isnt_known(vault: Path) -> None:
    walk = Walk(vault / "gone")
    assert names(walk) == []
    assert walk.left_out[0].reason == "no such file or directory"
    assert walk.closed == [""]


def test_ignore_files_keep_out_what_they_would_from_git(vault: Path) -> None:
    write(vault, ".gitignore", "drafts/\n*.tmp.md\n!keep.tmp.md\n/top.md\n[\n!\n")
    write(vault, "a/.ignore", "inner.md\n")
    write(vault, "a/b/.rebostignore", "!inner.md\nprivate*\n")
    touch(vault, "drafts/x.md", "y.tmp.md", "keep.tmp.md", "top.md", "a/top.md", "a/inner.md", "a/b/inner.md")
    touch(vault, "a/b/private plans.md", "z.md")
    walk = Walk(vault)
    assert names(walk) == ["a/b/inner.md", "a/top.md", "keep.tmp.md", "z.md"]
    assert walk.ignored == {"by an ignore file": 5}


def test_ignore_files_of_the_repository_hold_in_a_folder_of_it(vault: Path) -> None:
    (vault / ".git").mkdir()
    write(vault, ".gitignore", "docs/build/\n")
    touch(vault, "docs/a.md", "docs/build/b.md")
    assert names(Walk(vault / "docs")) == ["a.md"]


def test_what_a_vault_says_of_its_templates_and_of_what_it_excludes_is_kept_to(vault: Path) -> None:
    write(vault, ".obsidian/templates.json", json.dumps({"folder": "Meta/Plantilles"}))
    write(vault, ".obsidian/daily-notes.json", json.dumps({"folder": "Diari", "template": "Meta/dia"}))
    write(vault, ".obsidian/app.json", json.dumps({"userIgnoreFilters": ["Arxiu/", "/secret\\d+/", 7, "/[/"]}))
    touch(vault, "Meta/plantilles/a.md", "Meta/dia.md", "Meta/b.md", "Arxiu/c.md", "x/secret12.md", "Diari/d.md")
    walk = Walk(vault)
    assert names(walk) == ["Diari/d.md", "Meta/b.md"]
    assert walk.ignored == {"a template of the vault": 2, "excluded in the settings of the vault": 2}
    assert names(Walk(vault / "Meta")) == ["b.md"]


@pytest.mark.parametrize("settings", ["", "not json", "[]", '{"folder": 7}', '{"folder": "/"}', "[" * 10_000])
def test_settings_that_arent_obsidians_keep_nothing_out(vault: Path, settings: str) -> None:
    write(vault, ".obsidian/templates.json", settings)
    touch(vault, "a.md")
    assert names(Walk(vault)) == ["a.md"]
