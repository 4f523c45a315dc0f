from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from rebost.embedders.e5 import E5Embedder
from rebost.embedders.endpoint import EndpointEmbedder, EndpointSettings
from rebost.errors import ConfigError, EmbedderError

Answer = Callable[[dict[str, Any]], tuple[int, Any]]


class Server:
    """A server on loopback that answers as a test wants, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answer: Answer = one_vector_each
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.location = ""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append({"path": self.path, **request})
                outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                code, body = outer.answer(request)
                raw = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(code)
                if outer.location:
                    self.send_header("Location", outer.location)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: object) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """A client that gave up waiting is what a test wanted."""

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"


def one_vector_each(request: dict[str, Any]) -> tuple[int, Any]:
    """Deliberately in reverse order, as `index` allows, and not of length one."""
    rows = [{"index": i, "embedding": [1.0 + len(text), 2.0, 0.5 * i]} for i, text in enumerate(request["input"])]
    return 200, {"data": rows[::-1]}


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.http.serve_forever)
    thread.start()
    yield server
    server.http.shutdown()
    thread.join()
    server.http.server_close()


def test_the_real_server_gives_the_vectors_of_the_model_behind_it(make: Callable[[str], Any]) -> None:
    texts = ["On viu l'Anna?", "The boiler is serviced every autumn."]
    e5, endpoint = E5Embedder(), make("endpoint")
    np.testing.assert_allclose(endpoint.embed_questions(texts), e5.embed_questions(texts), atol=1e-5)
    np.testing.assert_allclose(endpoint.embed_records(texts), e5.embed_records(texts), atol=1e-5)


def test_vectors_come_in_the_order_of_the_texts_whatever_the_order_of_the_answer(server: Server) -> None:
    vectors = EndpointEmbedder(EndpointSettings(server.url, "m")).embed_records(["a", "aaaa"])
    assert vectors[0, 2] == 0
    assert vectors[1, 2] > 0


def test_many_texts_go_in_batches(server: Server) -> None:
    vectors = EndpointEmbedder(EndpointSettings(server.url, "m")).embed_records(["text"] * 70)
    assert vectors.shape == (70, 3)
    assert [len(request["input"]) for request in server.requests] == [32, 32, 6]


@pytest.mark.parametrize("tail", ["", "/", "/embeddings", "/embeddings/"])
def test_the_address_may_be_written_with_or_without_its_end(server: Server, tail: str) -> None:
    EndpointEmbedder(EndpointSettings(server.url + tail, "m")).embed_questions(["x"])
    assert {request["path"] for request in server.requests} == {"/v1/embeddings"}


def test_questions_and_records_get_their_prefixes_and_models(server: Server) -> None:
    settings = EndpointSettings(server.url, "m", question_model="q", question_prefix="ask: ", record_prefix="doc: ")
    embedder = EndpointEmbedder(settings)
    embedder.embed_questions(["x"])
    embedder.embed_records(["y"])
    asked = [(request["model"], request["input"]) for request in server.requests]
    assert asked == [("q", ["ask: x"]), ("m", ["doc: y"])]


def test_the_id_tells_apart_models_hosts_and_prefixes(server: Server) -> None:
    other = server.url.replace("127.0.0.1", "localhost")
    settings = [
        EndpointSettings(server.url, "nomic:v1.5"),
        EndpointSettings(server.url, "nomic:v2"),
        EndpointSettings(other, "nomic:v2"),
        EndpointSettings(server.url, "nomic:v2", record_prefix="doc: "),
    ]
    ids = {EndpointEmbedder(each).model_id for each in settings}
    assert len(ids) == 4
    assert all(len(model_id.split(":")) == 4 for model_id in ids)


def test_the_key_is_taken_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_KEY", "k-123")
    EndpointEmbedder(EndpointSettings(server.url, "m", key_variable="MODEL_KEY")).embed_questions(["x"])
    assert server.headers[0]["authorization"] == "Bearer k-123"


def test_a_key_that_is_not_set_is_an_error_that_names_its_variable(server: Server) -> None:
    with pytest.raises(EmbedderError, match="REBOST_TEST_NO_KEY"):
        EndpointEmbedder(EndpointSettings(server.url, "m", key_variable="REBOST_TEST_NO_KEY")).embed_questions(["x"])
    assert server.requests == []


def embeddings(*rows: object) -> Any:
    return {"data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}


@pytest.mark.parametrize(
    ("code", "body", "says"),
    [
        (500, {"error": "out of memory"}, "500.*out of memory"),
        (404, b"no such model", "404.*no such model"),
        (200, b"<html>", "doesn't answer as"),
        (200, b"\xff\xfe", "doesn't answer as"),
        (200, [], "doesn't answer as"),
        (200, {"data": [{"embedding": [1.0]}]}, "doesn't answer as"),
        (200, embeddings("text"), "doesn't answer as"),
        (200, embeddings(), "one vector a text"),
        (200, embeddings([]), "one vector a text"),
        (200, embeddings([1.0], [1.0]), "one vector a text"),
        (200, embeddings([0.0, 0.0]), "without direction"),
        (200, embeddings([float("nan"), 1.0]), "without direction"),
    ],
)
def test_a_wrong_answer_is_an_error_that_says_what_was_wrong(server: Server, code: int, body: Any, says: str) -> None:
    server.answer = lambda _: (code, body)
    with pytest.raises(EmbedderError, match=f"(?s){says}.*check that the server runs"):
        EndpointEmbedder(EndpointSettings(server.url, "m")).embed_records(["x"])


def test_vectors_that_change_their_length_are_an_error(server: Server) -> None:
    embedder = EndpointEmbedder(EndpointSettings(server.url, "m"))
    assert embedder.dimension == 3
    server.answer = lambda _: (200, embeddings([1.0, 2.0]))
    with pytest.raises(EmbedderError, match="changed the length"):
        embedder.embed_records(["x"])


def test_a_server_that_does_not_answer_in_time_is_an_error(server: Server) -> None:
    asked = threading.Event()

    def never(request: dict[str, Any]) -> tuple[int, Any]:
        asked.wait()
        return one_vector_each(request)

    server.answer = never
    try:
        with pytest.raises(EmbedderError, match=r"didn't answer in 0\.1 s|can't be reached"):
            EndpointEmbedder(EndpointSettings(server.url, "m", question_seconds=0.1)).embed_questions(["x"])
    finally:
        asked.set()


def test_a_server_that_does_not_run_is_an_error(server: Server) -> None:
    settings = EndpointSettings("http://127.0.0.1:1/v1", "m")
    with pytest.raises(EmbedderError, match="can't be reached"):
        EndpointEmbedder(settings).embed_questions(["x"])


def test_a_redirect_is_not_followed(server: Server) -> None:
    server.location = server.url + "/elsewhere"
    server.answer = lambda _: (302, b"")
    with pytest.raises(EmbedderError, match="302"):
        EndpointEmbedder(EndpointSettings(server.url, "m")).embed_questions(["x"])
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"endpoint_url": "http://localhost/v1"},
        {"endpoint_model": "m"},
        {"endpoint_url": "file:///etc/passwd", "endpoint_model": "m"},
        {"endpoint_url": "localhost:11434", "endpoint_model": "m"},
        {"endpoint_url": "http://name:word@localhost/v1", "endpoint_model": "m"},
        {"endpoint_url": "http://models.example/v1", "endpoint_model": "m", "endpoint_key_variable": "KEY"},
    ],
)
def test_settings_that_cannot_be_used_are_told_at_once(settings: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="endpoint"):
        EndpointSettings.from_mapping(settings)
