"""The parameters of the method, each with its unit and the reason for its value."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from rebost.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Everything in method `classic` that could have another value.

    Raises:
        InputError: a value is out of its range, or two of them contradict each other.
    """

    k1: float = 1.2
    """How fast repetition stops counting (no unit). The usual value of the field; a personal record seldom repeats
    a word, so little hangs on it."""

    b: float = 0.3
    """How much length counts against a record, 0..1. Less than the field's 0.75: the records are short, and two
    sentences aren't a worse answer than one. On the six personal bases `balanced` is .61 at 0 and .64 from 0.3 to
    0.75, while `hit` falls from .65 to .61."""

    length_cap: float = 4.0
    """No record counts as longer than this many mean lengths. A base of one-line facts and a few long notes has a
    small mean; without a cap a note of 12,000 characters that holds every word of the question would score 0.02. With
    it such a record still brings two thirds of each word's weight, 0.5 in the score, which is past `minimum`.
    From 3 up it changes next to nothing on the six personal bases, whose notes are short."""

    absent_weight: float = 0.5
    """Share of its idf at which a term that no record holds counts in the question's weight. Nothing would let the
    filler words hide the word that matters; all would silence every question with a typing error."""

    fewest_records: int = 12
    """Records that idf counts at least. In a base of one record every word it holds stands in all records, and idf
    would call it worthless beside any word of the question that is absent: `on viu l'Anna` would find nothing in a base
    that holds only that. Counted as a dozen, a word that one record holds stays a rare word."""

    language_records: int = 500
    """Records of ordinary language that idf counts beside the base's, for words of a language whose frequencies are
    known: in 150 records a function word that stands once would weigh as much as an identifier. On the six personal
    bases, against none, `hit` of identifiers rises from .91 to .95 and of keywords from .97 to 1.0, while `balanced`
    stays at .64. 300 does two thirds of that, and 2,000 no more; in a base of many thousand records it hardly counts."""

    z_low: float = 1.5
    """Deviations above the mean at which a record begins to stand out. One record in fifteen lies above it by chance,
    so what lies below says nothing."""

    z_high: float = 4.0
    """Deviations above the mean at which a record stands out fully: chance brings one in 30,000 so far."""

    z_clear: float = 3.5
    """Deviations above the mean of a very clear case, which may answer without a word in common: chance brings one
    in 4,000 so far, more records than a person's base has as a rule. On the six personal bases 3.0 costs
    .05 of `silence` for .01 of `hit`."""

    fewest_vectors: int = 12
    """Records with a vector below which nothing stands out. Of n values none can lie more than sqrt(n - 1) deviations
    above their mean, and the deviation of so few is itself uncertain by a fifth or more: with five records, z would
    say which is first and call it up to 2.0, whether they differ by much or by nothing. From a dozen on a record can
    stand out; a very clear case takes fourteen."""

    vector_share: float = 0.9
    """Share of the records in scope that must have a vector. Mean and deviation of a part, the oldest or the newest,
    aren't those of the scope."""

    least_deviation: float = 0.001
    """The smallest deviation of the cosines (a cosine) that is believed: about twice the error that storing vectors in
    8 bits makes. Records that are all alike differ by less, and none of them should stand out for it."""

    weight_words: float = 0.75
    """Share of `lexical` in the score. Words are the signal that can be trusted: three quarters."""

    weight_vectors: float = 0.25
    """Share of `standout` in the score: it decides between records that the words leave close together."""

    minimum: float = 0.35
    """Score that a record must reach: by words alone, a little under half of the question's weight. On the six
    personal bases 0.3 costs .05 of `balanced`; 0.4 gains .02, and loses one keyword question in twenty."""

    minimum_clear: float = 0.15
    """Score that a very clear case without a word in common must reach. It may bring nothing but `standout`, 0.25 at most, so `minimum` would
    always stop it. At `z_clear` it has 0.2: as the values stand, each very clear case passes."""

    relative: float = 0.5
    """Share of the best score that a record must reach: half an answer beside a whole one is noise."""

    limit: int = 8
    """Most pieces returned: an agent's context is the scarce thing."""

    left_out: int = 20
    """Records that are reported by name as not returned, the nearest first: a screenful."""

    extra_postings: int = 500
    """Postings that may be read only to have nearest records to report when the question's words can't carry an
    answer: a fraction of a millisecond."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not (
                isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
            ):
                raise InputError(f"The parameter {field.name} is {value!r}; give a number that isn't negative.")
        for name in ("b", "absent_weight", "vector_share", "weight_words", "weight_vectors", "relative"):
            if getattr(self, name) > 1:
                raise InputError(f"The parameter {name} is {getattr(self, name)}; give a share between 0 and 1.")
        for name in ("minimum", "minimum_clear", "weight_words", "least_deviation", "length_cap"):
            if getattr(self, name) == 0:
                raise InputError(f"The parameter {name} is 0; give a number above 0.")
        for name in ("limit", "left_out", "extra_postings", "fewest_records", "language_records", "fewest_vectors"):
            if not isinstance(getattr(self, name), int):
                raise InputError(f"The parameter {name} is {getattr(self, name)!r}; give a whole number.")
        if not math.isclose(self.weight_words + self.weight_vectors, 1):
            raise InputError(
                "The parameters weight_words and weight_vectors are shares of one score; let their sum be 1."
            )
        if self.z_low >= self.z_high:
            raise InputError(f"The parameter z_low is {self.z_low}; give a number below z_high, {self.z_high}.")
