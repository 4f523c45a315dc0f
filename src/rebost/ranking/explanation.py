"""Where a value comes from: trees of `Explanation` that recompute to the value they explain.

A node's `operation` says how its value follows from those of its details, in order:

    given          it doesn't: a count, a measured value or a parameter
    sum, product   of all details; an empty sum is 0
    ratio          first / second, at most 1; 0 when the second is 0
    withheld       0, whatever the details would bring
    idf            details N, n: ln(1 + (N - n + 0.5) / (n + 0.5))
    tf_norm        details occurrences, length, mean_length, k1, b, length_cap: BM25's saturation, scaled, at most 1
    z              details cosine, mean, deviation: (cosine - mean) / deviation
    ramp           details z, z_low, z_high: clamp((z - z_low) / (z_high - z_low), 0, 1)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from rebost.ranking.bm25 import Match, WeighedQuestion, WeighedTerm
from rebost.ranking.parameters import Parameters
from rebost.ranking.standout import Signal, Vectors
from rebost.records import Explanation

DESCRIPTIONS = {
    "score": "Score {value:.2f}; it needs {minimum:.2f}",
    "withheld_score": "Score 0: no word in common, and not a very clear case by meaning",
    "words": "{value:.2f} from the words: {weight:.2f} of the share of the question that the record covers",
    "vectors": "{value:.2f} from the meaning: {weight:.2f} of how far the record stands out",
    "lexical": "covers {value:.0%} of the question's weight",
    "gained": "{value:.2f} is the weight of the question's words that it holds",
    "word": "{value:.2f} for “{word}”",
    "tf_norm": "{value:.2f} for standing there {occurrences:.0f} times among {length:.0f} words (the mean is {mean_length:.1f})",
    "idf": "“{word}” weighs {value:.2f}: {holding:.0f} of {records:.0f} records hold it",
    "question_weight": "{value:.2f} is the weight of all the question's words",
    "absent_word": "{value:.2f} for “{word}”, which no record holds: it counts in part",
    "standout": "stands out by {value:.2f} of 1: from {z_low:.1f} deviations (0) to {z_high:.1f} (1)",
    "z": "{value:.1f} deviations above the mean: likeness {cosine:.3f}, mean {mean:.3f}, deviation {deviation:.3f}",
    "no_vector": "doesn't stand out: it has no vector yet",
    "signal_off": "nothing stands out: {signal}",
}
"""A sentence in plain words for each kind of node. A placeholder is the node's `value`, an entry of its `data`, or the
name of one of its details: a node whose details are all given says them itself."""

SIGNALS = {
    Signal.ON: "the vectors took part",
    Signal.NO_VECTORS: "there are no vectors",
    Signal.FEW_RECORDS: "there are too few records to compare",
    Signal.INCOMPLETE: "too many records have no vector yet",
}


def given(name: str, value: float) -> Explanation:
    """A node that isn't made of others."""
    return Explanation(name, float(value))


def _idf(records: float, holding: float) -> float:
    return math.log(1 + (records - holding + 0.5) / (holding + 0.5))


def _tf_norm(*details: float) -> float:
    occurrences, length, mean_length, k1, b, length_cap = details
    if not occurrences:
        return 0.0
    relative_length = min(length / mean_length, length_cap)
    return min(1.0, occurrences * (k1 + 1) / (occurrences + k1 * (1 - b + b * relative_length)))


OPERATIONS: dict[str, Callable[..., float]] = {
    "sum": lambda *values: sum(values),
    "product": lambda *values: math.prod(values),
    "ratio": lambda part, whole: min(1.0, part / whole) if whole else 0.0,
    "withheld": lambda *_: 0.0,
    "idf": _idf,
    "tf_norm": _tf_norm,
    "z": lambda cosine, mean, deviation: (cosine - mean) / deviation,
    "ramp": lambda z, low, high: min(1.0, max(0.0, (z - low) / (high - low))),
}


def recompute(node: Explanation) -> float:
    """The value of the node, computed again from the given values at the leaves of its tree.

    The arithmetic here is written apart from the ranking's own, so that one checks the other.
    """
    if node.operation == "given":
        return node.value
    return OPERATIONS[node.operation](*map(recompute, node.details))


def describe(node: Explanation, depth: int = 0) -> Iterator[str]:
    """The tree in plain words, a line a node, indented by two spaces a level."""
    values = {detail.name: detail.value for detail in node.details}
    yield "  " * depth + DESCRIPTIONS[node.name].format_map({**values, **node.data, "value": node.value})
    for detail in node.details:
        if detail.name in DESCRIPTIONS:
            yield from describe(detail, depth + 1)


def idf_node(term: WeighedTerm, records: int) -> Explanation:
    """What a term weighs."""
    details = (given("records", records), given("holding", term.document_frequency))
    return Explanation("idf", term.idf, "idf", details, {"word": term.term.token.surface})


def question_node(question: WeighedQuestion, records: int, parameters: Parameters) -> Explanation:
    """What the whole question weighs: the same for every record, so it is made once a question."""

    def weight_node(term: WeighedTerm) -> Explanation:
        rarity = idf_node(term, records)
        if term.known:
            return rarity
        details = (given("absent_weight", parameters.absent_weight), rarity)
        return Explanation("absent_word", term.weight, "product", details, {"word": term.term.token.surface})

    return Explanation("question_weight", question.weight, "sum", tuple(map(weight_node, question.terms)))


def lexical_node(
    value: float,
    matches: Sequence[Match],
    question: Explanation,
    *,
    records: int,
    length: int,
    mean_length: float,
    parameters: Parameters,
) -> Explanation:
    """The share of the question that one record covers. The arrays in `matches` hold that record alone."""
    settings = (
        given("length", length),
        given("mean_length", mean_length),
        given("k1", parameters.k1),
        given("b", parameters.b),
        given("length_cap", parameters.length_cap),
    )

    def word_node(match: Match) -> Explanation:
        occurrences = given("occurrences", float(match.occurrences[0]))
        norm = Explanation("tf_norm", float(match.tf_norm[0]), "tf_norm", (occurrences, *settings))
        details = (idf_node(match.term, records), norm)
        return Explanation("word", float(match.gain[0]), "product", details, {"word": match.term.term.token.surface})

    words = tuple(word_node(match) for match in matches if match.occurrences[0])
    gained = Explanation("gained", sum(word.value for word in words), "sum", words)
    return Explanation("lexical", value, "ratio", (gained, question))


def standout_node(value: float, row_place: int, vectors: Vectors, parameters: Parameters) -> Explanation:
    """How far one record stands out; `row_place` is its place among the vectors, -1 when it has none."""
    if vectors.signal is not Signal.ON:
        return Explanation("signal_off", 0.0, data={"signal": SIGNALS[vectors.signal]})
    if row_place < 0:
        return Explanation("no_vector", 0.0)
    cosine = float(vectors.cosines[row_place])
    measured = (given("cosine", cosine), given("mean", vectors.mean), given("deviation", vectors.deviation))
    z = Explanation("z", float(vectors.z[row_place]), "z", measured)
    return Explanation(
        "standout", value, "ramp", (z, given("z_low", parameters.z_low), given("z_high", parameters.z_high))
    )


def score_node(
    value: float, lexical: Explanation, standout: Explanation, *, counted: bool, minimum: float, parameters: Parameters
) -> Explanation:
    """The score of one record: three quarters words, one quarter vectors; nothing when it isn't `counted`."""

    def part(name: str, weight: float, of: Explanation) -> Explanation:
        return Explanation(name, weight * of.value, "product", (given("weight", weight), of))

    details = (part("words", parameters.weight_words, lexical), part("vectors", parameters.weight_vectors, standout))
    if not counted:
        return Explanation("withheld_score", value, "withheld", details, {"minimum": minimum})
    return Explanation("score", value, "sum", details, {"minimum": minimum})
