"""Work that is left to do beside a recall: which vectors are missing, and which process sees to them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import apsw
import numpy as np
from numpy.typing import NDArray

from rebost.storage import rows, settings, vectors
from rebost.storage.fetching import fetch_first, fetch_one

_DROP_AT_ONCE = 5_000


class Pending(NamedTuple):
    """A record without vectors of the current model."""

    row: int
    change: int
    """The record's last change: vectors of a text that was corrected meanwhile are thrown away."""
    text: str


class Finished(NamedTuple):
    """The vectors of a record, by part."""

    row: int
    change: int
    parts: Sequence[NDArray[np.float32]]


def use_model(connection: apsw.Connection, model_id: str, dimension: int) -> bool:
    """Make a model the current one; True when it wasn't. Every current record without its vectors is queued."""
    if settings.get(connection, "model") == model_id:
        return False
    connection.execute("INSERT OR IGNORE INTO models(name, dimension) VALUES (?, ?)", (model_id, dimension))
    settings.put(connection, "model", model_id)
    connection.execute("DELETE FROM queue")
    connection.execute(
        "INSERT INTO queue SELECT row FROM records WHERE state = 0 AND NOT EXISTS"
        " (SELECT 1 FROM vectors WHERE record = row AND model = ?)",
        (vectors.model_number(connection, model_id),),
    )
    return True


def pending(connection: apsw.Connection, limit: int) -> list[Pending]:
    """Those of the queue that are among the last changes, then its newest: what somebody has just written shouldn't wait behind an
    import. Takes as long for a million as for a few: the whole queue is never put in order.
    """
    found = connection.execute(
        "SELECT row, changed, text FROM records WHERE row IN ("
        " SELECT record FROM queue WHERE record IN (SELECT row FROM records WHERE state = 0 ORDER BY changed DESC LIMIT ?1)"
        " UNION SELECT * FROM (SELECT record FROM queue CROSS JOIN records ON row = record WHERE state = 0 ORDER BY record DESC LIMIT ?1))"
        " ORDER BY changed DESC, row DESC LIMIT ?1",
        (limit,),
    )
    return [Pending(*line) for line in found]


def pending_count(connection: apsw.Connection) -> int:
    """How many records wait for their vectors."""
    return int(fetch_one(connection, "SELECT count(*) FROM queue")[0])


def store(connection: apsw.Connection, model_id: str, finished: Iterable[Finished]) -> int:
    """Store the vectors of records that haven't changed meanwhile, and take those off the queue. Gives how many.

    Nothing is stored when another model has become the current one.
    """
    model = vectors.model_number(connection, model_id)
    if model is None or settings.get(connection, "model") != model_id:
        return 0
    stored = 0
    for row, change, parts in finished:
        unchanged = fetch_first(
            connection, "SELECT 1 FROM records WHERE row = ? AND changed = ? AND state = 0", (row, change)
        )
        if unchanged:
            vectors.insert(connection, model, row, parts)
            connection.execute("DELETE FROM queue WHERE record = ?", (row,))
            stored += 1
    return stored


def drop_other_models(connection: apsw.Connection, model_id: str) -> bool:
    """Once no record waits: delete some vectors of other models. True while there may be more of them."""
    model = vectors.model_number(connection, model_id)
    if model is None or pending_count(connection):
        return False
    connection.execute(
        "DELETE FROM vectors WHERE number IN (SELECT number FROM vectors WHERE model <> ? LIMIT ?)",
        (model, _DROP_AT_ONCE),
    )
    return connection.changes() == _DROP_AT_ONCE


def new_holder() -> str:
    """A name for this process, or for one of several workers in it, that tells others whether it still lives."""
    return f"{_host()}:{os.getpid()}:{os.urandom(4).hex()}"


def _host() -> str:
    # Not at the top: a recall makes no vectors, and the module takes 4 ms.
    import socket

    return socket.gethostname()


def acquire(connection: apsw.Connection, name: str, holder: str, now: datetime, duration: timedelta) -> bool:
    """Take or renew a lease. False while another holder that lives has it and hasn't let it expire."""
    found = fetch_first(connection, "SELECT holder, expires FROM leases WHERE name = ?", (name,))
    if found is not None and found[0] != holder and found[1] > rows.to_number(now) and _lives(found[0]):
        return False
    connection.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?)", (name, holder, rows.to_number(now + duration)))
    return True


def release(connection: apsw.Connection, name: str, holder: str) -> None:
    """Give a lease back, if it is still this holder's."""
    connection.execute("DELETE FROM leases WHERE name = ? AND holder = ?", (name, holder))


def _lives(holder: str) -> bool:
    """False only when it's certain that the process has ended; the expiry of its lease sees to the rest."""
    host, process, _ = holder.rsplit(":", 2)
    if sys.platform == "win32" or host != _host():
        return True  # on Windows, signal 0 would end the process
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
