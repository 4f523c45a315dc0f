"""What lay just under the line: records that a silent recall nearly returned."""

from __future__ import annotations

from rebost.records import LeftOut, Reason, Recall

_SHARE = 0.6
"""Of the minimum: below it, what a record shares with a question is mostly chance."""
_MOST = 3
_NEAR = (Reason.BELOW_MINIMUM, Reason.NOT_CLEAR)


def just_under(recall: Recall) -> tuple[LeftOut, ...]:
    """The few records of a silence that came near the minimum, best first; nothing where something was returned.

    A record that lacks a name which the question asks for never counts as near.
    """
    if not recall.silent:
        return ()
    return tuple(item for item in recall.left_out if _is_near(item))[:_MOST]


def _is_near(item: LeftOut) -> bool:
    minimum = item.explanation.data.get("minimum")
    if item.reason not in _NEAR or not isinstance(minimum, float):
        return False
    return item.score >= _SHARE * minimum
