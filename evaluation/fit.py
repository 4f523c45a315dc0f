"""Fits the default method: how questions are turned towards their answers, weights, limits and calibration.

    python evaluation/fit.py            fit, and write src/rebost/ranking/data/evidence.json, src/rebost/embedders/data/*.turn.npy
                                        and evaluation/FITTING.md
    python evaluation/fit.py --check    write nothing; fail when the fit gives other numbers

A record that answers a question is to have evidence 1, one that doesn't 0; records that are acceptable beside an answer teach
nothing. The signals are read from the explanations of `Memory.recall`, so what is fitted is what is computed for a user. Everything
that FITTING.md reports is cross-validated: turn, weights AND limits come from the other bases, never from the one that is asked. The
turn alone also learns from the bases of `evaluation/own`. What is shipped has learned its turn from all bases, and its weights from
signals for which each base was asked with a turn that had not seen it.

The weights are those of a logistic regression with a ridge (le Cessie and van Houwelingen, 1992), found by Newton's method. The questions'
words play no part in it: a base in other words, or in another language, gives the same kind of numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

import numpy as np
from calibration import calibrate
from numpy.typing import NDArray
from turning import asking_with, learn, pairs, write

from rebost.embedders import choose_embedder
from rebost.embedders.common import Turn
from rebost.embedders.embedder import Embedder
from rebost.evaluation import EvaluationSet, load_all
from rebost.evaluation.caching import CachedEmbedder
from rebost.evaluation.throwaway import ThrowAwayBase
from rebost.ranking.evidence import Caution, Limits, enough
from rebost.records import Explanation

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "src" / "rebost" / "ranking" / "data" / "evidence.json"
PAGE = HERE / "FITTING.md"
PERSONAL, OWN = HERE / "personal", HERE / "own"
CACHE = HERE.parent / ".cache"

RIDGE = 10.0
"""Strength of the ridge on standardised signals, in records: enough that signals which say the same share their weight. From 1 to 10
the cross-validated `balanced` moves by .004; the strongest of them leans least on the bases at hand."""
ALL = 200
"""More left-out records than there are candidates."""
PRECISION = {Caution.LOW: 0.85, Caution.NORMAL: 0.9, Caution.HIGH: 0.95}
"""Least precision that the limits are chosen for."""
PREFERENCE = {Caution.LOW: 0.65, Caution.NORMAL: 0.5, Caution.HIGH: 0.3}
"""Share of `hit` in what the limits are chosen for; the rest is `silence`."""
SHARE_OF_GOLD = 0.15
"""What the share of the gold records returned counts beside that: answers that several records give together."""
MINIMA = np.arange(0.1, 0.8, 0.02)
FOLLOWERS = (0.06, 0.1, 0.15, 0.2, 0.3, 0.4)
RELATIVES = (0.1, 0.2, 0.35, 0.5)

Matrix = NDArray[np.float64]


class Asked(NamedTuple):
    """One question of a set, with its candidates."""

    set_name: str
    type: str
    answerable: bool
    gold: int
    """How many records answer it."""
    labels: NDArray[np.int8]
    """Of each candidate: 1 answers, 0 doesn't, -1 acceptable."""
    signals: Matrix
    """Shape (candidates, signals)."""


class Fit(NamedTuple):
    """Weights on the signals as they are measured."""

    bias: float
    usual: Matrix
    weights: Matrix

    def evidence(self, signals: Matrix) -> Matrix:
        """The evidence of each candidate."""
        total = self.bias + (signals - self.usual) @ self.weights
        return np.asarray(1 / (1 + np.exp(-np.clip(total, -50, 50))))


class Figures(NamedTuple):
    """The measures of a list of answers."""

    hit: float
    silence: float
    precision: float
    gold_share: float

    @property
    def balanced(self) -> float:
        return (self.hit + self.silence) / 2


class Asking:
    """Asks the bases, each with a turn that was learned without it, and without others if need be."""

    def __init__(
        self, sets: Sequence[EvaluationSet], further: Sequence[EvaluationSet], embedder: Embedder | None
    ) -> None:
        self.names: list[str] = []
        """Of the signals, known once something was asked."""
        self.bases = {one.name: one for one in sets}
        self._embedder = embedder
        self._pairs = {one.name: pairs(one, embedder) for one in [*sets, *further]} if embedder else {}
        self._turns: dict[frozenset[str], Turn] = {}
        self._asked: dict[tuple[str, frozenset[str]], list[Asked]] = {}

    def turn(self, without: frozenset[str] = frozenset()) -> Turn:
        """The turn that all bases but these teach."""
        if without not in self._turns:
            self._turns[without] = learn([found for name, found in self._pairs.items() if name not in without])
        return self._turns[without]

    def __call__(self, base: str, *without: str) -> list[Asked]:
        """The questions of a base with the signals of their candidates."""
        left_out = frozenset((base, *without)) if self._embedder else frozenset[str]()
        if (base, left_out) not in self._asked:
            turned = asking_with(self._embedder.model_id, self.turn(left_out)) if self._embedder else nullcontext()
            with turned:
                names, asked = ask(self.bases[base], self._embedder)
            self.names = self.names or names
            self._asked[base, left_out] = asked
        return self._asked[base, left_out]


def ask(one: EvaluationSet, embedder: Embedder | None) -> tuple[list[str], list[Asked]]:
    """The names of the signals, and every question of a set with the signals of its candidates."""
    names: list[str] = []
    asked: list[Asked] = []
    with (
        tempfile.TemporaryDirectory(prefix="rebost-fit-") as folder,
        closing(ThrowAwayBase(Path(folder) / "base.db", embedder)) as base,
    ):
        base.fill(one.records)
        for query in (query for query in one.queries if query.answerable is not None):
            found = base.explained(query.text, ALL)
            rows = [_signals(tree) for _, tree in found]
            names = names or [name for name, _ in (rows[0] if rows else ())]
            labels = [1 if id_ in query.gold else -1 if id_ in query.acceptable else 0 for id_, _ in found]
            matrix = np.array([[value for _, value in row] for row in rows]) if rows else np.zeros((0, len(names)))
            asked.append(
                Asked(
                    one.name,
                    query.type or "",
                    bool(query.answerable),
                    len(query.gold),
                    np.array(labels, np.int8),
                    matrix,
                )
            )
    nothing = np.zeros((0, len(names)))  # of a question without candidates, which may have come before the first name
    return names, [one if len(one.labels) else one._replace(signals=nothing) for one in asked]


def _signals(tree: Explanation) -> list[tuple[str, float]]:
    evidence = tree.details[1]
    return [(leaf.name, leaf.details[0].value) for group in evidence.details[1:] for leaf in group.details]


def fit(asked: Iterable[Asked]) -> Fit:
    """Weights from the labelled candidates of these questions."""
    rows, labels = [], []
    for one in asked:
        if len(one.labels):
            told = one.labels >= 0
            rows.append(one.signals[told])
            labels.append(one.labels[told])
    x, y = np.concatenate(rows), np.concatenate(labels).astype(np.float64)
    usual, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 1e-9, spread, np.inf)
    design = np.column_stack([np.ones(len(x)), (x - usual) / spread])
    ridge = np.full(design.shape[1], RIDGE)
    ridge[0] = 0.0
    beta = np.zeros(design.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(design @ beta, -50, 50)))
        slope = design.T @ (y - p) - ridge * beta
        curvature = (design * (p * (1 - p))[:, None]).T @ design + np.diag(ridge + 1e-9)
        step = np.linalg.solve(curvature, slope)
        beta = beta + step
        if np.abs(step).max() < 1e-8:
            break
    return Fit(float(beta[0]), usual, beta[1:] / spread)


def measure(asked: Sequence[Asked], evidences: Sequence[Matrix], limits: Limits) -> Figures:
    """The measures of the answers that these limits give."""
    hits, shares, silences, precisions = [], [], [], []
    for one, evidence in zip(asked, evidences, strict=True):
        labels = one.labels[selected(evidence, limits)]
        if one.answerable:
            hits.append(bool((labels == 1).any()))
            shares.append((labels == 1).sum() / one.gold)
            if len(labels):
                precisions.append(float((labels != 0).mean()))
        else:
            silences.append(bool((labels == -1).all()))
    return Figures(*(float(np.mean(values)) for values in (hits, silences, precisions, shares)))


def selected(evidence: Matrix, limits: Limits) -> NDArray[np.intp]:
    """The candidates that are returned: eight at most."""
    if not len(evidence):
        return np.zeros(0, dtype=np.intp)
    _, near = enough(evidence, limits)
    return np.array([place for place in np.argsort(-evidence, kind="stable")[:8] if near[place]], dtype=np.intp)


def choose(asked: Sequence[Asked], evidences: Sequence[Matrix], caution: Caution) -> Limits:
    """The limits that serve a caution best on these questions."""

    def worth(limits: Limits) -> float:
        found = measure(asked, evidences, limits)
        wanted = PREFERENCE[caution] * found.hit + (1 - PREFERENCE[caution]) * found.silence
        return wanted + SHARE_OF_GOLD * found.gold_share - 3 * max(0.0, PRECISION[caution] - found.precision)

    first = max((Limits(float(m), min(0.15, float(m)), 0.2) for m in MINIMA), key=worth)
    others = (Limits(first.minimum, min(f, first.minimum), r) for f in FOLLOWERS for r in RELATIVES)
    second = max(others, key=worth)
    return max((second._replace(minimum=float(m)) for m in MINIMA if m >= second.follower), key=worth)


class Validated(NamedTuple):
    """What cross-validation gave: for every question of the six bases, its evidence by a fit that didn't see its base."""

    asked: list[Asked]
    evidences: list[Matrix]
    limits: dict[Caution, dict[str, Limits]]
    """By caution, by base."""


def cross_validate(asking: Asking) -> Validated:
    """Leave one base out, six times; its limits come from the other five, each asked by a fit without it and the one left out."""
    questions: list[Asked] = []
    evidences: list[Matrix] = []
    limits: dict[Caution, dict[str, Limits]] = {caution: {} for caution in Caution}
    for base in asking.bases:
        others = {other: asking(other, base) for other in asking.bases if other != base}
        told = [question for asked in others.values() for question in asked]
        seen: list[Matrix] = []
        for other, asked in others.items():
            inner = fit(question for name, rest in others.items() if name != other for question in rest)
            seen += [inner.evidence(question.signals) for question in asked]
        outer = fit(told)
        questions += asking(base)
        evidences += [outer.evidence(question.signals) for question in asking(base)]
        for caution in Caution:
            limits[caution][base] = choose(told, seen, caution)
    return Validated(questions, evidences, limits)


def reliability(validated: Validated) -> tuple[list[tuple[float, bool]], list[tuple[float, bool]]]:
    """Best evidence of each answered question and whether a piece was right; of each silence and whether it was right."""
    answered, silent = [], []
    for one, evidence in zip(validated.asked, validated.evidences, strict=True):
        best = float(evidence.max(initial=0.0))
        kept = selected(evidence, validated.limits[Caution.NORMAL][one.set_name])
        if len(kept):
            answered.append((best, bool((one.labels[kept] == 1).any())))
        else:
            silent.append((best, not one.answerable))
    return answered, silent


def fitted(names: Sequence[str], asked: Sequence[Asked], validated: Validated) -> Mapping[str, object]:
    """What evidence.json holds for one kind of vectors."""
    whole = fit(asked)
    weights: dict[str, dict[str, list[float]]] = {}
    for name, usual, weight in zip(names, whole.usual, whole.weights, strict=True):
        _, group, signal = name.split(".")
        weights.setdefault(group, {})[signal] = [round(float(usual), 5), round(float(weight), 5)]
    # The evidence of cross-validation, which is what an unseen base will have, chooses the limits that are shipped.
    limits = {caution: choose(validated.asked, validated.evidences, caution) for caution in Caution}
    answered, silent = reliability(validated)
    return {
        "bias": round(whole.bias, 5),
        "weights": weights,
        "limits": {c.value: {k: round(v, 3) for k, v in found._asdict().items()} for c, found in limits.items()},
        "answered": calibrate(*zip(*answered, strict=True), rising=True),
        "unanswerable": calibrate(*zip(*silent, strict=True), rising=False),
    }


KINDS: Mapping[str, str | None] = {"e5": "e5", "use": "use", "words": None}
"""Kinds of vectors that numbers are fitted for, by the embedder that makes them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit every kind; 1 when `--check` finds other numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the numbers have changed")
    options = parser.parse_args(arguments)
    sets = load_all(PERSONAL)
    found: dict[str, Mapping[str, object]] = {}
    pages = [HEAD]
    turns: dict[str, Turn] = {}
    for kind, wanted in KINDS.items():
        with cached_embedder(wanted) as embedder:
            asking = Asking(sets, load_all(OWN), embedder)
            validated = cross_validate(asking)
            if embedder is not None:
                turns[embedder.model_id] = asking.turn()
        found[kind] = fitted(asking.names, validated.asked, validated)
        pages += report(kind, validated)
    if options.check:
        if json.loads(MODELS.read_text("utf-8")) == found:
            return 0
        print("The fit gives other numbers than those in evidence.json: run evaluation/fit.py.", file=sys.stderr)
        return 1
    for model_id, turn in turns.items():
        write(model_id, turn)
    MODELS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text("\n".join(pages) + "\n", encoding="utf-8")
    return 0


@contextmanager
def cached_embedder(wanted: str | None) -> Iterator[Embedder | None]:
    """An embedder that remembers its vectors from one run to the next; None for words alone."""
    if wanted is None:
        yield None
        return
    embedder = choose_embedder(wanted=wanted)
    if embedder is None:
        raise SystemExit(f"The model {wanted} isn't there, and numbers are fitted for it: install it first.")
    cached = CachedEmbedder(embedder)
    file = CACHE / f"fit-{wanted}.npz"
    cached.load(file)
    yield cached
    cached.save(file)


HEAD = """# How the default method was fitted

Made by `evaluation/fit.py`. All figures are cross-validated on the six personal bases: turn, weights and limits come from five (the turn
from the four of evaluation/own as well), the sixth is asked, six times. Silence counts a question without an answer as right when nothing but acceptable records came back.
"""


def report(kind: str, validated: Validated) -> list[str]:
    """The figures of one kind of vectors, as lines of a page."""
    lines = [f"## {kind}", ""]
    lines += ["| caution | base | hit | silence | balanced | precision | gold share |", "|---|---|---|---|---|---|---|"]
    for caution in Caution:
        per = []
        for base, limits in validated.limits[caution].items():
            places = [i for i, one in enumerate(validated.asked) if one.set_name == base]
            per.append(measure([validated.asked[i] for i in places], [validated.evidences[i] for i in places], limits))
            lines.append(_line(caution, base, per[-1]))
        lines.append(_line(caution, "mean", Figures(*(float(np.mean(values)) for values in zip(*per, strict=True)))))
    lines += ["", "By type, at normal caution:", "", "| type | right |", "|---|---|"]
    right: dict[str, list[bool]] = {}
    for one, evidence in zip(validated.asked, validated.evidences, strict=True):
        labels = one.labels[selected(evidence, validated.limits[Caution.NORMAL][one.set_name])]
        is_right = bool((labels == 1).any()) if one.answerable else bool((labels == -1).all())
        right.setdefault(one.type, []).append(is_right)
    lines += [f"| {kind_of} | {_number(float(np.mean(found)))} |" for kind_of, found in right.items()]
    for title, found in zip(("Answers", "Silences"), reliability(validated), strict=True):
        lines += [
            "",
            f"{title} by evidence, and how many were right:",
            "",
            "| evidence | questions | right |",
            "|---|---|---|",
        ]
        for low in np.arange(0, 1, 0.1):
            within = [
                is_right for evidence, is_right in found if low <= evidence < low + 0.1 or evidence == low + 0.1 == 1
            ]
            if within:
                lines.append(f"| {low:.1f} to {low + 0.1:.1f} | {len(within)} | {_number(float(np.mean(within)))} |")
    return [*lines, ""]


def _line(caution: Caution, base: str, found: Figures) -> str:
    values = (found.hit, found.silence, found.balanced, found.precision, found.gold_share)
    return f"| {caution} | {base} | " + " | ".join(map(_number, values)) + " |"


def _number(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


if __name__ == "__main__":
    sys.exit(main())
