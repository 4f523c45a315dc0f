"""Synthetic records and questions with natural frequencies: a few words everywhere, most words almost nowhere.

The same seed gives the same texts on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

FUNCTION_WORDS = (
    "the of and to in a is that for it was on are as with his they at be this from have or by one had not but what all "
    "were when we there can an your which their if will each about how up out them then she many some so these would "
    "other into has more her two him see"
).split()
"""The most frequent ranks are real words, so that language detection and function words do their usual work."""
VOCABULARY = 40_000
"""Words that a person's notes of several years hold."""
SHORT_WORDS = 400
LONGER = 0.3
"""Share of words with a syllable more than their neighbours in rank."""
SHIFT = 2.7
"""Of the Zipf-Mandelbrot law, frequency = 1 / (rank + shift): the usual value for English."""
NOTES = 0.04
"""Share of long notes among the records."""
FACT_WORDS = (6, 26)
NOTE_PARAGRAPHS = (4, 14)
PARAGRAPH_WORDS = (20, 70)
NAMES = 0.04
"""Share of words written as names."""
UNKNOWN = 0.2
"""Share of questions about something that no record holds."""

_ONSETS = "b br c ch d dr f fl g gr h j k l m n p pl qu r s st t tr v w z".split()
_VOWELS = "a a e e i i o o u ai ea ou".split()
_CODAS = ["", "", "", "", "n", "r", "s", "l", "t", "st"]


@dataclass
class Texts:
    """A source of records and questions; draw from it in order."""

    seed: int = 1

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @cached_property
    def _words(self) -> list[str]:
        source = random.Random(0)
        words = dict.fromkeys(FUNCTION_WORDS)
        while len(words) < VOCABULARY:
            # Frequent words are short in every language.
            syllables = (1 if len(words) < SHORT_WORDS else 2) + (source.random() < LONGER)
            words["".join(_syllable(source) for _ in range(syllables))] = None
        return list(words)

    @cached_property
    def _weights(self) -> list[float]:
        return list(accumulate(1 / (rank + SHIFT) for rank in range(1, VOCABULARY + 1)))

    def records(self, number: int) -> list[str]:
        """One-line facts, and a few notes of several paragraphs."""
        return list(self.stream(number))

    def stream(self, number: int) -> Iterator[str]:
        """The same, one at a time: a million needn't be in memory."""
        for _ in range(number):
            yield self._note() if self._random.random() < NOTES else self._sentence(*FACT_WORDS)

    def questions(self, number: int, records: Sequence[str]) -> list[str]:
        """Two words of some record, or two that no record holds, among common words."""
        return [self._question(records) for _ in range(number)]

    def _question(self, records: Sequence[str]) -> str:
        if self._random.random() < UNKNOWN:
            matter = [f"xq{self._random.randrange(10**6)}", f"zk{self._random.randrange(10**6)}"]
        else:
            words = [word.strip(".#-\n") for word in self._random.choice(records).split(" ")]
            rare = [word for word in words if len(word) > 5] or words
            matter = self._random.sample(rare, min(2, len(rare)))
        words = [*matter, *self._random.choices(FUNCTION_WORDS, k=self._random.randint(2, 5))]
        self._random.shuffle(words)
        return " ".join(words) + "?"

    def _sentence(self, fewest: int, most: int) -> str:
        number = self._random.randint(fewest, most)
        words = self._random.choices(self._words, cum_weights=self._weights, k=number)
        written = [word.capitalize() if self._random.random() < NAMES else word for word in words]
        return " ".join([written[0].capitalize(), *written[1:]]) + "."

    def _note(self) -> str:
        paragraphs = [self._sentence(*PARAGRAPH_WORDS) for _ in range(self._random.randint(*NOTE_PARAGRAPHS))]
        return f"# {self._sentence(2, 5)}\n\n" + "\n\n".join(paragraphs)


def _syllable(source: random.Random) -> str:
    return source.choice(_ONSETS) + source.choice(_VOWELS) + source.choice(_CODAS)
