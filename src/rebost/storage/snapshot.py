"""What can be asked of a base at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import apsw
import numpy as np
from numpy.typing import NDArray

from rebost.ranking.index import Similarities
from rebost.records import Agent, MarkedQuestion, Record, Scope, State, Version
from rebost.storage import counting, likenesses, marking, rows, settings, vectors, work
from rebost.storage.catalogue import Catalogue, project_number
from rebost.storage.fetching import fetch_first, fetch_one
from rebost.storage.likenesses import Pair
from rebost.storage.postings import PostingsCache
from rebost.storage.scoped import ScopedIndex
from rebost.storage.vectors import Shared, VectorCache

if TYPE_CHECKING:
    from rebost.storage.origins import Placed
    from rebost.storage.transfer import Outgoing


class Caches:
    """What is kept in memory between recalls, and brought up to date at the beginning of each."""

    def __init__(self) -> None:
        self.catalogue = Catalogue()
        self.postings = PostingsCache()
        self.vectors: dict[str, VectorCache] = {}
        """By `model_id`."""
        self._restored: str | int | None = None
        """How often a backup was put in place of the base, as far as is known here."""

    def refresh(self, connection: apsw.Connection) -> None:
        """Take over what changed, in this process or another; must run in a read transaction."""
        restored = settings.get(connection, "restored")
        if restored != self._restored:  # another file's content is in place of what was known
            self.catalogue, self.postings, self.vectors = Catalogue(), PostingsCache(), {}
            self._restored = restored
        changed = self.catalogue.refresh(connection)
        self.postings.refresh(self.catalogue.changes)
        for cache in self.vectors.values():
            cache.refresh(connection, changed)


class Snapshot:
    """The base as one read transaction sees it. Not to be used after its `with` block."""

    def __init__(self, connection: apsw.Connection, caches: Caches) -> None:
        self._connection = connection
        self._caches = caches

    def index(self, scope: Scope) -> ScopedIndex:
        """The statistics and postings of a scope."""
        return self._scoped(project_number(self._connection, scope), scope.general)

    def shelf(self, project: str | None) -> ScopedIndex:
        """The statistics and postings of a project's records and those of none; without a project, of those of none."""
        number = 0 if project is None else project_number(self._connection, Scope(project))
        return self._scoped(number, general=True)

    def _scoped(self, number: int | None, general: bool) -> ScopedIndex:
        overdue = rows.overdue(self._connection)
        return ScopedIndex(self._connection, self._caches.catalogue, self._caches.postings, number, general, overdue)

    def similarities(self, model_id: str, question: NDArray[np.float32], index: ScopedIndex) -> Similarities | None:
        """Cosines of a question with the records in scope by their first vector; None without vectors of this model."""
        cache = self._cache(model_id)
        return None if cache is None else cache.similarities(question, index.mask)

    def likenesses(
        self, model_id: str, question: NDArray[np.float32], index: ScopedIndex, shared: Shared | None
    ) -> Similarities | None:
        """The same by the best of each record's vectors, and without what all vectors share."""
        cache = self._cache(model_id)
        return None if cache is None else cache.likenesses(question, index.mask, shared)

    def covered(self, model_id: str, index: ScopedIndex) -> int:
        """How many records in scope have a vector of this model."""
        cache = self._cache(model_id)
        return 0 if cache is None else cache.covered(index.mask)

    def _cache(self, model_id: str) -> VectorCache | None:
        cache = self._caches.vectors.get(model_id)
        if cache is None:
            found = fetch_first(self._connection, "SELECT id, dimension FROM models WHERE name = ?", (model_id,))
            if found is None:
                return None
            cache = VectorCache(*found)
            cache.refresh(self._connection, np.empty(0, dtype=np.int64))
            self._caches.vectors.clear()  # the matrix of a former model is of no use any more
            self._caches.vectors[model_id] = cache
        return cache

    def outgoing(self) -> Outgoing:
        """All that the base holds, whole, for another base."""
        from rebost.storage.transfer import Outgoing  # most processes never export

        return Outgoing(self._connection)

    def placed(self) -> Placed:
        """Where records were imported from."""
        from rebost.storage.origins import Placed  # a recall has no use for it

        return Placed(self._connection)

    def look_alikes(self, project: str | None) -> list[Pair]:
        """The pairs of records that look alike and that nobody judged; see `likenesses.pairs`."""
        return likenesses.pairs(self._connection, project_number(self._connection, Scope(project)))

    def changed_since(self, change: int) -> list[int]:
        """The rows of the current records that changed after a value of the change counter."""
        return likenesses.changed_since(self._connection, change)

    def meta(self, key: str) -> str | int | None:
        """A setting of the base."""
        return settings.get(self._connection, key)

    def find(self, prefix: str, *, forgotten: bool | None = False) -> int:
        """The row of the record with this id. Raises `UnknownRecordError`, `AmbiguousIdError`."""
        return rows.find(self._connection, prefix, forgotten=forgotten)

    def same(self, project: str | None, text: str) -> Record | None:
        """The record of this very project that has this text already."""
        number = 0 if project is None else project_number(self._connection, Scope(project))
        row = None if number is None else rows.same(self._connection, number, rows.digest(text))
        return None if row is None else self.records((row,))[row]

    def records(self, wanted: Iterable[int]) -> dict[int, Record]:
        """The records at these rows."""
        return rows.read(self._connection, wanted)

    def page(
        self,
        after: int | None,
        *,
        project: str | None,
        state: State,
        newest_first: bool,
        filters: rows.Filters | None = None,
        pieces: Sequence[str] = (),
    ) -> list[tuple[int, Record]]:
        """Up to 500 records beyond a row; `project` None is every project, "" is those of none. Of current records, only
        those in whose words each of these pieces stands.
        """
        number = 0 if project == "" else project_number(self._connection, Scope(project))
        return rows.page(
            self._connection,
            after,
            project=number,
            state=state,
            newest_first=newest_first,
            filters=filters,
            pieces=pieces,
        )

    def versions(self, row: int) -> tuple[Version, ...]:
        """The former texts of a record, oldest first."""
        return rows.versions(self._connection, row)

    def history(self, row: int) -> tuple[Version, ...]:
        """The former texts of a record and of those that it supersedes, oldest first."""
        return rows.history(self._connection, row)

    def uses(self, wanted: Iterable[int]) -> dict[int, tuple[int, int, str]]:
        """Uses, time of the last change (microseconds) and id of these records: what breaks a tie."""
        return {row: (uses, created, id_) for row, uses, created, id_ in rows.uses(self._connection, wanted)}

    def projects(self) -> dict[str | None, int]:
        """Each project and how many current records it has; None stands for those of no project."""
        return dict(
            self._connection.execute("SELECT name, records FROM projects WHERE records > 0 OR id = 0 ORDER BY name")
        )

    def agents(self) -> tuple[Agent, ...]:
        """Every agent that was noted, the last used first."""
        return counting.agents(self._connection)

    def marked_questions(self, only: tuple[str, str | None] | None = None) -> tuple[MarkedQuestion, ...]:
        """Every question of the user's own evaluation, the newest first; or only that of a text and a project."""
        return marking.marked_questions(self._connection, only)

    def archived_projects(self) -> dict[str, int]:
        """Each archived project and how many records were put away with it."""
        return dict(
            self._connection.execute(
                f"SELECT name, (SELECT count(*) FROM records WHERE project = projects.id AND state = {State.ARCHIVED:d})"
                " FROM projects WHERE archived = 1 ORDER BY name"
            )
        )

    def any_due(self, now: datetime, forgotten_before: datetime) -> bool:
        """Whether a current record held until this moment or earlier, or one was forgotten before another."""
        (due,) = fetch_one(
            self._connection,
            "SELECT EXISTS (SELECT 1 FROM records WHERE until IS NOT NULL AND until <= ? AND state = 0)"
            " OR EXISTS (SELECT 1 FROM records WHERE state_since < ? AND state = 2)",
            (rows.to_number(now), rows.to_number(forgotten_before)),
        )
        return bool(due)

    def count(self, state: State) -> int:
        """How many records are in a state."""
        return int(fetch_one(self._connection, "SELECT count(*) FROM records WHERE state = ?", (int(state),))[0])

    def pending(self, limit: int) -> list[work.Pending]:
        """Records that wait for vectors of the current model."""
        return work.pending(self._connection, limit)

    def pending_count(self) -> int:
        """How many records wait for vectors of the current model."""
        return work.pending_count(self._connection)

    def models(self) -> dict[str, int]:
        """Each model that vectors were made by, and how many vectors of it there are."""
        return dict(
            self._connection.execute(
                "SELECT name, (SELECT count(*) FROM vectors WHERE model = models.id) FROM models ORDER BY id"
            )
        )

    def model_number(self, model_id: str) -> int | None:
        """The number that stands for a model in this base."""
        return vectors.model_number(self._connection, model_id)
