"""What every test stands on: no network, and a home folder of its own."""

from __future__ import annotations

import importlib.util
import itertools
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
OFFLINE = Path(__file__).parent / "offline"

_spec = importlib.util.spec_from_file_location("rebost_offline", OFFLINE / "sitecustomize.py")
assert _spec is not None
assert _spec.loader is not None
_offline = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_offline)
_offline.block_network()

_homes = itertools.count()

# One example may meet a slow disk or a busy neighbour: time is measured in benchmarks/, never in a test.
# Where a change is judged, the examples are the same each time: a red run says something of the change. People get new ones.
settings.register_profile(
    "rebost",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("rebost")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that isn't the user's, for this process and for those that it starts."""
    home = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    home.mkdir()
    for name in [name for name in os.environ if name.startswith(("REBOST_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("PYTHONPATH", str(OFFLINE))
    return home


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the project."""
    return ROOT


@pytest.fixture(scope="session")
def samples() -> Path:
    """The sample collection: one invented life and work, in Catalan, Spanish and English."""
    return ROOT / "samples"
