from __future__ import annotations

from pathlib import Path

from rebost.importers.folders import Walk


def touch(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def names(walk: Walk) -> list[str]:
    return [path.relative_to(walk.root).as_posix() for path in walk.notes()]


def test_notes_are_found_at_any_depth_in_the_order_of_their_names(vault: Path) -> None:
    touch(vault, "b.md", "a/z.markdown", "a/y/x.MD", "c d ç 🙂.md")
    assert names(Walk(vault)) == ["a/y/x.MD", "a/z.markdown", "b.md", "c d ç 🙂.md"]


def test_hidden_folders_and_those_of_programs_are_passed_over(vault: Path) -> None:
    touch(vault, ".obsidian/a.md", ".trash/b.md", ".git/c.md", "node_modules/d.md", ".hidden.md", "e.md")
    walk = Walk(vault)
    assert names(walk) == ["e.md"]
    assert walk.left_out == []


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
    assert [(remark.place, remark.reason) for remark in walk.left_out] == [
        ("a/loop", "a link back to a folder that it stands in")
    ]


def test_links_to_folders_and_files_elsewhere_are_followed(vault: Path, tmp_path: Path) -> None:
    touch(tmp_path / "other", "far.md")
    (vault / "linked").symlink_to(tmp_path / "other", target_is_directory=True)
    (vault / "near.md").symlink_to(tmp_path / "other" / "far.md")
    assert names(Walk(vault)) == ["linked/far.md", "near.md"]


def test_a_folder_that_cant_be_listed_is_reported(vault: Path) -> None:
    walk = Walk(vault)
    missing = vault / "gone"
    assert list(walk._below(missing, frozenset())) == []
    assert [(remark.place, remark.reason) for remark in walk.left_out] == [("gone", "no such file or directory")]
