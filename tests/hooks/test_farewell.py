from __future__ import annotations

from collections.abc import Callable

import pytest

from hooks.conftest import Hook
from rebost.hooks.farewell import is_farewell

REMINDER = "The user seems to be leaving."


@pytest.mark.parametrize(
    "prompt",
    [
        "bye",
        "Thanks, bye!",
        "Perfect. That’s all for today, thank you very much.",
        "ok, see you on Monday",
        "Let's call it a day",
        "Adéu!",
        "moltes gràcies, fins demà :",
        "Ho deixem per avui. Gràcies!",
        "prou per avui",
        "Genial, hasta mañana…",
        "Eso es todo por hoy, muchas gracias",
        "hasta el lunes",
    ],
)
def test_who_leaves_is_understood_in_three_languages(prompt: str) -> None:
    assert is_farewell(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "thanks",
        "Gràcies!",
        "Rename the file, that's all.",
        "¿Y eso es todo?",
        "enough",
        "Write a function that prints goodbye",
        "Goodbye world is a silly example, use another one",
        "fins on arriba la canonada de la cuina de casa?",
        "hasta",
        "See you on Monday with the notary: what should I bring?",
        "bye " * 100,
        "\0\ud800",
    ],
)
def test_who_asks_for_something_is_not_sent_off(prompt: str) -> None:
    assert not is_farewell(prompt)


def test_at_the_end_the_agent_is_reminded_to_remember_once_and_only_where_there_is_a_base(
    hook: Hook, remember: Callable[..., str]
) -> None:
    assert hook("prompt", {"prompt": "Thanks, bye!"}) == ""
    remember("L'Anna viu a Girona.")
    out = hook("prompt", {"prompt": "Thanks, bye!"})
    assert out.startswith(REMINDER)
    assert out.count("\n") == 1
    assert REMINDER not in hook("prompt", {"prompt": "On viu l'Anna?"})
    both = hook("prompt", {"prompt": "On viu l'Anna? Fins demà!"})
    assert "> L'Anna viu a Girona." in both
    assert REMINDER in both
