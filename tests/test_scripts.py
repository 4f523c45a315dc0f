"""The scripts can be run, and the locks hold what they must and nothing that they mustn't."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = [ROOT / "scripts" / name for name in ("demo", "test", "lock", "make_mcpb")] + [ROOT / ".ci" / "run"]
LOCKS = [ROOT / "requirements" / "run.txt", ROOT / "requirements" / "dev.txt"]

_LOCKED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?P<marker> ;[^\\]*)? \\$", re.MULTILINE)


def _names(requirements: list[str]) -> set[str]:
    found = (re.match(r"[\w.-]+", requirement) for requirement in requirements)
    return {match[0].lower() for match in found if match}


def _locked(lock: Path) -> set[str]:
    return {match["name"] for match in _LOCKED.finditer(lock.read_text("utf-8"))}


@pytest.fixture(scope="module")
def project() -> dict[str, list[str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = settings["dependency-groups"]
    return {"run": settings["project"]["dependencies"], "test": groups["test"], "dev": groups["dev"][1:]}


@pytest.mark.parametrize("script", [*SCRIPTS, ROOT / "scripts" / "_setup"], ids=lambda path: path.name)
def test_a_script_is_valid_bash(script: Path) -> None:
    subprocess.run(["bash", "-n", str(script)], check=True)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_can_be_run_and_stops_at_the_first_error(script: Path) -> None:
    assert os.access(script, os.X_OK)
    assert "\nset -euo pipefail\n" in script.read_text("utf-8")


def _set_up(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    program = "set -euo pipefail; source scripts/_setup; setup run"
    return subprocess.run(
        ["bash", "-c", program], cwd=ROOT, env={"PATH": str(folder), **environment},
        executable="/bin/bash", capture_output=True, text=True, check=False,
    )  # fmt: skip


def _browser(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    program = "set -euo pipefail; source scripts/_setup; browser"
    environment = {"PATH": str(folder), "OS_RELEASE": str(folder / "absent"), **environment}
    return subprocess.run(
        ["/bin/bash", "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_a_chromium_is_found_by_its_name_or_by_the_path_that_was_given(tmp_path: Path) -> None:
    for tool in ("id", "grep"):
        stand_in = tmp_path / tool
        stand_in.write_text("#!/bin/sh\nexit 1\n")
        stand_in.chmod(0o755)
    without = _browser(tmp_path)
    assert (without.returncode, "left out" in without.stderr, "REBOST_CHROMIUM" in without.stderr) == (0, True, True)
    chromium = tmp_path / "chromium-browser"
    chromium.write_text("#!/bin/sh\n")
    chromium.chmod(0o755)
    assert _browser(tmp_path).stderr == ""
    assert "left out" in _browser(tmp_path, REBOST_CHROMIUM=str(tmp_path / "absent")).stderr
    assert _browser(tmp_path, REBOST_CHROMIUM=str(chromium)).stderr == ""


def test_debians_chromium_is_installed_where_that_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "os-release").write_text("NAME=x\nID=debian\n")
    for tool, content in (("id", "echo 0"), ("apt-get", f'echo "$@" >>"{tmp_path}/asked"')):
        stand_in = tmp_path / tool
        stand_in.write_text(f"#!/bin/sh\n{content}\n")
        stand_in.chmod(0o755)
    found = _browser(
        tmp_path, PATH=f"{tmp_path}:/bin", OS_RELEASE=str(tmp_path / "os-release"), REBOST_CHROMIUM="absent"
    )
    assert (found.returncode, "Installing chromium" in found.stderr) == (0, True)
    assert "chromium" in (tmp_path / "asked").read_text()


def test_without_a_new_enough_python_the_set_up_says_so(tmp_path: Path) -> None:
    for name in ("python3", "python"):
        stand_in = tmp_path / name
        stand_in.write_text("#!/bin/sh\nexit 1\n")
        stand_in.chmod(0o755)
    finished = _set_up(tmp_path, REBOST_VENV=str(tmp_path / "venv"))
    assert finished.returncode == 1
    assert finished.stderr.startswith("error: no Python 3.11 or newer was found")
    assert not (tmp_path / "venv").exists()


def test_a_folder_that_is_no_virtual_environment_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "precious"
    folder.mkdir()
    (folder / "photo.jpg").write_text("mine")
    finished = _set_up(Path("/usr/bin"), REBOST_VENV=str(folder), REBOST_PYTHON=sys.executable)
    assert finished.returncode == 1
    assert "is no virtual environment" in finished.stderr
    assert (folder / "photo.jpg").read_text() == "mine"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_names_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-", text.replace("    --hash=sha256:", ""), re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_locked_package_has_a_hash(lock: Path) -> None:
    parts = re.split(r"^(?=[a-z])", lock.read_text("utf-8"), flags=re.MULTILINE)
    assert all("--hash=sha256:" in part for part in parts if "==" in part)


def test_the_locks_hold_what_the_project_asks_for(project: dict[str, list[str]]) -> None:
    run, dev = map(_locked, LOCKS)
    assert _names(project["run"]) <= run
    assert _names(project["run"] + project["test"] + project["dev"]) <= dev


def test_the_lock_for_development_holds_all_of_the_lock_for_running() -> None:
    """Else an environment made for the tests could not serve the demo."""

    def versions(lock: Path) -> set[tuple[str, str]]:
        return {(match["name"], match["version"]) for match in _LOCKED.finditer(lock.read_text("utf-8"))}

    assert versions(LOCKS[0]) <= versions(LOCKS[1])
