"""Looking after a base."""

from rebost.upkeep.doctor import Check, Health, examine, is_healthy
from rebost.upkeep.repair import Repair, repair, told

__all__ = ["Check", "Health", "Repair", "examine", "is_healthy", "repair", "told"]
