"""The user's own evaluation: questions, and which records should come for them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

import apsw

from rebost.records import MarkedQuestion, State
from rebost.storage import rows
from rebost.storage.fetching import fetch_all, fetch_first, fetch_one

_THIS = "text = ? AND coalesce(project, '') = coalesce(?, '')"


def mark(
    connection: apsw.Connection, text: str, project: str | None, row: int, wanted: bool | None, now: datetime
) -> None:
    """Say that a record should come for a question, or should not, or (None) take back what was said."""
    if wanted is None:
        question = _number(connection, text, project)
        connection.execute("DELETE FROM marks WHERE question = ? AND record = ?", (question, row))
        _drop_if_empty(connection, question)
        return
    question = _made(connection, text, project, now)
    connection.execute("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (question, row, int(wanted)))
    if wanted:  # what was said last holds
        connection.execute("UPDATE questions SET silence = 0 WHERE id = ?", (question,))


def mark_silence(connection: apsw.Connection, text: str, project: str | None, silence: bool, now: datetime) -> None:
    """Say that a question should get nothing, or take it back."""
    question = _made(connection, text, project, now)
    connection.execute("UPDATE questions SET silence = ? WHERE id = ?", (int(silence), question))
    if silence:
        connection.execute("DELETE FROM marks WHERE question = ? AND wanted = 1", (question,))
    _drop_if_empty(connection, question)


def unmark(connection: apsw.Connection, text: str, project: str | None) -> bool:
    """Take a question out with all its marks; False where there is none."""
    question = _number(connection, text, project)
    connection.execute("DELETE FROM marks WHERE question = ?", (question,))
    connection.execute("DELETE FROM questions WHERE id = ?", (question,))
    return question is not None


def marked_questions(
    connection: apsw.Connection, only: tuple[str, str | None] | None = None
) -> tuple[MarkedQuestion, ...]:
    """Every question with its marks, the newest first; or only that of this text and project."""
    found = fetch_all(
        connection,
        "SELECT questions.id, text, project, silence, questions.created, marks.wanted, records.id FROM questions"
        " LEFT JOIN marks ON marks.question = questions.id"
        f" LEFT JOIN (SELECT row, id FROM records WHERE state = {State.CURRENT:d}) AS records ON records.row = marks.record"
        f" {f'WHERE {_THIS}' if only else ''} ORDER BY questions.created DESC, questions.id DESC, marks.record",
        only or (),
    )
    return tuple(_question(list(lines)) for _, lines in groupby(found, key=lambda line: line[0]))


def _question(lines: list[tuple[object, ...]]) -> MarkedQuestion:
    _, text, project, silence, created, *_ = lines[0]

    def ids(wanted: int) -> Iterator[str]:
        return (str(line[6]) for line in lines if line[5] == wanted and line[6] is not None)

    assert isinstance(created, int)
    return MarkedQuestion(
        str(text),
        None if project is None else str(project),
        bool(silence),
        tuple(ids(1)),
        tuple(ids(0)),
        rows.to_moment(created),
    )


def _number(connection: apsw.Connection, text: str, project: str | None) -> int | None:
    found = fetch_first(connection, f"SELECT id FROM questions WHERE {_THIS}", (text, project))
    return None if found is None else int(found[0])


def _made(connection: apsw.Connection, text: str, project: str | None, now: datetime) -> int:
    number = _number(connection, text, project)
    if number is not None:
        return number
    values = (text, project, rows.to_number(now))
    made = fetch_one(connection, "INSERT INTO questions(text, project, created) VALUES (?, ?, ?) RETURNING id", values)
    return int(made[0])


def _drop_if_empty(connection: apsw.Connection, question: int | None) -> None:
    connection.execute(
        "DELETE FROM questions WHERE id = ? AND silence = 0 AND NOT EXISTS (SELECT 1 FROM marks WHERE question = id)",
        (question,),
    )
