"""Reading what is left of a damaged base: page by page, without the trees that lead to the pages.

As SQLite's file format says: https://sqlite.org/fileformat2.html. A row is found wherever its page can be read, also when
the header, the schema or the pages above it are gone. Which table it belongs to is told by the types of its values: no
two of our tables have the same. What was deleted can't come back, since a base overwrites what it deletes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_PAGE_SIZE = 4096
"""That of every base that Rebost makes, for a file whose header doesn't tell."""
_HEADER = 100
_LEAF_OF_A_TABLE = 13
_LONGEST_VARINT = 9
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of a whole number, by its serial type."""

Value = int | float | str | bytes | None


class Column(NamedTuple):
    """What may stand in a column."""

    name: str
    type: str
    required: bool
    """Never NULL."""
    is_row: bool = False
    """The number of the row, which stands beside the values."""
    added: bool = False
    """By a later schema than the table's first: rows from before end before it."""


class Found(NamedTuple):
    """A row and where it belongs."""

    table: str
    values: Mapping[str, Value]


class Unreadable(Exception):  # noqa: N818 - a finding, not an error of the program
    """A row, or what is left of one, that makes no sense."""


class Pages:
    """The pages of a file, by number, from 1."""

    def __init__(self, data: bytes | memoryview) -> None:
        self._data = data
        (size,) = struct.unpack_from(">H", data, 16) if len(data) >= _HEADER else (0,)
        size = 65_536 if size == 1 else size
        self.size = size if size >= 512 and not size & size - 1 else _PAGE_SIZE

    @property
    def count(self) -> int:
        """How many whole pages there are."""
        return len(self._data) // self.size

    def page(self, number: int) -> bytes:
        """Raises `Unreadable` for a page that there isn't."""
        if not 1 <= number <= self.count:
            raise Unreadable(f"page {number}")
        return bytes(self._data[(number - 1) * self.size : number * self.size])


def rows(pages: Pages, tables: Mapping[str, Sequence[Column]]) -> Iterator[Found | None]:
    """Every row of these tables that can be read; None for each that is there and can't be."""
    for number in range(1, pages.count + 1):
        page = pages.page(number)
        start = _HEADER if number == 1 else 0
        if page[start] == _LEAF_OF_A_TABLE:
            yield from _rows_of(pages, page, start, tables)


def _rows_of(pages: Pages, page: bytes, start: int, tables: Mapping[str, Sequence[Column]]) -> Iterator[Found | None]:
    (count,) = struct.unpack_from(">H", page, start + 3)
    if start + 8 + 2 * count > len(page):
        return
    cells: list[tuple[int, list[Value]] | None] = []
    for (place,) in struct.iter_unpack(">H", page[start + 8 : start + 8 + 2 * count]):
        try:
            cells.append(_cell(pages, page, place))
        except (Unreadable, IndexError, struct.error):
            cells.append(None)
    # A page is of one table: the one that most of its rows look like.
    alike = {
        name: sum(cell is not None and _fits(cell[1], columns) for cell in cells) for name, columns in tables.items()
    }
    table = max(alike, key=alike.__getitem__)
    if not alike[table]:
        return
    columns = tables[table]
    for cell in cells:
        if cell is None or not _fits(cell[1], columns):
            yield None
            continue
        row, values = cell
        named = zip(columns, values, strict=False)
        yield Found(table, {column.name: row if column.is_row else value for column, value in named})


def _fits(values: Sequence[Value], columns: Sequence[Column]) -> bool:
    if len(values) > len(columns) or not all(column.added for column in columns[len(values) :]):
        return False
    return all(_may_stand(value, column) for value, column in zip(values, columns, strict=False))


def _may_stand(value: Value, column: Column) -> bool:
    if value is None:
        return column.is_row or not column.required
    if column.is_row:
        return False
    kinds: dict[str, type | tuple[type, ...]] = {"TEXT": str, "INTEGER": int, "REAL": (int, float), "BLOB": bytes}
    return isinstance(value, kinds.get(column.type, object))


def _cell(pages: Pages, page: bytes, place: int) -> tuple[int, list[Value]]:
    size, place = _varint(page, place)
    row, place = _varint(page, place)
    usable = pages.size
    most = usable - 35
    if size > most:
        least = (usable - 12) * 32 // 255 - 23
        here = least + (size - least) % (usable - 4)
        here = least if here > most else here
        (following,) = struct.unpack_from(">I", page, place + here)
        payload = page[place : place + here] + _overflow(pages, following, size - here)
    else:
        payload = page[place : place + size]
    if len(payload) != size:
        raise Unreadable("cut off")
    return row, _values(payload)


def _overflow(pages: Pages, number: int, size: int) -> bytes:
    parts = []
    for _ in range(-(-size // (pages.size - 4))):
        page = pages.page(number)
        (number,) = struct.unpack_from(">I", page)
        parts.append(page[4:])
    return b"".join(parts)[:size]


def _values(payload: bytes) -> list[Value]:
    end, place = _varint(payload, 0)
    body, values = end, list[Value]()
    while place < end:
        kind, place = _varint(payload, place)
        value, body = _value(payload, body, kind)
        values.append(value)
    if place != end or body != len(payload):
        raise Unreadable("its parts don't add up")
    return values


def _value(payload: bytes, place: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, place
    if kind in (8, 9):
        return kind - 8, place
    if kind == 7:
        return float(struct.unpack_from(">d", payload, place)[0]), place + 8
    if kind in _INTEGERS:
        end = place + _INTEGERS[kind]
        return int.from_bytes(payload[place:end], "big", signed=True), end
    if kind < 12:
        raise Unreadable("a kind of value that there isn't")
    end = place + (kind - 12) // 2
    content = payload[place:end]
    # What isn't text any more is still worth looking at, where the rest of the row makes sense.
    return (content.decode(errors="replace") if kind % 2 else content), end


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for taken in range(_LONGEST_VARINT - 1):
        byte = data[place + taken]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + taken + 1
    value = value << 8 | data[place + _LONGEST_VARINT - 1]
    return (value - (1 << 64) if value >= 1 << 63 else value), place + _LONGEST_VARINT


def in_header(path: Path) -> bytes:
    """The first hundred bytes of a file."""
    with path.open("rb") as file:
        return file.read(_HEADER)
