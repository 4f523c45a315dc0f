"""Six agents' servers, two consoles, the command line, an import and a program on one base at once, some of them killed.

Each keeps its own list, outside of the base, of what was reported to it as done: all of that is there, in that order.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from anomalies.effort import effort
from anomalies.holding import held, wrong
from mcp_clients import PROGRAM, Raw
from rebost import Memory

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parent.parent
SERVERS = 6
CONSOLES = 2

LIBRARY = f"""
import itertools, sys, time
sys.path[:0] = [{str(TESTS)!r}, {str(TESTS.parent / "src")!r}]
from pathlib import Path
from rebost import Draft, Memory

memory = Memory.open(Path(sys.argv[1]), embedder="none")
for number in itertools.count():
    text = f"El programa {{sys.argv[2]}} diu la cosa número {{number}}."
    record = memory.remember(text)
    if number % 3 == 2:
        memory.correct(record.id, text + " Corregida.")
        text += " Corregida."
    print(text, flush=True)
    time.sleep(0.05)
"""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.db"
    with Memory.open(path, embedder="none") as memory:
        memory.remember("El primer de tots.")
    return path


@pytest.fixture
def environment(base: Path, own_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME")}
    compiled = str(tmp_path_factory.getbasetemp() / "compiled")
    return {**kept, "REBOST_BASE": str(base), "REBOST_EMBEDDER": "none", "PYTHONPYCACHEPREFIX": compiled}


@pytest.fixture
def started(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts processes, and ends them."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*program: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
            env=environment,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        with process:
            process.kill()


def agent(process: subprocess.Popen[bytes], name: str, reported: list[str], over: threading.Event) -> None:
    """Remembers one thing after the other, and asks for it; lists what the server said that it stored."""
    client = Raw(process)
    try:
        client.initialize()
        number = 0
        while not over.is_set() and number < effort(15, 10_000):
            text = f"L'agent {name} ha vist la cosa número {number}."
            told = client.ask("tools/call", name="remember", arguments={"records": [text]})["result"]
            assert not told.get("isError"), told
            reported.append(text)
            asked = client.ask(
                "tools/call", name="recall", arguments={"question": f"agent {name} cosa número {number}"}
            )
            assert text in json.dumps(asked, ensure_ascii=False), "what was stored is found at once"
            number += 1
    except (AssertionError, OSError):
        if process.poll() is None and not getattr(process, "killed", False):
            raise


def visitor(process: subprocess.Popen[bytes], name: str, reported: list[str], over: threading.Event) -> None:
    """Adds one record after the other in a console, corrects it there, and asks for it."""
    assert process.stdout is not None
    address = process.stdout.readline().decode().strip()
    place = address.partition("/enter")[0]
    try:
        with httpx2.Client(base_url=place, headers={"Origin": place}, timeout=120) as client:
            assert client.get(address).status_code == 200
            token = re.search(r'name="token" value="(\w+)"', client.get("/records").text)
            assert token
            number = 0
            while not over.is_set() and number < effort(15, 10_000):
                text = f"La consola {name} mostra la cosa número {number}."
                added = client.post("/records", data={"token": token[1], "kind": "fact", "text": text})
                assert added.status_code == 303, added.text
                record = added.headers["location"].partition("?")[0]
                if number % 3 == 2:
                    text += " Corregida."
                    corrected = client.post(f"{record}/correct", data={"token": token[1], "text": text})
                    assert corrected.status_code == 303, corrected.text
                reported.append(text)
                assert text in client.get("/test", params={"question": text}).text, "what was stored is found at once"
                number += 1
    except (AssertionError, httpx2.HTTPError):
        if process.poll() is None and not getattr(process, "killed", False):
            raise


def wait_until(happened: Callable[[], bool]) -> None:
    """Until all is under way, however long that takes on this machine."""
    end = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def listed(process: subprocess.Popen[bytes], reported: list[str]) -> None:
    assert process.stdout is not None
    reported += [line.decode().rstrip("\n") for line in process.stdout if line.endswith(b"\n")]


def test_what_was_reported_to_anybody_is_there_in_order_whoever_is_killed(
    base: Path, environment: dict[str, str], started: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    chance = random.Random(11)
    over = threading.Event()
    journals: dict[str, list[str]] = {}
    threads: list[threading.Thread] = []
    failures: list[BaseException] = []

    def along(work: Callable[..., None], *arguments: object) -> None:
        def guarded() -> None:
            try:
                work(*arguments)
            except BaseException as error:  # noqa: BLE001 - told below, in the thread of the test
                failures.append(error)

        thread = threading.Thread(target=guarded)
        thread.start()
        threads.append(thread)

    servers = [started(*PROGRAM, "mcp") for _ in range(SERVERS)]
    for number, server in enumerate(servers):
        along(agent, server, f"A{number}", journals.setdefault(f"agent {number}", []), over)
    consoles = [started(*PROGRAM, "console", "--no-open", "--port", "0") for _ in range(CONSOLES)]
    for number, console in enumerate(consoles):
        along(visitor, console, f"C{number}", journals.setdefault(f"console {number}", []), over)
    under_way = list(journals.values())
    library = started(sys.executable, "-c", LIBRARY, str(base), "P0")
    along(listed, library, journals.setdefault("program 0", []))

    wait_until(lambda: bool(failures) or all(under_way))
    notes = tmp_path / "notes.txt"
    lines = [f"La línia número {number} de la importació." for number in range(1_200)]
    notes.write_text("\n".join(lines), encoding="utf-8")
    imported = started(*PROGRAM, "import", str(notes))

    by_hand = journals.setdefault("command line", [])
    killed: list[subprocess.Popen[bytes]] = []
    while len(by_hand) < effort(5, 200):
        text = f"Escrit a mà, número {len(by_hand)}."
        subprocess.run([*PROGRAM, "remember", text], env=environment, check=True, capture_output=True, cwd=tmp_path)
        by_hand.append(text)
        victim = chance.choice([servers[0], servers[1], consoles[0], library])
        if len(by_hand) % 2 == 0 and victim not in killed:
            victim.killed = True  # type: ignore[attr-defined]
            victim.kill()
            killed.append(victim)
    over.set()
    if library.poll() is None:
        library.kill()
    for thread in threads:
        thread.join(120)
    assert not failures, failures
    assert imported.wait(120) == 0
    for server in servers:
        if server.poll() is None:
            assert server.stdin is not None
            server.stdin.close()
            server.wait(60)

    assert killed
    records, _ = held(base)
    place = {record[0]: number for number, record in enumerate(records)}
    journals["import"] = lines
    for who, reported in journals.items():
        assert [text for text in reported if text not in place] == [], who
        assert sorted(reported, key=place.__getitem__) == reported, who
    assert wrong(base) == []
    assert sum(map(len, journals.values())) > 1_250


def test_a_reader_never_waits_for_a_writer_and_a_writer_waits_a_bounded_time(
    base: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    from rebost.storage import Base

    writer = Base.open(base)
    with writer.transaction() as connection:
        connection.execute("INSERT INTO meta VALUES ('long', 'write')")
        with Memory.open(base, embedder="none", busy_seconds=0.2) as memory:
            before = time.monotonic()
            assert memory.recall("qui és el primer?").pieces
            assert time.monotonic() - before < 5
            with pytest.raises(Exception, match="locked for too long"):
                memory.remember("No hi cap.")
            assert time.monotonic() - before < 10
        asked = subprocess.run(
            [*PROGRAM, "recall", "primer"], env=environment, check=True, capture_output=True, text=True, cwd=tmp_path
        )
        assert "El primer de tots." in asked.stdout
    writer.close()
