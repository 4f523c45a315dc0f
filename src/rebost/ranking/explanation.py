"""Where a value comes from: trees of `Explanation` that recompute to the value they explain.

A node's `operation` says how its value follows from those of its details, in order:

    given          it doesn't: a count, a measured value or a parameter
    sum, product   of all details; an empty sum is 0
    ratio          first / second, at most 1; 0 when the second is 0
    withheld       0, whatever the details would bring
    idf            details N, least N, n, M, m: ln(1 + (N + M - n - m + 0.5) / (n + m + 0.5)), with N at least the second
    tf_norm        details occurrences, length, mean_length, k1, b, length_cap: BM25's saturation, scaled, at most 1
    z              details cosine, mean, deviation: (cosine - mean) / deviation
    ramp           details z, z_low, z_high: clamp((z - z_low) / (z_high - z_low), 0, 1)
    first          the first detail
    weighed        details measured, usual, weight: (measured - usual) * weight
    logistic       1 / (1 + exp(-sum of all details))
    root_of_ratio  the square root of first / second
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rebost.ranking.bm25 import Match, Values, WeighedQuestion, WeighedTerm
from rebost.ranking.descriptions import DESCRIPTIONS
from rebost.ranking.parameters import Parameters
from rebost.ranking.standout import Signal, Vectors
from rebost.records import Explanation

SIGNALS = {
    Signal.ON: "the vectors took part",
    Signal.NO_VECTORS: "there are no vectors",
    Signal.FEW_RECORDS: "there are too few records to compare",
    Signal.INCOMPLETE: "too many records have no vector yet",
    Signal.ALIKE: "all records are equally like the question",
}


def given(name: str, value: float) -> Explanation:
    """A node that isn't made of others."""
    return Explanation(name, float(value))


def _idf(*details: float) -> float:
    records, fewest_records, holding, language_records, language_holding = details
    records = max(records, fewest_records) + language_records
    holding += language_holding
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
    "first": lambda value, *_: value,
    "weighed": lambda measured, usual, weight: (measured - usual) * weight,
    "root_of_ratio": lambda part, whole: math.sqrt(part / whole),
    "logistic": lambda *values: 1 / (1 + math.exp(-min(50.0, max(-50.0, sum(values))))),
}


def recompute(node: Explanation) -> float:
    """The value of the node, computed again from the given values at the leaves of its tree.

    The arithmetic here is written apart from the ranking's own, so that one checks the other.
    """
    if node.operation == "given":
        return node.value
    return OPERATIONS[node.operation](*map(recompute, node.details))


_NOTABLE = 0.1
"""What a single signal must add or take away to be worth a line."""


def describe(node: Explanation, depth: int = 0) -> Iterator[str]:
    """The tree in plain words, a line a node, indented by two spaces a level; signals that hardly count have none."""
    if node.operation == "weighed" and abs(node.value) < _NOTABLE:
        return
    values = {detail.name: detail.value for detail in node.details}
    yield "  " * depth + DESCRIPTIONS[node.name].format_map({**values, **node.data, "value": node.value})
    for detail in node.details:
        if detail.name in DESCRIPTIONS:
            yield from describe(detail, depth + 1)


_WORTH_SAYING = 1.0
"""Records of ordinary language from which it is said that a word is common there."""


def idf_node(term: WeighedTerm, records: int, parameters: Parameters) -> Explanation:
    """What a term weighs."""
    details = (
        given("records", records),
        given("fewest_records", parameters.fewest_records),
        given("holding", term.document_frequency),
        given("language_records", term.language_records),
        given("language_holding", term.language_holding),
    )
    name = "idf_by_language" if term.language_holding >= _WORTH_SAYING else "idf"
    return Explanation(name, term.idf, "idf", details, {"word": term.term.token.surface})


def question_node(question: WeighedQuestion, records: int, parameters: Parameters) -> Explanation:
    """What the whole question weighs: the same for every record, so it is made once a question."""

    def weight_node(term: WeighedTerm) -> Explanation:
        rarity = idf_node(term, records, parameters)
        if term.known:
            return rarity
        details = (given("absent_weight", parameters.absent_weight), rarity)
        return Explanation("absent_word", term.weight, "product", details, {"word": term.term.token.surface})

    return Explanation("question_weight", question.weight, "sum", tuple(map(weight_node, question.terms)))


def settings(mean_length: float, parameters: Parameters) -> tuple[Explanation, ...]:
    """What `tf_norm` takes beside the record's own numbers."""
    return (
        given("mean_length", mean_length),
        given("k1", parameters.k1),
        given("b", parameters.b),
        given("length_cap", parameters.length_cap),
    )


def lexical_nodes(
    values: Values,
    matches: Sequence[Match],
    question: Explanation,
    lengths: NDArray[np.int32],
    settings: tuple[Explanation, ...],
) -> Iterator[Explanation]:
    """The share of the question that each record covers. All arrays run over the same records."""
    # The known terms are the last of the question's, in the order of the matches.
    weights = question.details[len(question.details) - len(matches) :]
    columns = [
        (weight, match.occurrences.tolist(), match.tf_norm.tolist(), match.gain.tolist())
        for weight, match in zip(weights, matches, strict=True)
    ]
    # Records share nodes: the same number of occurrences among as many words saturates alike.
    norm_nodes: dict[tuple[int, int], Explanation] = {}
    for place, (value, length) in enumerate(zip(values.tolist(), lengths.tolist(), strict=True)):
        words = []
        for weight, occurrences, norms, gains in columns:
            count = occurrences[place]
            if count:
                norm = norm_nodes.get((count, length))
                if norm is None:
                    details = (given("occurrences", count), given("length", length), *settings)
                    norm = norm_nodes[count, length] = Explanation("tf_norm", norms[place], "tf_norm", details)
                words.append(Explanation("word", gains[place], "product", (weight, norm), weight.data))
        gained = Explanation("gained", sum(word.value for word in words), "sum", tuple(words))
        yield Explanation("lexical", value, "ratio", (gained, question))


def weights(parameters: Parameters) -> tuple[Explanation, Explanation]:
    """What the words and the vectors count in a score."""
    return given("weight", parameters.weight_words), given("weight", parameters.weight_vectors)


def standout_nodes(
    values: Values, places: NDArray[np.intp], vectors: Vectors, parameters: Parameters
) -> Iterator[Explanation]:
    """How far each record stands out; `places` say where it stands among the vectors, -1 where it has none."""
    bounds = (given("z_low", parameters.z_low), given("z_high", parameters.z_high))
    scope = (given("mean", vectors.mean), given("deviation", vectors.deviation))
    for value, place in zip(values.tolist(), places.tolist(), strict=True):
        if vectors.signal is not Signal.ON:
            yield Explanation("signal_off", 0.0, data={"signal": SIGNALS[vectors.signal], "key": str(vectors.signal)})
        elif place < 0:
            yield Explanation("no_vector", 0.0)
        else:
            measured = (given("cosine", float(vectors.cosines[place])), *scope)
            z = Explanation("z", float(vectors.z[place]), "z", measured)
            yield Explanation("standout", value, "ramp", (z, *bounds))


def score_node(
    value: float,
    lexical: Explanation,
    standout: Explanation,
    weights: tuple[Explanation, Explanation],
    *,
    counted: bool,
    minimum: float,
) -> Explanation:
    """The score of one record: three quarters words, one quarter vectors; nothing when it isn't `counted`.

    `weights` are the nodes of those shares, the same for every record.
    """
    of_words, of_vectors = weights
    details = (
        Explanation("words", of_words.value * lexical.value, "product", (of_words, lexical)),
        Explanation("vectors", of_vectors.value * standout.value, "product", (of_vectors, standout)),
    )
    if not counted:
        return Explanation("withheld_score", value, "withheld", details, {"minimum": minimum})
    return Explanation("score", value, "sum", details, {"minimum": minimum})
