"""The sentence model of a base, and the work of making the vectors that are missing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from rebost.analysis import paragraphs
from rebost.embedders import NONE, choose_embedder
from rebost.errors import BaseError, ConfigError, EmbedderError
from rebost.storage import Base, Finished, Pending, work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rebost.embedders import Embedder

Progress = Callable[[int, int], None]
"""Called with how many records have their vectors, of how many that are to have them."""

NOT_ASKED_FOR = "no sentence model was asked for"
STILL_LOADING = "the sentence model is still being loaded"
"""What `problem` says where nothing is wrong."""

_LEASE = "vectors"
_LEASE_DURATION = timedelta(seconds=30)
"""Renewed with each batch, which takes a second or two with the models that Rebost brings."""
_AT_ONCE = 64
"""Paragraphs, or one record, at a time: enough to keep several cores busy until the last, little enough that a kill costs
nothing, and that a lease is renewed and an end heeded in time, however long the records are."""
_MOST_PARTS = 64
"""Vectors of one record: the words cover a longer text whole, and an hour of work for one file is no service."""
_SHORT_CHARACTERS = 2_000
_FEW_AT_ONCE = 4
"""What a warm model does within `remember`: four short records, about 50 ms."""
_LOOK_EVERY_SECONDS = 5.0
"""How often a worker in the background looks for what other processes have queued."""
_LOADING_SECONDS = 0.2
"""How long a question waits for a model that is being loaded: e5 is there in 0.05 s, the other one takes over a second."""
_WAIT_FOR_OTHER_SECONDS = 0.1
_WAIT_AFTER_FAILURE_SECONDS = 60.0


class Vectoriser:
    """Makes vectors for one base. Without a usable model it does nothing and `problem` says why."""

    def __init__(self, base: Base, wanted: Embedder | str | None, *, patient: bool = True) -> None:
        """A vectoriser that isn't `patient` lets no question wait for a model that takes its time to load."""
        self._base = base
        self._patient = patient
        self._loading: threading.Thread | None = None
        self._wanted = wanted
        self._embedder: Embedder | None = None
        self._chosen = False
        self._adopted = False
        self._warm = False
        self._lock = threading.Lock()
        self._adopting = threading.Lock()
        self.problem: str | None = None
        """Why no vectors can be made or asked, in plain words; None when they can, as far as is known."""

    @cached_property
    def _holder(self) -> str:
        """The name of this worker on a lease."""
        return work.new_holder()

    def model_id(self) -> str | None:
        """The model that this process uses, without loading it; None when it uses none."""
        embedder = self._choose()
        if embedder is None:
            return None
        try:
            return embedder.model_id
        except EmbedderError as error:
            self.problem = str(error)
            return None

    def _choose(self) -> Embedder | None:
        if not self._chosen:
            wanted = self._wanted
            embedder = self._by_name(wanted) if wanted is None or isinstance(wanted, str) else wanted
            # Not held while the base is read: who asks may be reading it, and two would wait for each other.
            with self._lock:
                if not self._chosen:
                    self._embedder, self._chosen = embedder, True
        return self._embedder

    def _by_name(self, wanted: str | None) -> Embedder | None:
        with self._base.read() as snapshot:
            languages = [*str(snapshot.meta("languages") or snapshot.meta("main_language") or "").split()]
        try:
            embedder = choose_embedder(languages, wanted)
        except (ConfigError, EmbedderError) as error:
            self.problem = str(error)
            return None
        if wanted == NONE:
            self.problem = NOT_ASKED_FOR
        return embedder

    def adopt(self) -> None:
        """Make this process's model the current one of the base, once: what has no vectors of it is queued."""
        with self._adopting:
            model_id = self.model_id()
            embedder = self._embedder
            if self._adopted or model_id is None or embedder is None or self._base.read_only:
                return
            with self._base.read() as snapshot:
                is_current = snapshot.meta("model") == model_id
            if not is_current:
                with self._base.transaction() as connection:
                    work.use_model(connection, model_id, embedder.dimension)
            self._adopted = True

    def question(self, text: str) -> NDArray[np.float32] | None:
        """The vector of a question, shape (dimension,); None, with `problem`, when the model fails."""
        embedder = self._choose()
        if embedder is None or not (self._patient or self._warm or self._loaded_soon(embedder)):
            return None
        try:
            vector: NDArray[np.float32] = embedder.embed_questions([text])[0]
        except EmbedderError as error:
            self.problem = str(error)
            return None
        self._warm = True
        self.problem = None
        return vector

    def _loaded_soon(self, embedder: Embedder) -> bool:
        """Load the model beside the question; False, with `problem`, when it isn't there in time."""
        with self._lock:
            if self._loading is None:
                self._loading = threading.Thread(target=self._load, args=(embedder,), daemon=True)
                self._loading.start()
        self._loading.join(_LOADING_SECONDS)
        if self._loading.is_alive():
            self.problem = STILL_LOADING
            return False
        return True

    def _load(self, embedder: Embedder) -> None:
        try:
            embedder.embed_questions(["?"])
        except EmbedderError as error:
            self.problem = str(error)  # the question meets the same error, and says so
            return
        self._warm = True

    def now_if_quick(self, texts: Sequence[str]) -> None:
        """Right after these were remembered: make their vectors if the model is warm and they are few and short."""
        quick = len(texts) <= _FEW_AT_ONCE and sum(map(len, texts)) <= _SHORT_CHARACTERS
        if not (self._warm and quick):
            return
        try:
            with self._base.read() as snapshot:
                waiting = snapshot.pending(_FEW_AT_ONCE + 1)
            if len(waiting) <= _FEW_AT_ONCE:
                self._make(waiting)
        except (EmbedderError, BaseError) as error:
            self.problem = str(error)  # they are stored and stay in the queue: nothing is lost

    def settle(self, timeout: float | None, progress: Progress | None) -> bool:
        """Work until no record waits for vectors; see `Memory.settle`."""
        deadline = None if timeout is None else time.monotonic() + timeout
        return self.work(lambda: deadline is not None and time.monotonic() >= deadline, progress)

    def work(self, stop: Callable[[], bool], progress: Progress | None = None) -> bool:
        """Make missing vectors until there are none (True) or `stop` says so (False); wait where another process does.

        Raises `EmbedderError`, `BusyError`, `ReadOnlyError`.
        """
        self.adopt()
        if self._embedder is None:
            return True
        done, leased = 0, False
        try:
            while True:
                left = self._left()
                if progress is not None:
                    progress(done, done + left)
                if not left:
                    self._tidy()
                    return True
                if stop():
                    return False
                made = self._make_leased()
                leased = leased or made is not None
                if made is None:
                    time.sleep(_WAIT_FOR_OTHER_SECONDS)
                done += made or 0
        finally:
            if leased:
                self._release()

    def _left(self) -> int:
        """How many records wait for vectors that this process can make."""
        with self._base.read() as snapshot:
            return snapshot.pending_count() if snapshot.meta("model") == self.model_id() else 0

    def _make_leased(self) -> int | None:
        """One batch under the lease; None when another process has it."""
        with self._base.transaction(durable=False) as connection:
            mine = work.acquire(connection, _LEASE, self._holder, datetime.now(UTC), _LEASE_DURATION)
            waiting = work.pending(connection, _AT_ONCE) if mine else []
        return self._make(waiting) if mine else None

    def _make(self, waiting: Sequence[Pending]) -> int:
        """Make and store the vectors of the first of these, as many as are made at once. Gives how many."""
        embedder = self._choose()
        if embedder is None or not waiting:
            return 0
        texts: list[str] = []
        ends: list[int] = []
        for record in waiting:
            parts = paragraphs(record.text)[:_MOST_PARTS] or [record.text]
            if texts and len(texts) + len(parts) > _AT_ONCE:
                break
            texts += parts
            ends.append(len(texts))
        vectors = embedder.embed_records(texts)
        self._warm = True
        finished = [
            Finished(record.row, record.change, list(vectors[start:end]))
            for record, start, end in zip(waiting, [0, *ends], ends, strict=False)  # the rest waits for the next batch
        ]
        with self._base.transaction(durable=False) as connection:
            return work.store(connection, embedder.model_id, finished)

    def _tidy(self) -> None:
        """Delete the vectors of former models, now that they aren't needed any more."""
        model_id = self.model_id()
        if model_id is None or self._base.read_only:
            return
        with self._base.read() as snapshot:
            others = any(count for model, count in snapshot.models().items() if model != model_id)
        more = others
        while more:
            with self._base.transaction(durable=False) as connection:
                more = work.drop_other_models(connection, model_id)

    def _release(self) -> None:
        with self._base.transaction(durable=False) as connection:
            work.release(connection, _LEASE, self._holder)


class Background:
    """A thread that works off the queue while a process that lives long has nothing better to do."""

    def __init__(self, vectoriser: Vectoriser) -> None:
        self._vectoriser = vectoriser
        self._wake = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="rebost-vectors", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something new in the queue."""
        self._wake.set()

    def stop(self) -> None:
        """End after the batch in hand."""
        self._stopped = True
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            wait = _LOOK_EVERY_SECONDS
            try:
                self._vectoriser.work(lambda: self._stopped)
            except (EmbedderError, BaseError) as error:
                self._vectoriser.problem = str(error)
                wait = _WAIT_AFTER_FAILURE_SECONDS
            self._wake.wait(wait)
            self._wake.clear()
