"""Which records look like a text: by the words that both share, each as heavy as it is rare."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from rebost.analysis.marks import is_mark
from rebost.ranking import Rows
from rebost.records import Draft
from rebost.storage import Entry, ScopedIndex, Snapshot
from rebost.storage.likenesses import Like
from rebost.storage.postings import starts_of

ALIKE = 0.4
"""From here on two records look alike. On four people's bases of 150 records each, of 46,000 pairs one reached it, two
versions of the same prescription; what only shares a person and a verb stays below 0.35."""
_MOST = 3
"""Alike records that are told of."""
_MOST_POSTINGS = 20_000
"""Read for one text, from the rarest word up: 4 ms. Beyond that only words remain that thousands of records hold."""
_ROUNDING = 1e-9
"""Sums of the same weights in another order may differ by so much."""
_TIMES_LONGER = 10
"""A record may weigh four times as much as a text that all of it looks like, never more; what has over ten times as many words
as the text is a long note, and the weight of each of its words need not be looked up to see that."""
_LOOKED_AT = 50
"""Candidates whose words are read: those that share most of what was looked up."""


def likeness(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How much two texts are alike, 0 to 1, by their distinct words and the weight of each.

    Twice the weight of what they share over the weight of both (Dice, 1945: Measures of the amount of ecologic
    association between species; weighted).
    """
    total = sum(one.values()) + sum(other.values())
    shared = sum(weight for word, weight in one.items() if word in other)
    return 2 * shared / total if total else 0.0


def likes_of_drafts(snapshot: Snapshot, drafts: Sequence[Draft], entries: Sequence[Entry]) -> list[list[Like]]:
    """For each draft the records of its project, or of none, that look like it.

    Drafts that come together may be alike too: row -n - 1 stands for the draft n, which comes before.
    """
    shelves = {project: Likening(snapshot.shelf(project)) for project in {draft.project for draft in drafts}}
    words = [shelves[draft.project].weighed(entry.terms) for draft, entry in zip(drafts, entries, strict=True)]
    likes = []
    for number, (draft, own) in enumerate(zip(drafts, words, strict=True)):
        found = shelves[draft.project].like(own)
        for earlier in range(number):
            degree = likeness(own, words[earlier])
            if degree >= ALIKE and drafts[earlier].project in {draft.project, None}:
                found.append(Like(-earlier - 1, degree))
        likes.append(sorted(found, key=lambda like: -like.likeness)[:_MOST])
    return likes


def _least(words: Mapping[str, float]) -> float:
    """The least weight s that a text of these words, a in all, shares with one that it looks like and that weighs b.

    2 s / (a + b) >= ALIKE, and b >= s.
    """
    return sum(words.values()) * ALIKE / (2 - ALIKE)


class Likening:
    """Compares texts with the records of one scope, in one read transaction."""

    def __init__(self, index: ScopedIndex) -> None:
        self._index = index
        self._weights: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def weighed(self, terms: Iterable[str]) -> dict[str, float]:
        """The distinct words among the terms with their weights: idf, as BM25 has it."""
        words = {term for term in terms if not is_mark(term)}
        missing = words - self._weights.keys()
        for word, count in self._index.document_frequencies(missing).items():
            self._counts[word] = count
            self._weights[word] = math.log(1 + (self._index.records - count + 0.5) / (count + 0.5))
        return {word: self._weights[word] for word in words}

    def like_record(self, row: int) -> list[Like]:
        """The records most like the one at this row."""
        (terms,) = self._index.holdings(np.array([row]))
        return self.like(self.weighed(terms), but=row)

    def like(self, words: Mapping[str, float], but: int | None = None) -> list[Like]:
        """The records most like a text, the most alike first, three at most; the row `but` isn't among them."""
        rows = self._candidates(words)
        least = _least(words) - _ROUNDING
        found = []
        for row, terms in zip(rows.tolist(), self._index.holdings(rows), strict=True):
            # Looking up the weight of all that a candidate holds takes longest, so that comes last.
            if row != but and sum(words[word] for word in terms & words.keys()) >= least:
                found.append(Like(row, likeness(words, self.weighed(terms))))
        found = [like for like in found if like.likeness >= ALIKE]
        return sorted(found, key=lambda like: (-like.likeness, like.row))[:_MOST]

    def _candidates(self, words: Mapping[str, float]) -> Rows:
        """Rows of the records that may be alike.

        A record that holds none of the rarest words can't share the least weight once the rest together weigh less.
        """
        least = _least(words)
        rest = sum(words.values())
        chosen: list[str] = []
        read = 0
        for word, weight in sorted(words.items(), key=lambda item: (-item[1], item[0])):
            if rest < least or read > _MOST_POSTINGS:
                break
            chosen.append(word)
            read += self._counts[word]
            rest -= weight
        if not read:
            return np.empty(0, dtype=np.int64)
        holders = self._index.holders(chosen)
        weights = np.repeat([words[word] for word in chosen], list(map(len, holders)))
        # Not np.unique: it loads numpy.ma, which takes longer than all of this.
        rows = np.concatenate(holders)
        order = np.argsort(rows, kind="stable")
        held = rows[order]
        starts = starts_of(held)
        distinct, shared = held[starts], np.add.reduceat(weights[order], starts)
        near = self._index.lengths(distinct) <= _TIMES_LONGER * len(words)
        distinct, shared = distinct[near], shared[near]
        best = np.argsort(-shared, kind="stable")[:_LOOKED_AT]
        return np.sort(distinct[best[shared[best] + rest >= least]])
