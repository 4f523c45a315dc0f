"""The part of `Memory` that gives out all that a base holds, and takes it in elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from rebost.errors import BaseError
from rebost.memory.indexing import cleaned_name
from rebost.memory.part import Part, moment
from rebost.storage import Base

if TYPE_CHECKING:
    from rebost.memory.rows import Row
    from rebost.memory.taking import TakenIn
    from rebost.storage.transfer import Receiver

_BATCH = 500
"""Rows in one transaction: other writers wait for a fraction of a second."""


class _RehearsedError(Exception):
    """Undoes a transaction that was only to show what would be."""


class Transferring(Part):
    """Whole records out of a base and into another."""

    def exported(self, project: str | None = None) -> Iterator[Row]:
        """All that the base holds, or what belongs to a project, as rows for JSON; docs/records.md describes them.

        The rows belong to one moment, whatever is written meanwhile; equal bases give equal rows. Vectors aren't among
        them: they are made again. What was stored as a secret, by insistence, is in them as it is in the base.
        """
        from rebost.memory import rows  # these imports: most processes never transfer anything

        name = cleaned_name(project)
        self._let_go()
        # A base of its own, so that nobody who reads this one waits until the last row is taken.
        with closing(Base.open(self._base.path, read_only=True)) as base, base.read() as snapshot:
            outgoing = snapshot.outgoing()
            yield rows.header_row(outgoing.settings(), name)
            yield from (rows.project_row(*found) for found in outgoing.projects(name))
            yield from map(rows.record_row, outgoing.records(name))
            yield from map(rows.likeness_row, outgoing.likenesses(name))
            yield from map(rows.question_row, outgoing.questions(name))
            if name is None:
                yield from map(rows.agent_row, outgoing.agents())

    def take_in(
        self,
        exported: Iterable[tuple[str, Mapping[str, Any]]],
        *,
        allow_secrets: bool = False,
        dry_run: bool = False,
    ) -> TakenIn:
        """Take in the rows of an export, each with the place where it stands, for the report.

        Into an empty base all comes as it was, ids, dates and uses included; into another, what it has already stays
        as it is. A row that can't be taken costs only itself, one with a credential too. With `dry_run` all is undone
        in the end. Raises `FormatError` when this isn't an export, or one of a newer version, and `BaseError`, which then
        says how far it came.
        """
        from rebost.memory.taking import Taking

        remaining = iter(exported)
        _, header = next(remaining, ("", {}))
        taking = Taking(header, allow_secrets)
        batches = iter(lambda: list(islice(remaining, _BATCH)), [])
        if dry_run:
            with suppress(_RehearsedError), self._receive() as writer:
                taking.begin(writer)
                for batch in batches:
                    taking.take(writer, batch)
                raise _RehearsedError
            return taking.report
        done = 0
        try:
            with self._receive() as writer:
                taking.begin(writer)
            for batch in batches:
                with self._receive() as writer:
                    taking.take(writer, batch)
                done += len(batch)
            with self._receive() as writer:
                taking.end(writer)
        except BaseError as error:
            raise type(error)(
                f"{error} The first {done} rows were taken in before that and are kept; import again to go on."
            ) from error
        self._vectors_wanted()
        return taking.report

    @contextmanager
    def _receive(self) -> Iterator[Receiver]:
        from rebost.storage.transfer import Receiver

        with self._base.transaction() as connection:
            receiver = Receiver(connection, moment())
            yield receiver
            receiver.finish()
