from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hooks.conftest import Hook

Remember = Callable[..., str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a project called house."""
    path = tmp_path / "house"
    (path / ".git").mkdir(parents=True)
    return path


def test_a_session_begins_with_what_shapes_the_work_in_the_project(
    hook: Hook, remember: Remember, folder: Path
) -> None:
    remember("The roof is 40 years old.", project="house")
    remember("We pay by transfer.", project="house", kind="decision")
    remember("Other matters.", project="office", kind="decision")
    remember("Answer in Catalan.", kind="preference")
    out = hook("session", {"cwd": str(folder), "source": "startup"})
    lines = out.splitlines()
    assert "2 records about the project house" in lines[0]
    texts = [line for line in lines[1:] if "(" not in line]
    assert texts == ["> We pay by transfer.", "> The roof is 40 years old.", "> Answer in Catalan."]


def test_a_briefing_has_at_most_800_characters(hook: Hook, remember: Remember, folder: Path) -> None:
    for number in range(40):
        remember(f"Decision {number}: " + "the fence stays as it is, " * 30, project="house", kind="decision")
    for source in ("startup", "clear", "compact"):
        out = hook("session", {"cwd": str(folder), "source": source})
        assert out.count("> (decision") >= 1
        assert len(out) <= 801


@pytest.mark.parametrize("source", ["startup", "clear", ""])
def test_there_is_no_briefing_on_what_nothing_is_known_of(
    source: str, hook: Hook, remember: Remember, folder: Path
) -> None:
    remember("Other matters.", project="office", kind="decision")
    remember("A fact of no project.")
    assert hook("session", {"cwd": str(folder), "source": source}) == ""


def test_a_session_that_is_resumed_has_its_briefing_already(hook: Hook, remember: Remember, folder: Path) -> None:
    remember("We pay by transfer.", project="house", kind="decision")
    assert hook("session", {"cwd": str(folder), "source": "resume"}) == ""


def test_around_a_summary_the_agent_is_reminded_to_remember(hook: Hook, remember: Remember, folder: Path) -> None:
    remember("A fact of no project.")
    before = hook("compact", {"cwd": str(folder), "trigger": "auto"})
    # Clients refuse JSON at this moment.
    assert before.startswith("In the summary, keep word for word")
    assert "Not yet remembered" in before
    after = hook("session", {"cwd": str(folder), "source": "compact"})
    assert "`remember` them" in after


@pytest.mark.parametrize("moment", ["session", "compact"])
def test_without_a_base_nothing_is_said(moment: str, hook: Hook) -> None:
    assert hook(moment, {"source": "compact"}) == ""
