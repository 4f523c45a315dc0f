"""Do the index and the statistics of a base say what its records say? Counted anew, apart from how they are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import apsw

from rebost.storage.fetching import fetch_all, fetch_first
from rebost.storage.rows import digest
from rebost.storage.statistics import counts_of, words_of

_QUERIES = {
    "records that are in the index and not current, or the other way round": """
        SELECT row FROM records WHERE state = 0 EXCEPT SELECT row FROM entries
        UNION ALL SELECT row FROM (SELECT row FROM entries EXCEPT SELECT row FROM records WHERE state = 0)""",
    "projects whose counts are wrong": """
        SELECT id FROM projects WHERE projects.records <> (SELECT count(*) FROM records WHERE project = projects.id AND state = 0)
        OR terms <> (SELECT coalesce(sum(length), 0) FROM records WHERE project = projects.id AND state = 0)""",
    "languages whose counts are wrong": """
        WITH told AS (
            SELECT language, project, count(*) FROM records WHERE state = 0 AND language IS NOT NULL GROUP BY 1, 2)
        SELECT * FROM (SELECT * FROM told EXCEPT SELECT * FROM languages)
        UNION ALL SELECT * FROM (SELECT * FROM languages EXCEPT SELECT * FROM told)""",
    "records that belong to no project": "SELECT row FROM records WHERE project NOT IN (SELECT id FROM projects)",
    "records that wait for vectors without being current": """
        SELECT record FROM queue WHERE record NOT IN (SELECT row FROM records WHERE state = 0)""",
    "records without vectors that don't wait for any": """
        SELECT row FROM records WHERE state = 0 AND row NOT IN (SELECT record FROM queue) AND row NOT IN (
            SELECT record FROM vectors JOIN models ON models.id = model
            WHERE name = (SELECT value FROM meta WHERE key = 'model'))""",
    "vectors of no record, of no model or of a wrong length": """
        SELECT number FROM vectors LEFT JOIN models ON models.id = model
        WHERE record NOT IN (SELECT row FROM records) OR dimension IS NOT length(vector)""",
}
"""Each gives what is wrong in that respect, and nothing when all is well."""


def disagreements(connection: apsw.Connection) -> list[str]:
    """What the index and the statistics say that the records don't, in words; empty when all is well.

    Takes as long as reading the whole index: about 20 s for a million records. To be called in a read transaction.
    """
    found = [what for what, query in _QUERIES.items() if fetch_first(connection, query)]
    return found + altered_texts(connection) + list(_counted_anew(connection))


def altered_texts(connection: apsw.Connection) -> list[str]:
    """Whether every text is the one that was stored, in words: what SQLite's own check doesn't see."""
    texts = connection.execute("SELECT text, digest FROM records")
    altered = any(digest(text) != kept for text, kept in texts)
    return ["records whose text isn't the one that was stored"] if altered else []


def _counted_anew(connection: apsw.Connection) -> Iterator[str]:
    frequencies: Counter[tuple[str, int]] = Counter()
    vocabulary: Counter[tuple[str, int]] = Counter()
    names: Counter[tuple[str, int]] = Counter()
    postings: Counter[str] = Counter()
    for project, terms, words in connection.execute(
        "SELECT project, terms, words FROM entries JOIN records USING (row)"
    ):
        counts = counts_of(terms)
        postings.update(counts)
        frequencies.update((term, project) for term in counts)
        for word, is_name in words_of(words).items():
            vocabulary[word, project] += 1
            names[word, project] += is_name
    kept = {
        (term, project): n for term, project, n in connection.execute("SELECT term, project, records FROM frequencies")
    }
    if kept != frequencies:
        yield "terms whose counts are wrong"
    kept_words = {
        (word, project): (n, as_name)
        for word, project, n, as_name in connection.execute("SELECT word, project, records, names FROM vocabulary")
    }
    if kept_words != {key: (n, names[key]) for key, n in vocabulary.items()}:
        yield "words whose counts are wrong"
    if dict(fetch_all(connection, "SELECT term, count(*) FROM occurrences GROUP BY term")) != postings:
        yield "terms that the inverted index has other occurrences of"
