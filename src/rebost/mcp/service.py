"""What the tools do: each calls `Memory` and puts together an answer that keeps within its budget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from rebost.errors import InputError, RebostError
from rebost.mcp import arguments as given
from rebost.mcp.fitting import Answer, answer, fitted, text_parts
from rebost.mcp.rendering import beginning, day, name, visible
from rebost.mcp.results import (
    AlikeRecord,
    ChangedRecord,
    FoundRecord,
    NearRecord,
    OverviewResult,
    ProjectCount,
    ReadResult,
    RecallResult,
    RecentRecord,
    RememberedRecord,
    RememberResult,
)
from rebost.records import Draft

if TYPE_CHECKING:
    from rebost.memory import Memory
    from rebost.memory.passages import Passages
    from rebost.records import Piece, Recall, Record

_SHORT = 300
"""Characters of a text that is shown to be recognised, not to be read."""
_NOTICES, _NOTICE = 3, 130
_WHY = 300
_REASON, _LEAST_REASON = 300, 20
_ALIKE_TEXT = 100
_FEW = 3
"""Records at once whose look-alikes are told: three each, for fifty records, would fill the answer."""
_RECENT = 12
_RECENT_TEXT = 160
_PROJECTS = 20


class Opened(NamedTuple):
    """A memory, and what the user's settings say about recalls."""

    memory: Memory
    limit: int
    method: str = "default"
    caution: str = "normal"


class Caller(NamedTuple):
    """Who calls, and from where."""

    source: str | None
    """The client's name."""
    project: Callable[[Memory], str | None]
    """The current project."""


class Service:
    """One memory, opened when it is first needed. For any number of threads."""

    def __init__(self, open_: Callable[[], Opened]) -> None:
        self._open = open_
        self._opened: Opened | None = None
        self._preparing = False
        self._lock = threading.Lock()

    def opened(self) -> Opened:
        """The memory. Raises what `Memory.open` raises, and tries again at the next call."""
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def prepare(self) -> None:
        """Begin to open the memory, without waiting for it: whoever lists the tools is about to call one."""
        if not self._preparing:
            self._preparing = True
            threading.Thread(target=self._prepare, name="rebost-opening", daemon=True).start()

    def _prepare(self) -> None:
        try:
            self.opened()
        except RebostError:
            return  # the call that needs the memory fails in its turn, and can tell why

    def close(self) -> None:
        """Close the memory."""
        with self._lock:
            if self._opened is not None:
                self._opened.memory.close()
                self._opened = None

    def note(self, agent: str, tool: str, answered: Mapping[str, Any]) -> None:
        """Keep account of what an agent did with a tool."""
        records = answered["records"] if tool in {"recall", "remember"} else ()
        asked = tool == "recall"
        self.opened().memory.note_agent(
            agent,
            asked=asked,
            answered=asked and bool(records),
            remembered=0 if asked else sum(record["status"] == "stored" for record in records),
        )

    def recall(self, asked: given.RecallArguments, caller: Caller) -> Answer:
        from rebost.memory.naming import unknown_project
        from rebost.memory.nearby import LOOKED_AT

        memory, limit, method, caution = self.opened()
        project = None if asked.everywhere else asked.project or caller.project(memory)
        recall = memory.recall(
            asked.question,
            project=project,
            limit=asked.limit or limit,
            left_out=LOOKED_AT,
            method=method,
            caution=asked.caution or caution,
        )
        unknown = unknown_project(project, memory.projects()) if asked.project and project else None
        return recalled(recall, project, asked.everywhere, asked.budget, notice=unknown)

    def remember(self, asked: given.RememberArguments, caller: Caller) -> Answer:
        if asked.general and asked.project:
            raise InputError("Give project or general, not both.")
        memory = self.opened().memory
        project = None if asked.general else asked.project or caller.project(memory)
        # One by one: a text that is refused doesn't keep the others out.
        outcomes = [self._remember(memory, new, project, caller.source, asked.allow_secrets) for new in asked.records]
        if all(outcome.status == "refused" for outcome in outcomes):
            raise InputError(" ".join(dict.fromkeys(str(outcome.reason) for outcome in outcomes)))

        def build(_number: int, room: int) -> RememberResult:
            shown = [
                outcome.model_copy(
                    update={
                        "reason": outcome.reason and beginning(outcome.reason, room),
                        "alike": outcome.alike if len(outcomes) <= _FEW else [],
                    }
                )
                for outcome in outcomes
            ]
            return RememberResult(records=shown, project=name(project))

        return fitted(1, _REASON, given.DEFAULT_BUDGET, build, least=_LEAST_REASON)

    def _remember(
        self, memory: Memory, new: given.NewRecord, project: str | None, source: str | None, allow_secrets: bool
    ) -> RememberedRecord:
        try:
            draft = Draft(
                new.text,
                kind=new.kind,
                project=project,
                tags=tuple(new.tags),
                source=source,
                supersedes=new.supersedes,
                until=given.end_of(new.until),
            )
            (outcome,) = memory.remember_many((draft,), allow_secrets=allow_secrets)
        except InputError as error:
            return RememberedRecord(status="refused", reason=beginning(str(error), _REASON))
        return RememberedRecord(
            status="known" if outcome.known else "stored",
            id=outcome.record.id,
            alike=[AlikeRecord(id=alike.id, text=beginning(alike.text, _ALIKE_TEXT)) for alike in outcome.alike],
        )

    def correct(self, asked: given.CorrectArguments, _caller: Caller) -> Answer:
        memory = self.opened().memory
        before = memory.get(asked.id)
        ends = {} if asked.until is None else {"until": given.end_of(asked.until)}
        record = memory.correct(before.id, asked.text, **ends, allow_secrets=asked.allow_secrets)
        return answer(
            ChangedRecord(
                id=record.id,
                project=name(record.project),
                kind=record.kind,
                before=beginning(before.text, _SHORT),
                now=beginning(record.text, _SHORT),
                undo=f"The former text is kept with its dates: rebost show {record.id}",
            )
        )

    def forget(self, asked: given.ForgetArguments, _caller: Caller) -> Answer:
        from rebost.memory import UNDO_DAYS

        memory = self.opened().memory
        record = memory.get(asked.id)
        if record.id != asked.id:
            raise InputError(
                f"Nothing was forgotten: {asked.id!r} is only the beginning of an id. Give the whole id, {record.id}, if"
                " that is the record you mean."
            )
        memory.forget(record.id)
        return answer(
            ChangedRecord(
                id=record.id,
                project=name(record.project),
                kind=record.kind,
                before=beginning(record.text, _SHORT),
                now=None,
                undo=f"For {timedelta(days=UNDO_DAYS).days} days this brings it back: rebost forget --undo {record.id}",
            )
        )

    def read(self, asked: given.ReadArguments, _caller: Caller) -> Answer:
        from rebost.memory.orders import looks_like_an_order

        memory = self.opened().memory
        record = memory.get(asked.id)
        parts = text_parts(record.text, asked.budget)
        if asked.part > len(parts):
            raise InputError(f"There is no part {asked.part}: with this budget the text has {len(parts)}.")
        start, end = parts[asked.part - 1]
        return answer(
            ReadResult(
                id=record.id,
                text=visible(record.text[start:end]),
                part=asked.part,
                parts=len(parts),
                kind=record.kind,
                project=name(record.project),
                tags=[str(name(tag))[:20] for tag in record.tags[:5]],
                source=name(record.source),
                created=day(record.created),
                date=day(record.updated),
                corrections=len(memory.versions(record.id)),
                superseded_by=record.superseded_by,
                supersedes=record.supersedes,
                looks_like_instruction=looks_like_an_order(record.text[start:end]),
            )
        )

    def overview(self, asked: given.OverviewArguments, caller: Caller) -> Answer:
        from rebost.memory.orders import looks_like_an_order

        memory = self.opened().memory
        project = asked.project or caller.project(memory)
        counts = memory.projects()
        named = sorted(
            ((other, count) for other, count in counts.items() if other), key=lambda item: (-item[1], item[0])
        )
        newest = [
            (record, looks_like_an_order(record.text))
            for record in islice(memory.records(project=project, newest_first=True), _RECENT)
        ]

        def build(number: int, room: int) -> OverviewResult:
            # Half as many projects as fit beside the records, so that neither crowds the other out.
            shown = named[: min(_PROJECTS, 2 * number)]
            return OverviewResult(
                project=name(project),
                records=counts.get(project, 0) if project else sum(counts.values()),
                general=counts.get(None, 0),
                recent=[_recent(record, room, marked) for record, marked in newest[:number]],
                projects=[ProjectCount(name=str(name(other)), records=count) for other, count in shown],
                other_projects=len(named) - len(shown),
            )

        return fitted(max(len(newest), min(len(named), 1)), _RECENT_TEXT, asked.budget, build)


def recalled(
    recall: Recall, project: str | None, everywhere: bool, budget: int, *, notice: str | None = None
) -> Answer:
    """A recall as it fits into the budget; `notice` goes before those of the recall itself."""
    from rebost.memory.nearby import just_under
    from rebost.memory.orders import looks_like_an_order
    from rebost.memory.passages import Passages, words_of

    told = recall.notices if notice is None else (notice, *recall.notices)
    notices = [beginning(line, _NOTICE) for line in told[:_NOTICES]]
    confidence = None if recall.confidence is None else round(recall.confidence, 2)
    pieces = [
        _Found(
            piece,
            Passages(visible(piece.record.text), words_of(piece.explanation)),
            text_parts(piece.record.text, given.DEFAULT_BUDGET),
            looks_like_an_order(piece.record.text),
        )
        for piece in recall.pieces
    ]

    def build(number: int, room: int) -> RecallResult:
        return RecallResult(
            records=[found.cut(room) for found in pieces[:number]],
            project=name(project),
            everywhere=everywhere,
            confidence=confidence,
            without_room=len(pieces) - number,
            notices=notices,
        )

    if recall.silent:
        return answer(
            RecallResult(
                records=[],
                project=name(project),
                everywhere=everywhere,
                confidence=confidence,
                why=beginning(recall.why, _WHY),
                near=[
                    NearRecord(id=item.record.id, kind=item.record.kind, project=name(item.record.project))
                    for item in just_under(recall)
                ],
                notices=notices,
            )
        )
    return fitted(len(pieces), max(len(piece.record.text) for piece in recall.pieces), budget, build)


class _Found(NamedTuple):
    """A piece of an answer, that can be cut to any size."""

    piece: Piece
    passages: Passages
    parts: Sequence[tuple[int, int]]
    """Those in which `read` gives it."""
    marked: bool

    def cut(self, room: int) -> FoundRecord:
        record, excerpt = self.piece.record, self.passages.cut(room)
        part = None
        if not excerpt.whole:
            part = 1 + next(place for place, (_, end) in enumerate(self.parts) if excerpt.start < end)
        return FoundRecord(
            id=record.id,
            text=excerpt.text,
            kind=record.kind,
            project=name(record.project),
            date=day(record.updated or record.created),
            source=name(record.source),
            score=round(self.piece.score, 2),
            part=part,
            parts=len(self.parts) if part else None,
            looks_like_instruction=self.marked,
        )


def _recent(record: Record, room: int, marked: bool) -> RecentRecord:
    return RecentRecord(
        id=record.id,
        text=beginning(record.text, min(room, _RECENT_TEXT)),
        kind=record.kind,
        date=day(record.updated),
        looks_like_instruction=marked,
    )
