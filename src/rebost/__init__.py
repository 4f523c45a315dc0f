"""Rebost: the offline memory that a person's AI agents share. All of it is behind `Memory.open`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rebost.errors import (
        AmbiguousIdError,
        BaseError,
        BaseNotFoundError,
        BusyError,
        ConfigError,
        DamagedBaseError,
        EmbedderError,
        FormatError,
        InputError,
        NewerBaseError,
        NotABaseError,
        ReadOnlyError,
        RebostError,
        SecretError,
        UnknownRecordError,
    )
    from rebost.memory import Memory, Stats
    from rebost.records import (
        Agent,
        Alike,
        Draft,
        Explanation,
        Kind,
        LeftOut,
        MarkedQuestion,
        Piece,
        Reason,
        Recall,
        Record,
        Remembered,
        Scope,
        State,
        Version,
    )

__all__ = [
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
]


def __getattr__(name: str) -> object:
    # When first asked for: a command that only prints its help shouldn't load SQLite and numpy.
    if name in {"Memory", "Stats"}:
        return getattr(import_module("rebost.memory"), name)
    if name in __all__:
        home = "rebost.errors" if name.endswith("Error") else "rebost.records"
        return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
