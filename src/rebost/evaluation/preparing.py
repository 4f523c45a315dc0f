"""Every method that an evaluation can compare, with the records of a set in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property
from pathlib import Path

from rebost.embedders.embedder import Embedder
from rebost.errors import EmbedderError, InputError
from rebost.evaluation.baselines import PlainFts5, ReciprocalRankFusion, VectorsAlone
from rebost.evaluation.methods import Method
from rebost.evaluation.throwaway import MemoryMethod, ThrowAwayBase
from rebost.records import Record

WORDS_ONLY = "-words"
"""Ends the name of a method of Rebost that is to do without vectors."""
REBOST = ("default", "classic")
"""The methods of `Memory.recall`, each also to be had with words only."""
BASELINES = ("fts5", "vectors", "rrf")
METHODS = (*REBOST, *(name + WORDS_ONLY for name in REBOST), *BASELINES)
"""All that can be compared."""
DEFAULT_METHODS = (*REBOST, *BASELINES)


@contextmanager
def prepared(records: Sequence[Record], methods: Sequence[str], embedder: Embedder | None) -> Iterator[list[Method]]:
    """The methods of these names; inside, they can be asked. Throw-away bases are deleted afterwards.

    Raises:
        InputError: a name is unknown.
        EmbedderError: a method needs vectors and there is no embedder.
    """
    if unknown := [name for name in methods if name not in METHODS]:
        raise InputError(f"There is no method {unknown[0]!r} to evaluate: choose out of {', '.join(METHODS)}.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rebost-evaluation-")))
        workshop = _Workshop(records, embedder, folder, stack)
        yield [workshop.method(name) for name in methods]


class _Workshop:
    """Makes methods that share what they can: one index of words, one set of vectors, one base."""

    def __init__(self, records: Sequence[Record], embedder: Embedder | None, folder: Path, stack: ExitStack) -> None:
        self._records, self._embedder, self._folder, self._stack = records, embedder, folder, stack

    def method(self, name: str) -> Method:
        if name == "fts5":
            return self._words
        if name == "vectors":
            return self._vectors
        if name == "rrf":
            return ReciprocalRankFusion(self._words, self._vectors)
        base = self._base_of_words if name.endswith(WORDS_ONLY) else self._base
        return MemoryMethod(name, name.removesuffix(WORDS_ONLY), base)

    @cached_property
    def _words(self) -> PlainFts5:
        return PlainFts5(self._records)

    @cached_property
    def _vectors(self) -> VectorsAlone:
        if self._embedder is None:
            raise EmbedderError(
                "Vectors alone and fusion need a sentence model: choose one, or leave these methods out."
            )
        return VectorsAlone(self._records, self._embedder)

    @cached_property
    def _base(self) -> ThrowAwayBase:
        return self._filled("all.db", self._embedder)

    @cached_property
    def _base_of_words(self) -> ThrowAwayBase:
        return self._filled("words.db", None)

    def _filled(self, name: str, embedder: Embedder | None) -> ThrowAwayBase:
        base = self._stack.enter_context(closing(ThrowAwayBase(self._folder / name, embedder)))
        base.fill(self._records)
        return base
