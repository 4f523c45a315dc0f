"""The one service that everything else stands on."""

from rebost.memory.recalling import METHODS
from rebost.memory.service import UNDO_DAYS, Memory, default_base
from rebost.memory.statistics import Stats
from rebost.memory.vectorising import Progress
from rebost.storage import State

__all__ = ["METHODS", "UNDO_DAYS", "Memory", "Progress", "State", "Stats", "default_base"]
