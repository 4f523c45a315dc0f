"""The inverted index and the counts that go with it, kept exact within the transaction that changes a record."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import apsw

from rebost.storage.fetching import fetch_one

_NAME_MARK = "\x01"
"""Before a word in `entries.words` that stands as a name in that record; no word holds control characters."""
COUNT_MARK = "\x02"
"""Between a term in `entries.terms` and how often it stands in that record, where that is more than once."""
MOST_COUNTED = 60
"""How often a term counts in one record at most. FTS5's `secure-delete` leaves a word behind that stands over a hundred times
in a record it is taken out of, and BM25 is all but saturated by then: 60 times give .98 of what any number gives."""


class Entry(NamedTuple):
    """What the analyzer made of a record's text: all that the index needs to know of it."""

    terms: tuple[str, ...]
    """Index terms in the order of the text, with repetitions; lower case, without spaces or control characters."""
    words: Mapping[str, bool]
    """Each distinct folded word, and whether it stands in the record as a name."""
    language: str | None = None
    marks: tuple[str, ...] = ()
    """What the record holds beside its words, as terms that count in no length."""


class Delta:
    """Changes to the statistics, summed up before they are written: a bulk import touches each term once."""

    def __init__(self) -> None:
        self.frequencies: defaultdict[int, Counter[str]] = defaultdict(Counter)
        """By project, as the two that follow."""
        self.vocabulary: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.names: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.languages: Counter[tuple[str, int]] = Counter()
        self.records: Counter[int] = Counter()
        self.lengths: Counter[int] = Counter()

    def count(
        self,
        project: int,
        terms: Iterable[str],
        words: Mapping[str, bool],
        language: str | None,
        length: int,
        sign: int,
    ) -> None:
        """Add (`sign` 1) or take away (-1) one record."""
        names = [word for word, is_name in words.items() if is_name]
        for counter, counted in (
            (self.frequencies[project], list(terms)),
            (self.vocabulary[project], list(words)),
            (self.names[project], names),
        ):
            if sign > 0:
                counter.update(counted)
            else:
                counter.subtract(counted)
        if language is not None:
            self.languages[language, project] += sign
        self.records[project] += sign
        self.lengths[project] += sign * length


def add(connection: apsw.Connection, delta: Delta, entries: Iterable[tuple[int, int, Entry]]) -> None:
    """Index records (row, project, entry) that weren't, and count them in `delta`."""
    postings = []
    kept = []
    for row, project, entry in entries:
        counts = Counter(entry.terms)
        counts.update(entry.marks)
        for term, n in counts.items():
            if n > MOST_COUNTED:
                counts[term] = MOST_COUNTED
        delta.count(project, counts, entry.words, entry.language, len(entry.terms), 1)
        # Equal terms side by side, as `remove` will name them: their places in the text are of no use here.
        postings.append((row, " ".join(counts.elements())))
        words = " ".join(_NAME_MARK + word if is_name else word for word, is_name in entry.words.items())
        terms = " ".join(term if n == 1 else f"{term}{COUNT_MARK}{n}" for term, n in counts.items())
        kept.append((row, terms, words))
    connection.executemany("INSERT INTO postings(rowid, terms) VALUES (?, ?)", postings)
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", kept)


def remove(connection: apsw.Connection, delta: Delta, row: int) -> None:
    """Take an indexed record out of the index, and out of the counts in `delta`."""
    found = fetch_one(
        connection,
        "SELECT project, language, length, terms, words FROM records JOIN entries USING (row) WHERE row = ?",
        (row,),
    )
    project, language, length, terms, marked = found
    words = words_of(marked)
    counts = counts_of(terms)
    delta.count(project, counts, words, language, length, -1)
    connection.execute(
        "INSERT INTO postings(postings, rowid, terms) VALUES ('delete', ?, ?)", (row, " ".join(counts.elements()))
    )
    connection.execute("DELETE FROM entries WHERE row = ?", (row,))


def counts_of(terms: str) -> Counter[str]:
    """How often each term stands in a record, from what `entries.terms` holds."""
    counts: Counter[str] = Counter()
    for item in filter(None, terms.split(" ")):
        term, mark, count = item.partition(COUNT_MARK)
        counts[term] = int(count) if mark else 1
    return counts


def words_of(marked: str) -> dict[str, bool]:
    """Each word of a record, and whether it stands there as a name, from what `entries.words` holds."""
    return {word.removeprefix(_NAME_MARK): word.startswith(_NAME_MARK) for word in marked.split(" ") if word}


def write(connection: apsw.Connection, delta: Delta) -> None:
    """Write the sums, and drop the lines that have come down to nothing."""
    frequencies = sorted(
        (term, project, n) for project, counter in delta.frequencies.items() for term, n in counter.items() if n
    )
    connection.executemany(
        "INSERT INTO frequencies VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET records = records + excluded.records",
        frequencies,
    )
    connection.executemany(
        "DELETE FROM frequencies WHERE term = ? AND project = ? AND records = 0",
        [(term, project) for term, project, n in frequencies if n < 0],
    )
    vocabulary = sorted(
        (word, project, n, delta.names[project][word])
        for project, counter in delta.vocabulary.items()
        for word, n in counter.items()
        if n or delta.names[project][word]
    )
    connection.executemany(
        "INSERT INTO vocabulary VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
        " SET records = records + excluded.records, names = names + excluded.names",
        vocabulary,
    )
    connection.executemany(
        "DELETE FROM vocabulary WHERE word = ? AND project = ? AND records = 0",
        [(word, project) for word, project, n, _ in vocabulary if n < 0],
    )
    connection.executemany(
        "INSERT INTO languages VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET records = records + excluded.records",
        [(language, project, n) for (language, project), n in delta.languages.items() if n],
    )
    connection.execute("DELETE FROM languages WHERE records = 0")
    connection.executemany(
        "UPDATE projects SET records = records + ?, terms = terms + ? WHERE id = ?",
        [(n, delta.lengths[project], project) for project, n in delta.records.items()],
    )


def merge(connection: apsw.Connection, source: int, target: int) -> None:
    """Count the records of one project as another's. The index stays as it is: it knows of no projects."""
    connection.execute(
        "INSERT INTO frequencies SELECT term, ?, records FROM frequencies WHERE project = ?"
        " ON CONFLICT DO UPDATE SET records = records + excluded.records",
        (target, source),
    )
    connection.execute(
        "INSERT INTO vocabulary SELECT word, ?, records, names FROM vocabulary WHERE project = ?"
        " ON CONFLICT DO UPDATE SET records = records + excluded.records, names = names + excluded.names",
        (target, source),
    )
    connection.execute(
        "INSERT INTO languages SELECT language, ?, records FROM languages WHERE project = ?"
        " ON CONFLICT DO UPDATE SET records = records + excluded.records",
        (target, source),
    )
    for table in ("frequencies", "vocabulary", "languages"):
        connection.execute(f"DELETE FROM {table} WHERE project = ?", (source,))
    connection.execute(
        "UPDATE projects SET records = projects.records + source.records, terms = projects.terms + source.terms"
        " FROM (SELECT records, terms FROM projects WHERE id = ?) AS source WHERE id = ?",
        (source, target),
    )


def clear(connection: apsw.Connection) -> None:
    """Empty the index and every count, before all records are indexed anew."""
    connection.execute("INSERT INTO postings(postings) VALUES ('delete-all')")
    for table in ("entries", "frequencies", "vocabulary", "languages"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("UPDATE projects SET records = 0, terms = 0")
