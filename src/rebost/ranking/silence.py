"""One sentence that says why nothing was returned, in words that a person understands."""

from __future__ import annotations

import math

import numpy as np

from rebost.ranking.classic import Ranking

_NAMED = 3
"""Words named in the sentence: more of them say no more."""


def why(ranking: Ranking) -> str:
    """The reason for a silence; empty when something was selected."""
    if ranking.selected:
        return ""
    if not ranking.records:
        return "There are no records to answer from."
    if not ranking.asked.question.terms:
        return "The question holds no words."
    return f"{_nearest(ranking)}{_absent(ranking)}."


def _nearest(ranking: Ranking) -> str:
    if not ranking.asked.parameters.limit:
        return "No pieces were asked for"
    if not ranking.asked.question.known:
        return "No record shares a word with the question, and none stands out clearly by its meaning"
    if not ranking.best:
        return "No record reaches the minimum: those with a word in common share only very common ones"
    scores = ranking.scores
    nearest = int(np.argmax(scores.score / scores.minimum))
    # Rounded down: a score that fell short never reads as one that reached the minimum.
    reached = math.floor(scores.score[nearest] * 100) / 100
    return f"No record reaches the minimum: the nearest has {reached:.2f} of {scores.minimum[nearest]:.2f}"


def _absent(ranking: Ranking) -> str:
    words = [f"“{term.term.token.surface}”" for term in ranking.asked.question.absent]
    if not words:
        return ""
    others = len(words) - _NAMED
    named = ", ".join(words[:_NAMED]) + (f" and {others} more" if others > 0 else "")
    return f"; no record holds {named}"
