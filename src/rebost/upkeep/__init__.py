"""Looking after a base."""

from rebost.upkeep.doctor import Check, Health, examine, is_healthy

__all__ = ["Check", "Health", "examine", "is_healthy"]
