"""One sentence that says why nothing was returned, in words that a person understands."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rebost.ranking import default
from rebost.ranking.classic import Ranking
from rebost.ranking.signals import Weighed

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


_HEAVY = 0.3
"""Weight from which a word that the base doesn't know is what the question is about."""


def why_unanswered(ranking: default.Ranking) -> str:
    """The reason for a silence of the default method; empty when something was selected."""
    if ranking.selected:
        return ""
    if not ranking.records:
        return "There are no records to answer from."
    if not ranking.asked.parameters.limit:
        return "No pieces were asked for."
    if not ranking.asked.terms:
        return "The question names nothing that could be looked for."
    return _unheard(ranking) or _unsaid(ranking)


def _unheard(ranking: default.Ranking) -> str:
    """About someone or something that the base has never heard of; empty when that isn't the reason."""
    absent = [term for term in ranking.asked.terms if not term.meaning]
    named = [term for term in absent if term.asked.is_name or term.asked.is_identifier]
    heavy = sorted((term for term in absent if term.weight_of_meaning >= _HEAVY), key=_weight, reverse=True)
    told = named or heavy
    if not told:
        return ""
    first = told[0]
    if first.asked.near_word:
        return f"No record mentions {_listed(told)}; {_quoted(first.asked.near_word)} is spelled alike, but seems to be another."
    return f"No record mentions {_listed(told)}."


def _unsaid(ranking: default.Ranking) -> str:
    known = [term for term in ranking.asked.terms if term.is_name and term.holding]
    if known:
        return f"What the records say of {_listed(known)} doesn't answer the question."
    return "No record comes near enough to the question."


def _weight(term: Weighed) -> float:
    return term.weight_of_meaning


def _listed(terms: Sequence[Weighed]) -> str:
    words = [_quoted(term.asked.word) for term in terms[:_NAMED]]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _quoted(word: str) -> str:
    return f"“{word}”"


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
