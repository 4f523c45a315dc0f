"""The user's own evaluation: the questions that were marked in a base, asked of that base as it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rebost.errors import InputError
from rebost.evaluation.datasets import QUERIES_FILE, RECORDS_FILE, EvaluationSet, Query
from rebost.evaluation.measures import LIMIT, Outcome, break_down
from rebost.evaluation.results import Results, Run
from rebost.evaluation.running import versions
from rebost.memory import Memory
from rebost.records import MarkedQuestion

NAME = "mine"
"""Of the set in the results."""


class Verdict(NamedTuple):
    """What a marked question gets, and what is wrong with it."""

    question: MarkedQuestion
    returned: tuple[str, ...]
    """Ids of the records that came, best first."""
    missing: tuple[str, ...]
    """Ids of those that should have come."""
    wrong: tuple[str, ...]
    """Ids of those that should not have."""
    evidence: float
    model: str | None

    @property
    def is_right(self) -> bool:
        """Whether all came that should, and nothing that shouldn't."""
        return not (self.missing or self.wrong)


def questions(memory: Memory) -> tuple[MarkedQuestion, ...]:
    """The marked questions that can be judged: those whose records are current, or that should get nothing."""
    return tuple(one for one in memory.marked_questions() if one.silence or one.wanted or one.unwanted)


def judge(
    memory: Memory, question: MarkedQuestion, *, method: str = "default", caution: str = "normal", limit: int = LIMIT
) -> Verdict:
    """Ask a marked question, without counting a use, and compare what comes with its marks."""
    recall = memory.recall(
        question.text,
        project=question.project,
        limit=limit,
        left_out=0,
        method=method,
        caution=caution,
        counting=False,
    )
    returned = tuple(piece.record.id for piece in recall.pieces)
    unwanted = returned if question.silence else question.unwanted
    return Verdict(
        question,
        returned,
        tuple(id_ for id_ in question.wanted if id_ not in returned),
        tuple(id_ for id_ in returned if id_ in unwanted),
        recall.evidence,
        recall.model,
    )


def evaluate_own(
    memory: Memory,
    methods: Sequence[str],
    *,
    caution: str = "normal",
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Results, dict[str, tuple[Verdict, ...]]]:
    """Judge every marked question by each method: the figures, and the verdicts by method.

    A record that was never marked counts as neither right nor wrong. Raises `InputError` where nothing was marked.
    """
    asked = questions(memory)
    if not asked:
        raise InputError("No question was marked yet. Mark some on the page Test of `rebost console`.")
    fingerprint = own_set(memory).fingerprint()
    runs, verdicts = [], {}
    for number, method in enumerate(methods):
        judged = []
        for done, question in enumerate(asked, start=1):
            judged.append(judge(memory, question, method=method, caution=caution))
            if progress is not None:
                progress(number * len(asked) + done, len(methods) * len(asked))
        verdicts[method] = tuple(judged)
        outcomes = tuple(_outcome(number, verdict) for number, verdict in enumerate(judged, start=1))
        model = next((verdict.model for verdict in judged if verdict.model), None)
        records = sum(memory.projects().values())
        runs.append(Run(NAME, fingerprint, records, method, model, break_down(outcomes), outcomes=outcomes))
    return Results(tuple(runs), versions()), verdicts


def own_set(memory: Memory) -> EvaluationSet:
    """All current records, and the marked questions, as an evaluation set."""
    queries = tuple(_query(number, question) for number, question in enumerate(questions(memory), start=1))
    return EvaluationSet(NAME, tuple(memory.records()), queries)


def save(memory: Memory, folder: Path) -> EvaluationSet:
    """Write that set into a folder, which is made where there is none. Raises `InputError` when it can't be written.

    The format has no word for a record that should not come: `unwanted` is ours, and a reader may pass it over.
    """
    found = own_set(memory)
    if not found.queries:
        raise InputError("No question was marked yet. Mark some on the page Test of `rebost console`.")
    records = (
        {"id": record.id, "text": record.text, "kind": str(record.kind), "project": record.project}
        for record in found.records
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / RECORDS_FILE, records)
        _write(folder / QUERIES_FILE, map(_line, found.queries, questions(memory)))
    except OSError as error:
        raise InputError(f"{folder} can't be written ({error.strerror}). Give another folder.") from None
    return found


def _line(query: Query, question: MarkedQuestion) -> dict[str, Any]:
    return {
        "id": query.id,
        "text": query.text,
        "answerable": query.answerable,
        "gold": sorted(query.gold),
        "acceptable": [],
        "unwanted": sorted(question.unwanted),
        "project": question.project,
    }


def _query(number: int, question: MarkedQuestion) -> Query:
    answerable = True if question.wanted else False if question.silence else None
    return Query(f"q{number}", question.text, answerable, gold=frozenset(question.wanted))


def _outcome(number: int, verdict: Verdict) -> Outcome:
    query = _query(number, verdict.question)
    if not verdict.question.silence:
        acceptable = frozenset(verdict.returned).difference(verdict.wrong, query.gold)
        query = Query(query.id, query.text, query.answerable, query.gold, acceptable)
    return Outcome(query, verdict.returned, verdict.evidence)


def _write(path: Path, lines: Iterator[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
