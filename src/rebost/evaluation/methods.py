"""What an evaluation compares: anything that returns a list of records for a question."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol


class Answer(NamedTuple):
    """Ids of the records returned, best first, and the value that decides between answering and silence."""

    returned: tuple[str, ...]
    evidence: float


class Method(Protocol):
    """A way of answering, with the records of one evaluation set already in it."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str | None:
        """`model_id` of the vectors that take part; None when only words count."""
        ...

    def ask(self, question: str) -> Answer: ...

    def without(self, ids: frozenset[str]) -> AbstractContextManager[None]:
        """Inside, the records with these ids are taken out of the base; afterwards they are back."""
        ...
