"""`Memory`: the one service that all faces of Rebost stand on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rebost.analysis import ANALYZER_VERSION, fold
from rebost.config import user_folder
from rebost.errors import InputError, NewerBaseError
from rebost.memory.drafts import checked_draft, checked_kind, checked_text
from rebost.memory.indexing import (
    Languages,
    cleaned,
    cleaned_name,
    languages_of,
    main_language,
    with_first_guess,
)
from rebost.memory.recalling import Recaller, checked
from rebost.memory.statistics import Stats, gather
from rebost.memory.vectorising import Background, Progress, Vectoriser
from rebost.records import Draft, Kind, LeftOut, Piece, Recall, Record, Remembered, Version
from rebost.storage import Base, Entry, State, Writer

if TYPE_CHECKING:
    from rebost.embedders import Embedder

UNDO_DAYS = 30
"""How long a forgotten record can be restored."""
_CHUNK = 2_000
"""Records in one transaction of a bulk import: one sync for all of them, and other writers wait a fraction of a second."""


def default_base() -> Path:
    """The base that is used when none is named: `REBOST_BASE`, or `rebost.db` in the platform's data folder."""
    given = os.environ.get("REBOST_BASE")
    if given:
        return Path(given).expanduser()
    return user_folder("data") / "rebost.db"


class Memory:
    """What a person's agents remember: one base, asked in plain language. For any number of threads.

    Open it with `Memory.open`, and close it, or use it in a `with` block. Every method that reaches the base may raise
    `BaseError` (`DamagedBaseError`, `BusyError`); those that write may raise `ReadOnlyError`.
    """

    def __init__(self, base: Base, embedder: Embedder | str | None = None, *, background: bool = False) -> None:
        self._base = base
        self._vectoriser = Vectoriser(base, embedder, patient=not background)
        self._recaller = Recaller(base, self._vectoriser)
        if not base.read_only:
            self._bring_up_to_date()
        self._background = Background(self._vectoriser) if background and not base.read_only else None

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

    # --- Putting in ------------------------------------------------------------------------------------------------

    def remember(
        self,
        text: str,
        *,
        project: str | None = None,
        kind: Kind | str = Kind.FACT,
        tags: Iterable[str] = (),
        source: str | None = None,
        language: str | None = None,
        created: datetime | None = None,
        supersedes: str | None = None,
        allow_secrets: bool = False,
    ) -> Record:
        """Store a text: on the disk, and searchable by its words, when this returns.

        A text that the project holds already stays one record, which is returned; `remember_many` tells the two
        apart. NUL and lone surrogates become U+FFFD. Raises `InputError` (`SecretError`, `UnknownRecordError`).
        """
        draft = Draft(text, checked_kind(kind), project, tuple(tags), source, language, created, supersedes)
        return self.remember_many((draft,), allow_secrets=allow_secrets)[0].record

    def remember_many(self, drafts: Iterable[Draft], *, allow_secrets: bool = False) -> list[Remembered]:
        """Store many texts, each as by `remember`; the results are in the order of the drafts.

        Each two thousand are one transaction. Raises `InputError` for the first draft that can't be stored; those
        before its two thousand are stored, no other.
        """
        remaining = iter(drafts)
        results: list[Remembered] = []
        while chunk := [checked_draft(draft, allow_secrets) for draft in islice(remaining, _CHUNK)]:
            results += self._remember(chunk)
        self._vectors_for([result.record.text for result in results if not result.known])
        return results

    def _remember(self, drafts: Sequence[Draft]) -> list[Remembered]:
        with self._base.read() as snapshot:
            before = languages_of(snapshot)
        languages = with_first_guess(before, [draft.text for draft in drafts])
        # Analysed before the transaction, so that no other writer waits for it.
        entries = _entries(drafts, languages)
        with self._base.write(_now()) as writer:
            _require_our_analyzer(writer)
            present = languages_of(writer)
            if present != before:  # another process was faster
                languages = with_first_guess(present, [draft.text for draft in drafts])
                entries = _entries(drafts, languages)
            if languages.main != present.main:
                writer.set_meta("main_language", languages.main)
            results = writer.add(zip(drafts, entries, strict=True))
            _look_at_language_again(writer, languages)
        return results

    def correct(self, id: str, text: str, *, allow_secrets: bool = False) -> Record:  # noqa: A002  # as users call it
        """Give a record another text and keep its id; the old text becomes a dated version (`versions`).

        Raises `InputError` (`UnknownRecordError`, `AmbiguousIdError`, `SecretError`).
        """
        text = checked_text(text, allow_secrets)
        with self._base.write(_now()) as writer:
            _require_our_analyzer(writer)
            languages = languages_of(writer)
            row = writer.find(id)
            _, told_language = writer.text(row)
            record = writer.correct(row, text, languages.entry(text, told_language))
            _look_at_language_again(writer, languages)
        self._vectors_for([text])
        return record

    def forget(self, id: str, *, now: bool = False) -> Record:  # noqa: A002
        """Take a record out of everything; `restore` undoes it for thirty days, unless `now` deletes it at once.

        Raises `UnknownRecordError`, `AmbiguousIdError`.
        """
        with self._base.write(_now()) as writer:
            row = writer.find(id, forgotten=None if now else False)
            record = writer.forget(row)
            if now:
                writer.purge(row=row)
        if now:
            self._base.empty_log()
        return record

    def restore(self, id: str) -> Record:  # noqa: A002
        """Undo `forget`. Raises `UnknownRecordError`, `AmbiguousIdError`, `InputError`."""
        with self._base.write(_now()) as writer:
            _require_our_analyzer(writer)
            row = writer.find(id, forgotten=True)
            text, told_language = writer.text(row)
            record = writer.restore(row, languages_of(writer).entry(text, told_language))
        self._vectors_for([record.text])
        return record

    def purge(self, older_than: timedelta = timedelta(days=UNDO_DAYS)) -> int:
        """Delete for good what was forgotten longer ago than this. Gives how many records went."""
        with self._base.write(_now()) as writer:
            count = writer.purge(_now() - older_than)
        if count:
            self._base.empty_log()
        return count

    # --- Asking ----------------------------------------------------------------------------------------------------

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
        answer = self._recaller.recall(checked(question, project, general, limit, left_out, method, caution))
        if counting and answer.rows:
            self._base.count_uses(answer.rows, _now())
        return answer.recall

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
        return self._recaller.explain(checked(question, project, general, limit, 0, method, caution), id)

    # --- Looking ---------------------------------------------------------------------------------------------------

    def get(self, id: str) -> Record:  # noqa: A002
        """A record by its id or the beginning of it. Raises `UnknownRecordError`, `AmbiguousIdError`."""
        with self._base.read() as snapshot:
            row = snapshot.find(id)
            return snapshot.records((row,))[row]

    def same(self, text: str, project: str | None = None) -> Record | None:
        """The current record of this project that has this text already, if there is one."""
        with self._base.read() as snapshot:
            return snapshot.same(cleaned_name(project), cleaned(text))

    def versions(self, id: str) -> tuple[Version, ...]:  # noqa: A002
        """The former texts of a record, oldest first. Raises `UnknownRecordError`, `AmbiguousIdError`."""
        with self._base.read() as snapshot:
            return snapshot.versions(snapshot.find(id))

    def records(
        self,
        project: str | None = None,
        query: str | None = None,
        *,
        newest_first: bool = False,
        state: State = State.CURRENT,
    ) -> Iterator[Record]:
        """All records that fit, in the order of their making: an iterator that holds nothing open in between.

        `project=None` is every project and `""` those of no project. `query` keeps the texts that hold each of its
        words, whatever the accents and capitals.
        """
        name = "" if project == "" else cleaned_name(project)
        words = fold(cleaned(query or "")).split()
        last: int | None = None
        while True:
            with self._base.read() as snapshot:
                page = snapshot.page(last, project=name, state=state, newest_first=newest_first)
            if not page:
                return
            for row, record in page:
                last = row
                if not words or all(word in fold.__wrapped__(record.text) for word in words):
                    yield record

    def projects(self) -> dict[str | None, int]:
        """Each project and how many records it has; None stands for those of no project."""
        with self._base.read() as snapshot:
            return snapshot.projects()

    def stats(self) -> Stats:
        """What the base holds, in figures."""
        return gather(self._base, self._vectoriser)

    def check_integrity(self) -> list[str]:
        """What SQLite finds wrong with the file; empty when all is well."""
        return self._base.check_integrity()

    # --- Its languages and its vectors -------------------------------------------------------------------------------

    def set_languages(self, *languages: str) -> None:
        """Say which languages the records are in, the most important first, in place of what is detected.

        Without any, they are detected again. Every record is indexed anew. Raises `InputError` for what is no code.
        """
        chosen = [language.lower() for language in map(cleaned_name, languages) if language]
        for language in chosen:
            if not (language.isalpha() and language.isascii() and 2 <= len(language) <= 3):
                raise InputError(f"{language!r} is no code of a language. Give one like ca, es or en.")
        with self._base.write(_now()) as writer:
            writer.set_meta("languages", " ".join(chosen) or None)
            _reindex(writer)

    def settle(self, timeout: float | None = None, progress: Progress | None = None) -> bool:
        """Wait until every record has its vectors, making those that are missing; False when the time (seconds) is up.

        Where another process makes them, this one waits for it. Without a sentence model there is nothing to wait for.
        `progress` is called with how many are done, of how many. Raises `EmbedderError` when the model fails.
        """
        return self._vectoriser.settle(timeout, progress)

    def _vectors_for(self, texts: Sequence[str]) -> None:
        if texts:
            self._vectoriser.now_if_quick(texts)
            if self._background is not None:
                self._background.wake()

    def _bring_up_to_date(self) -> None:
        with self._base.read() as snapshot:
            version = snapshot.meta("analyzer")
        if version is None or int(version) < ANALYZER_VERSION:
            with self._base.write(_now()) as writer:
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


def _now() -> datetime:
    return datetime.now(UTC)


def _entries(drafts: Sequence[Draft], languages: Languages) -> list[Entry]:
    return [languages.entry(draft.text, draft.language) for draft in drafts]


def _require_our_analyzer(writer: Writer) -> None:
    """Another process may be newer and have indexed anew: what this one would add couldn't be found."""
    if writer.meta("analyzer") != ANALYZER_VERSION:
        raise NewerBaseError("Another version of Rebost indexed this base anew. End this program and start it again.")


def _look_at_language_again(writer: Writer, languages: Languages) -> None:
    """Let the main language follow the records, and with it those whose own language can't be told."""
    if languages.chosen:
        return
    main = main_language(writer.languages(), languages.main)
    if main != languages.main:
        writer.set_meta("main_language", main)
        writer.reindex(Languages(main, ()).entry, only_undetected=True)


def _reindex(writer: Writer) -> None:
    writer.reindex(languages_of(writer).entry)
    writer.set_meta("analyzer", ANALYZER_VERSION)
