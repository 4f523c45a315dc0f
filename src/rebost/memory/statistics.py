"""What a base holds, in figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rebost.memory.indexing import languages_of
from rebost.memory.vectorising import Vectoriser
from rebost.records import Scope, State
from rebost.storage import Base


class Stats(NamedTuple):
    """What a base holds, in figures."""

    path: Path
    records: int
    """Current ones: superseded, forgotten, archived and expired records aren't among them."""
    superseded: int
    forgotten: int
    """Can still be restored."""
    archived: int
    """Put away with their projects."""
    expired: int
    """Held until a moment that is past."""
    projects: Mapping[str | None, int]
    """Records of each project; None stands for those of no project."""
    languages: Mapping[str, int]
    """Records whose language could be told, by ISO 639 code, the most frequent first."""
    main_language: str | None
    chosen_languages: tuple[str, ...]
    """What the user said instead of what is detected; empty when nothing was said."""
    model: str | None
    """`model_id` of the sentence model that this process uses; None when it uses none."""
    model_problem: str | None
    """Why no sentence model is in use, as far as is known without loading it."""
    base_model: str | None
    """`model_id` of the model whose vectors the base collects."""
    vectors: Mapping[str, int]
    """How many vectors there are of each model."""
    waiting: int
    """Records that wait for their vectors."""
    bytes: int
    """On the disk, the write-ahead log with it."""


def gather(base: Base, vectoriser: Vectoriser) -> Stats:
    """Count what the base holds."""
    model = vectoriser.model_id()
    with base.read() as snapshot:
        index = snapshot.index(Scope())
        languages = languages_of(snapshot)
        base_model = snapshot.meta("model")
        return Stats(
            path=base.path,
            records=index.records,
            superseded=snapshot.count(State.SUPERSEDED),
            forgotten=snapshot.count(State.FORGOTTEN),
            archived=snapshot.count(State.ARCHIVED),
            expired=snapshot.count(State.EXPIRED),
            projects=snapshot.projects(),
            languages=index.languages(),
            main_language=languages.main,
            chosen_languages=languages.chosen,
            model=model,
            model_problem=vectoriser.problem,
            base_model=None if base_model is None else str(base_model),
            vectors=snapshot.models(),
            waiting=snapshot.pending_count(),
            bytes=base.size(),
        )
