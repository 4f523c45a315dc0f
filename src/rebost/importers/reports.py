"""What an import tells: how far it is, and in the end what became of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from rebost.importers.items import Remark

Progress = Callable[[int, int | None], None]
"""Called with how much is done, of how much; None where that isn't known beforehand. A note counts twice: when it is
read, and when it is in the base."""


@dataclass(slots=True)
class ImportReport:
    """What became of what was to be imported. Figures count records: a long note is several."""

    added: int = 0
    changed: int = 0
    """Their file, line or row says something else now, and so do they."""
    renamed: int = 0
    """Their file has another name or stands elsewhere, or their section moved to another file."""
    unchanged: int = 0
    """Already in the base, word for word."""
    files: int = 0
    """How many notes were read; 0 for what isn't made of notes."""
    gone: list[Remark] = field(default_factory=list)
    """What was forgotten because no file says it any more, with the id that restores it."""
    repeated: list[Remark] = field(default_factory=list)
    """What is one record with another part of the same import, since both say the same."""
    left_out: list[Remark] = field(default_factory=list)
    """What isn't in the base, place by place, with the reason."""
    remarks: list[Remark] = field(default_factory=list)
    """What is in the base, but wasn't understood in full; and what was decided because of a change made by hand."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """Files in a folder that aren't notes, counted by ending."""
    ignored: Counter[str] = field(default_factory=Counter)
    """Notes and folders that are kept out, counted by the reason."""
    conversations: int = 0
    """How many conversations an export of an assistant holds."""
    waiting: int = 0
    """Statements found in conversations, which come in only when asked for."""
    examples: tuple[str, ...] = ()
    """Some of these statements."""
