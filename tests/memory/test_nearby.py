from __future__ import annotations

import pytest

from rebost.memory.nearby import just_under
from rebost.records import Explanation, LeftOut, Piece, Reason, Recall, Record

_TREE = Explanation("score", 0.3, data={"minimum": 0.35})


def _recall(*left_out: tuple[float, Reason], answered: bool = False) -> Recall:
    return Recall(
        question="x",
        method="classic",
        pieces=(Piece(Record("p", "x"), 0.8, (_TREE,)),) if answered else (),
        left_out=tuple(
            LeftOut(Record(str(place), "x"), score, reason, (_TREE,)) for place, (score, reason) in enumerate(left_out)
        ),
        left_out_counts={},
        why="",
        evidence=0.3,
        confidence=None,
        model=None,
    )


@pytest.mark.parametrize(
    ("score", "reason", "near"),
    [
        (0.34, Reason.BELOW_MINIMUM, True),
        (0.22, Reason.BELOW_MINIMUM, True),
        (0.20, Reason.BELOW_MINIMUM, False),
        (0.34, Reason.NOT_CLEAR, True),
        (0.34, Reason.MISSING_NAME, False),
        (0.34, Reason.SUPERSEDED, False),
    ],
)
def test_what_nearly_reached_the_minimum_is_near(score: float, reason: Reason, near: bool) -> None:
    assert bool(just_under(_recall((score, reason)))) is near


def test_only_the_nearest_few_are_told_and_nothing_beside_an_answer() -> None:
    many = [(0.34, Reason.BELOW_MINIMUM)] * 9
    assert [item.record.id for item in just_under(_recall(*many))] == ["0", "1", "2"]
    assert just_under(_recall(*many, answered=True)) == ()


@pytest.mark.parametrize(("evidence", "near"), [(0.23, True), (0.12, True), (0.11, False)])
def test_where_evidence_decides_half_of_what_an_answer_needs_is_near(evidence: float, near: bool) -> None:
    tree = Explanation(
        "answer",
        0.9,
        "first",
        (Explanation("plain_score", 0.9), Explanation("evidence", evidence, data={"minimum": 0.24})),
    )
    recall = _recall((0.9, Reason.BELOW_MINIMUM))
    (found,) = recall.left_out
    left_out = LeftOut(found.record, found.score, found.reason, (tree,))
    assert bool(just_under(recall._replace(left_out=(left_out,)))) is near
