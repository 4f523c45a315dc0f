"""The console's pages as a browser asks for them: over HTTP, from the request to the last byte."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from timing import Spread, spread, timed

from rebost import Memory
from rebost.console.door import Door
from rebost.console.serving import HOST, bound, server

WARM_UP = 10


def pages(memory: Memory, questions: Sequence[str]) -> dict[str, Spread]:
    """Milliseconds of the page Test for these questions, by the default method and with both side by side."""
    asked: Mapping[str, Mapping[str, str]] = {"page Test": {}, "page Test, side by side": {"method": "both"}}
    with _served(memory) as get:
        durations = {}
        for name, more in asked.items():
            addresses = [f"/test?{urlencode({'question': question, **more})}" for question in questions]
            for address in addresses[:WARM_UP]:
                get(address)
            durations[name] = spread([timed(partial(get, address)) for address in addresses[WARM_UP:]])
    return durations


class _Get:
    """A client that has come in, on one connection."""

    def __init__(self, door: Door) -> None:
        self._connection = http.client.HTTPConnection(HOST, door.port)
        self._headers = {"Cookie": f"{door.cookie_name}={door.session}"}

    def __call__(self, address: str) -> None:
        self._connection.request("GET", address, headers=self._headers)
        answer = self._connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{address}: {answer.status}")

    def close(self) -> None:
        self._connection.close()


@contextmanager
def _served(memory: Memory) -> Iterator[_Get]:
    with bound(HOST, 0) as listening:
        door = Door(HOST, listening.getsockname()[1])
        running = server(memory, door)
        thread = threading.Thread(target=running.run, args=([listening],))
        thread.start()
        try:
            while not running.started:
                time.sleep(0.01)
            get = _Get(door)
            yield get
            get.close()
        finally:
            running.should_exit = True
            thread.join()
