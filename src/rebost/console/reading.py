"""An explanation as a page shows it: the tree of a record, read into words, bars and signals. Nothing is computed anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rebost.memory.examining import Spread
from rebost.records import Explanation

HELD = ("word", "word_held", "word_misspelled", "word_by_meaning", "word_nearly")
MISSING = ("word_missing",)
NAME = "name_unknown"
UNKNOWN = ("absent_word", "word_unknown", NAME)
"""The ways in which a record may meet a word: it holds it, others do, none does."""

NOTABLE = 0.1
"""What a signal must add or take away, before the evidence is squeezed into 0..1, to be shown."""


class Word(NamedTuple):
    """A word of the question, for one record."""

    word: str
    way: str
    """A node's name, of `HELD`, `MISSING` or `UNKNOWN`."""
    share: float
    """Of the question's weight, 0..1."""
    covered: float
    """Of that share, what the record covers."""
    other: str
    """The word that this one was taken for."""
    is_name: bool

    @property
    def kind(self) -> str:
        """`held`, `missing` or `unknown`."""
        return "held" if self.way in HELD else "missing" if self.way in MISSING else "unknown"


class Signal(NamedTuple):
    """What a signal, or a group of them, adds to the evidence."""

    name: str
    value: float
    measured: float | None
    usual: float | None
    parts: tuple[Signal, ...] = ()

    @property
    def is_notable(self) -> bool:
        """Whether it moved the evidence enough to be shown."""
        return abs(self.value) >= NOTABLE


class Judgement(NamedTuple):
    """One of the two values that make the evidence, with what moved it."""

    value: float
    start: float
    """What it would be with nothing but usual signals, before it is squeezed into 0..1."""
    signals: tuple[Signal, ...]
    """By group, the strongest first."""


class Meaning(NamedTuple):
    """How far a record's vector stands out."""

    z: float
    cosine: float


class Reading(NamedTuple):
    """How one record fares with a question."""

    name: str
    """Of the whole: `score`, `withheld_score`, `answer`, `superseded`, `out_of_scope`."""
    score: float
    from_words: float
    from_meaning: float
    coverage: float
    words: tuple[Word, ...]
    meaning: Meaning | None
    no_meaning: str
    """Why nothing is known of the meaning: `no_vector`, or a `Signal` of the vectors."""
    evidence: float | None
    """None in a method that decides by the score."""
    minimum: float | None
    """What the best record's evidence, or this one's score, is measured against."""
    fit: Judgement | None
    """How well the record fits the question; None in a method that decides by the score."""
    answerable: Judgement | None
    """Whether the base has an answer at all: the same for every record."""
    factor: float
    """What `fit` is multiplied by for the evidence."""

    @property
    def decides(self) -> float:
        """The value that decides."""
        return self.score if self.evidence is None else self.evidence

    @property
    def for_it(self) -> tuple[Signal, ...]:
        """The groups that speak for the record."""
        return tuple(signal for signal in self._signals if signal.is_notable and signal.value > 0)

    @property
    def against_it(self) -> tuple[Signal, ...]:
        """The groups that speak against it."""
        return tuple(signal for signal in self._signals if signal.is_notable and signal.value < 0)

    @property
    def _signals(self) -> tuple[Signal, ...]:
        return self.fit.signals if self.fit else ()


def read(tree: Explanation) -> Reading:
    """The explanation of a record, of either method."""
    nodes = _nodes(tree)
    words, meaning = nodes.get("words"), nodes.get("vectors")
    covers = nodes.get("coverage") or nodes.get("lexical")
    z = nodes.get("z")
    evidence = nodes.get("evidence")
    fit, of_question = evidence.details if evidence else (None, None)
    off = nodes.get("signal_off")
    minimum = (evidence or tree).data.get("minimum")
    return Reading(
        name=tree.name,
        score=tree.value,
        from_words=words.value if words else 0.0,
        from_meaning=meaning.value if meaning else 0.0,
        coverage=covers.value if covers else 0.0,
        words=tuple(_words(nodes)),
        meaning=Meaning(z.value, z.details[0].value) if z else None,
        no_meaning=str(off.data["key"]) if off else "no_vector" if "no_vector" in nodes else "",
        evidence=evidence.value if evidence else None,
        minimum=float(minimum) if minimum is not None else None,
        fit=_judgement(fit) if fit else None,
        answerable=_judgement(of_question.details[0]) if of_question else None,
        factor=of_question.value if of_question else 1.0,
    )


def nearer(spread: Spread, z: float) -> int:
    """How many other records stand out as much as this one or more, to the width of a column."""
    return max(0, sum(count for edge, count in zip(spread.edges[1:], spread.counts, strict=True) if edge > z) - 1)


def _nodes(tree: Explanation) -> dict[str, Explanation]:
    """The nodes of a tree by name, without what the evidence is made of."""
    found: dict[str, Explanation] = {}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        found[node.name] = node
        if node.name != "evidence":
            waiting += node.details
    return found


def _words(nodes: Mapping[str, Explanation]) -> Iterator[Word]:
    covered, whole = nodes.get("covered"), nodes.get("question_weight")
    if whole is None or not whole.value:
        return
    if covered is not None:
        for node in covered.details:
            weight, name = node.details[0].value, bool(node.data["name"])
            yield Word(
                str(node.data["word"]),
                node.name,
                weight / whole.value,
                node.value / weight if weight else 0.0,
                str(node.data["other"] or ""),
                name,
            )
        return
    gained = {node.data["word"]: node for node in nodes["gained"].details}
    for node in whole.details:
        held = gained.get(node.data["word"])
        way = "absent_word" if node.name == "absent_word" else "word_missing" if held is None else "word"
        saturation = 0.0 if held is None else held.details[1].value
        yield Word(str(node.data["word"]), way, node.value / whole.value, saturation, "", is_name=False)


def _judgement(node: Explanation) -> Judgement:
    start, *groups = node.details
    signals = (
        Signal(group.name, group.value, None, None, tuple(sorted(map(_signal, group.details), key=_strength)))
        for group in groups
    )
    return Judgement(node.value, start.value, tuple(sorted(signals, key=_strength)))


def _signal(node: Explanation) -> Signal:
    values = {detail.name: detail.value for detail in node.details}
    return Signal(node.name, node.value, values["measured"], values["usual"])


def _strength(signal: Signal) -> float:
    return -abs(signal.value)
