"""The part of `Memory` that keeps the user's own evaluation: what should have come for a question, and what should not."""

from __future__ import annotations

from rebost.errors import InputError
from rebost.memory.drafts import refuse_secrets
from rebost.memory.indexing import cleaned, cleaned_name
from rebost.memory.part import Part, moment
from rebost.records import MarkedQuestion
from rebost.storage import marking


class Marking(Part):
    """Mark records for questions. A question with no mark left is dropped."""

    def mark(
        self,
        question: str,
        id: str,  # noqa: A002
        wanted: bool | None,
        *,
        project: str | None = None,
    ) -> None:
        """Say that a record should come for a question (True) or should not (False), or take it back (None).

        Raises `UnknownRecordError`, `AmbiguousIdError`, `SecretError` for a question that holds a credential, and
        `InputError` for an empty one.
        """
        text = _checked(question)
        with self._base.read() as snapshot:
            row = snapshot.find(id)
        with self._base.transaction() as connection:
            marking.mark(connection, text, cleaned_name(project), row, wanted, moment())

    def mark_silence(self, question: str, silence: bool = True, *, project: str | None = None) -> None:
        """Say that a question should get nothing, or take it back. Raises `SecretError`, `InputError` as `mark` does."""
        text = _checked(question)
        with self._base.transaction() as connection:
            marking.mark_silence(connection, text, cleaned_name(project), silence, moment())

    def unmark(self, question: str, *, project: str | None = None) -> bool:
        """Drop a question with all its marks; False where there was none."""
        with self._base.transaction() as connection:
            return marking.unmark(connection, cleaned(question).strip(), cleaned_name(project))

    def marked_questions(self) -> tuple[MarkedQuestion, ...]:
        """Every question with its marks, the newest first. Marks of records that aren't current wait until they are."""
        with self._base.read() as snapshot:
            return snapshot.marked_questions()

    def marked(self, question: str, *, project: str | None = None) -> MarkedQuestion | None:
        """The marks of one question, if it has any."""
        with self._base.read() as snapshot:
            found = snapshot.marked_questions((cleaned(question).strip(), cleaned_name(project)))
        return found[0] if found else None


def _checked(question: str) -> str:
    text = cleaned(question).strip()
    if not text:
        raise InputError("The question is empty. Give one.")
    refuse_secrets({"question": text}, allow_secrets=False)
    return text
