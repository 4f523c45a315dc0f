"""Imports while they run and afterwards, and the files that a browser sent for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from rebost.errors import RebostError
from rebost.importers import UPLOADS, ImportReport, Remark, import_copies, import_path, keep_copy

if TYPE_CHECKING:
    from starlette.datastructures import UploadFile

    from rebost.memory import Memory

_MOST_RUNS = 50
"""That are remembered: an address of an older one shows the empty page."""


class Upload:
    """Files that a browser sent, in a private folder that goes when they aren't needed any more."""

    def __init__(self, files: Iterable[UploadFile]) -> None:
        self._private = TemporaryDirectory(prefix="rebost-upload-")
        # Its name stands before that of a single file in the source of a record.
        self.folder = Path(self._private.name, "upload")
        self.folder.mkdir()
        self.left_out: list[Remark] = []
        for file in files:
            name = file.filename or ""
            reason = keep_copy(self.folder, name, file.file)
            if reason is not None:
                self.left_out.append(Remark(name, reason))

    @property
    def names(self) -> tuple[str, ...]:
        """The files and folders that were chosen."""
        return tuple(sorted(entry.name for entry in self.folder.iterdir()))

    def close(self) -> None:
        """Remove the files."""
        self._private.cleanup()


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be imported, and how."""

    source: Path | Upload
    project: str | None
    with_conversations: bool
    is_rehearsal: bool


class Run:
    """One import, while it runs and afterwards."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.names = (str(wish.source),) if isinstance(wish.source, Path) else wish.source.names
        self.done = 0
        self.total: int | None = None
        self.report: ImportReport | None = None
        self.problem: RebostError | None = None
        self.is_over = False
        """Whether it has ended, well or badly."""

    @property
    def is_upload(self) -> bool:
        """Whether its files came from a browser."""
        return isinstance(self.wish.source, Upload)

    def work(self, memory: Memory) -> None:
        """Import, and keep the report or what went wrong."""
        try:
            self.report = self._import(memory)
        except RebostError as error:
            self.problem = error
        finally:
            self.is_over = True

    def _import(self, memory: Memory) -> ImportReport:
        wish, source = self.wish, self.wish.source
        if isinstance(source, Path):
            return import_path(
                memory, source, project=wish.project, dry_run=wish.is_rehearsal,
                with_conversations=wish.with_conversations, progress=self._progress,
            )  # fmt: skip
        report = import_copies(
            memory, source.folder, origin=UPLOADS, project=wish.project, dry_run=wish.is_rehearsal,
            with_conversations=wish.with_conversations, progress=self._progress,
        )  # fmt: skip
        report.left_out += source.left_out
        return report

    def _progress(self, done: int, total: int | None) -> None:
        self.done, self.total = done, total


class Imports:
    """The imports of a console since it was started, by a name that stands in the address."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._uploads: dict[str, Upload] = {}
        """The files of those that run, and of those that only looked."""

    def get(self, name: str) -> Run | None:
        """The run of this name, if it is known."""
        return self._runs.get(name)

    def begin(self, memory: Memory, wish: Wish) -> str:
        """Start an import, and give its name. The files of an upload go when it is imported; those that were only looked
        at, with the next upload.
        """
        name = token_urlsafe(8)
        run = Run(wish)
        if isinstance(wish.source, Upload):
            self._let_go()
            self._uploads[name] = wish.source
        for old in list(self._runs)[: 1 - _MOST_RUNS]:
            del self._runs[old]
        self._runs[name] = run
        Thread(target=self._work, args=(name, run, memory), daemon=True).start()
        return name

    def take(self, name: str) -> Upload | None:
        """The files that a run looked at, for another one; None where they are gone."""
        return self._uploads.pop(name, None)

    def close(self) -> None:
        """Remove all files."""
        while self._uploads:
            self._uploads.popitem()[1].close()

    def _work(self, name: str, run: Run, memory: Memory) -> None:
        run.work(memory)
        upload = None if run.wish.is_rehearsal else self.take(name)
        if upload is not None:
            upload.close()

    def _let_go(self) -> None:
        for name in list(self._uploads):
            run = self._runs.get(name)
            upload = self.take(name) if run is None or run.is_over else None
            if upload is not None:
                upload.close()
