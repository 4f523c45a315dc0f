"""One sentence that says why nothing was returned, in words that a person understands."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rebost.ranking import default
from rebost.ranking.classic import Ranking
from rebost.ranking.signals import Weighed
from rebost.records import Sentence

_NO_RECORDS = Sentence("There are no records to answer from.", "no_records")
_NAMED = 3
"""Words named in the sentence: more of them say no more."""


def why(ranking: Ranking) -> Sentence:
    """The reason for a silence; empty when something was selected."""
    if ranking.selected:
        return Sentence("")
    if not ranking.records:
        return _NO_RECORDS
    if not ranking.asked.question.terms:
        return Sentence("The question holds no words.", "no_words")
    nearest = _nearest(ranking)
    absent = [term.term.token.surface for term in ranking.asked.question.absent]
    return Sentence(f"{nearest}{_absent(absent)}.", nearest.key, {**nearest.values, "absent": tuple(absent)})


_HEAVY = 0.3
"""Weight from which a word that the base doesn't know is what the question is about."""


def why_unanswered(ranking: default.Ranking) -> Sentence:
    """The reason for a silence of the default method; empty when something was selected."""
    if ranking.selected:
        return Sentence("")
    if not ranking.records:
        return _NO_RECORDS
    if not ranking.asked.parameters.limit:
        return Sentence("No pieces were asked for.", "no_pieces")
    if not ranking.asked.terms:
        return Sentence("The question names nothing that could be looked for.", "nothing_named")
    return _unheard(ranking) or _unsaid(ranking)


def _unheard(ranking: default.Ranking) -> Sentence | None:
    """About someone or something that the base has never heard of; None when that isn't the reason."""
    absent = [term for term in ranking.asked.terms if not term.meaning]
    named = [term for term in absent if term.asked.is_name or term.asked.is_identifier]
    heavy = sorted((term for term in absent if term.weight_of_meaning >= _HEAVY), key=_weight, reverse=True)
    told = named or heavy
    if not told:
        return None
    words, near = _words(told), told[0].asked.near_word
    if near:
        return Sentence(
            f"No record mentions {_listed(words)}; {_quoted(near)} is spelled alike, but seems to be another.",
            "unheard_alike",
            {"words": words, "near": near},
        )
    return Sentence(f"No record mentions {_listed(words)}.", "unheard", {"words": words})


def _unsaid(ranking: default.Ranking) -> Sentence:
    known = _words([term for term in ranking.asked.terms if term.is_name and term.holding])
    if known:
        return Sentence(
            f"What the records say of {_listed(known)} doesn't answer the question.", "unsaid", {"words": known}
        )
    return Sentence("No record comes near enough to the question.", "not_near")


def _weight(term: Weighed) -> float:
    return term.weight_of_meaning


def _words(terms: Sequence[Weighed]) -> tuple[str, ...]:
    return tuple(term.asked.word for term in terms[:_NAMED])


def _listed(words: Sequence[str]) -> str:
    quoted = [*map(_quoted, words)]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _quoted(word: str) -> str:
    return f"“{word}”"


def _nearest(ranking: Ranking) -> Sentence:
    if not ranking.asked.parameters.limit:
        return Sentence("No pieces were asked for", "no_pieces")
    if not ranking.asked.question.known:
        return Sentence(
            "No record shares a word with the question, and none stands out clearly by its meaning", "nothing_shared"
        )
    if not ranking.best:
        return Sentence(
            "No record reaches the minimum: those with a word in common share only very common ones", "only_common"
        )
    scores = ranking.scores
    nearest = int(np.argmax(scores.score / scores.minimum))
    # Rounded down: a score that fell short never reads as one that reached the minimum.
    reached = math.floor(scores.score[nearest] * 100) / 100
    minimum = float(scores.minimum[nearest])
    return Sentence(
        f"No record reaches the minimum: the nearest has {reached:.2f} of {minimum:.2f}",
        "below_minimum",
        {"reached": reached, "minimum": minimum},
    )


def _absent(words: Sequence[str]) -> str:
    if not words:
        return ""
    others = len(words) - _NAMED
    named = ", ".join(map(_quoted, words[:_NAMED])) + (f" and {others} more" if others > 0 else "")
    return f"; no record holds {named}"
