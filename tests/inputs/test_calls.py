"""Any text in any argument of any public function and of any tool: an answer or an error of ours, never anything else."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anomalies.effort import effort
from mcp import Client
from rebost import Draft, InputError, Memory, RebostError
from rebost.mcp.server import make_server
from rebost.mcp.service import Opened, Service
from rebost.mcp.tools import TOOLS
from rebost.mcp.whereabouts import Whereabouts

pytestmark = pytest.mark.slow

SCRIPTS = (
    "abcç·'ñ日本語中文한국กขабвαβγעבאبتप 🧠👩‍👩‍👧\u0301\u200d\u202e\0\ud800\udfff\r\n\t\x1b\x7f\ufffe\"`*_#[](){}<>|\\"
)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=())),  # with lone surrogates
    st.text(SCRIPTS, max_size=60),
    st.lists(
        st.sampled_from("Anna viu Girona caldera port 22 the a il·lusió l'avi 東京 Москва".split()), max_size=12
    ).map(" ".join),
)
NAMES = st.none() | TEXTS
MOMENTS = st.none() | st.datetimes(timezones=st.just(UTC))
MANY = settings(max_examples=effort(40, 3_000), suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "base.db", embedder="none") as memory:
        memory.remember_many(Draft(f"Fet número {number} sobre la caldera de l'Anna.") for number in range(30))
        yield memory
        assert memory.check_integrity() == []


@MANY
@given(TEXTS, NAMES, st.lists(TEXTS, max_size=3), NAMES, NAMES, MOMENTS, NAMES, NAMES, MOMENTS)
def test_remember_takes_any_text(
    memory: Memory,
    text: str,
    project: str | None,
    tags: list[str],
    source: str | None,
    language: str | None,
    created: datetime | None,
    supersedes: str | None,
    context: str | None,
    until: datetime | None,
) -> None:
    try:
        record = memory.remember(
            text,
            project=project,
            tags=tags,
            source=source,
            language=language,
            created=created,
            supersedes=supersedes,
            context=context,
            until=until,
        )
    except InputError:
        return
    if until is None:
        assert memory.get(record.id) == record
    memory.forget(record.id, now=True)
    assert memory.check_integrity() == []


@MANY
@given(TEXTS, NAMES, st.booleans(), st.integers(-2, 20), st.sampled_from(["default", "classic", "x"]))
def test_recall_and_explain_take_any_text(
    memory: Memory, question: str, project: str | None, general: bool, limit: int, method: str
) -> None:
    try:
        recall = memory.recall(question, project=project, general=general, limit=limit, method=method)
    except InputError:
        assert limit < 0 or method == "x"
        return
    assert recall.pieces or recall.why
    for item in (*recall.pieces, *recall.left_out[:2]):
        memory.explain(question, item.record.id, project=project, general=general, method=method)


@MANY
@given(TEXTS, TEXTS)
def test_whatever_takes_an_id_or_a_name_takes_any_text(memory: Memory, given_: str, other: str) -> None:
    for act in (
        memory.get,
        memory.forget,
        memory.restore,
        memory.versions,
        memory.history,
        memory.place,
        memory.archive_project,
        memory.unarchive_project,
        memory.unmark,
        memory.marked,
        memory.same,
        memory.set_languages,
        memory.mark_silence,
        lambda text: memory.correct(text, other),
        lambda text: memory.amend(text, project=other),
        lambda text: memory.rename_project(text, other),
        lambda text: memory.merge_projects(text, other),
        lambda text: memory.supersede(text, other),
        lambda text: memory.keep_both(text, other),
        lambda text: memory.mark(text, other, True),
        lambda text: memory.note_agent(text, asked=1),
        lambda text: list(memory.records(project=text, query=other)),
        lambda text: memory.examine(text, project=other),
    ):
        try:
            act(given_)
        except InputError as error:
            assert str(error)  # noqa: PT017 - it comes or it doesn't


def test_ten_million_characters_are_kept_asked_and_given_back(memory: Memory) -> None:
    text = "Una paraula i una altra, " * 400_000
    if not effort(0, 1):
        text = text[:1_000_000]
    record = memory.remember(text, kind="note")
    assert memory.get(record.id).text == text
    assert memory.recall("una altra paraula").pieces
    memory.recall(text[:100_000])
    memory.forget(record.id, now=True)


def _value(chance: random.Random, depth: int = 0) -> Any:
    kinds = ["text", "word", "number", "none", "bool", "list", "dict"] if depth < 3 else ["text", "number"]
    match chance.choice(kinds):
        case "text":
            characters = SCRIPTS.replace("\ud800", "").replace("\udfff", "")  # JSON in UTF-8 can't bring these
            return "".join(chance.choices(characters, k=chance.randrange(40)))
        case "word":
            return chance.choice(["Anna", "caldera", "", "0", "[]", "null", "{", "low", "fact", "x" * 5_000])
        case "number":
            return chance.choice([0, 1, -1, 3, 50, 2**31, -(2**63), 10**30, 1.5, 6_000])
        case "none":
            return None
        case "bool":
            return chance.random() < 0.5
        case "list":
            return [_value(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {chance.choice(["text", "kind", "tags", "x"]): _value(chance, depth + 1) for _ in range(2)}


def test_every_tool_takes_any_arguments_and_answers_in_bounds(tmp_path: Path) -> None:
    service = Service(lambda: Opened(Memory.open(tmp_path / "base.db", embedder="none"), 8))
    chance = random.Random(3)

    async def ask() -> None:
        async with Client(make_server(service, Whereabouts(None, own_folders=False))) as client:
            for _ in range(effort(200, 10_000)):
                tool = chance.choice(TOOLS)
                names = [*tool.arguments.model_fields, "x"]
                arguments = {name: _value(chance) for name in names if chance.random() < 0.5 and name != "budget"}
                result = await client.call_tool(tool.name, arguments)
                told = result.content[0].text  # type: ignore[union-attr]
                assert told
                assert "internal" not in told.lower(), (tool.name, arguments, told)
                assert "Traceback" not in told
                assert len(told) < 100_000

    try:
        anyio.run(ask)
    finally:
        service.close()
    with Memory.open(tmp_path / "base.db", embedder="none") as memory:
        assert memory.check_integrity() == []


def test_a_path_of_any_name_is_a_path_or_an_error(tmp_path: Path) -> None:
    for name in ("", "\0", "x" * 300, "a/b", "..", "\udc80", "nul", "con", "a\nb", "😀" * 80):
        try:
            Memory.open(tmp_path / name, embedder="none").close()
        except RebostError as error:
            assert str(error)  # noqa: PT017 - it comes or it doesn't


def test_a_language_is_a_code_and_nothing_else(memory: Memory) -> None:
    for language in ("Anna l'avi", "x y", "català", "1a", "\x02"):
        with pytest.raises(InputError, match="no code of a language"):
            memory.remember("Un text qualsevol.", language=language)
    assert memory.check_integrity() == []
