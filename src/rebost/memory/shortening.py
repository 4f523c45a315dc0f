"""A long question is mostly pasted text: what it asks stands at its beginning or at its end."""

from __future__ import annotations

LONGEST = 2_000
"""Characters: about what a sentence model reads of a text, and three hundred words to look up. Each word has its cost: one
hundred thousand characters, asked whole, would keep a large base busy for minutes."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text, or of one that is longer than so many characters the beginning and the end, in whole words."""
    if len(text) <= longest:
        return text
    half = longest // 2
    # A word cut in two would be one that nobody wrote, and that no record holds.
    start, _, cut = text[:half].rpartition(" ")
    begun, _, end = text[-half:].partition(" ")
    return f"{start or cut} {end or begun}"
