"""The statistics and postings of the records in one scope: what the ranking asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from rebost.ranking.index import Postings, Rows, look_up
from rebost.storage import settings
from rebost.storage.catalogue import Catalogue, parse_numbers
from rebost.storage.fetching import fetch_all, fetch_one, json_of, listed
from rebost.storage.postings import PostingsCache, starts_of
from rebost.storage.statistics import COUNT_MARK

_FEW_POSTINGS = 2_000
_POSTINGS_A_ROW = 20
"""Reading a term's postings (0.17 microseconds each) costs less than looking for it among the terms of some records (3
microseconds each) up to so many postings in all, or so many for each of those records."""

_COUNTS = re.compile(COUNT_MARK + r"\d+")

_FEWEST_LETTERS = 4
_MOST_LETTERS = 40
_TWO_EDITS_FROM = 8
"""Letters: of shorter words too many lie two edits away."""
_SOUND_ALIKE = {
    "b": "bv", "v": "vb", "y": "yli", "l": "ly", "g": "gj", "j": "jg", "c": "ckqsz", "k": "kcq", "q": "qck", "s": "scz",
    "z": "zsc", "x": "xsj", "i": "iyh", "h": "haeiou", "a": "ah", "e": "eh", "o": "oh", "u": "uh",
}  # fmt: skip
"""First letters that are written one for another."""


class ScopedIndex:
    """`rebost.ranking.index.Index` over a base. Valid only inside the read transaction that it was made in."""

    def __init__(
        self,
        connection: apsw.Connection,
        catalogue: Catalogue,
        cache: PostingsCache,
        project: int | None,
        general: bool,
        overdue: Sequence[int] = (),
    ) -> None:
        """The rows `overdue` are in no scope, though they still count in the statistics until they can be taken out."""
        self._connection = connection
        self._catalogue = catalogue
        self._cache = cache
        self.mask = catalogue.mask(project, general)
        """True at the row of each record in scope."""
        self.overdue = int(self.mask[list(overdue)].sum()) if overdue else 0
        """How many records of the scope are past their end and not taken out yet: as a rule none."""
        if self.overdue:
            self.mask = self.mask.copy()
            self.mask[list(overdue)] = False
        self._where = _where(project, general)
        self._postings: dict[str, Postings] = {}
        self._terms: dict[int, str] = {}
        self._frequencies: dict[str, int] = {}
        records, terms = fetch_one(
            connection,
            f"SELECT coalesce(sum(records), 0), coalesce(sum(terms), 0) FROM projects WHERE {self._where.format('id')}",
        )
        self._records = int(records)
        self._mean_length = terms / records if records else 0.0

    @property
    def records(self) -> int:
        """N: how many records are in scope."""
        return self._records

    @property
    def mean_length(self) -> float:
        """Mean number of terms a record; 0 when the scope is empty."""
        return self._mean_length

    def document_frequency(self, term: str) -> int:
        """n(t): how many records in scope hold the term."""
        found = self._frequencies.get(term)
        return self.document_frequencies((term,))[term] if found is None else found

    def document_frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """n(t) of many terms, asked for at once where they aren't known yet."""
        wanted = set(terms)
        if missing := wanted - self._frequencies.keys():
            self._frequencies.update(dict.fromkeys(missing, 0))
            self._frequencies.update(
                self._connection.execute(
                    "SELECT term, sum(records) FROM frequencies WHERE term IN (SELECT value FROM json_each(?))"
                    f" AND {self._where.format('project')} GROUP BY term",
                    (json_of(missing),),
                )
            )
        return {term: self._frequencies[term] for term in wanted}

    def postings(self, term: str) -> Postings:
        """The records in scope that hold the term, and how often each does."""
        found = self._postings.get(term)
        if found is None:
            rows, frequencies = self._cache.postings(self._connection, term)
            in_scope = self.mask[rows]
            found = Postings(rows[in_scope], frequencies[in_scope])
            self._postings[term] = found
        return found

    def holders(self, terms: Sequence[str]) -> list[Rows]:
        """The records in scope that hold each of these terms, in the order given: their postings, read at once."""
        found = fetch_all(
            self._connection,
            "SELECT (SELECT group_concat(doc) FROM occurrences WHERE term = value) FROM json_each(?)",
            (json_of(terms),),
        )
        held = [parse_numbers(listed) for (listed,) in found]
        once = [rows[starts_of(rows)] for rows in held]
        return [rows[self.mask[rows]] for rows in once]

    def frequencies(self, term: str, rows: Rows) -> NDArray[np.int32]:
        """How often each of these records holds the term: 0 where it doesn't. In the order given."""
        few = max(_FEW_POSTINGS, _POSTINGS_A_ROW * len(rows))
        if term in self._postings or self._cache.has(term) or self.document_frequency(term) <= few:
            return look_up(self.postings(term), rows)
        self._read_terms(rows)
        once, often = f" {term} ", f" {term}{COUNT_MARK}"
        return np.fromiter((_frequency(self._terms[row], once, often) for row in rows.tolist()), np.int32, len(rows))

    def _read_terms(self, rows: Rows) -> None:
        missing = [row for row in rows.tolist() if row not in self._terms]
        if missing:
            for row, terms in self._connection.execute(
                "SELECT row, terms FROM entries WHERE row IN (SELECT value FROM json_each(?))", (listed(missing),)
            ):
                self._terms[row] = f" {terms} "

    def holdings(self, rows: Rows) -> list[frozenset[str]]:
        """All that the index holds of each of these records, words and marks, in the order given."""
        self._read_terms(rows)
        return [frozenset(_COUNTS.sub("", self._terms[row]).split()) for row in rows.tolist()]

    def near(self, word: str) -> str | None:
        """The word in scope that a folded word is most likely a misspelling of, None where none is near enough.

        One edit away (a letter more, less, other, or two exchanged), two for a word of eight letters; among equals the
        one with the same first letter, then the one in most records. The first letter may be one that sounds alike.
        """
        if not _FEWEST_LETTERS <= len(word) <= _MOST_LETTERS:
            return None
        from rapidfuzz.distance import OSA  # loaded when a word is missing, not before

        most = 1 if len(word) < _TWO_EDITS_FROM else 2
        best: tuple[int, bool, int, str] | None = None
        for first in _SOUND_ALIKE.get(word[0], word[0]):
            for other, records in self._connection.execute(
                "SELECT word, sum(records) FROM vocabulary WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?"
                f" AND {self._where.format('project')} GROUP BY word",
                (first, chr(ord(first) + 1), len(word) - most, len(word) + most),
            ):
                edits = OSA.distance(word, other, score_cutoff=most)
                if edits <= most and other.isalpha():
                    found = (edits, other[0] != word[0], -records, other)
                    best = found if best is None else min(best, found)
        return None if best is None else best[-1]

    def lengths(self, rows: Rows) -> NDArray[np.int32]:
        """Number of terms of each of these records, in the order given."""
        return self._catalogue.lengths(rows)

    def holds(self, row: int) -> bool:
        """Whether the record at this row is in scope."""
        return bool(self.mask[row])

    def known(self, word: str) -> tuple[int, int]:
        """In how many records in scope a folded word stands, and in how many of them as a name."""
        records, names = fetch_one(
            self._connection,
            "SELECT coalesce(sum(records), 0), coalesce(sum(names), 0) FROM vocabulary"
            f" WHERE word = ? AND {self._where.format('project')}",
            (word,),
        )
        return int(records), int(names)

    def languages(self) -> dict[str, int]:
        """How many records in scope each language has, the most frequent first."""
        return settings.languages(self._connection, self._where.format("project"))


def _where(project: int | None, general: bool) -> str:
    """A condition on a column of project numbers, to be filled in by `format`."""
    if project is None:
        return "{} >= 0"
    return f"{{}} IN (0, {project})" if general else f"{{}} = {project}"


def _frequency(terms: str, once: str, often: str) -> int:
    if once in terms:
        return 1
    place = terms.find(often)
    if place < 0:
        return 0
    start = place + len(often)
    return int(terms[start : terms.index(" ", start)])
