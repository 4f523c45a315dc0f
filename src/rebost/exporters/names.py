"""Names of files and folders that every platform, and Obsidian, can keep."""

from __future__ import annotations

import unicodedata

_FORBIDDEN = frozenset('<>:"/\\|?*#^[]')
"""By Windows, and the last four by Obsidian's links."""
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{device}{n}" for device in ("com", "lpt") for n in "0123456789¹²³")}
)
"""Windows takes a file of such a name, whatever its ending, for a device."""
_LONGEST, _MOST_BYTES = 60, 150
"""Characters for people; bytes since file systems count those, 255 with the folder's own additions."""
_NAMELESS = "record"


def safe_name(text: str) -> str:
    """The beginning of a text as a name without an ending: never empty, hidden, reserved or leading elsewhere."""
    composed = unicodedata.normalize("NFC", text)
    allowed = "".join(" " if _is_forbidden(character) else character for character in composed)
    name = _shortened(" ".join(allowed.split()).strip(" ."))
    if not name:
        return _NAMELESS
    return f"_{name}" if name.partition(".")[0].strip().casefold() in _RESERVED else name


def _is_forbidden(character: str) -> bool:
    return character in _FORBIDDEN or unicodedata.category(character)[0] == "C"


def _shortened(name: str) -> str:
    if len(name) > _LONGEST:
        # At a word, where that leaves most of it.
        cut = name.rfind(" ", _LONGEST // 2, _LONGEST)
        name = name[: cut if cut > 0 else _LONGEST]
    while len(name.encode()) > _MOST_BYTES:
        name = name[:-1]
    return name.strip(" .")


class Names:
    """Names given within one folder. No two of them are one on a file system that knows no capitals or no accents apart."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def give(self, wanted: str, ending: str = "") -> str:
        """The wanted name, or with a number the first that is free."""
        name, number = wanted + ending, 2
        while (key := unicodedata.normalize("NFKC", name).casefold()) in self._given:
            name, number = f"{wanted} ({number}){ending}", number + 1
        self._given.add(key)
        return name
