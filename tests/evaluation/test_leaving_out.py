"""The leave-out test, with a method whose every answer is written down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.evaluation.datasets import load
from rebost.evaluation.leaving_out import answering_threshold, leave_out, steps
from rebost.evaluation.measures import Outcome
from rebost.evaluation.methods import Answer


class Written:
    """Answers by a table of (question, records taken out), and notes how often records were taken out."""

    name = "written"
    model = None

    def __init__(self, answers: dict[tuple[str, frozenset[str]], Answer]) -> None:
        self.answers = answers
        self.removed: frozenset[str] = frozenset()
        self.removals: list[frozenset[str]] = []

    def ask(self, question: str) -> Answer:
        return self.answers[question, self.removed]

    @contextmanager
    def without(self, ids: frozenset[str]) -> Iterator[None]:
        self.removals.append(ids)
        self.removed = ids
        yield
        self.removed = frozenset()


def ran(evaluation_set, answers, step=lambda: None):
    method = Written(answers)
    whole = [Outcome(query, *method.ask(query.text)) for query in evaluation_set.queries if query.answerable]
    return leave_out(method, evaluation_set, whole, step), method


def test_a_worked_example(tiny):
    nothing = frozenset()
    taken = []
    result, _ = ran(
        tiny,
        {
            ("boiler serviced", nothing): Answer(("r2",), 0.9),
            ("sow tomatoes beans", nothing): Answer(("r5", "r6"), 0.6),
            ("boiler serviced", frozenset({"r2"})): Answer(("r3",), 0.4),
            ("boiler serviced", frozenset({"r2", "r3"})): Answer((), 0.1),
            ("sow tomatoes beans", frozenset({"r5", "r6"})): Answer(("r1",), 0.7),
        },
        lambda: taken.append(1),
    )
    assert result is not None
    assert (result.questions, result.hit) == (2, 1.0)
    assert (result.paragraph_questions, result.paragraph_silence) == (1, 0.0)  # the second question is skipped
    assert result.article_silence == 0.5
    assert result.threshold == 0.6
    assert result.paragraph_silence_at_threshold == 1.0  # 0.4 lies below 0.6
    assert result.article_silence_at_threshold == 0.5  # 0.7 doesn't
    assert len(taken) == steps(tiny) == 3


def test_questions_of_one_paragraph_share_one_removal(write_set):
    same = {"remove_paragraph": ["r2"], "remove_article": ["r2", "r3"]}
    one = load(write_set(leave_out=[{"qid": "q1", **same}, {"qid": "q2", **same}]))
    texts = ("boiler serviced", "sow tomatoes beans")
    removed = (frozenset(), frozenset({"r2"}), frozenset({"r2", "r3"}))
    _, method = ran(one, {(text, ids): Answer((), 0.0) for text in texts for ids in removed})
    assert method.removals == [frozenset({"r2"}), frozenset({"r2", "r3"})]


def test_a_set_without_the_test_has_no_figures(write_set):
    plain = load(write_set(leave_out=None))
    assert leave_out(Written({}), plain, []) is None
    assert steps(plain) == 0


def test_there_is_no_threshold_without_evidence():
    assert answering_threshold([]) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=200), st.floats(0.01, 1))
def test_the_threshold_is_the_highest_that_answers_the_share(evidence, answered):
    threshold = answering_threshold(evidence, answered)
    assert threshold is not None
    assert sum(value >= threshold for value in evidence) >= answered * len(evidence) - 1e-6
    higher = [value for value in evidence if value > threshold]
    assert not higher or len(higher) < answered * len(evidence) + 1e-6
    assert threshold in evidence


def test_the_threshold_of_a_hundred_values_lets_five_go():
    assert answering_threshold([number / 100 for number in range(100)]) == pytest.approx(0.05)
