"""What lay just under the line: records that a silent recall nearly returned."""

from __future__ import annotations

from rebost.records import Explanation, LeftOut, Reason, Recall

LOOKED_AT = 6
"""Records left out that a recall should report: with fewer, those that lack a name may hide one that is near."""
_SHARE_OF_SCORE, _SHARE_OF_EVIDENCE = 0.6, 0.5
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
    if item.reason not in _NEAR:
        return False
    for node in item.explanation.details:
        if node.name == "evidence":
            return _reaches(node.value, _SHARE_OF_EVIDENCE, node)
    return _reaches(item.score, _SHARE_OF_SCORE, item.explanation)


def _reaches(value: float, share: float, node: Explanation) -> bool:
    minimum = node.data.get("minimum")
    return isinstance(minimum, float) and value >= share * minimum
