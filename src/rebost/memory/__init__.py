"""The one service that everything else stands on."""

from rebost.memory.part import UNDO_DAYS
from rebost.memory.recalling import METHODS
from rebost.memory.service import Memory, default_base
from rebost.memory.statistics import Stats
from rebost.memory.vectorising import Progress

__all__ = ["METHODS", "UNDO_DAYS", "Memory", "Progress", "Stats", "default_base"]
