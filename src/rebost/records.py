"""What the rooms hand to one another: records, scopes, and the answer of a recall.

All of it is frozen: a value that was handed over never changes. Named tuples, and not frozen dataclasses, which take six times as
long to define (8 ms of each start) and three times as long to make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple, Self


class Kind(StrEnum):
    """What sort of thing a record says."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    NOTE = "note"
    CONTACT = "contact"
    PROCEDURE = "procedure"


class State(IntEnum):
    """Where a record is in its life. Only current ones are in any scope, index or statistic."""

    CURRENT = 0
    SUPERSEDED = 1
    """Another record took its place."""
    FORGOTTEN = 2
    """Taken out by the user; can be restored for a while."""
    ARCHIVED = 3
    """Its project was put away whole."""
    EXPIRED = 4
    """The moment until which it held is past."""


class Reason(StrEnum):
    """Why a record was not returned. The list is closed: each record left out has exactly one."""

    BELOW_MINIMUM = "below_minimum"
    """Its score (or, in `default`, its evidence) doesn't reach the minimum."""
    FAR_FROM_BEST = "far_from_best"
    """It reaches the minimum, but not the share of the best score that `relative` asks for."""
    BEYOND_LIMIT = "beyond_limit"
    """It would have been returned, had the caller asked for more pieces."""
    NOT_CLEAR = "not_clear"
    """It shares no word with the question, or only words too common to carry an answer, and its vector
    doesn't stand out clearly enough."""
    MISSING_NAME = "missing_name"
    """The question names someone or something that this record doesn't mention."""
    SUPERSEDED = "superseded"
    """A newer record took its place."""
    OUT_OF_SCOPE = "out_of_scope"
    """It belongs to another project, or is archived, expired or forgotten."""


class Record(NamedTuple):
    """One thing the base knows: a line, or a whole markdown note."""

    id: str
    text: str
    kind: Kind = Kind.FACT
    project: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    """Who or what brought it: an agent's name, or a file and heading (`notes/casa.md#Obres`)."""
    language: str | None = None
    """ISO 639 code of the text, or None where it couldn't be told."""
    created: datetime | None = None
    """When it was first stored; always aware, UTC. None only before it is stored."""
    updated: datetime | None = None
    """When its text last changed; always aware, UTC."""
    uses: int = 0
    """How many times a recall returned it."""
    last_used: datetime | None = None
    supersedes: str | None = None
    """The id of the record whose place this one took."""
    superseded_by: str | None = None
    context: str | None = None
    """What surrounds the text where it comes from (a title, headings, other names): it counts for the words, is no
    part of the text."""
    until: datetime | None = None
    """Until when it holds (aware, UTC); afterwards it is in no scope. None: for ever."""
    state: State = State.CURRENT


class Draft(NamedTuple):
    """What is to be remembered: a record before it has an id."""

    text: str
    kind: Kind = Kind.FACT
    project: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    language: str | None = None
    """None: to be detected."""
    created: datetime | None = None
    """When it was first written down elsewhere (aware); None: now."""
    supersedes: str | None = None
    """The id of a record whose place this one takes, or a prefix of it."""
    context: str | None = None
    """A title, headings, other names: what counts for the words beside the text and the tags."""
    until: datetime | None = None
    """Until when it holds (aware); None: for ever."""


class Alike(NamedTuple):
    """A record that looks like another one: perhaps it says the same, or what was true before."""

    id: str
    text: str
    likeness: float
    """0 to 1: how much of what both say, by the weight of the words, they have in common."""


class Remembered(NamedTuple):
    """What became of a draft."""

    record: Record
    known: bool
    """True when the same text was there already, in the same project: then nothing was written."""
    alike: tuple[Alike, ...] = ()
    """Records of the same scope that look alike, the most alike first. All are kept, and linked for a review."""


class Version(NamedTuple):
    """A text that a record had before it was corrected, and from when to when (aware, UTC)."""

    text: str
    since: datetime
    until: datetime


class Agent(NamedTuple):
    """An agent that used the base, and what it did; counted best effort."""

    name: str
    """As its program calls itself, or as whoever set up its hooks called it."""
    asked: int
    """Questions."""
    answered: int
    """Of these, how many got an answer."""
    remembered: int
    """Records that it stored."""
    last_used: datetime
    """Aware, UTC."""


class Scope(NamedTuple):
    """Which records a question is asked of.

    `project=None` means every record; a name means that project's records and, with `general`,
    the records that belong to no project. Records that aren't current are in no scope (see `State`).
    """

    project: str | None = None
    general: bool = True


class Sentence(str):
    """A sentence in English that also carries what it says, so that a face can say it in another language."""

    __slots__ = ("key", "values")
    key: str
    """A stable name for what it says; empty where only the sentence is known."""
    values: Mapping[str, str | float | tuple[str, ...]]
    """What stands in it: words, counts, shares."""

    def __new__(
        cls, text: str, key: str = "", values: Mapping[str, str | float | tuple[str, ...]] = MappingProxyType({})
    ) -> Self:
        """The sentence with its key and values."""
        sentence = super().__new__(cls, text)
        sentence.key, sentence.values = key, values
        return sentence


def counted(number: int, thing: str = "record") -> str:
    """So many of a thing, in English: `1 record`, `2 records`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


class MarkedQuestion(NamedTuple):
    """A question of the user's own evaluation: which records should come for it, and which should not."""

    text: str
    project: str | None
    """What it is asked of, with the records of no project; None: every record."""
    silence: bool
    """True when nothing should come."""
    wanted: tuple[str, ...]
    """Ids of the current records that should come."""
    unwanted: tuple[str, ...]
    """Ids of the current records that should not."""
    created: datetime
    """When the first mark was set; aware, UTC."""


class Explanation(NamedTuple):
    """A node of the tree that explains a value: its name, the value, and the values it is made of.

    `name` is a stable key of `rebost.ranking.explanation.DESCRIPTIONS`; `operation` says how `value`
    follows from the values of `details` (see `rebost.ranking.explanation.recompute`); `data` holds
    what a sentence about this node needs (the term, counts, a threshold).
    """

    name: str
    value: float
    operation: str = "given"
    details: tuple[Explanation, ...] = ()
    data: Mapping[str, str | float | int | bool] = MappingProxyType({})


class Trees:
    """The explanations of some records of one answer, made when the first of them is looked at: most never are."""

    __slots__ = ("_made",)

    def __init__(self, make: Callable[[], Sequence[Explanation]]) -> None:
        self._made: Callable[[], Sequence[Explanation]] | Sequence[Explanation] = make

    def __getitem__(self, place: int) -> Explanation:
        """The explanation of the record at this place."""
        if callable(self._made):
            self._made = self._made()
        return self._made[place]


class _Explained:
    """A record in an answer, with its score in 0..1 and where the score comes from. Two are equal when all of it is."""

    __slots__ = ("_place", "_trees", "record", "score")

    def __init__(self, record: Record, score: float, trees: Trees | Sequence[Explanation], place: int = 0) -> None:
        self.record, self.score = record, score
        self._trees, self._place = trees, place

    @property
    def explanation(self) -> Explanation:
        """The tree whose first value is the score."""
        return self._trees[self._place]

    def _all(self) -> tuple[object, ...]:
        return self.record, self.score, self.explanation

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash((self.record, self.score))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._all()))})"


class Piece(_Explained):
    """A record that a recall returned."""

    __slots__ = ()


class LeftOut(_Explained):
    """A record that a recall did not return, and the one reason why."""

    __slots__ = ("reason",)

    def __init__(
        self, record: Record, score: float, reason: Reason, trees: Trees | Sequence[Explanation], place: int = 0
    ) -> None:
        super().__init__(record, score, trees, place)
        self.reason = reason

    def _all(self) -> tuple[object, ...]:
        return self.record, self.score, self.reason, self.explanation


class Recall(NamedTuple):
    """The answer to a question: the pieces, best first, or silence with the reason for it."""

    question: str
    method: str
    pieces: tuple[Piece, ...]
    left_out: tuple[LeftOut, ...]
    """The nearest records that were not returned, best first."""
    left_out_counts: Mapping[Reason, int]
    """All records that were not returned, `left_out` among them, by reason."""
    why: str
    """One sentence: why nothing was returned; empty when something was. A `Sentence`, as are the notices."""
    evidence: float
    """The value that decided between answering and silence (`classic`: the best score), in 0..1."""
    confidence: float | None
    """How likely it is that the pieces answer the question; None where the method has no such figure."""
    model: str | None
    """`model_id` of the vectors that took part; None when only words counted."""
    notices: tuple[str, ...] = ()
    """What is not ready yet or had to be left out of the calculation, in plain words."""

    @property
    def silent(self) -> bool:
        """True when nothing was returned."""
        return not self.pieces
