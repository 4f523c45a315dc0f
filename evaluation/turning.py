"""Learns how a question's vector is turned towards its answers (`rebost.embedders.common`). Used by `fit.py`.

For each question the softmax over the records of its base, by (q' + Dq') . d' / TEMPERATURE, is to fall on those that answer: the
loss InfoNCE (van den Oord et al., 2018) with all other records of the base as negatives, but for the acceptable ones. D starts at
zero and is held there by a ridge; the RANK strongest of its directions are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost.analysis import paragraphs
from rebost.embedders.common import Common, Turn, load_common, turn_name
from rebost.embedders.embedder import Embedder
from rebost.evaluation import EvaluationSet
from rebost.memory import recalling

DATA = Path(__file__).resolve().parent.parent / "src" / "rebost" / "embedders" / "data"

TEMPERATURE, RIDGE = 0.03, 0.01
RANK = 64
"""Of 384 or 512: as good as all of them, in an eighth of the size."""
STEPS, RATE = 60, 0.003
"""Of Adam (Kingma and Ba, 2015)."""

Matrix = NDArray[np.float32]


class Pairs(NamedTuple):
    """The answerable questions of one base and its records, without what all vectors share."""

    questions: Matrix
    """Shape (questions, dimension)."""
    parts: Matrix
    """Shape (parts of records, dimension)."""
    right: NDArray[np.bool_]
    """Shape (questions, parts): parts of records that answer."""
    counted: NDArray[np.bool_]
    """Shape (questions, parts): all but the parts of acceptable records."""


def plain_common(model_id: str) -> Common:
    """What the vectors of a model share, without a turn. It must have been measured: `scripts/make_common.py`."""
    common = load_common(model_id)
    assert common is not None, f"run scripts/make_common.py for {model_id} first"
    return replace(common, turn=None)


def pairs(one: EvaluationSet, embedder: Embedder) -> Pairs:
    """Embed a base and its answerable questions."""
    common = plain_common(embedder.model_id)
    owned = [(record.id, part) for record in one.records for part in paragraphs(record.text) or [record.text]]
    asked = [query for query in one.queries if query.answerable]
    right = np.array([[owner in query.gold for owner, _ in owned] for query in asked])
    acceptable = np.array([[owner in query.acceptable for owner, _ in owned] for query in asked])
    return Pairs(
        common.questions(embedder.embed_questions([query.text for query in asked])),
        common.records(embedder.embed_records([part for _, part in owned])),
        right,
        ~acceptable | right,
    )


def learn(bases: Sequence[Pairs]) -> Turn:
    """The turn that serves the questions of these bases."""
    dimension = bases[0].questions.shape[1]
    added, mean, square = (np.zeros((dimension, dimension), np.float32) for _ in range(3))
    questions = sum(len(one.questions) for one in bases)
    for step in range(1, STEPS + 1):
        slope = RIDGE * added
        for one in bases:
            likeness = (one.questions + one.questions @ added) @ one.parts.T / TEMPERATURE
            weight = np.exp(likeness - likeness.max(axis=1, keepdims=True)) * one.counted
            share = weight / weight.sum(axis=1, keepdims=True)
            wanted = weight * one.right
            wanted /= wanted.sum(axis=1, keepdims=True) + 1e-30
            slope += one.questions.T @ ((share - wanted) / (TEMPERATURE * questions)) @ one.parts
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        added -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    left, strength, right = np.linalg.svd(added.astype(np.float64))
    return Turn(left[:, :RANK].T.astype(np.float32), (strength[:RANK, None] * right[:RANK]).astype(np.float32))


@contextmanager
def asking_with(model_id: str, turn: Turn) -> Iterator[None]:
    """Inside, `Memory.recall` turns questions so, whatever is shipped."""
    shipped = recalling.common
    common = replace(plain_common(model_id), turn=turn)
    recalling.common = lambda _: common  # type: ignore[assignment]
    try:
        yield
    finally:
        recalling.common = shipped


def write(model_id: str, turn: Turn) -> None:
    """Ship a turn: B and then A, in half precision."""
    for old in DATA.glob(f"{model_id.partition(':')[0]}_*.turn.npy"):
        old.unlink()
    np.save(DATA / turn_name(model_id), np.concatenate([turn.taken, turn.given]).astype(np.float16))
