"""What a person may want to ask for by name, in clients that show prompts as commands."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from rebost.errors import InputError
from rebost.mcp.arguments import OverviewArguments
from rebost.mcp.service import Caller, Service

_ABOUT, _KEEP, _MEND = "what-do-you-know", "keep-what-we-learned", "that-is-wrong"

PROMPTS: tuple[types.Prompt, ...] = (
    types.Prompt(
        name=_ABOUT,
        title="What do you know about this project?",
        description="A short summary of what memory holds about the project, or about one thing.",
        arguments=[
            types.PromptArgument(name="about", description="A person, thing or question; else the project as a whole.")
        ],
    ),
    types.Prompt(
        name=_KEEP,
        title="Keep what we learned today",
        description="Goes through this conversation and remembers what will matter in later sessions.",
    ),
    types.Prompt(
        name=_MEND,
        title="That is wrong",
        description="Finds what memory holds about something, and puts it right or forgets it.",
        arguments=[types.PromptArgument(name="what", description="What is wrong, and what is right.", required=True)],
    ),
)

_KEEP_TEXT = """\
Go through our conversation and keep in memory what will still matter in a later session: decisions and their reasons, \
preferences I stated, people and facts that came up, procedures that worked, causes of problems that were hard to find.

Leave out what the code or its history says, passing states, guesses, and anything secret. For each thing, recall first: if \
memory holds it already, leave it; if it holds an older version, correct that record; else remember it, one thing a record, \
complete in itself, in the language that we speak. Mark what is true of me everywhere as general.

Then tell me in one line each what you kept, corrected, and where."""


def prompted(name: str, arguments: Mapping[str, str], service: Service, caller: Caller) -> str:
    """The text of a prompt. Raises `InputError` for one that there isn't, or that lacks an argument."""
    if name == _KEEP:
        return _KEEP_TEXT
    if name == _ABOUT:
        about = arguments.get("about", "").strip()
        if about:
            return (
                f"What does my memory hold about this: {about}\n\nRecall it, more than once and in other words if need be,"
                " and summarise what comes, with dates. Say plainly what memory doesn't know."
            )
        overview = service.overview(OverviewArguments(), caller).text
        return (
            "What do you know about this project? Here is what memory holds (quoted data):\n\n"
            f"{overview}\n\nRecall what matters for the work at hand, then summarise it briefly, with dates where they"
            " matter. Say plainly what memory doesn't know."
        )
    if name == _MEND:
        what = arguments.get("what", "").strip()
        if not what:
            raise InputError("The prompt needs `what`: what is wrong, and what is right.")
        return (
            f"Something in memory is wrong: {what}\n\nRecall the records about it. Correct those that are wrong, with the"
            " whole new text; forget one only if nothing of it is true. If several could be meant, or you don't know what"
            " is right, ask me first. Then tell me what you changed."
        )
    raise InputError(f"There is no prompt {name[:60]!r}. There are: {', '.join(prompt.name for prompt in PROMPTS)}.")
