"""Regular expressions that are compiled when they are first used.

The analysis has about sixty, some with alternatives by the hundred; a cold `rebost recall` uses a handful of them, and compiling all
of them would take it as long as all the rest of its analysis.
"""

from __future__ import annotations

import re
from typing import cast


class _Pattern:
    """Stands for a pattern until one of its methods is asked for, then hands on the compiled one's."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        method = getattr(re.compile(self._text, self._flags), name)
        # Kept here, so that the next use finds it without a detour.
        setattr(self, name, method)
        return method


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, a little later."""
    return cast("re.Pattern[str]", _Pattern(text, flags))
