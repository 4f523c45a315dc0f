"""Other engines on the same records and questions: what each part of a recall costs elsewhere, or at least."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import numpy as np
from numpy.typing import NDArray

SCAN = "scan of all vectors alone, a byte a dimension"
"""What a comparison with every vector takes at least. Its package is one that Rebost itself needs."""
BEST = 8
"""As many as a recall gives at most."""
DIMENSION = 384
_LEVELS = 127
_BATCH = 10_000

Bytes = NDArray[np.int8]
"""Vectors with one byte a dimension."""


class Asked(NamedTuple):
    """A question, and its vector: shape (DIMENSION,)."""

    text: str
    vector: Bytes

    @property
    def words(self) -> list[str]:
        return re.findall(r"\w+", self.text.lower())


class Held(NamedTuple):
    """What an engine is filled with: texts, and as many vectors, of shape (texts, DIMENSION)."""

    texts: Sequence[str]
    vectors: Bytes


Ask = Callable[[Asked], object]


class Peer(NamedTuple):
    """An engine: the package that it comes in, and what fills it, in a folder, and gives what asks it."""

    package: str
    fill: Callable[[Held, Path], Ask]
    indexes: bool = True
    """False where it takes what it is given as it is."""


def made_vectors(number: int, bunching: float) -> Bytes:
    """Random ones that have a part in common, `bunching` times as long as their own; shape (number, DIMENSION)."""
    source = np.random.default_rng(0)
    shared = bunching * source.standard_normal(DIMENSION, dtype=np.float32)
    made = np.empty((number, DIMENSION), dtype=np.int8)
    for start in range(0, number, _BATCH):
        part = made[start : start + _BATCH]
        vectors = shared + source.standard_normal(part.shape, dtype=np.float32)
        part[:] = np.rint(vectors / np.abs(vectors).max(axis=1, keepdims=True) * _LEVELS)
    return made


def installed() -> tuple[dict[str, str], list[str]]:
    """The package and version of each peer that can be run here, by its name; and the names of the others."""
    found, missing = {}, []
    for name, peer in PEERS.items():
        try:
            found[name] = f"{peer.package} {version(peer.package)}"
        except PackageNotFoundError:
            missing.append(name)
    return found, missing


def _fts5(held: Held, folder: Path) -> Ask:
    connection = apsw.Connection(str(folder / "fts5.db"))
    connection.execute("CREATE VIRTUAL TABLE records USING fts5(text)")
    with connection:
        connection.executemany("INSERT INTO records VALUES (?)", ((text,) for text in held.texts))

    def ask(asked: Asked) -> object:
        words = " OR ".join(f'"{word}"' for word in asked.words)
        statement = "SELECT rowid FROM records WHERE records MATCH ? ORDER BY rank LIMIT ?"
        return connection.execute(statement, (words, BEST)).fetchall()

    return ask


def _tantivy(held: Held, folder: Path) -> Ask:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", stored=False)
    place = folder / "tantivy"
    place.mkdir()
    index = tantivy.Index(builder.build(), path=str(place))
    writer = index.writer()
    for text in held.texts:
        writer.add_document(tantivy.Document(text=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    return lambda asked: searcher.search(index.parse_query(" ".join(asked.words), ["text"]), BEST)


def _bm25s(held: Held, folder: Path) -> Ask:  # noqa: ARG001  # in memory
    import bm25s

    def tokens(texts: Sequence[str]) -> Any:
        return bm25s.tokenize(list(texts), stopwords=None, show_progress=False)

    engine = bm25s.BM25()
    engine.index(tokens(held.texts), show_progress=False)
    best = min(BEST, len(held.texts))
    return lambda asked: engine.retrieve(tokens([asked.text]), k=best, show_progress=False)


def _simsimd(held: Held, folder: Path) -> Ask:  # noqa: ARG001  # in memory
    import simsimd

    return lambda asked: simsimd.cdist(held.vectors, asked.vector[None], metric="dot")


def _usearch(held: Held, folder: Path) -> Ask:  # noqa: ARG001  # in memory
    from usearch.index import Index

    index = Index(ndim=DIMENSION, metric="cos", dtype="i8")
    index.add(np.arange(len(held.vectors)), held.vectors)
    return lambda asked: index.search(asked.vector, BEST)


def _sqlite_vec(held: Held, folder: Path) -> Ask:
    import sqlite_vec

    connection = apsw.Connection(str(folder / "vec.db"))
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.execute(f"CREATE VIRTUAL TABLE vectors USING vec0(vector int8[{DIMENSION}] distance_metric=cosine)")
    with connection:
        vectors = ((vector.tobytes(),) for vector in held.vectors)
        connection.executemany("INSERT INTO vectors(vector) VALUES (vec_int8(?))", vectors)
    statement = "SELECT rowid FROM vectors WHERE vector MATCH vec_int8(?) AND k = ?"
    return lambda asked: connection.execute(statement, (asked.vector.tobytes(), BEST)).fetchall()


PEERS: Mapping[str, Peer] = {
    "SQLite FTS5, OR of all words": Peer("apsw", _fts5),
    "tantivy, OR of all words": Peer("tantivy", _tantivy),
    "bm25s, all words": Peer("bm25s", _bm25s),
    "sqlite-vec, a byte a dimension": Peer("sqlite-vec", _sqlite_vec),
    "usearch, approximate, a byte a dimension": Peer("usearch", _usearch),
    SCAN: Peer("simsimd", _simsimd, indexes=False),
}
