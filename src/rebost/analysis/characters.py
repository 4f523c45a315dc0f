"""Characters that are words by themselves, in scripts without spaces: Chinese ones and Korean syllables.

Such scripts are indexed by pairs of characters, where a question of a single one (`車`) finds nothing. So each character that a
record holds is a mark of it, which counts neither as length nor as a word.
"""

from __future__ import annotations

from typing import Final

from .folding import fold
from .patterns import pattern

_MARK: Final = "¿"
"""As the marks of kinds of answers begin, which go on with a Latin letter."""
_CHARACTER: Final = pattern("[\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")


def character_marks(text: str) -> set[str]:
    """The marks of the characters in a text, or in a question of a single one."""
    return {_MARK + fold(character) for character in _CHARACTER.findall(text)}
