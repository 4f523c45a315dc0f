from __future__ import annotations

from pathlib import Path

import pytest

from rebost.project import current_project


def nothing() -> list[str]:
    raise AssertionError("the base was asked for no reason")


def test_the_variable_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".rebost").write_text("marked", encoding="utf-8")
    monkeypatch.setenv("REBOST_PROJECT", "named")
    assert current_project(tmp_path, nothing) == "named"


def test_a_marker_counts_for_its_folder_and_those_below(tmp_path: Path) -> None:
    (tmp_path / ".rebost").write_bytes("\ufeff\n  família  \nmore\n".encode())
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert current_project(below, nothing) == "família"


def test_a_git_folder_counts_when_the_base_has_a_project_of_its_name(tmp_path: Path) -> None:
    below = tmp_path / "Fernhill" / "src"
    below.mkdir(parents=True)
    (tmp_path / "Fernhill" / ".git").mkdir()
    assert current_project(below, lambda: ["home", "fernhill"]) == "fernhill"
    assert current_project(below, lambda: ["home"]) is None


def test_the_nearest_of_marker_and_git_folder_decides(tmp_path: Path) -> None:
    (tmp_path / ".rebost").write_text("outer", encoding="utf-8")
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    assert current_project(inner, lambda: ["inner"]) == "inner"
    assert current_project(tmp_path, nothing) == "outer"


def test_an_empty_or_unreadable_marker_counts_as_absent(tmp_path: Path) -> None:
    (tmp_path / ".rebost").write_text("\n \n", encoding="utf-8")
    below = tmp_path / "below"
    (below / ".rebost").mkdir(parents=True)
    assert current_project(below, list) is None


def test_an_unknown_repository_counts_where_new_ones_do_unless_it_is_the_home_folder(own_home: Path) -> None:
    repository = own_home / "Fernhill"
    for folder in (own_home, repository):
        (folder / ".git").mkdir(parents=True)
    assert current_project(repository, list, new=True) == "Fernhill"
    assert current_project(repository, lambda: ["fernhill"], new=True) == "fernhill"
    assert current_project(own_home, list, new=True) is None
