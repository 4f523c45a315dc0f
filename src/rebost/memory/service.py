"""`Memory`: the one service that all faces of Rebost stand on."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rebost.analysis import ANALYZER_VERSION
from rebost.config import user_folder
from rebost.memory.agents import Agents
from rebost.memory.asking import Asking
from rebost.memory.comparing import Comparing
from rebost.memory.drafts import checked_language
from rebost.memory.indexing import cleaned_name, languages_of
from rebost.memory.keeping import Keeping
from rebost.memory.looking import Looking
from rebost.memory.marking import Marking
from rebost.memory.origins import Origins
from rebost.memory.part import moment
from rebost.memory.shelving import Shelving
from rebost.memory.transfer import Transferring
from rebost.memory.vectorising import Background, Progress, Vectoriser
from rebost.storage import Base, Writer

if TYPE_CHECKING:
    from rebost.embedders import Embedder


def default_base() -> Path:
    """The base that is used when none is named: `REBOST_BASE`, or `rebost.db` in the platform's data folder."""
    given = os.environ.get("REBOST_BASE")
    if given:
        return Path(given).expanduser()
    return user_folder("data") / "rebost.db"


class Memory(Keeping, Shelving, Asking, Marking, Looking, Agents, Transferring, Origins, Comparing):
    """What a person's agents remember: one base, asked in plain language. For any number of threads.

    Open it with `Memory.open`, and close it, or use it in a `with` block. Every method that reaches the base may raise
    `BaseError` (`DamagedBaseError`, `BusyError`); those that write may raise `ReadOnlyError`.
    """

    def __init__(self, base: Base, embedder: Embedder | str | None = None, *, background: bool = False) -> None:
        super().__init__(base, Vectoriser(base, embedder, patient=not background))
        if not base.read_only:
            self._bring_up_to_date()
            self._let_go()
            if background:
                self._background = Background(self._vectoriser)

    @classmethod
    def open(
        cls,
        base: Path | str | None = None,
        *,
        embedder: Embedder | str | None = None,
        create: bool = True,
        read_only: bool = False,
        background: bool = False,
        busy_seconds: float = 10.0,
    ) -> Self:
        """Open the base at a path (None: `default_base`), or make it where there is none and `create` is set.

        `embedder` is a sentence model, the name of one, `"none"` for words only, or None for the one that suits the
        base. With `background` a thread makes missing vectors for as long as the memory is open, and a recall goes by
        words rather than wait for a model that is still being loaded. A writer that finds the base locked waits
        `busy_seconds`, then gives up with `BusyError`.

        Raises `BaseNotFoundError`, `NotABaseError`, `NewerBaseError`, `DamagedBaseError`, `BusyError`, `BaseError`.
        """
        path = default_base() if base is None else Path(base)
        opened = Base.open(
            path, create=create, make_folder=base is None, read_only=read_only, busy_seconds=busy_seconds
        )
        try:
            return cls(opened, embedder, background=background)
        except BaseException:
            opened.close()
            raise

    @property
    def path(self) -> Path:
        """Where the base is."""
        return self._base.path

    @property
    def read_only(self) -> bool:
        """True when nothing can be written to the base."""
        return self._base.read_only

    # --- Its languages and its vectors -----------------------------------------------------------------------------------

    def set_languages(self, *languages: str) -> None:
        """Say which languages the records are in, the most important first, in place of what is detected.

        Without any, they are detected again. Every record is indexed anew. Raises `InputError` for what is no code.
        """
        chosen = [checked_language(language) for language in map(cleaned_name, languages) if language]
        with self._base.write(moment()) as writer:
            writer.set_meta("languages", " ".join(chosen) or None)
            _reindex(writer)

    def settle(self, timeout: float | None = None, progress: Progress | None = None) -> bool:
        """Wait until every record has its vectors, making those that are missing; False when the time (seconds) is up.

        Where another process makes them, this one waits for it. Without a sentence model there is nothing to wait for.
        `progress` is called with how many are done, of how many. Raises `EmbedderError` when the model fails.
        """
        return self._vectoriser.settle(timeout, progress)

    def _bring_up_to_date(self) -> None:
        with self._base.read() as snapshot:
            version = snapshot.meta("analyzer")
        if version is None or int(version) < ANALYZER_VERSION:
            with self._base.write(moment()) as writer:
                _reindex(writer)

    # --- Closing -----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the work in the background and close the base."""
        if self._background is not None:
            self._background.stop()
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _reindex(writer: Writer) -> None:
    writer.reindex(languages_of(writer).entry)
    writer.set_meta("analyzer", ANALYZER_VERSION)
