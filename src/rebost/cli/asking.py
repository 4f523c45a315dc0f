"""What `rebost recall` does once its arguments are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rebost.cli.plain import current_project, echo, open_memory, print_json, say
from rebost.config import load_settings

if TYPE_CHECKING:
    from rebost.memory import Memory

_NO_MODEL = "none"
_LEFT_OUT = 20
"""Records left out that `--explain` lists: a screenful."""


def ask(
    question: str,
    *,
    project: str | None = None,
    everywhere: bool = False,
    limit: int | None = None,
    method: str | None = None,
    caution: str | None = None,
    former: bool = False,
    explain: bool = False,
    as_json: bool = False,
    base: Path | None = None,
) -> None:
    """Ask, and print the answer. The arguments are the options of `rebost recall`."""
    settings = load_settings()
    with open_memory(base, settings) as memory:
        recall = memory.recall(
            question,
            project=None if everywhere else project or current_project(memory),
            limit=limit or settings.limit,
            left_out=_LEFT_OUT if explain else 0,
            method=method or settings.method,
            caution=caution or settings.caution,
            counting=not explain,
        )
        unknown = _unknown(memory, project)
        before = {piece.record.id: memory.history(piece.record.id) for piece in recall.pieces if former}
    from rebost.cli.presenting import present_left_out, present_recall, safe

    if unknown:
        say(safe(unknown))
    if as_json:
        from rebost.cli.documents import recall_document

        print_json(recall_document(recall, explain=explain, former=before))
        return
    for line in present_recall(recall, explain=explain, former=before):
        echo(line)
    if recall.silent:
        say(f"Nothing: {recall.why}")
    if explain:
        if recall.confidence is not None:
            say(f"How likely this is right: {recall.confidence:.0%}")
        for line in present_left_out(recall):
            echo(line)
    # Whoever asked for words only needs no telling that only words counted.
    for notice in recall.notices if settings.embedder != _NO_MODEL else ():
        say(notice)


def _unknown(memory: Memory, project: str | None) -> str | None:
    """What to tell whoever named a project that there isn't."""
    if not project:
        return None
    from rebost.memory.naming import unknown_project

    return unknown_project(project, memory.projects())
