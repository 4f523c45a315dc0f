"""What no client should send: the server answers what has an answer, passes over the rest, and goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_clients import Raw
from rebost.mcp.streams import without_halves

ByHand = Callable[..., Raw]

_INVALID, _UNKNOWN = -32602, -32601


def _write(client: Raw, data: bytes) -> None:
    assert client.process.stdin is not None
    client.process.stdin.write(data + b"\n")
    client.process.stdin.flush()


def test_what_is_no_request_is_passed_over(by_hand: ByHand) -> None:
    client = by_hand()
    client.initialize()
    for data in (
        b"this is no JSON",
        b"\xff\xfe",
        b"\0\0",
        b"{}",
        b"[]",
        b"null",
        b"[" * 100_000,
        b'{"jsonrpc":"1.0","id":7,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":' + b"9" * 5_000 + b',"method":"ping"}',
        b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1]}',
        b'{"jsonrpc":"2.0","id":999,"result":{}}',
        b'{"jsonrpc":"2.0","method":"notifications/nothing"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}',
    ):
        _write(client, data)
    assert client.ask("ping")["result"] == {}


@pytest.mark.parametrize("id_", [10**300, "x" * 200_000, "", "\u2028", -1])
def test_an_id_comes_back_as_it_was(by_hand: ByHand, id_: Any) -> None:
    client = by_hand()
    client.initialize()
    client.send({"id": id_, "method": "ping"})
    assert client.answer(id_)["result"] == {}


def test_a_request_that_can_not_be_met_gets_an_error_of_the_protocol(by_hand: ByHand) -> None:
    client = by_hand()
    # Before the greeting nothing else is answered.
    assert client.ask("tools/list")["error"]["code"] == _INVALID
    client.initialize()
    assert client.ask("no/such/method")["error"]["code"] == _UNKNOWN
    for params in ({}, {"name": 7}, {"name": "recall", "arguments": [1]}):
        assert client.ask("tools/call", **params)["error"]["code"] == _INVALID
    # What a model got wrong is told to the model.
    for arguments in ({"question": "x", "limit": float("nan")}, {"question": "x", "limit": 10**400}, {"question": {}}):
        answer = client.ask("tools/call", name="recall", arguments=arguments)["result"]
        assert answer["isError"]
        assert "recall can't take these arguments" in answer["content"][0]["text"]


def test_half_a_character_is_answered_like_any_other_question(by_hand: ByHand) -> None:
    client = by_hand()
    client.initialize()
    stored = client.ask("tools/call", name="remember", arguments={"records": "L'Anna viu a Girona \ud83d"})["result"]
    assert not stored["isError"]
    answer = client.ask("tools/call", name="recall", arguments={"question": "on viu l'Anna? \ude00"})["result"]
    assert "> L'Anna viu a Girona \ufffd" in answer["content"][0]["text"]


@given(st.text(st.characters() | st.sampled_from('\\ud83d"\ud83d\ude00')))
def test_only_halves_are_replaced(text: str) -> None:
    read = json.loads(without_halves(json.dumps(text)))
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert read == "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in whole)


def test_a_message_of_megabytes_is_taken(by_hand: ByHand) -> None:
    client = by_hand()
    client.initialize()
    answer = client.ask("tools/call", name="recall", arguments={"question": "a b " * 1_000_000})["result"]
    assert not answer["isError"]


def test_a_client_that_dies_in_the_middle_of_a_message_ends_the_server(by_hand: ByHand) -> None:
    client = by_hand()
    client.initialize()
    assert client.process.stdin is not None
    client.process.stdin.write(b'{"jsonrpc":"2.0","id":20,"meth')
    client.process.stdin.close()
    assert client.process.wait(60) == 0
