"""Look-alikes for a person to judge: in what two records differ, and whether both can be true."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rebost.memory import Memory
    from rebost.memory.comparing import LookAlike

_FEW_WORDS = 3
"""That differ on each side: `3` and `5`, `Girona` and `Vic since May`. More is another thing said, not another value."""
_MOST_WORDS = 2_000
"""Of each text that are compared word by word: the time grows with their product."""


class Finding(NamedTuple):
    """Two records that look alike, and what only one of them says."""

    pair: LookAlike
    only_older: tuple[str, ...]
    """Runs of words that only the older one has."""
    only_newer: tuple[str, ...]
    may_contradict: bool
    """Nothing but a few words differ, on both sides: perhaps another value of the same, perhaps two of a kind (the flats at
    number 3 and at number 5). No form tells these apart, so a person does."""


def findings(
    memory: Memory, project: str | None = None, progress: Callable[[int, int], None] | None = None
) -> list[Finding]:
    """The pairs that wait for a judgement: those that may contradict each other first, then the most alike.

    What an import brought is compared first, which may take long; a base that can't be written shows what is known.
    """
    if not memory.read_only:
        memory.compare(progress)
    found = [examined(pair) for pair in memory.look_alikes(project)]
    return sorted(found, key=lambda finding: not finding.may_contradict)


def examined(pair: LookAlike) -> Finding:
    """A pair with what only one of the two says."""
    older, newer = (record.text.split()[:_MOST_WORDS] for record in (pair.older, pair.newer))
    matcher = SequenceMatcher(None, [_bare(word) for word in older], [_bare(word) for word in newer], autojunk=False)
    runs: tuple[list[str], list[str]] = [], []
    counts = [0, 0]
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind == "equal":
            continue
        for side, words in enumerate((older[start:end], newer[other_start:other_end])):
            if words:
                runs[side].append(" ".join(words))
                counts[side] += len(words)
    return Finding(
        pair, tuple(runs[0]), tuple(runs[1]), may_contradict=all(0 < count <= _FEW_WORDS for count in counts)
    )


def _bare(word: str) -> str:
    """A word as it is compared: without capitals and without the punctuation around it."""
    return word.casefold().strip(".,;:!?()[]\"'«»“”") or word
