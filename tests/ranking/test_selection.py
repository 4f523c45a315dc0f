from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.ranking import Parameters, Standing
from rebost.ranking.selection import first, select
from rebost.records import Reason


def chosen(scores, *, minimum=0.35, relative=0.5, limit=8, standings=None):
    scores = np.array(scores, dtype=float)
    rows = np.arange(len(scores), dtype=np.int64)
    enough = scores >= minimum
    by_row = standings or {}
    return select(
        rows,
        scores,
        enough=enough,
        possible=scores > 0,
        relative=relative,
        limit=limit,
        standings=lambda asked: [by_row.get(row, Standing(0, 0.0, f"{row:03}")) for row in asked.tolist()],
    )


@pytest.mark.parametrize(
    ("scores", "kept", "reasons"),
    [
        ([], [], []),
        ([0.34, 0.0], [], [Reason.BELOW_MINIMUM, Reason.NOT_CLEAR]),
        ([0.35], [0], [None]),
        ([0.4, 0.9, 0.5, 0.2], [1, 2], [Reason.FAR_FROM_BEST, None, None, Reason.BELOW_MINIMUM]),
        ([0.9, 0.45], [0, 1], [None, None]),
    ],
)
def test_each_record_is_kept_or_has_its_one_reason(scores, kept, reasons):
    selection = chosen(scores)
    assert selection.kept.tolist() == kept
    assert [selection.reason(position) for position in range(len(scores))] == reasons


def test_beyond_the_limit_is_a_reason_of_its_own():
    selection = chosen([0.5] * 10)
    assert selection.kept.tolist() == list(range(8))
    assert selection.counts(10) == {Reason.BEYOND_LIMIT: 2}


def test_records_that_were_never_scored_are_counted():
    assert chosen([0.9, 0.2]).counts(100) == {Reason.BELOW_MINIMUM: 1, Reason.NOT_CLEAR: 98}


def test_ties_go_to_the_most_used_then_the_newest_then_the_id():
    standings = {
        0: Standing(0, 9.0, "a"),
        1: Standing(3, 1.0, "d"),
        2: Standing(3, 2.0, "c"),
        3: Standing(3, 2.0, "b"),
    }
    assert chosen([0.5] * 4 + [0.6], standings=standings).kept.tolist() == [4, 3, 2, 1, 0]


def test_standings_are_asked_for_only_where_scores_tie():
    asked = []

    def standings(rows):
        asked.extend(rows.tolist())
        return [Standing(0, 0.0, str(row)) for row in rows.tolist()]

    scores = np.array([0.1, 0.9, 0.5, 0.5, 0.5, 0.7])
    rows = np.arange(6, dtype=np.int64)
    everything = np.ones(6, dtype=bool)
    assert first(rows, scores, everything, 2, standings).tolist() == [1, 5]
    assert asked == []
    assert first(rows, scores, everything, 3, standings).tolist() == [1, 5, 2]
    assert 0 not in asked


ties = st.sampled_from([0.0, 0.2, 0.36, 0.5, 0.75])


@given(st.lists(st.one_of(ties, st.floats(0, 1)), max_size=40), st.floats(0.01, 1), st.floats(0, 1), st.integers(0, 10))
def test_the_laws_of_selection_hold(scores, minimum, relative, limit):
    selection = chosen(scores, minimum=minimum, relative=relative, limit=limit)
    kept = [scores[position] for position in selection.kept]
    assert len(kept) <= limit
    assert kept == sorted(kept, reverse=True)
    assert all(score >= minimum and score >= relative * max(scores) for score in kept)
    assert bool(kept) == (limit > 0 and max(scores, default=0) >= minimum)
    assert sum(selection.counts(len(scores)).values()) + len(kept) == len(scores)


@given(st.lists(st.one_of(ties, st.floats(0, 1)), min_size=1, max_size=30), st.integers(0, 30), st.randoms())
def test_the_order_is_total_and_does_not_depend_on_the_order_of_the_rows(scores, count, random):
    ids = list(range(len(scores)))
    shuffled = random.sample(ids, len(ids))

    def order(names):
        values = np.array([scores[name] for name in names])
        rows = np.arange(len(names), dtype=np.int64)
        positions = first(
            rows,
            values,
            np.ones(len(names), dtype=bool),
            count,
            lambda asked: [Standing(names[row] % 2, names[row] % 3, str(names[row])) for row in asked.tolist()],
        )
        return [names[position] for position in positions]

    assert order(ids) == order(shuffled)
    assert len(order(ids)) == min(count, len(scores))


def test_a_very_clear_case_is_measured_against_a_minimum_of_its_own(world):
    base = world.of("alfa", *["beta"] * 29, cosines=[0.9] + [0.8] * 29)
    ranking = base.ask("gamma")
    assert [(ranked.row, ranked.score, ranked.minimum) for ranked in ranking.selected] == [(1, 0.25, 0.15)]
    assert not base.ask("gamma", Parameters(minimum_clear=0.26)).selected


def test_a_very_clear_case_that_shares_a_word_is_measured_like_any_other(world):
    base = world.of("alfa beta", *["beta"] * 29, cosines=[0.9] + [0.8] * 29)
    ranking = base.ask("gamma delta beta")
    assert not ranking.selected
    (nearest, *_) = ranking.left_out
    assert (nearest.row, nearest.minimum, nearest.reason) == (1, 0.35, Reason.BELOW_MINIMUM)


def test_a_record_that_shares_no_word_and_is_not_clear_has_no_score(world):
    base = world.of("alfa", "alfa", "alfa", *["beta"] * 27, cosines=[0.9] * 3 + [0.8] * 27)
    ranking = base.ask("gamma")
    assert not ranking.selected
    assert {ranked.score for ranked in ranking.left_out} == {0.0}
    assert ranking.counts == {Reason.NOT_CLEAR: 30}
    assert ranking.asked.vectors.z[0] == pytest.approx(3.0, abs=0.01)
