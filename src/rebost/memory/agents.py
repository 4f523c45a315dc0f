"""The part of `Memory` that keeps account of which agents use it, and when last."""

from __future__ import annotations

from rebost.memory.indexing import cleaned_name
from rebost.memory.part import Part, moment
from rebost.records import Agent

_LONGEST_NAME = 80
"""Characters: a program's name for itself is shorter, and nothing else belongs there."""


class Agents(Part):
    """Note what an agent did, and tell."""

    def note_agent(self, name: str, *, asked: int = 0, answered: int = 0, remembered: int = 0) -> None:
        """Count what an agent did, and that it did it now.

        Best effort: it waits for nobody, and whatever is in the way costs the count, never the call.
        """
        cleaned = cleaned_name(" ".join(name.split())[:_LONGEST_NAME])
        if cleaned is not None:
            self._base.note_agent(cleaned, moment(), asked=asked, answered=answered, remembered=remembered)

    def agents(self) -> tuple[Agent, ...]:
        """Every agent that used this base, the last used first."""
        with self._base.read() as snapshot:
            return snapshot.agents()
