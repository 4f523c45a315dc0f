"""Sentences to vectors: one small protocol, four models behind it, and the choice among them.

Importing this room loads no model and not even numpy: `rebost recall` starts cold each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebost.embedders.choosing import (
    AUTOMATIC,
    BUILT_IN,
    ENTRY_POINTS,
    NONE,
    Availability,
    available_embedders,
    choose_embedder,
    default_embedder,
)
from rebost.embedders.languages import nearest_language

if TYPE_CHECKING:
    from rebost.embedders.embedder import Embedder, Vectors

__all__ = [
    "AUTOMATIC",
    "BUILT_IN",
    "ENTRY_POINTS",
    "NONE",
    "Availability",
    "Embedder",
    "Vectors",
    "available_embedders",
    "choose_embedder",
    "default_embedder",
    "nearest_language",
]
