"""What a base says of itself as a whole: its settings, and the languages of its records."""

from __future__ import annotations

import apsw

from rebost.storage.fetching import fetch_all, fetch_first


def get(connection: apsw.Connection, key: str) -> str | int | None:
    """A setting of the base, None where it was never set."""
    found = fetch_first(connection, "SELECT value FROM meta WHERE key = ?", (key,))
    value: str | int | None = None if found is None else found[0]
    return value


def put(connection: apsw.Connection, key: str, value: str | int | None) -> None:
    """Store a setting; None removes it."""
    if value is None:
        connection.execute("DELETE FROM meta WHERE key = ?", (key,))
    else:
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def languages(connection: apsw.Connection, condition: str = "1") -> dict[str, int]:
    """How many current records each language has, the most frequent first; `condition` on `project` narrows it."""
    return dict(
        fetch_all(
            connection,
            f"SELECT language, sum(records) FROM languages WHERE {condition}"
            " GROUP BY language ORDER BY sum(records) DESC, language",
        )
    )
