"""How sure memory must be is the caller's to say, and otherwise the user's setting."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rebost.errors import InputError
from rebost.mcp.arguments import RecallArguments, checked
from rebost.mcp.service import Caller, Opened, Service
from rebost.memory import Memory
from rebost.records import Recall


class _Recorder:
    """Stands for a memory, and keeps what it is asked with."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def recall(self, question: str, **options: Any) -> Recall:
        self.asked.append(options)
        return Recall(question, "default", (), (), {}, "Nothing.", 0.0, None, None)


@pytest.mark.parametrize(("given", "used"), [({}, "high"), ({"caution": "low"}, "low")])
def test_the_argument_goes_before_the_setting(given: dict[str, str], used: str) -> None:
    memory = _Recorder()
    service = Service(lambda: Opened(cast("Memory", memory), 8, caution="high"))
    service.recall(RecallArguments.model_validate({"question": "x", **given}), Caller(None, lambda _: None))
    assert [asked["caution"] for asked in memory.asked] == [used]


def test_a_caution_that_there_is_not_is_told_with_those_there_are() -> None:
    with pytest.raises(InputError, match="'low', 'normal' or 'high'"):
        checked(RecallArguments, "recall", {"question": "x", "caution": "extreme"})
