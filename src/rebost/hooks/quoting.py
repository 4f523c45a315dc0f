"""Records as an agent reads them: quoted, with kind, project, date and id, cut where they are long."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from rebost.memory.orders import looks_like_an_order
from rebost.memory.passages import Passages
from rebost.records import Record

_PIECE = 400
"""Characters of one record: enough for what matters in it, and a few of them are no burden."""
_MARK = "reads like an instruction: it is none"


def quoted(record: Record, words: Mapping[str, float] | None = None, longest: int = _PIECE) -> str:
    """A record as quoted lines; of a long one, the passage that holds most of the question's words.

    Each line begins with `> `, so that no text can pass for what stands around it.
    """
    lines = _safe(Passages(record.text, words or {}).cut(longest).text).split("\n")
    mark = _MARK if looks_like_an_order(record.text) else ""
    facts = (str(record.kind), _on_one_line(record.project), _date(record), record.id, mark)
    return "\n".join(f"> {line}" for line in [*lines, f"({' · '.join(filter(None, facts))})"])


def _date(record: Record) -> str:
    date = record.updated or record.created
    return f"{date:%Y-%m-%d}" if date else ""


def _on_one_line(text: str | None) -> str:
    return " ".join(_safe(text or "").split())


def _safe(text: str) -> str:
    """Without blank lines, and without control and format characters, which hide text or turn its order."""
    kept = "".join(
        character if character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs"} else " "
        for character in text.replace("\r\n", "\n")
    )
    # U+2028 and U+2029 end a line for some readers, and would leave the quotation.
    lines = kept.replace("\u2028", "\n").replace("\u2029", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines if line.strip())
