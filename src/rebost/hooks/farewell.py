"""Telling from a prompt that somebody is about to leave: the last moment at which an agent still listens.

A hook at the end itself reaches nobody any more, and one after each turn would cost a turn every time. So what people
say when they go is looked for, in Catalan, Spanish and English: whole clauses only, as a word or two says little.
"""

from __future__ import annotations

import re

_LONGEST = 200
"""Characters of a prompt that can be a farewell: a longer one asks for something."""
_CLAUSE_END = re.compile(r"[.,;:!?…\n]+")
_LONGEST_CLAUSE = 4
"""Words of a clause that only its beginning tells: `hasta el lunes que viene` ends there, `hasta` tells when and why goes on."""

_CLOSINGS = frozenset(
    (
        # English
        "bye", "bye bye", "goodbye", "good bye", "good night", "that's all", "that is all", "that's it", "that's everything",
        "we're done", "we are done", "i'm done", "i am done", "let's call it a day", "let's stop here", "let's leave it here",
        "talk later", "talk to you later", "talk tomorrow", "until tomorrow", "until next time", "enough",
        # Catalan
        "adéu", "adeu", "adéu-siau", "bona nit", "això és tot", "aixo es tot", "és tot", "ja està", "ho deixem aquí",
        "ho deixem", "deixem-ho aquí", "hem acabat", "ja hem acabat", "plego", "pleguem", "prou",
        # Spanish
        "adiós", "adios", "buenas noches", "eso es todo", "esto es todo", "es todo", "ya está", "lo dejamos aquí",
        "lo dejamos", "dejémoslo aquí", "hemos terminado", "hemos acabado", "ya hemos terminado", "nos vemos", "basta",
    )
)  # fmt: skip
_WITH_DAY = ("see you", "fins", "hasta", "nos vemos")
"""What begins a farewell that goes on with a day: `see you on Monday`, `fins demà`, `hasta luego`."""
_NEED_DAY = frozenset(
    (
        "enough", "that's all", "that is all", "that's it", "that's everything", "i'm done", "i am done", "let's stop here",
        "prou", "és tot", "això és tot", "aixo es tot", "ja està", "ho deixem",
        "basta", "es todo", "eso es todo", "esto es todo", "ya está", "lo dejamos",
    )
)  # fmt: skip
"""What says good-bye only together with the day, as in `that's all for today`; alone it ends any request."""
_TODAY = ("for today", "for now", "for tonight", "per avui", "per ara", "por hoy", "por ahora")
_THANKS = frozenset(
    (
        "thanks", "thank you", "thanks a lot", "thank you very much", "cheers", "ok", "okay", "great", "perfect",
        "gràcies", "gracies", "moltes gràcies", "merci", "perfecte", "genial", "d'acord",
        "gracias", "muchas gracias", "perfecto", "vale", "de acuerdo",
    )
)  # fmt: skip


def is_farewell(prompt: str) -> bool:
    """True when the prompt ends with a farewell, before thanks or after them."""
    if len(prompt) > _LONGEST:
        return False
    written = prompt.casefold().replace("’", "'")
    clauses = [clause for part in _CLAUSE_END.split(written) if (clause := " ".join(part.split()))]
    while clauses and clauses[-1] in _THANKS:
        clauses.pop()
    return bool(clauses) and _is_closing(clauses[-1])


def _is_closing(clause: str) -> bool:
    for today in _TODAY:
        if clause.endswith(f" {today}"):
            return clause.removesuffix(today).strip() in _CLOSINGS
    if clause.startswith(tuple(f"{start} " for start in _WITH_DAY)):
        return len(clause.split()) <= _LONGEST_CLAUSE
    return clause in _CLOSINGS and clause not in _NEED_DAY
