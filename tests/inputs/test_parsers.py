"""Every parser of files meets files that are broken in every way: it reads them or says why not, and never anything else."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from anomalies.effort import effort
from inputs.damage import damaged
from rebost import Memory, RebostError
from rebost.clients import jsonc, toml
from rebost.clients.scanning import JsonTextError
from rebost.clients.toml import TomlTextError
from rebost.config import load_settings, set_value
from rebost.evaluation.datasets import load
from rebost.hooks.event import EventError, read_event
from rebost.importers import import_path

pytestmark = pytest.mark.slow

NOTE = """---
title: La casa
aliases: [Pis, "Casa nova"]
tags: [obres, família]
created: 2024-03-31T09:30:00+02:00
project: casa
kind: note
---
# La casa

Vam signar amb [[Joan Puig|en Joan]] el 3 de maig. #hipoteca

## Obres

- El paleta és en Pere: 972 000 000
- [ ] Pintar

```python
print("res")
```

| què | quant |
|---|---|
| banys | 4.000 € |

![[plànol.png]] i https://example.com/a?b=c
"""
ROWS = "".join(
    json.dumps({"text": f"Fet {n}", "kind": "fact", "tags": ["a"], "created": "2024-03-31", "project": "p"}) + "\n"
    for n in range(4)
)
GRAPH = "\n".join(
    json.dumps(row)
    for row in (
        {"type": "entity", "name": "Anna", "entityType": "person", "observations": ["viu a Girona", "té un gat"]},
        {"type": "relation", "from": "Anna", "to": "Girona", "relationType": "lives in"},
    )
)
CLAUDE = json.dumps(
    [
        {
            "uuid": "1",
            "name": "Casa",
            "created_at": "2024-03-31T09:30:00Z",
            "chat_messages": [{"uuid": "2", "sender": "human", "text": "Visc a Girona i tinc un gat que es diu Nil."}],
        }
    ]
)
CHATGPT = json.dumps(
    [
        {
            "title": "Casa",
            "create_time": 1711870200.5,
            "mapping": {
                "a": {"id": "a", "parent": None, "children": ["b"], "message": None},
                "b": {
                    "id": "b",
                    "parent": "a",
                    "children": [],
                    "message": {
                        "author": {"role": "user"},
                        "create_time": 1711870200.5,
                        "content": {"content_type": "text", "parts": ["My name is Anna and I live in Girona."]},
                    },
                },
            },
        }
    ]
)
SETTINGS = 'base = "~/rebost.db"  # mine\nembedder = "none"\nlimit = 5\n\n[more]\nx = [1, 2]\n'
JSONC = '{\n  // agents\n  "mcpServers": {\n    "other": {"command": "x", "args": []}, /* here */\n  },\n}\n'
TOML = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "x"\nargs = ["a"]\n'
EVENT = json.dumps({"prompt": "on viu l'Anna?", "cwd": "/", "source": "startup", "session_id": "1"})
RECORDS = '{"id": "r1", "text": "L\'Anna viu a Girona."}\n{"id": "r2", "text": "El gat es diu Nil."}\n'
QUESTIONS = '{"id": "q1", "text": "on viu?", "type": "fact", "answerable": true, "gold": ["r1"], "acceptable": []}\n'


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory.open(tmp_path / "base.db", embedder="none")


SAID = (RebostError, EventError, JsonTextError, TomlTextError)
"""What says that a file can't be understood."""

Target = Callable[[bytes], object]


def imported(memory: Memory, tmp_path: Path, name: str) -> Target:
    path = tmp_path / "files" / name
    path.parent.mkdir(exist_ok=True)

    def target(data: bytes) -> None:
        path.write_bytes(data)
        import_path(memory, path)
        import_path(memory, path.parent, dry_run=True)

    return target


def fed(target: Target, *samples: str) -> None:
    for seed in range(effort(40, 3_000)):
        chance = random.Random(seed)
        data = damaged(chance.choice(samples).encode(), chance)
        try:
            target(data)
        except SAID:
            pass
        except Exception as error:
            raise AssertionError(f"seed {seed}: {data[:300]!r}") from error


@pytest.mark.parametrize(
    ("name", "samples"),
    [
        ("note.md", (NOTE,)),
        ("CLAUDE.md", (NOTE,)),
        ("rows.jsonl", (ROWS, GRAPH)),
        ("memory.json", (GRAPH,)),
        ("facts.txt", (NOTE, ROWS)),
        ("conversations.json", (CLAUDE, CHATGPT)),
    ],
)
def test_what_is_imported(memory: Memory, tmp_path: Path, name: str, samples: tuple[str, ...]) -> None:
    with memory:
        fed(imported(memory, tmp_path, name), *samples)
        assert memory.check_integrity() == []


def test_an_export_that_is_taken_in(memory: Memory, tmp_path: Path) -> None:
    with memory:
        first = memory.remember("L'Anna viu a Girona.", project="casa", tags=["gent"])
        memory.correct(first.id, "L'Anna viu a Olot.")
        memory.mark("on viu l'Anna?", first.id, True)
        exported = "\n".join(json.dumps(row, ensure_ascii=False) for row in memory.exported())
    for number in range(effort(3, 50)):
        with Memory.open(tmp_path / f"{number}.db", embedder="none") as other:
            fed(imported(other, tmp_path, "export.jsonl"), exported)
            assert other.check_integrity() == []


def test_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    def target(data: bytes) -> None:
        path.write_bytes(data)
        set_value("limit", "7", path)
        assert load_settings(path).limit == 7

    fed(target, SETTINGS)


@pytest.mark.parametrize(("form", "sample"), [(jsonc, JSONC), (toml, TOML)], ids=["jsonc", "toml"])
def test_the_configuration_of_agents(form: object, sample: str) -> None:
    value = {"command": "rebost", "args": ["mcp"]}

    def target(data: bytes) -> None:
        text = data.decode(errors="replace")
        place = ("mcpServers", "rebost") if form is jsonc else ("mcp_servers", "rebost")
        changed = form.with_entry(text, place, value)  # type: ignore[attr-defined]
        assert form.entry_of(changed, place) == value  # type: ignore[attr-defined]
        assert form.entry_of(form.without_entry(changed, place), place) is None  # type: ignore[attr-defined]

    fed(target, sample)


def test_the_events_of_hooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    usual = builtins.open

    def target(data: bytes) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(
                builtins,
                "open",
                lambda file, *rest, **more: io.BytesIO(data) if file == 0 else usual(file, *rest, **more),
            )
            event = read_event("test")
        assert isinstance(event.prompt, str)

    fed(target, EVENT)


def test_an_evaluation_folder(tmp_path: Path) -> None:
    def target(data: bytes) -> None:
        half = len(data) // 2
        (tmp_path / "records.jsonl").write_bytes(data if half % 2 else RECORDS.encode())
        (tmp_path / "queries.jsonl").write_bytes(QUESTIONS.encode() if half % 2 else data)
        load(tmp_path)

    fed(target, RECORDS, QUESTIONS)


def test_a_very_deep_and_a_very_long_note(memory: Memory, tmp_path: Path) -> None:
    with memory:
        target = imported(memory, tmp_path, "deep.md")
        for text in (
            "> " * 20_000 + "fons",
            "".join("  " * depth + f"- {depth}\n" for depth in range(600)),
            "[" * 50_000,
            "`" * 50_000,
            "*a " * 50_000,
            "|" * 50_000,
            "# x\n" * effort(3_000, 20_000),
            "paraula " * effort(15_000, 600_000),
        ):
            target(text.encode())
        assert memory.check_integrity() == []
