from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

from rebost.importers import import_path, import_stream
from rebost.memory import Memory
from rebost.records import Kind

CLAUDE = [
    {
        "name": "Garden",
        "created_at": "2024-05-01T10:00:00Z",
        "chat_messages": [
            {
                "sender": "human",
                "text": "I live in Girona with my two cats. Can you write me a poem?",
                "created_at": None,
            },
            {"sender": "assistant", "text": "I live nowhere at all, my friend.", "created_at": "2024-05-01T10:01:00Z"},
            "broken",
        ],
    },
    7,
]
CHATGPT = [
    {
        "title": "Work",
        "create_time": 1714557600.0,
        "mapping": {
            "a": {"message": None, "children": ["b", "lost"]},
            "b": {
                "message": {
                    "author": {"role": "user"},
                    "create_time": 1714557601.0,
                    "content": {
                        "content_type": "text",
                        "parts": ["Jo treballo de fuster a Vic. Què és un bucle?", {"x": 1}],
                    },
                },
                "children": [],
            },
        },
    }
]


def test_what_was_said_to_an_assistant_comes_in_only_when_asked_for(memory: Memory, tmp_path: Path) -> None:
    export = tmp_path / "export.zip"
    with zipfile.ZipFile(export, "w") as archive:
        archive.writestr("data/conversations-000.json", json.dumps(CLAUDE))
        archive.writestr("data/conversations-001.json", json.dumps(CHATGPT))
        archive.writestr("data/conversations-002.json", "not json")
    report = import_path(memory, export)
    assert (report.conversations, report.waiting, report.added) == (3, 2, 0)
    assert report.examples == ("I live in Girona with my two cats.", "Jo treballo de fuster a Vic.")
    report = import_path(memory, export, with_conversations=True)
    assert report.added == 2
    assert {record.text: (record.source, record.created) for record in memory.records()} == {
        "I live in Girona with my two cats.": ("claude: Garden", datetime(2024, 5, 1, 10, tzinfo=UTC)),
        "Jo treballo de fuster a Vic.": ("chatgpt: Work", datetime.fromtimestamp(1714557601, UTC)),
    }
    troubles = dict([*report.left_out, *report.remarks])
    assert troubles.keys() == {
        "data/conversations-000.json#1.1",
        "data/conversations-000.json#1.3",
        "data/conversations-000.json#2",
        "data/conversations-001.json#1.a",
        "data/conversations-002.json",
    }
    assert "lost" in troubles["data/conversations-001.json#1.a"]
    assert import_path(memory, export, with_conversations=True).unchanged == 2


def test_no_preview_shows_a_credential(memory: Memory, tmp_path: Path) -> None:
    said = "I live in Girona. My password is hunter2. My token is ghp_abcdefghijklmnopqrstuvwxyz0123456789."
    export = [{"name": "x", "chat_messages": [{"sender": "human", "text": said, "created_at": "2024-05-01T10:00:00Z"}]}]
    (tmp_path / "conversations.json").write_text(json.dumps(export), encoding="utf-8")
    report = import_path(memory, tmp_path)
    assert (report.waiting, report.examples) == (1, ("I live in Girona.",))
    assert len(report.left_out) == 2
    assert "hunter2" not in repr(report)
    assert "ghp_" not in repr(report)
    assert import_path(memory, tmp_path, allow_secrets=True).waiting == 3


def test_an_unpacked_export_is_known_as_one(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps(CHATGPT), encoding="utf-8")
    assert import_path(memory, tmp_path).waiting == 1
    assert import_path(memory, tmp_path / "conversations.json").waiting == 1


def test_the_file_of_a_memory_server_is_kept_in_step(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    rows = [
        {
            "type": "entity",
            "name": "Anna",
            "entityType": "person",
            "observations": ["lives in Girona", "Anna has a cat"],
        },
        {"type": "relation", "from": "Anna", "to": "Pau", "relationType": "works_with"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)) + "\n{\n", encoding="utf-8")
    report = import_path(memory, file)
    assert (report.added, len(report.left_out)) == (3, 1)
    assert {record.text for record in memory.records()} == {
        "Anna: lives in Girona",
        "Anna has a cat",
        "Anna works with Pau",
    }
    rows[0]["observations"] = ["lives in Vic", "Anna has a cat"]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    report = import_path(memory, file)
    assert (report.added, report.changed, report.unchanged, len(report.gone)) == (0, 1, 2, 0)


def test_files_of_agents_belong_to_the_project_that_they_stand_in(memory: Memory, tmp_path: Path) -> None:
    repository = tmp_path / "kestrel"
    (repository / ".git").mkdir(parents=True)
    (repository / "CLAUDE.md").write_text("Run the tests with tox. #include", encoding="utf-8")
    (repository / "MEMORY.md").write_text("The API is slow on Mondays.", encoding="utf-8")
    (repository / "README.md").write_text("A readme.", encoding="utf-8")
    assert import_path(memory, repository, form="agents").added == 2
    assert {(record.kind, record.project, record.tags) for record in memory.records()} == {
        (Kind.PROCEDURE, "kestrel", ()),
        (Kind.NOTE, "kestrel", ()),
    }
    assert import_path(memory, repository).added == 1


def test_a_bad_line_of_a_stream_costs_only_itself(memory: Memory) -> None:
    stream = io.BufferedReader(io.BytesIO(b"one\nn\0l\ncaf\xe9\nfour\n"))  # type: ignore[arg-type]
    report = import_stream(memory, stream, form="text")
    assert (report.added, [remark.place for remark in report.left_out]) == (2, ["standard input:2", "standard input:3"])
