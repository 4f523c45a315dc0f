"""Answers that keep within their budget.

A result goes out twice, as text and as structured content, and clients differ in which of them the model gets to see;
some show it both. So the budget counts the characters of both together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from rebost.mcp.rendering import render, visible
from rebost.mcp.results import Result

_LEAST_PASSAGE = 160
"""Characters: a shorter passage of a record seldom says enough; rather one record less."""
_FRAME = 1_150
"""Characters of what `read` tells beside the text, both times: names, dates, ids at their longest."""
_SMALLER = 0.85

_Result = TypeVar("_Result", bound=Result)


class Answer(NamedTuple):
    """What goes out."""

    text: str
    structured: dict[str, Any]

    @property
    def size(self) -> int:
        """Characters, of both together."""
        return len(self.text) + len(json.dumps(self.structured, ensure_ascii=False, separators=(",", ":")))


def answer(result: Result) -> Answer:
    """A result in both its forms."""
    return Answer(render(result), result.model_dump(mode="json"))


def fitted(
    most: int, longest: int, budget: int, build: Callable[[int, int], Result], *, least: int = _LEAST_PASSAGE
) -> Answer:
    """As many of `most` things as fit, and of each as many characters as fit, alike for all.

    `build(number, room)` gives the result with the first `number` things, each cut to `room` characters; `longest` is
    how many the longest of them has; fewer than `least` are worth showing only of the first.
    """
    for number in range(most, 0, -1):
        fitting = answer(build(number, min(least, longest)))
        if fitting.size > budget:
            continue
        low, high = least, longest
        while low < high:
            room = (low + high + 1) // 2
            tried = answer(build(number, room))
            if tried.size <= budget:
                low, fitting = room, tried
            else:
                high = room - 1
        return fitting
    # Where much else has to be told, a shorter passage of the best one is still better than none.
    for room in (least // 2, least // 4, least // 8) if most else ():
        shorter = answer(build(1, room))
        if shorter.size <= budget:
            return shorter
    return answer(build(0, 0))


def text_parts(text: str, budget: int) -> Sequence[tuple[int, int]]:
    """A record's text in parts, (beginning, end), each of which `read` can give within the budget."""
    from rebost.memory.passages import parts

    room = (budget - _FRAME) // 2
    while True:
        found = parts(text, room)
        if room == 1 or all(_cost(text[start:end]) <= budget - _FRAME for start, end in found):
            return found
        room = max(int(room * _SMALLER), 1)


def _cost(text: str) -> int:
    """Characters that a text takes, quoted in the text and encoded in the structured content."""
    return len(text) + 2 * (text.count("\n") + 1) + len(json.dumps(visible(text), ensure_ascii=False))
