"""Record ids: eleven characters, in the order of their making, easy to read aloud and to type."""

from __future__ import annotations

import os
import re
import threading
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: without i, l, o and u, which are taken for others."""
_LENGTH = 11
_RANDOM_BITS = 14
"""With 41 bits of milliseconds: 55 bits, 11 characters, until the year 2089. Two processes that make an id in the same
millisecond have 1 chance in 16,384 of making the same one, and then the second tries again."""
_EPOCH_MS = 1_735_689_600_000
"""2025-01-01T00:00:00Z."""
_LOOKS_LIKE = str.maketrans({"i": "1", "l": "1", "o": "0"})
_VALID = f"[{_ALPHABET}]{{1,{_LENGTH}}}"


class IdMaker:
    """Makes ids that ascend within this process, also when the clock stands still or is set back."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def new(self) -> str:
        with self._lock:
            now = max(0, time.time_ns() // 1_000_000 - _EPOCH_MS)
            fresh = now << _RANDOM_BITS | _random_bits()
            self._last = fresh if fresh > self._last else self._last + 1
            return encode(self._last)


def _random_bits() -> int:
    return int.from_bytes(os.urandom(2), "big") >> (16 - _RANDOM_BITS)


def encode(number: int) -> str:
    """The number as an id; the order of ids is the order of their numbers."""
    characters = []
    for _ in range(_LENGTH):
        characters.append(_ALPHABET[number & 31])
        number >>= 5
    return "".join(reversed(characters))


def normalize(prefix: str) -> str | None:
    """What the user typed, as ids are written; None when no id can begin with it."""
    text = prefix.strip().lower().translate(_LOOKS_LIKE)
    return text if re.fullmatch(_VALID, text) else None


def following(prefix: str) -> str:
    """The smallest string above every id that begins with `prefix`."""
    return prefix + "\x7f"
