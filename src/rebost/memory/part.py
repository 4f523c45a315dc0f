"""What the parts of `Memory` have in common."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final

from rebost.analysis import ANALYZER_VERSION
from rebost.errors import BusyError, NewerBaseError
from rebost.memory.indexing import Languages, main_language
from rebost.memory.vectorising import Background, Vectoriser
from rebost.storage import Base, Writer


class Unchanged(Enum):
    """Stands for what a caller doesn't want to change, where None says something of its own."""

    UNCHANGED = 0


UNDO_DAYS = 30
"""How long a forgotten record can be restored."""

UNCHANGED: Final = Unchanged.UNCHANGED


class Part:
    """One part of what `Memory` can do; all of them work on one base, with one sentence model."""

    def __init__(self, base: Base, vectoriser: Vectoriser) -> None:
        self._base = base
        self._vectoriser = vectoriser
        self._background: Background | None = None

    def _vectors_for(self, texts: Sequence[str]) -> None:
        """See to the vectors of texts that were just stored."""
        if texts:
            self._vectoriser.now_if_quick(texts)
            self._vectors_wanted()

    def _vectors_wanted(self) -> None:
        """There is something new in the queue."""
        if self._background is not None:
            self._background.wake()

    def _let_go(self) -> None:
        """Take out of every scope what is past its end, and delete for good what was forgotten long ago.

        Whichever process comes first does it. It waits for no other: a record past its end is in no answer anyway.
        """
        now = moment()
        before = now - timedelta(days=UNDO_DAYS)
        with self._base.read() as snapshot:
            due = snapshot.any_due(now, before)
        if not due or self._base.read_only:
            return
        purged = 0
        with suppress(BusyError), self._base.write(now, patient=False) as writer:
            writer.expire()
            purged = writer.purge(before)
        if purged:
            self._base.empty_log()


def moment() -> datetime:
    """The present moment, aware, UTC."""
    return datetime.now(UTC)


def require_our_analyzer(writer: Writer) -> None:
    """Another process may be newer and have indexed anew: what this one would add couldn't be found.

    Raises `NewerBaseError`.
    """
    if writer.meta("analyzer") != ANALYZER_VERSION:
        raise NewerBaseError("Another version of Rebost indexed this base anew. End this program and start it again.")


def look_at_language_again(writer: Writer, languages: Languages) -> None:
    """Let the main language follow the records, and with it those whose own language can't be told."""
    if languages.chosen:
        return
    main = main_language(writer.languages(), languages.main)
    if main != languages.main:
        writer.set_meta("main_language", main)
        writer.reindex(Languages(main, ()).entry, only_undetected=True)
