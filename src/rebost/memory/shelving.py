"""The part of `Memory` that changes whole projects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from rebost.errors import InputError
from rebost.memory.drafts import refuse_secrets
from rebost.memory.indexing import Languages, cleaned_name, languages_of
from rebost.memory.part import Part, look_at_language_again, moment, require_our_analyzer
from rebost.storage import Writer


class Merged(NamedTuple):
    """What became of the records of a project that was merged into another."""

    moved: int
    """Records of every state that belong to the other project now."""
    superseded: int
    """Those among them whose text the other project had already: the other's record stands for both."""


class Shelving(Part):
    """Rename, merge, archive and unarchive projects. Every count is exact afterwards.

    Each call raises `InputError` where there is no such project. A single record moves by `amend`.
    """

    def rename_project(self, name: str, new: str) -> int:
        """Give a project a new name; gives how many records it has. Raises `InputError` when another has the name."""
        refuse_secrets({"project": new}, allow_secrets=False)
        with self._base.write(moment()) as writer:
            return writer.rename_project(_named(name), _named(new))

    def merge_projects(self, name: str, into: str) -> Merged:
        """Move all records of a project into another that exists, and drop the first.

        Where both say the same, word for word, the other's record supersedes the one that comes in.
        """
        with self._changing() as (writer, _):
            return Merged(*writer.merge_projects(_named(name), _named(into)))

    def archive_project(self, name: str) -> int:
        """Put a project away whole: its records are in no recall, listing or statistic until it is unarchived.

        Gives how many records that were. Nothing can be put into an archived project.
        """
        with self._changing() as (writer, _):
            return writer.archive_project(_named(name))

    def unarchive_project(self, name: str) -> int:
        """Fetch an archived project back; gives how many of its records are current again."""
        with self._changing() as (writer, languages):
            count = writer.unarchive_project(_named(name), languages.entry)
        self._vectors_wanted()
        return count

    def archived_projects(self) -> dict[str, int]:
        """Each archived project, and how many records were put away with it."""
        with self._base.read() as snapshot:
            return snapshot.archived_projects()

    @contextmanager
    def _changing(self) -> Iterator[tuple[Writer, Languages]]:
        with self._base.write(moment()) as writer:
            require_our_analyzer(writer)
            languages = languages_of(writer)
            yield writer, languages
            look_at_language_again(writer, languages)


def _named(name: str) -> str:
    cleaned = cleaned_name(name)
    if cleaned is None:
        raise InputError("The name of a project is empty. Give one.")
    return cleaned
