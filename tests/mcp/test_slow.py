"""A recall that takes long: it can be given up, and keeps nobody waiting."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_clients import Raw, gone_within

ByHand = Callable[..., Raw]

_PROGRAM = """
import sys, time
from pathlib import Path
from rebost.mcp.streams import claim_stdout
protocol = claim_stdout()
import numpy as np
from rebost import Memory
from rebost.mcp.service import Opened
from rebost.mcp.serving import serve_stdio

base, inside = Path(sys.argv[1]), Path(sys.argv[2])

class Slow:
    model_id, dimension = "slow", 4

    def embed_records(self, texts):
        return np.array([[1, len(text) % 7, len(text) % 5, 1] for text in texts], dtype=np.float32)

    def embed_questions(self, texts):
        if "for ever" in texts[0]:
            inside.touch()
            time.sleep(3600)
        return self.embed_records(texts)

def open_():
    memory = Memory.open(base, embedder=Slow())
    for number in range(20):
        memory.remember(f"The neighbour number {number} has a green gate.")
    memory.remember("L'Anna viu a Girona.")
    memory.settle()
    return Opened(memory, 8)

serve_stdio(open_, protocol)
"""


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """There as soon as the server is inside the slow question."""
    return tmp_path / "inside"


def _ask_slowly(by_hand: ByHand, base: Path, inside: Path) -> tuple[Raw, int]:
    client = by_hand(sys.executable, "-c", _PROGRAM, str(base), str(inside))
    client.initialize()
    assert not client.ask("tools/call", name="overview", arguments={})["result"]["isError"]
    slow = client.request("tools/call", name="recall", arguments={"question": "why does this take for ever?"})
    while not inside.exists():
        assert client.process.poll() is None
        time.sleep(0.02)
    return client, slow


def test_a_slow_recall_that_is_cancelled_is_given_up_and_the_next_request_is_answered(
    by_hand: ByHand, base: Path, inside: Path
) -> None:
    client, slow = _ask_slowly(by_hand, base, inside)
    client.notify("notifications/cancelled", requestId=slow, reason="the person changed their mind")
    asked = {"question": "on viu l'Anna?"}
    for _ in range(2):
        answer = client.ask("tools/call", name="recall", arguments=asked)["result"]
        assert "> L'Anna viu a Girona." in answer["content"][0]["text"]
    stored = client.ask("tools/call", name="remember", arguments={"records": "El gos es diu Blat."})["result"]
    assert not stored["isError"]
    # Whoever cancelled gets no answer any more.
    assert not [line for line in client.lines if json.loads(line).get("id") == slow and b"result" in line]
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.process.wait(60) == 0


def test_a_slow_recall_keeps_neither_other_requests_nor_the_end_waiting(
    by_hand: ByHand, base: Path, inside: Path
) -> None:
    client, _ = _ask_slowly(by_hand, base, inside)
    answer = client.ask("tools/call", name="recall", arguments={"question": "on viu l'Anna?"})["result"]
    assert "Girona" in answer["content"][0]["text"]
    assert client.process.stdin is not None
    client.process.stdin.close()  # in the middle of the request
    assert gone_within(60, client.process.pid)


def test_a_question_of_100_kb_is_answered_over_the_pipe_within_its_budget(by_hand: ByHand) -> None:
    client = by_hand()
    client.initialize()
    client.ask("tools/call", name="remember", arguments={"records": "L'Anna viu a Girona."})
    question = "on viu l'Anna? " + "… " * 50_000
    answer = client.ask("tools/call", name="recall", arguments={"question": question})["result"]
    assert "> L'Anna viu a Girona." in answer["content"][0]["text"]
    assert "only its beginning and its end were asked" in answer["content"][0]["text"]
    assert len(answer["content"][0]["text"]) + len(json.dumps(answer["structuredContent"])) <= 6_000
