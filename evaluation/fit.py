"""Fits the default method: how questions are turned towards their answers, weights, limits and calibration.

    python evaluation/fit.py            fit, and write src/rebost/ranking/data/evidence.json, src/rebost/embedders/data/*.turn.npy
                                        and evaluation/FITTING.md
    python evaluation/fit.py --check    write nothing; fail when the fit gives other numbers

A record that answers a question is to have evidence 1, one that doesn't 0; records that are acceptable beside an answer teach
nothing. Whether a question is answerable at all is learned from the questions, by the signals of the record that fits best; how well
records fit comes there from a fit of the other bases, as it will for an unseen one. The signals are read from the explanations of
`Memory.recall`, so what is fitted is what is computed for a user.

Everything that FITTING.md reports is cross-validated: turn, weights AND limits come from the other bases, never from the one that is
asked. The turn alone also learns from the bases of `evaluation/own`. What is shipped has learned its turn from all bases, and its
weights from signals for which each base was asked with a turn that had not seen it.

The weights are those of a logistic regression with a ridge (le Cessie and van Houwelingen, 1992), found by Newton's method. The questions'
words play no part in it: a base in other words, or in another language, gives the same kind of numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from asking import Asked, Asking, Matrix
from calibration import calibrate
from numpy.typing import NDArray
from turning import write
from weights import counted_of, fit, written

from rebost.embedders import choose_embedder
from rebost.embedders.common import Turn
from rebost.embedders.embedder import Embedder
from rebost.evaluation import load_all
from rebost.evaluation.caching import CachedEmbedder
from rebost.ranking.evidence import Caution, Limits, enough, nearest

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "src" / "rebost" / "ranking" / "data" / "evidence.json"
PAGE = HERE / "FITTING.md"
PERSONAL, OWN = HERE / "personal", HERE / "own"
CACHE = HERE.parent / ".cache"

PRECISION = {Caution.LOW: 0.85, Caution.NORMAL: 0.9, Caution.HIGH: 0.95}
"""Least precision that the limits are chosen for."""
PREFERENCE = {Caution.LOW: 0.65, Caution.NORMAL: 0.55, Caution.HIGH: 0.3}
"""Share of `hit` in what the limits are chosen for; the rest is `silence`. A little more than half in the normal case: from a
minimum of .34 to one of .42 the mean of the two hardly changes, and `hit` is the one that is further from all."""
SHARE_OF_GOLD = 0.15
"""What the share of the gold records returned counts beside that: answers that several records give together."""
MINIMA = np.arange(0.1, 0.8, 0.02)
AROUND = 3
"""Minima to either side of one over which its worth is taken: .06 of evidence."""
CHANCE = 0.005
"""What is no difference in worth: a question more or less on each base."""
FOLLOWERS = (0.06, 0.1, 0.15, 0.2, 0.3, 0.4)
RELATIVES = (0.1, 0.2, 0.35, 0.5)


class Figures(NamedTuple):
    """The measures of a list of answers."""

    hit: float
    silence: float
    precision: float
    gold_share: float

    @property
    def balanced(self) -> float:
        return (self.hit + self.silence) / 2


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
    """The limits that serve a caution best on these questions: in the mean of a few minima around theirs.

    What one minimum has before the next is chance, and seldom holds on another base. So of those that serve about as well it is the
    lowest, which answers most.
    """

    @cache
    def worth(limits: Limits) -> float:
        found = measure(asked, evidences, limits)
        wanted = PREFERENCE[caution] * found.hit + (1 - PREFERENCE[caution]) * found.silence
        return wanted + SHARE_OF_GOLD * found.gold_share - 3 * max(0.0, PRECISION[caution] - found.precision)

    def around(place: int, follower: float, relative: float) -> float:
        minima = MINIMA[max(0, place - AROUND) : place + AROUND + 1].tolist()
        return float(np.mean([worth(Limits(m, min(follower, m), relative)) for m in minima]))

    def minimum(follower: float, relative: float) -> int:
        worths = [around(place, follower, relative) for place in range(len(MINIMA))]
        return next(place for place, found in enumerate(worths) if found >= max(worths) - CHANCE)

    place = minimum(0.15, 0.2)
    others = [(follower, relative) for follower in FOLLOWERS for relative in RELATIVES]
    follower, relative = max(others, key=lambda pair: around(place, *pair))
    found = float(MINIMA[minimum(follower, relative)])
    return Limits(found, min(follower, found), relative)


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
        asked = asking(base)
        others = {other: asking(other, base) for other in asking.bases if other != base}
        counted = counted_of(asking.names)
        told = [question for rest in others.values() for question in rest]
        seen: list[Matrix] = []
        for other, rest in others.items():
            inner = fit({name: those for name, those in others.items() if name != other}, counted)
            seen += [inner.evidence(question.signals, counted) for question in rest]
        outer = fit(others, counted)
        questions += asked
        evidences += [outer.evidence(question.signals, counted) for question in asked]
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


def fitted(asking: Asking, validated: Validated) -> Mapping[str, object]:
    """What evidence.json holds for one kind of vectors."""
    counted = counted_of(asking.names)
    # Each base asked as it was in the validation, with a turn that hadn't seen it.
    whole = fit({base: asking(base) for base in asking.bases}, counted)
    of_best = [name for name, counts in zip(asking.names, counted, strict=True) if counts]
    of_nearest = [f"signal.nearest.{name}" for name in nearest(np.zeros(0))]
    # The evidence of cross-validation, which is what an unseen base will have, chooses the limits that are shipped.
    limits = {caution: choose(validated.asked, validated.evidences, caution) for caution in Caution}
    answered, silent = reliability(validated)
    return {
        "fits": written(whole.fits, asking.names),
        "answerable": written(whole.answerable, [*of_best, *of_nearest]),
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
        found[kind] = fitted(asking, validated)
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
