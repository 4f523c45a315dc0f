"""What the tools take: the models that check it, and that their input schemas are made from."""

from __future__ import annotations

import datetime as dt
import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rebost.errors import InputError
from rebost.records import Kind

DEFAULT_BUDGET = 6_000
LEAST_BUDGET, MOST_BUDGET = 1_500, 100_000
_MOST_AT_ONCE = 50
"""Records in one `remember`: what a session teaches is a handful, and each is answered for on its own."""
_MESSAGES_SHOWN = 5

Budget = Annotated[
    int,
    Field(
        ge=LEAST_BUDGET,
        le=MOST_BUDGET,
        description="Most characters of the whole answer, text and structured content together.",
    ),
]
Id = Annotated[str, Field(min_length=1, max_length=64, description="The record's id, as recall gives it.")]
AllowSecrets = Annotated[
    bool,
    Field(description="Store even what looks like a password, key or token. Only when the user asks for exactly that."),
]


Until = Annotated[
    dt.date | None,
    Field(description="The last day on which it holds, as in 2026-12-31; afterwards it is in no answer."),
]


def end_of(day: dt.date | None) -> dt.datetime | None:
    """The moment at which a day ends, here. Raises `InputError` for the last day that there is."""
    try:
        return None if day is None else dt.datetime.combine(day + dt.timedelta(days=1), dt.time()).astimezone()
    except (OverflowError, ValueError):
        raise InputError(
            f"{day} is no day that something can hold until. Leave until out for what holds for ever."
        ) from None


def _parsed(value: object) -> object:
    """Some clients send a list as a text that holds it in JSON; a single record needs no list."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return [value]
    return value if isinstance(value, list) else [value]


class Arguments(BaseModel):
    """The root: an argument that there isn't is an error, as a slip in a name would otherwise pass unseen."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class RecallArguments(Arguments):
    """What `recall` takes."""

    question: str
    """The question in plain language, in any language, with the names that matter. One thing at a time."""
    project: str | None = None
    """Ask this project instead of the current one."""
    everywhere: bool = False
    """Ask the records of every project."""
    limit: int | None = Field(None, ge=1, le=50)
    """Most records to return; by default the user's setting, normally 8."""
    caution: Literal["low", "normal", "high"] | None = None
    """`low` loses fewer answers, `high` returns fewer wrong records; by default the user's setting, normally `normal`."""
    budget: Budget = DEFAULT_BUDGET


class NewRecord(Arguments):
    """A thing to remember."""

    text: str
    """One thing, complete in itself: names instead of pronouns, dates instead of "yesterday"."""
    kind: Kind = Kind.FACT
    """What sort of thing it says."""
    tags: list[str] = Field(default_factory=list, max_length=20)
    """A few words to find it by in lists."""
    supersedes: str | None = None
    """The id of a record that is no longer true because of this one. If the same fact only changed, use correct."""
    until: Until = None


def _as_record(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


class RememberArguments(Arguments):
    """What `remember` takes."""

    records: Annotated[
        list[Annotated[NewRecord, BeforeValidator(_as_record)]],
        BeforeValidator(_parsed),
        Field(min_length=1, max_length=_MOST_AT_ONCE),
    ]
    """What to remember, one thing a record."""
    project: str | None = None
    """Put them into this project instead of the current one."""
    general: bool = False
    """Put them into no project, so that they are found from everywhere: for what is true of the person, not of the work at hand."""
    allow_secrets: AllowSecrets = False


class CorrectArguments(Arguments):
    """What `correct` takes."""

    id: Id
    text: str
    """The whole new text; it takes the place of the old one."""
    until: Until = None
    allow_secrets: AllowSecrets = False


class ForgetArguments(Arguments):
    """What `forget` takes."""

    id: Id


class ReadArguments(Arguments):
    """What `read` takes."""

    id: Id
    part: int = Field(1, ge=1)
    """Which part of a text too long for one answer."""
    budget: Budget = DEFAULT_BUDGET


class OverviewArguments(Arguments):
    """What `overview` takes."""

    project: str | None = None
    """Another project than the current one."""
    budget: Budget = DEFAULT_BUDGET


def checked(model: type[Arguments], tool: str, values: dict[str, Any]) -> Arguments:
    """The arguments of a call. Raises `InputError` with a message that a model can act upon."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        known = ", ".join(model.model_fields)
        problems = error.errors(include_url=False, include_input=False, include_context=False)
        told = "; ".join(_message(problem) for problem in problems[:_MESSAGES_SHOWN])
        raise InputError(f"{tool} can't take these arguments: {told}. It takes: {known}.") from None


def _message(problem: Any) -> str:
    # The index of a list tells which one; names of what pydantic tried on the way tell nothing.
    place = ".".join(str(part) for part in problem["loc"])[:80] or "the arguments"
    told = {"missing": "is missing", "extra_forbidden": "isn't an argument"}.get(problem["type"])
    return f"`{place}` {told}" if told else f"`{place}`: {problem['msg'][:200]}"
