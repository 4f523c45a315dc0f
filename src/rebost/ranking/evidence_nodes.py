"""Explanations of the default method: the score by words and vectors, and the evidence by its signals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rebost.ranking.explanation import given, standout_nodes
from rebost.ranking.signals import MISSPELLED, RELATED, SAME, SYNONYM, Weighed
from rebost.records import Explanation

if TYPE_CHECKING:
    from rebost.ranking.default import Asked, Judged
    from rebost.ranking.evidence import Logistic, Measured


def trees(asked: Asked, judged: Judged, places: Sequence[int], minimum: float) -> tuple[Explanation, ...]:
    """One tree for each of these places among the judged records."""
    if not places:
        return ()
    rows = judged.signals.rows[list(places)]
    standouts = standout_nodes(
        judged.standout[list(places)], asked.vectors.places(rows), asked.vectors, asked.parameters
    )
    whole = _question_node(asked)
    groups, bias = _signals(judged.signals.values, asked.model.fits), given("bias", asked.model.fits.bias)
    of_question = _of_question(asked, judged)
    found = []
    for place, standout in zip(places, standouts, strict=True):
        score = _score(asked, judged, place, whole, standout)
        fit = _logistic("fit", float(judged.weighing.fit[place]), bias, groups, place)
        details = (fit, of_question)
        evidence = Explanation("evidence", float(judged.evidence[place]), "product", details, {"minimum": minimum})
        found.append(Explanation("answer", score.value, "first", (score, evidence)))
    return tuple(found)


def _score(asked: Asked, judged: Judged, place: int, whole: Explanation, standout: Explanation) -> Explanation:
    parameters = asked.parameters
    words = tuple(_word(term, number, judged, place) for number, term in enumerate(asked.terms))
    covered = Explanation("covered", sum(word.value for word in words), "sum", words)
    coverage = Explanation("coverage", float(judged.signals.coverage[place]), "ratio", (covered, whole))
    shares = (
        Explanation(name, weight * part.value, "product", (given("weight", weight), part))
        for name, weight, part in (
            ("words", parameters.weight_words, coverage),
            ("vectors", parameters.weight_vectors, standout),
        )
    )
    return Explanation("plain_score", float(judged.score[place]), "sum", tuple(shares))


def _question_node(asked: Asked) -> Explanation:
    return Explanation(
        "question_weight",
        sum(term.weight_of_meaning for term in asked.terms),
        "sum",
        tuple(given("weight", term.weight_of_meaning) for term in asked.terms),
    )


def _word(term: Weighed, number: int, judged: Judged, place: int) -> Explanation:
    held = judged.signals.held
    strength = float(held.nearly[number, place])
    return Explanation(
        _way(strength, bool(held.same[number, place]), bool(held.misspelled[number, place]), term),
        strength * term.weight_of_meaning,
        "product",
        (given("weight", term.weight_of_meaning), given("strength", strength)),
        {"word": term.asked.word, "other": term.asked.near_word, "name": term.is_name},
    )


def _way(strength: float, same: bool, misspelled: bool, term: Weighed) -> str:
    if same and strength == SAME:
        return "word_held"
    if misspelled and strength == MISSPELLED:
        return "word_misspelled"
    if strength == SYNONYM:
        return "word_by_meaning"
    if strength == RELATED:
        return "word_nearly"
    if term.meaning:
        return "word_missing"
    return "name_unknown" if term.is_name else "word_unknown"


class _Signal(NamedTuple):
    """What the nodes of one signal have in common for all records."""

    name: str
    values: list[float]
    usual: Explanation
    weight: Explanation
    data: dict[str, str]

    def node(self, place: int) -> Explanation:
        measured = self.values[place]
        details = (given("measured", measured), self.usual, self.weight)
        return Explanation(self.name, (measured - self.usual.value) * self.weight.value, "weighed", details, self.data)


def _of_question(asked: Asked, judged: Judged) -> Explanation:
    """What the evidence of every record is multiplied by."""
    weighing, model = judged.weighing, asked.model.answerable
    groups, bias = _signals(weighing.of_question, model), given("bias", model.bias)
    answerable = _logistic("answerable", weighing.answerable, bias, groups, 0)
    best = given("best_fit", weighing.fit.max())
    return Explanation("of_question", math.sqrt(answerable.value / best.value), "root_of_ratio", (answerable, best))


def _signals(values: Measured, model: Logistic) -> list[tuple[str, list[_Signal]]]:
    """Every group that counts in the model, with its signals."""
    groups = []
    for group, names in model.weights.items():
        signals = []
        for name, (usual, weight) in names.items():
            nodes = given("usual", usual), given("weight", weight)
            data = {"signal": name.replace("_", " ")}
            signals.append(_Signal(f"signal.{group}.{name}", values[group][name].tolist(), *nodes, data))
        groups.append((f"signals.{group}", signals))
    return groups


def _logistic(
    name: str, value: float, bias: Explanation, groups: list[tuple[str, list[_Signal]]], place: int
) -> Explanation:
    details = [bias]
    for group, signals in groups:
        leaves = tuple(signal.node(place) for signal in signals)
        details.append(Explanation(group, sum(leaf.value for leaf in leaves), "sum", leaves))
    return Explanation(name, value, "logistic", tuple(details))
