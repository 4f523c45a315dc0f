from __future__ import annotations

from pathlib import Path

import pytest

from rebost.clients import Surroundings


@pytest.fixture
def machine(tmp_path: Path) -> Surroundings:
    """A Linux machine of the test's own, with a home folder and a project's folder."""
    home, folder = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    folder.mkdir()
    return Surroundings(home=home, folder=folder, platform="linux", environment={})


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "bin" / "rebost"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    return path
