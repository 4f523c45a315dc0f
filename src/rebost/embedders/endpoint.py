"""A model behind an OpenAI-style `/v1/embeddings` address that the user configured: Ollama, LM Studio, a server at work.

The only embedder that uses the network, and only the one address it was given: redirects are not followed.
"""

from __future__ import annotations

import json
import os
import threading
import urllib.error
import urllib.request
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from rebost.embedders.text import clean
from rebost.errors import ConfigError, EmbedderError

if TYPE_CHECKING:
    from rebost.embedders.embedder import Vectors

_BATCH = 32
"""Texts a request: servers that work on one text at a time still answer within the time allowed."""
_MAX_ANSWER_BYTES = 64 * 1024 * 1024
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_CHECK = "check that the server runs and that `endpoint_url` and `endpoint_model` are right, or choose another model"


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """Where the model is and how it is asked. Raises ConfigError when an address or a key can't be used."""

    url: str
    """`http://localhost:11434/v1`, or the whole address up to `/embeddings`."""
    model: str
    question_model: str | None = None
    """Another name to ask for when embedding questions, for servers that tell the two uses apart by it."""
    question_prefix: str = ""
    record_prefix: str = ""
    """What the model wants before each text: `search_query: ` and `search_document: ` for nomic-embed-text, say."""
    key_variable: str | None = None
    """Name of the environment variable that holds the key. The key itself is never written to a file."""
    question_seconds: float = 5.0
    """How long a question waits for the server before recall goes on by words."""
    record_seconds: float = 60.0

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ConfigError(f"{self.url!r} isn't an http or https address: set `endpoint_url`.")
        if parts.username or parts.password:
            raise ConfigError("`endpoint_url` holds a name or a password: use `endpoint_key_variable` instead.")
        if not self.model:
            raise ConfigError("The endpoint has no model: set `endpoint_model`.")
        if self.key_variable and parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise ConfigError("A key would cross the network unencrypted: use an https address in `endpoint_url`.")

    @classmethod
    def from_mapping(cls, settings: Mapping[str, str]) -> EndpointSettings:
        """From `endpoint_url`, `endpoint_model` and the others by name. Raises ConfigError."""
        missing = [name for name in ("endpoint_url", "endpoint_model") if not settings.get(name)]
        if missing:
            raise ConfigError(f"The embedder `endpoint` needs an address and a model: set {' and '.join(missing)}.")
        return cls(
            url=settings["endpoint_url"],
            model=settings["endpoint_model"],
            question_model=settings.get("endpoint_question_model") or None,
            question_prefix=settings.get("endpoint_question_prefix", ""),
            record_prefix=settings.get("endpoint_record_prefix", ""),
            key_variable=settings.get("endpoint_key_variable") or None,
        )

    @property
    def address(self) -> str:
        """The whole address that requests go to."""
        base = self.url.rstrip("/")
        return base if base.endswith("/embeddings") else f"{base}/embeddings"

    @property
    def revision(self) -> str:
        """Host and port, and a sum over whatever else changes the vectors.

        A server doesn't tell which file it serves: two hosts are taken for two models, since mixing would be wrong and
        embedding again is only slow.
        """
        parts = urlsplit(self.url)
        host = quote(parts.netloc, safe=".-")
        rest = (self.question_model or "", self.question_prefix, self.record_prefix)
        return f"{host}-{zlib.crc32(json.dumps(rest).encode()):08x}" if any(rest) else host


class EndpointEmbedder:
    """Vectors from the address in `settings`. Every failure of the server is an EmbedderError."""

    def __init__(self, settings: EndpointSettings) -> None:
        self._settings = settings
        self._dimension: int | None = None
        self._lock = threading.Lock()
        loopback = urlsplit(settings.url).hostname in _LOOPBACK
        proxies = [urllib.request.ProxyHandler({})] if loopback else []
        self._opener = urllib.request.build_opener(_NoRedirect(), *proxies)

    @property
    def dimension(self) -> int:
        """What the server's first answer has; asks it once. Raises EmbedderError."""
        with self._lock:
            if self._dimension is None:
                self._dimension = len(self._ask(["."], self._settings.model, self._settings.question_seconds)[0])
            return self._dimension

    @property
    def model_id(self) -> str:
        """`endpoint:<model>:<host>:<dimension>`; asks the server once. Raises EmbedderError."""
        settings = self._settings
        return f"endpoint:{quote(settings.model, safe='/.-_@')}:{settings.revision}:{self.dimension}"

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, shape (len(texts), dimension). Raises EmbedderError."""
        settings = self._settings
        model = settings.question_model or settings.model
        return self._embed(texts, settings.question_prefix, model, settings.question_seconds)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        """Vectors of records, shape (len(texts), dimension). Raises EmbedderError."""
        settings = self._settings
        return self._embed(texts, settings.record_prefix, settings.model, settings.record_seconds)

    def _embed(self, texts: Sequence[str], prefix: str, model: str, seconds: float) -> Vectors:
        import numpy as np

        rows: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            # Several servers refuse an empty text: a full stop says as little.
            part = [prefix + (clean(text).strip() or ".") for text in texts[start : start + _BATCH]]
            rows += self._ask(part, model, seconds)
        with self._lock:
            # Told by these vectors rather than asked for first: a server that still has to load its model gets the time
            # that records have.
            if self._dimension is None and rows:
                self._dimension = len(rows[0])
        dimension = self.dimension
        if any(len(row) != dimension for row in rows):
            raise EmbedderError(f"{self._settings.address} changed the length of its vectors: {_CHECK}.")
        vectors = np.array(rows, dtype=np.float32).reshape(len(texts), dimension)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not (np.isfinite(norms).all() and (norms > 0).all()):
            raise EmbedderError(f"{self._settings.address} answered with a vector without direction: {_CHECK}.")
        vectors /= norms
        return vectors

    def _ask(self, texts: list[str], model: str, seconds: float) -> list[list[float]]:
        body = json.dumps({"model": model, "input": texts}).encode("utf-8")
        request = urllib.request.Request(self._settings.address, body, self._headers(), method="POST")  # noqa: S310 (http or https, as EndpointSettings makes sure)
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                raw = answer.read(_MAX_ANSWER_BYTES + 1)
        except urllib.error.HTTPError as error:
            with error:
                said = error.read(300).decode("utf-8", "replace").strip()
            raise EmbedderError(f"{self._settings.address} answered {error.code} ({said}): {_CHECK}.") from error
        except TimeoutError as error:
            raise EmbedderError(f"{self._settings.address} didn't answer in {seconds:g} s: {_CHECK}.") from error
        except (OSError, HTTPException) as error:
            raise EmbedderError(f"{self._settings.address} can't be reached ({error}): {_CHECK}.") from error
        return self._rows(raw, len(texts))

    def _rows(self, raw: bytes, expected: int) -> list[list[float]]:
        try:
            data = json.loads(raw)["data"]
            rows = [[float(x) for x in item["embedding"]] for item in sorted(data, key=_index)]
        except (ValueError, KeyError, TypeError) as error:
            raise EmbedderError(
                f"{self._settings.address} doesn't answer as /v1/embeddings should: {_CHECK}."
            ) from error
        if len(rows) != expected or not rows[0] or len({len(row) for row in rows}) != 1:
            raise EmbedderError(f"{self._settings.address} didn't answer with one vector a text: {_CHECK}.")
        return rows

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if variable := self._settings.key_variable:
            key = os.environ.get(variable)
            if not key:
                raise EmbedderError(
                    f"The environment variable {variable}, which should hold the endpoint's key, isn't set."
                )
            headers["Authorization"] = f"Bearer {key}"
        return headers


def _index(item: Mapping[str, Any]) -> int:
    return int(item["index"])


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry texts, and perhaps the key, to an address that the user didn't configure."""

    def redirect_request(self, *_: object) -> None:
        """None: the answer is then treated as an error."""
