"""The drawing of how a recall grows: lines on two logarithmic axes, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

_WIDTH, _HEIGHT = 860, 480
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 330, 20, 50
"""Margins; the names of the lines stand at the right."""
_LINE = 17
"""Between two names, so that they don't cover each other."""
_COLOURS = ("#b3261e", "#e07a1f", "#8a5a00", "#1f5fa8", "#2e8b57", "#6a3d9a", "#008b8b", "#c2187a", "#555555")
_GRID, _INK = "#d8d8d8", "#222222"

Points = Sequence[tuple[float, float]]


def drawing(figures: Mapping[str, Any]) -> str:
    """Medians of `scale` in milliseconds, by the number of records."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for size, measured in figures["sizes"].items():
        for name, row in measured["recall"].items():
            # Nothing takes less than the clock can tell, and a logarithm needs something.
            lines.setdefault(name, []).append((float(size), max(row["median"], 0.01)))
    return _svg(lines, "records", "ms")


def _svg(lines: Mapping[str, Points], across: str, up: str) -> str:
    xs = _decades(x for points in lines.values() for x, _ in points)
    ys = _decades(y for points in lines.values() for _, y in points)

    def x(value: float) -> float:
        return _LEFT + (math.log10(value) - xs[0]) / (xs[-1] - xs[0]) * (_WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (math.log10(value) - ys[0]) / (ys[-1] - ys[0]) * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    for power in xs:
        place = x(10**power)
        parts.append(f'<path d="M{place:.1f} {_TOP}V{bottom}" stroke="{_GRID}"/>')
        parts.append(_text(place, bottom + 18, f"{10**power:,}", _INK, "middle"))
    for power in ys:
        place = y(10**power)
        parts.append(f'<path d="M{_LEFT} {place:.1f}H{right}" stroke="{_GRID}"/>')
        parts.append(_text(_LEFT - 8, place + 4, f"{10.0**power:g} {up}", _INK, "end"))
    parts.append(_text((_LEFT + right) / 2, _HEIGHT - 10, across, _INK, "middle"))
    labels = _apart({name: y(points[-1][1]) for name, points in lines.items()})
    for (name, points), colour in zip(lines.items(), _colours(len(lines)), strict=True):
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{colour}"/>' for a, b in points]
        parts.append(_text(right + 10, labels[name] + 4, name, colour, "start"))
    return "\n".join([*parts, "</svg>\n"])


def _text(x: float, y: float, text: str, colour: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}">{escape(text)}</text>'


def _decades(values: Iterable[float]) -> range:
    """The powers of ten from below the least to above the greatest, two at least."""
    logarithms = [math.log10(value) for value in values]
    first = math.floor(min(logarithms))
    return range(first, max(math.ceil(max(logarithms)), first + 1) + 1)


def _apart(places: Mapping[str, float]) -> dict[str, float]:
    """The same places, moved down as far as names need to stand one below the other."""
    found: dict[str, float] = {}
    last = -math.inf
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        last = found[name] = max(place, last + _LINE)
    return found


def _colours(number: int) -> list[str]:
    return [_COLOURS[place % len(_COLOURS)] for place in range(number)]
