"""The nearest relative of a language that a model lacks."""

from __future__ import annotations

from collections.abc import Collection

_RELATIVES: dict[str, tuple[str, ...]] = {
    "af": ("nl", "en"),
    "an": ("es", "ca"),
    "ast": ("es", "pt"),
    "be": ("ru", "uk"),
    "bg": ("ru",),
    "bs": ("hr", "sr", "ru"),
    "ca": ("es", "oc", "pt", "it", "fr"),
    "cs": ("sk", "pl"),
    "da": ("nb", "no", "sv", "de"),
    "es": ("pt", "ca", "it"),
    "eu": ("es",),  # no relative, but the language that its speakers share most words with
    "fr": ("it", "es"),
    "gl": ("pt", "es"),
    "hr": ("sr", "ru"),
    "it": ("es", "fr"),
    "lb": ("de",),
    "mk": ("bg", "sr", "ru"),
    "nb": ("no", "da", "sv", "de"),
    "nl": ("de", "en"),
    "nn": ("nb", "no", "da", "sv"),
    "no": ("nb", "da", "sv", "de"),
    "oc": ("ca", "fr", "es"),
    "pt": ("es", "gl", "it"),
    "ro": ("it", "es"),
    "scn": ("it",),
    "sk": ("cs", "pl"),
    "sl": ("hr", "ru"),
    "sr": ("hr", "ru"),
    "sv": ("nb", "no", "da", "de"),
    "uk": ("ru",),
    "yue": ("zh",),
}
"""ISO 639 codes; nearest first. Only languages whose written words have much in common."""


def nearest_language(language: str, supported: Collection[str]) -> str | None:
    """The language itself when `supported` has it, or else its nearest relative there, or None."""
    if language in supported:
        return language
    return next((relative for relative in _RELATIVES.get(language, ()) if relative in supported), None)
