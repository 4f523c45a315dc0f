from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rebost.ranking import Postings, look_up


@given(st.dictionaries(st.integers(0, 50), st.integers(1, 9)), st.lists(st.integers(0, 60)))
def test_looking_up_gives_the_frequency_of_each_row_and_nothing_for_the_others(held, rows):
    ordered = sorted(held)
    postings = Postings(np.array(ordered, dtype=np.int64), np.array([held[row] for row in ordered], dtype=np.int32))
    found = look_up(postings, np.array(rows, dtype=np.int64))
    assert found.tolist() == [held.get(row, 0) for row in rows]
    assert found.dtype == np.int32
