"""How asking grows with the base, beside other engines on the same records and questions."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import apsw
from bases import fill, kept_base, ready_vectors
from embedding import BUNCHING
from peers import PEERS, Ask, Asked, Held, Peer, installed, made_vectors
from texts import Texts
from timing import Spread, Took, spread, timed

from rebost import Memory
from rebost.embedders.embedder import Embedder

QUESTIONS = 100
WARM_UP = 10
AT_A_TIME = 10
"""Questions in a row to one engine before the next one has its turn: its own data is then in the processor's cache."""
FACTS = 10_000
"""Records at most of the base without long notes."""
TABLES = 8
"""The largest ones; the others are next to nothing."""
PEAK = Path(__file__).resolve().parent / "peak.py"
MODEL = "e5"

DEFAULT = "Rebost"
CLASSIC = "Rebost, classic method"
WORDS_ONLY = "Rebost, words only"
NOTHING_LEFT_OUT = "Rebost, without a report of what was left out"


def scale(sizes: Sequence[int], folder: Path) -> dict[str, Any]:
    """Recall with the question's vector given, memory and disk at several sizes, beside the peers that are installed."""
    versions, missing = installed()
    found = {}
    for size in sizes:
        place = folder / str(size)
        place.mkdir()
        found[str(size)] = _at(size, place, list(versions))
        sys.stderr.write(f"{size}: {json.dumps(found[str(size)])}\n")
    return {
        "sizes": found,
        "facts alone": _facts_alone(min(FACTS, max(sizes)), folder),
        "peers": versions,
        "left out": missing,
    }


def _at(size: int, folder: Path, peers: Sequence[str]) -> dict[str, Any]:
    base = kept_base(size, folder)
    source = Texts()
    texts = source.records(size)
    questions = source.questions(QUESTIONS + WARM_UP, texts)
    figures: dict[str, Any] = {
        "words a record": round(sum(len(text.split()) for text in texts) / size, 1),
        "vectors a record": round(_vectors(base) / size, 2),
        "bytes a record": round(base.stat().st_size / size),
        "peak memory, MB": {name: _peak(base, name, questions[0]) for name in (MODEL, "none")},
    }
    vectors = made_vectors(size + len(questions), BUNCHING)
    asked = [Asked(text, vector) for text, vector in zip(questions, vectors[size:], strict=True)]
    with ExitStack() as opened:
        engines = _rebost(base, questions, opened)
        figures["first, vectors read from the base"] = spread([timed(lambda: engines[DEFAULT](asked[0]))])
        figures["filled, records a second"] = {}
        for name in peers:
            sys.stderr.write(f"{size}: {name}\n")
            engines[name], took = _filled(PEERS[name], Held(texts, vectors[:size]), folder)
            if PEERS[name].indexes:
                figures["filled, records a second"][name] = round(size / took.wall)
        figures["recall"] = _turn_by_turn(engines, asked)
    return figures


def _rebost(base: Path, questions: Sequence[str], opened: ExitStack) -> dict[str, Ask]:
    """Rebost's ways of asking, by name."""
    ready = ready_vectors()
    ready.embed_questions(questions)

    def asking(embedder: Embedder | str = ready, **options: Any) -> Ask:
        memory = opened.enter_context(Memory.open(base, embedder=embedder))
        return lambda asked: memory.recall(asked.text, counting=False, **options)

    # Each with caches of its own: the second to ask would find what the first has just read.
    return {
        DEFAULT: asking(),
        NOTHING_LEFT_OUT: asking(left_out=0),
        CLASSIC: asking(method="classic"),
        WORDS_ONLY: asking("none"),
    }


def _vectors(base: Path) -> int:
    """How many vectors the base has. Raises `AssertionError` where they would take no part in a recall."""
    ready = ready_vectors()
    with Memory.open(base, embedder=ready) as memory:
        stats = memory.stats()
    if stats.waiting or not stats.vectors.get(ready.model_id):
        raise AssertionError(f"{base.name} was made for another model: delete it from .cache/benchmarks.")
    return stats.vectors[ready.model_id]


def _filled(peer: Peer, held: Held, folder: Path) -> tuple[Ask, Took]:
    filled: list[Ask] = []
    took = timed(lambda: filled.append(peer.fill(held, folder)))
    return filled[0], took


def _turn_by_turn(engines: Mapping[str, Ask], asked: Sequence[Asked]) -> dict[str, Spread]:
    """A busy moment of the machine hits all engines. The first questions aren't counted."""
    durations: dict[str, list[Took]] = {name: [] for name in engines}
    for start in range(0, len(asked), AT_A_TIME):
        for name, ask in engines.items():
            durations[name] += [timed(partial(ask, one)) for one in asked[start : start + AT_A_TIME]]
    return {name: spread(values[WARM_UP:]) for name, values in durations.items()}


def _peak(base: Path, embedder: str, question: str) -> int:
    """Megabytes that a process has at most which opens the base and asks it once."""
    command = (sys.executable, str(PEAK), str(base), embedder, question)
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _facts_alone(number: int, folder: Path) -> dict[str, Any]:
    """What a record takes on the disk where none is a long note."""
    texts = [text for text in Texts().stream(2 * number) if "\n" not in text][:number]
    base = folder / "facts.db"
    fill(base, texts).close()
    words = sum(len(text.split()) for text in texts)
    connection = apsw.Connection(str(base), flags=apsw.SQLITE_OPEN_READONLY)
    tables = connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC")
    return {
        "records": number,
        "words a record": round(words / number, 1),
        "bytes a record": round(base.stat().st_size / number),
        "by table and index": {name: round(size / number) for name, size in tables.fetchall()[:TABLES]},
    }
