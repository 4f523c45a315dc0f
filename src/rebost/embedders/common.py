"""What the vectors of all sentences share, and how it is taken out of a comparison.

Sentence vectors point to one side of the space: two unrelated sentences have a cosine of .76 with e5. What is common to
all of them says nothing of any, so it is subtracted, and the directions along which any two sentences differ most, which
tell their language and form rather than their subject, are projected away. After J. Mu and P. Viswanath, "All-but-the-top:
simple and effective postprocessing for word representations", ICLR 2018, with one mean for questions and one for records,
since models such as e5 embed the two differently.

With P the projection (P = I - V'V, so that PP = P and P is symmetric), m_q and m_d the means:

    q' = P(q - m_q) / |P(q - m_q)|        d' = P(d - m_d) / |P(d - m_d)|

Storage keeps the model's own vectors, and a scan is one product of them with q', for q' lies in the range of P already:

    q' . d' = (q' . d - q' . m_d) / |P(d - m_d)|

where the last is one number a record, kept beside its vector: `cosines` below.

A question doesn't say what its answer says: it has greetings, reasons and question words, another tense, perhaps another
language. So a question is also turned towards the records that answer such questions, by a linear map that was learned from
pairs of both (`evaluation/fit_turn.py`), which changes nothing on the records' side:

    q'' = P(q' + A'B q')  of length one, A and B of shape (rank, dimension)
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.embedders.embedder import Vectors

DIRECTIONS = 3
"""How many directions are projected away. Mu and Viswanath take about a hundredth of the dimension, which is 3 to 5."""
# Not through importlib.resources, which loads tempfile and zipfile: 10 ms.
_DATA = Path(__file__).parent / "data"
_TINY = 1e-6
"""Below this length nothing of a vector is left but rounding."""

Scalars = NDArray[np.float32]
"""One number a record, shape (records,)."""


class Turn(NamedTuple):
    """A linear map of low rank that is added to a question's vector."""

    taken: NDArray[np.float32]
    """B, shape (rank, dimension): the directions that are looked at."""
    given: NDArray[np.float32]
    """A, shape (rank, dimension): what each of them adds."""

    def apply(self, vectors: Vectors) -> Vectors:
        """The vectors, turned; shape as given."""
        return np.asarray(vectors + (vectors @ self.taken.T) @ self.given, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Common:
    """What the vectors of one model have in common."""

    question_mean: NDArray[np.float32]
    """m_q, shape (dimension,)."""
    record_mean: NDArray[np.float32]
    """m_d, shape (dimension,)."""
    directions: NDArray[np.float32]
    """V, shape (DIRECTIONS, dimension), rows orthonormal."""
    turn: Turn | None = None
    """How a question is turned towards its answers; None: it stays as it is."""

    def questions(self, vectors: Vectors) -> Vectors:
        """Q'' of each question vector, shape as given."""
        centred = _unit(self._project(vectors - self.question_mean))
        return centred if self.turn is None else _unit(self._project(self.turn.apply(centred)))

    def records(self, vectors: Vectors) -> Vectors:
        """D' of each record vector, shape as given."""
        return _unit(self._project(vectors - self.record_mean))

    def record_norms(self, vectors: Vectors) -> Scalars:
        """|P(d - m_d)| of each record vector: what `cosines` divides by.

        By its square, d . d - |Vd|^2 - 2 d . Pm + |Pm|^2, which takes well under half of the time of projecting each vector.
        """
        mean = self._project(self.record_mean[None])[0]
        along = vectors @ np.concatenate([self.directions, mean[None]]).T
        squares = np.einsum("ij,ij->i", vectors, vectors) - np.einsum("ij,ij->i", along[:, :-1], along[:, :-1])
        squares += mean @ mean - 2 * along[:, -1]
        return np.asarray(np.sqrt(np.maximum(squares, _TINY**2)), dtype=np.float32)

    def cosines(self, question: NDArray[np.float32], products: Scalars, norms: Scalars) -> Scalars:
        """Q'' . d' of one transformed question and every record.

        `question` is q'', shape (dimension,); `products` are q'' . d with the model's own record vectors, `norms` from
        `record_norms`. Equals `records(d) @ q'` without transforming a record.
        """
        shared = np.float32(question @ self.record_mean)
        return np.asarray((products - shared) / norms, dtype=np.float32)

    def _project(self, vectors: Vectors) -> Vectors:
        return np.asarray(vectors - (vectors @ self.directions.T) @ self.directions, dtype=np.float32)


def find_common(questions: Vectors, records: Vectors) -> Common:
    """The common part of a model, from its vectors of generic questions and of generic sentences, (n, dimension) each."""
    question_mean, record_mean = questions.mean(axis=0), records.mean(axis=0)
    centred = np.concatenate([questions - question_mean, records - record_mean]).astype(np.float64)
    directions = np.linalg.svd(centred, full_matrices=False)[2][:DIRECTIONS]
    return Common(question_mean, record_mean, directions.astype(np.float32))


def load_common(model_id: str) -> Common | None:
    """The common part of the model, or None where it was never measured: its vectors are then compared as they are."""
    rows = _rows(file_name(model_id))
    if rows is None:
        return None
    turn = _rows(turn_name(model_id))
    return Common(rows[0], rows[1], rows[2:], None if turn is None else Turn(*np.split(turn.astype(np.float32), 2)))


def _rows(name: str) -> NDArray[np.float32] | None:
    file = _DATA / name
    if not file.is_file():
        return None
    with file.open("rb") as opened:
        rows: NDArray[np.float32] = np.load(opened, allow_pickle=False)
    return rows


def as_rows(common: Common) -> NDArray[np.float32]:
    """What a data file holds: the mean of questions, the mean of records, then the directions, a row each."""
    return np.concatenate([common.question_mean[None], common.record_mean[None], common.directions])


def file_name(model_id: str) -> str:
    """Name of the data file of a model. The whole id is in it: another revision has another common part."""
    return "".join(c if c.isalnum() or c in "-._" else "_" for c in model_id) + ".npy"


def turn_name(model_id: str) -> str:
    """Name of the file that holds B and then A, in half precision."""
    return file_name(model_id).removesuffix(".npy") + ".turn.npy"


def _norms(vectors: Vectors) -> Scalars:
    norms: Scalars = np.maximum(np.linalg.norm(vectors, axis=-1), _TINY).astype(np.float32)
    return norms


def _unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / _norms(vectors)[..., None], dtype=np.float32)
