"""Files as users never write them: good ones with something wrong in them."""

from __future__ import annotations

import random
from collections.abc import Callable

_PIECES = (
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",  # half of a surrogate pair
    b"---\n",
    b"\n---\n",
    b"[" * 3_000,
    b"{" * 3_000,
    b"#" * 500,
    b"> " * 800,
    b"- " * 800,
    b"*_" * 800,
    b"&a [*a,*a]\n",
    b'{"a":',
    b'"',
    b"'''",
    b"\\u0000",
    b'\\ud800"',
    b"1e999",
    b"NaN",
    b"-99999999999999999999999999",
    b"9999-99-99T99:99:99",
    b"0001-01-01",
    b"!!python/object/apply:os.system [ls]",
    b"[[" + b"x" * 2_000,
    "日本語🧠\u202eא".encode(),
    b"\r",
    b"\t",
    b"/*",
    b"//",
    b",",
    b"a" * 20_000,
    b" " * 20_000,
    b"null",
    b"true",
)


def damaged(sample: bytes, chance: random.Random) -> bytes:
    """The sample with a few things cut out, doubled, exchanged or put in."""
    data = bytearray(sample)
    for _ in range(chance.randint(1, 5)):
        place = chance.randrange(len(data) + 1)
        end = min(len(data), place + chance.choice([1, 2, 5, 20, 200]))
        change: Callable[[], object] = chance.choice(
            [
                lambda place=place, end=end: data.__delitem__(slice(place, end)),
                lambda place=place: data.__setitem__(slice(place, place), chance.choice(_PIECES)),
                lambda place=place, end=end: data.__setitem__(slice(place, place), data[place:end] * 3),
                lambda place=place, end=end: data.__setitem__(slice(place, end), chance.randbytes(end - place)),
            ]
        )
        change()
    return bytes(data)
