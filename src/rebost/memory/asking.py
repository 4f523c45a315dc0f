"""The part of `Memory` that answers questions."""

from __future__ import annotations

from functools import cached_property

from rebost.memory.examining import Examined
from rebost.memory.part import Part, moment
from rebost.memory.recalling import Recaller, checked
from rebost.records import LeftOut, Piece, Recall


class Asking(Part):
    """Recall, and explain why a record comes or doesn't."""

    @cached_property
    def _recaller(self) -> Recaller:
        return Recaller(self._base, self._vectoriser)

    def recall(
        self,
        question: str,
        *,
        project: str | None = None,
        general: bool = True,
        limit: int = 8,
        left_out: int = 20,
        method: str = "default",
        caution: str = "normal",
        counting: bool = True,
    ) -> Recall:
        """The few records that answer a question, or none, with the reason for each score.

        `project=None` asks every record; a name asks that project's and, with `general`, those of no project. Any
        string is a question. So many of the nearest records `left_out` are reported, each with its explanation: 0
        is the quickest. With `counting` each piece counts as used. Raises `InputError` for a limit, a number or a
        method that can't be.
        """
        self._let_go()
        answer = self._recaller.recall(checked(question, project, general, limit, left_out, method, caution))
        if counting and answer.rows:
            self._base.count_uses(answer.rows, moment())
        return answer.recall

    def examine(
        self,
        question: str,
        *,
        project: str | None = None,
        general: bool = True,
        limit: int = 8,
        left_out: int = 20,
        method: str = "default",
        caution: str = "normal",
    ) -> Examined:
        """What `recall` answers, with what it was measured against. Counts no use. Raises `InputError`."""
        self._let_go()
        return self._recaller.examine(checked(question, project, general, limit, left_out, method, caution))

    def explain(
        self,
        question: str,
        id: str,  # noqa: A002
        *,
        project: str | None = None,
        general: bool = True,
        limit: int = 8,
        method: str = "default",
        caution: str = "normal",
    ) -> Piece | LeftOut:
        """How a record fares with a question, whether it is returned or not. Counts no use.

        Raises `InputError` (`UnknownRecordError`, `AmbiguousIdError`).
        """
        self._let_go()
        return self._recaller.explain(checked(question, project, general, limit, 0, method, caution), id)
