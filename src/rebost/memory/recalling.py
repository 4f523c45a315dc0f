"""A question's way through the rooms: its terms, its statistics, its vector, the ranking, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rebost import ranking
from rebost.analysis import AskedTerm, analyze_question, interpret
from rebost.errors import InputError
from rebost.memory.examining import Examined, spread
from rebost.memory.indexing import cleaned, cleaned_name, languages_of
from rebost.memory.judging import common, model_of
from rebost.memory.shortening import shortened
from rebost.memory.vectorising import NOT_ASKED_FOR, STILL_LOADING, Vectoriser
from rebost.ranking import (
    Caution,
    DefaultRanking,
    Parameters,
    Ranked,
    Ranking,
    Rows,
    Signal,
    Similarities,
    Standing,
    Standings,
    default,
)
from rebost.records import Explanation, LeftOut, Piece, Reason, Recall, Record, Scope, Sentence, Trees
from rebost.storage import Base, ScopedIndex, Snapshot

METHODS = ("default", "classic")

_MICROSECONDS = 1_000_000
_NO_PROBLEMS = {NOT_ASKED_FOR: "words_only_asked", STILL_LOADING: "words_only_loading"}


class Question(NamedTuple):
    """What is asked, checked and cleaned."""

    text: str
    asked: str
    """All of it, or its beginning and its end."""
    scope: Scope
    method: str
    parameters: Parameters
    caution: Caution
    left_out: int
    """Records left out to report: less than the ranking finds is a matter of showing, and changes no answer."""


class Answer(NamedTuple):
    """A recall, and the rows of its pieces, so that their use can be counted."""

    recall: Recall
    rows: tuple[int, ...]


class _Asked(NamedTuple):
    snapshot: Snapshot
    ranking: Ranking | DefaultRanking
    why: str
    model: str | None
    notices: tuple[str, ...]


def checked(
    text: str, project: str | None, general: bool, limit: int, left_out: int, method: str, caution: str
) -> Question:
    """Raises `InputError` for a method or a caution that there isn't and for a number that can't be one."""
    if method not in METHODS:
        raise InputError(f"There is no method {method!r}. Use one of: {', '.join(METHODS)}.")
    if caution not in tuple(Caution):
        raise InputError(f"There is no caution {caution!r}. Use one of: {', '.join(Caution)}.")
    if limit < 0:
        raise InputError(f"The limit is {limit!r}. Give one that isn't negative.")
    if left_out < 0:
        raise InputError(f"The number of records left out to report is {left_out!r}. Give one that isn't negative.")
    parameters = Parameters(limit=limit, left_out=max(left_out, Parameters().left_out))
    scope = Scope(cleaned_name(project), general)
    text = cleaned(text)
    return Question(text, shortened(text), scope, method, parameters, Caution(caution), left_out)


class Recaller:
    """Answers questions from one base."""

    def __init__(self, base: Base, vectoriser: Vectoriser) -> None:
        self._base = base
        self._vectoriser = vectoriser

    def recall(self, question: Question) -> Answer:
        """The answer to a question."""
        vector, notice = self._vector(question)
        with self._base.read() as snapshot:
            asked = self._ask(snapshot, question, vector, notice)
            recall = self._answer(snapshot, question, asked)
        return Answer(recall, tuple(item.row for item in asked.ranking.selected))

    def examine(self, question: Question) -> Examined:
        """The answer to a question, and what its pieces were measured against."""
        vector, notice = self._vector(question)
        with self._base.read() as snapshot:
            asked = self._ask(snapshot, question, vector, notice)
            recall = self._answer(snapshot, question, asked)
        return Examined(recall, asked.ranking.lines, spread(asked.ranking.vectors))

    @staticmethod
    def _answer(snapshot: Snapshot, question: Question, asked: _Asked) -> Recall:
        ranked = asked.ranking
        nearest = ranked.left_out[: question.left_out]
        shown = [item.row for item in (*ranked.selected, *nearest)]
        records = snapshot.records(shown)
        pieces, others = (Trees(ranked.later([item.row for item in part])) for part in (ranked.selected, nearest))
        return Recall(
            question=question.text,
            method=question.method,
            pieces=tuple(
                Piece(records[item.row], item.score, pieces, place) for place, item in enumerate(ranked.selected)
            ),
            left_out=tuple(_left_out(records[item.row], item, others, place) for place, item in enumerate(nearest)),
            left_out_counts=ranked.counts,
            why=asked.why,
            evidence=ranked.evidence,
            confidence=ranked.confidence,
            model=asked.model,
            notices=asked.notices,
        )

    def explain(self, question: Question, prefix: str) -> Piece | LeftOut:
        """How one record, by its id, fares with a question. Raises `UnknownRecordError`, `AmbiguousIdError`."""
        vector, notice = self._vector(question)
        with self._base.read() as snapshot:
            row = snapshot.find(prefix)
            record = snapshot.records((row,))[row]
            if record.superseded_by is not None:
                return LeftOut(record, 0.0, Reason.SUPERSEDED, (Explanation("superseded", 0.0),))
            if not snapshot.index(question.scope).holds(row):
                return LeftOut(record, 0.0, Reason.OUT_OF_SCOPE, (Explanation("out_of_scope", 0.0),))
            ranked = self._ask(snapshot, question, vector, notice).ranking
            item = ranked.look(row)
            trees = ranked.explain((row,))
            if item.reason is None:
                return Piece(record, item.score, trees)
            return _left_out(record, item, trees)

    def _vector(self, question: Question) -> tuple[NDArray[np.float32] | None, Sentence | None]:
        """The question's vector, made only where it can count; or why it can't, when that is worth saying.

        Made outside of any transaction: a model may take its time.
        """
        with self._base.read() as snapshot:
            index = snapshot.index(question.scope)
            if index.records < question.parameters.fewest_vectors or not question.asked.strip():
                return None, None
            model_id = self._vectoriser.model_id()
            if model_id is None:
                return None, self._only_words("no sentence model is in use")
            notice = _not_ready(snapshot, index, model_id, question.parameters)
        if notice is not None:
            return None, notice
        vector = self._vectoriser.question(question.asked)
        return vector, None if vector is not None else self._only_words("the model failed")

    def _only_words(self, usual: str) -> Sentence:
        """That only words count, and why, as far as the model says."""
        problem = self._vectoriser.problem or usual
        return _only_words(problem, _NO_PROBLEMS.get(problem, "words_only"))

    def _ask(
        self, snapshot: Snapshot, question: Question, vector: NDArray[np.float32] | None, notice: Sentence | None
    ) -> _Asked:
        index = snapshot.index(question.scope)
        model_id = self._vectoriser.model_id() if vector is not None else None

        def standings(rows: Rows) -> Sequence[Standing]:
            found = snapshot.uses(rows.tolist())
            return [
                Standing(uses, updated / _MICROSECONDS, id_)
                for uses, updated, id_ in map(found.__getitem__, rows.tolist())
            ]

        ask = _ask_classic if question.method == "classic" else _ask_default
        ranked, why = ask(snapshot, index, question, None if model_id is None else vector, model_id, standings)
        took_part = ranked.signal is Signal.ON
        notices = tuple(filter(None, (notice, _overdue(index), _cut(question), *ranked.doubts)))
        return _Asked(snapshot, ranked, why, model_id if took_part else None, notices)


def _ask_classic(
    snapshot: Snapshot,
    index: ScopedIndex,
    question: Question,
    vector: NDArray[np.float32] | None,
    model_id: str | None,
    standings: Standings,
) -> tuple[Ranking, str]:
    similarities: Similarities | None = None
    if vector is not None and model_id is not None:
        similarities = snapshot.similarities(model_id, vector, index)
    terms = analyze_question(question.asked, _languages(snapshot, index))
    ranked = ranking.rank(terms, index, similarities, standings, question.parameters)
    return ranked, ranking.why(ranked)


def _ask_default(
    snapshot: Snapshot,
    index: ScopedIndex,
    question: Question,
    vector: NDArray[np.float32] | None,
    model_id: str | None,
    standings: Standings,
) -> tuple[DefaultRanking, str]:
    languages = _languages(snapshot, index)
    interpretation = interpret(question.asked, languages)
    # All at once: one statement takes as long for forty terms as for three.
    index.document_frequencies(name for term in interpretation.terms for name in (*term.term.variants, *term.concepts))
    terms = tuple(_with_near(term, index, languages) for term in interpretation.terms)
    likenesses: Similarities | None = None
    if vector is not None and model_id is not None:
        likenesses = snapshot.likenesses(model_id, vector, index, common(model_id))
    vectors = default.measure(likenesses, index.records, question.parameters)
    ranked = default.rank(
        interpretation._replace(terms=terms),
        index,
        vectors,
        standings,
        question.parameters,
        model_of(model_id if vectors.signal is Signal.ON else None),
        question.caution,
    )
    return ranked, ranking.why_unanswered(ranked)


def _with_near(term: AskedTerm, index: ScopedIndex, languages: Sequence[str]) -> AskedTerm:
    """The term with the word of the base that it may be a misspelling of, when no record holds it."""
    if term.is_identifier or any(map(index.document_frequency, term.term.variants)):
        return term
    near = index.near(term.term.token.word)
    if near is None:
        return term
    variants = {variant for other in analyze_question(near, languages) for variant in other.variants}
    standing, names = index.known(near)
    is_name = names > 0 and names >= standing / 2
    return term._replace(near_word=near, near=tuple(sorted(variants)), near_is_name=is_name)


def _languages(snapshot: Snapshot, index: ScopedIndex) -> list[str]:
    """Every language that the scope holds, the most frequent first, and the base's main one."""
    main = languages_of(snapshot).main
    languages = dict.fromkeys(index.languages())
    if main is not None:
        languages[main] = None
    return list(languages)


def _not_ready(snapshot: Snapshot, index: ScopedIndex, model_id: str, parameters: Parameters) -> Sentence | None:
    """What keeps the vectors from counting, in plain words; None when nothing does."""
    covered = snapshot.covered(model_id, index)
    if covered >= parameters.vector_share * index.records:
        return None
    if snapshot.meta("model") not in (None, model_id):
        reason = f"the vectors in this base are another model's, not those of {model_id}"
        return _only_words(reason, "words_only_other_model", model=model_id)
    return _only_words(
        f"{covered} of {index.records} records have their vectors so far; the others follow in the background",
        "words_only_so_far",
        covered=covered,
        records=index.records,
    )


def _overdue(index: ScopedIndex) -> Sentence | None:
    """What is past its end and couldn't be taken out, in plain words; None when there is nothing."""
    if not index.overdue:
        return None
    return Sentence(
        f"{index.overdue} records past their end were left out; as the base can't be written now, their words still count.",
        "overdue",
        {"count": index.overdue},
    )


def _cut(question: Question) -> Sentence | None:
    """What of a long question wasn't asked, in plain words; None when all was."""
    if question.asked == question.text:
        return None
    length = len(question.text)
    return Sentence(
        f"The question has {length} characters: only its beginning and its end were asked.",
        "long_question",
        {"length": length},
    )


def _only_words(reason: str, key: str, **values: str | float) -> Sentence:
    reason = reason.rstrip(".")
    return Sentence(f"Only words counted: {reason}.", key, {"reason": reason, **values})


def _left_out(record: Record, item: Ranked, trees: Trees | Sequence[Explanation], place: int = 0) -> LeftOut:
    assert item.reason is not None
    return LeftOut(record, item.score, item.reason, trees, place)
