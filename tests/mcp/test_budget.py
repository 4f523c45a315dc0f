"""An answer never passes its budget, whatever the records hold."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebost.errors import InputError
from rebost.mcp.arguments import DEFAULT_BUDGET, LEAST_BUDGET, OverviewArguments, ReadArguments, RememberArguments
from rebost.mcp.fitting import Answer, text_parts
from rebost.mcp.service import Caller, Opened, Service, recalled
from rebost.records import Draft, Explanation, Kind, LeftOut, Piece, Reason, Recall, Record, Remembered

_NOW = datetime(2026, 11, 1, tzinfo=UTC)
_NOBODY = Caller(None, lambda _: None)

_short = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20) | st.sampled_from(["\n", '"\\'])


class _Text(NamedTuple):
    """A text of any length that Hypothesis makes, shows and shrinks as quickly as a short one."""

    repeated: str
    times: int

    def __str__(self) -> str:
        return self.repeated * self.times


_texts = st.builds(_Text, _short, st.sampled_from([1, 1, 10, 100, 2_000]))
_names = st.one_of(st.none(), _short, st.just('"n\n' * 300))


class _Spec(NamedTuple):
    """What a record is made of."""

    text: _Text
    kind: Kind
    project: str | None
    source: str | None
    tags: list[str]

    def record(self) -> Record:
        id_, other = "0w3vw9qvht1", "0w3vw9qvht2"
        return Record(
            id_, str(self.text), self.kind, self.project, tuple(self.tags), self.source,
            created=_NOW, updated=_NOW, supersedes=other, superseded_by=other,
        )  # fmt: skip


_specs = st.builds(_Spec, _texts, st.sampled_from(Kind), _names, _names, st.lists(_short, max_size=6))
_budgets = st.integers(LEAST_BUDGET, 12_000)
_word = Explanation("score", 0.8, details=(Explanation("word", 0.5, data={"word": "boiler"}),), data={"minimum": 0.35})


def _recall(
    pieces: list[Record], left_out: list[Record], why: str, notices: list[str], confidence: float | None = 0.98765
) -> Recall:
    return Recall(
        question="x",
        method="default",
        pieces=tuple(Piece(record, 0.8, (_word,)) for record in pieces),
        left_out=tuple(LeftOut(record, 0.3, Reason.BELOW_MINIMUM, (_word,)) for record in left_out),
        left_out_counts={},
        why=why,
        evidence=0.8,
        confidence=confidence,
        model=None,
        notices=tuple(notices),
    )


@settings(max_examples=50)
@given(
    st.lists(_specs, max_size=9),
    st.lists(_specs, max_size=4),
    _texts,
    st.lists(_texts, max_size=3),
    _names,
    st.none() | st.floats(0, 1),
    st.none() | _texts,
    _budgets,
)
def test_a_recall_keeps_within_its_budget(
    found: list[_Spec],
    left_out: list[_Spec],
    why: _Text,
    notices: list[_Text],
    project: str | None,
    confidence: float | None,
    notice: _Text | None,
    budget: int,
) -> None:
    pieces = [spec.record() for spec in found]
    recall = _recall(pieces, [spec.record() for spec in left_out], str(why), [*map(str, notices)], confidence)
    answer = recalled(recall, project, False, budget, notice=None if notice is None else str(notice))
    assert answer.size <= budget
    assert len(answer.structured["records"]) + answer.structured["without_room"] == len(pieces)
    assert not pieces or answer.structured["records"], "the best record finds room in any budget"


class _StandIn:
    """A memory of these records."""

    def __init__(self, *records: Record) -> None:
        self._records = records

    def get(self, _id: str) -> Record:
        return self._records[0]

    def versions(self, _id: str) -> tuple[()]:
        return ()

    def projects(self) -> dict[str | None, int]:
        return {record.project: 100_000 for record in self._records}

    def records(self, **_options: object) -> Iterator[Record]:
        return iter(self._records)


def _service(*records: Record) -> Service:
    memory: Any = _StandIn(*records)
    return Service(lambda: Opened(memory, 8))


@settings(max_examples=50)
@given(_specs, _budgets)
def test_the_parts_of_a_record_are_its_whole_text_and_each_keeps_within_the_budget(spec: _Spec, budget: int) -> None:
    record = spec.record()
    spans = text_parts(record.text, budget)
    assert "".join(record.text[start:end] for start, end in spans) == record.text
    service = _service(record)
    for part in {1, len(spans) // 2 or 1, len(spans)}:
        answer = service.read(ReadArguments(id="x", part=part, budget=budget), _NOBODY)
        assert answer.size <= budget
        assert len(answer.structured["text"]) == spans[part - 1][1] - spans[part - 1][0]


class _Refusing:
    """A memory that refuses some texts, with a reason of any length."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def remember_many(self, drafts: tuple[Draft, ...], **_options: object) -> list[Remembered]:
        (draft,) = drafts
        if draft.text == "no":
            raise InputError(self._reason)
        return [Remembered(Record("0w3vw9qvht1", draft.text), False)]


@settings(max_examples=50)
@given(st.lists(st.booleans(), min_size=1, max_size=50), _texts, _names)
def test_what_became_of_many_records_keeps_within_the_budget(
    refused: list[bool], reason: _Text, project: str | None
) -> None:
    memory: Any = _Refusing(str(reason))
    arguments = RememberArguments.model_validate({"records": ["no" if no else "yes" for no in refused]})
    service = Service(lambda: Opened(memory, 8))
    if all(refused):
        with pytest.raises(InputError):
            service.remember(arguments, Caller(None, lambda _: project))
        return
    answer = service.remember(arguments, Caller(None, lambda _: project))
    assert answer.size <= DEFAULT_BUDGET
    assert [item["status"] == "refused" for item in answer.structured["records"]] == refused


@settings(max_examples=50)
@given(st.lists(_specs, max_size=14), _budgets)
def test_an_overview_keeps_within_its_budget(specs: list[_Spec], budget: int) -> None:
    assert (
        _service(*(spec.record() for spec in specs)).overview(OverviewArguments(budget=budget), _NOBODY).size <= budget
    )


def test_three_long_records_are_cut_where_they_matched_and_say_how_to_read_the_rest() -> None:
    filler = "Nothing of interest stands in this line of the note.\n"
    text = filler * 300 + "The boiler is serviced every May.\n" + filler * 300
    answer = recalled(_recall([Record("0w3vw9qvht1", text, updated=_NOW)] * 3, [], "", []), None, False, 6_000)
    assert answer.size <= 6_000
    assert answer.text.count("The boiler is serviced every May.") == 3
    found = answer.structured["records"][0]
    assert f'read(id="{found["id"]}", part={found["part"]}) of {found["parts"]}' in answer.text
    read = _service(Record("0w3vw9qvht1", text)).read(ReadArguments(id="x", part=found["part"]), _NOBODY)
    assert "The boiler is serviced every May." in read.text


def test_short_records_are_whole_and_leave_the_room_to_the_long_ones() -> None:
    short, long = Record("0w3vw9qvht1", "The boiler is new."), Record("0w3vw9qvht2", "The boiler. " * 1_000)
    answer = recalled(_recall([short, long], [], "", []), None, False, 6_000)
    first, second = answer.structured["records"]
    assert (first["text"], first["part"]) == (short.text, None)
    assert len(second["text"]) > 1_500


@pytest.mark.parametrize("structured", [{"a": "ç\n"}])
def test_a_size_counts_both_forms(structured: dict[str, str]) -> None:
    assert Answer("abc", structured).size == 3 + len('{"a":"ç\\n"}')
