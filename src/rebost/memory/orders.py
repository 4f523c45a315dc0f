"""Records that talk to the agent instead of telling it something.

What memory returns is data. A text from a web page or a mail that somebody had remembered may still try to give orders
to the agent that reads it; faces for agents mark such a record. A mark is a hint: it neither hides nor changes anything,
and its absence proves nothing, which is why everything is quoted whether marked or not.
"""

from __future__ import annotations

import re

from rebost.analysis.patterns import pattern

ORDERS: tuple[tuple[str, str], ...] = (
    # What is to be disregarded: the instructions, rules, context that came before.
    (
        "en",
        (
            r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}"
            r"\b(?:(?:previous|prior|above|earlier|preceding|system|your|these|those|all)\b[^.\n]{0,20}"
            r"\b(?:instructions?|prompts?|rules?|guidelines?|directions?|context)|everything (?:above|before))\b"
        ),
    ),
    (
        "ca",
        (
            r"\b(?:ignora|ignoreu|ignori|oblida|oblideu|descarta|desobeeix|salta't|no facis cas)\b[^.\n]{0,40}"
            r"\b(?:instruccions?|indicacions?|ordres|regles|normes|context|missatges?|tot el que)\b"
        ),
    ),
    (
        "es",
        (
            r"\b(?:ignora|ignore|ignorad|olvida|olvide|descarta|desobedece|sáltate|no hagas caso)\b[^.\n]{0,40}"
            r"\b(?:instrucci(?:ón|ones)|indicaci(?:ón|ones)|órdenes|reglas|normas|contexto|mensajes?|todo lo)\b"
        ),
    ),
    # Who the agent is to be from now on.
    (
        "en",
        (r"\b(?:you are now|from now on,? you|act as (?:if you|a |an |the )|pretend (?:to be|you)|new instructions?:)"),
    ),
    ("ca", r"\b(?:ara ets|a partir d'ara,? (?:ets|actua|has de|faràs)|fes veure que|noves instruccions:)"),
    (
        "es",
        (
            r"\b(?:ahora eres|a partir de ahora,? (?:eres|actúa|debes|tienes que|harás)|finge (?:ser|que)|nuevas instrucciones:)"
        ),
    ),
    # What is to be kept from the user, or told to somebody else.
    (
        "en",
        (
            r"\b(?:do not|don't|never|without) (?:tell|inform|telling|informing|mention(?:ing)?|ask(?:ing)?)"
            r"[^.\n]{0,20}\b(?:the )?(?:user|human|owner)\b"
        ),
    ),
    ("ca", r"\b(?:no (?:ho )?diguis|sense (?:dir|avisar|preguntar))[^.\n]{0,20}\b(?:l'usuari|a l'usuari)\b"),
    ("es", r"\b(?:no (?:se )?lo digas|no (?:le )?digas|sin (?:decir|avisar|preguntar))[^.\n]{0,20}\b(?:al usuario)\b"),
    (
        "en",
        (
            r"\b(?:reveal|print|repeat|show|send|output|leak|exfiltrate)\b[^.\n]{0,30}"
            r"\b(?:system prompt|your (?:instructions|prompt|rules)|(?:api|secret) keys?|credentials|environment variables)\b"
        ),
    ),
    (
        "ca",
        (
            r"\b(?:revela|mostra|envia|repeteix|imprimeix)\b[^.\n]{0,30}"
            r"\b(?:les teves instruccions|el teu prompt|les claus|les credencials|les contrasenyes)\b"
        ),
    ),
    (
        "es",
        (
            r"\b(?:revela|muestra|envía|repite|imprime)\b[^.\n]{0,30}"
            r"\b(?:tus instrucciones|tu prompt|las claves|las credenciales|las contraseñas)\b"
        ),
    ),
    # The marks by which chats tell system from user: in a record they only serve to deceive.
    (
        "*",
        r"<\|(?:im_start|im_end|system|assistant|endoftext)\|>|\[/?INST\]|<</?SYS>>|</?(?:system|tool_result|function_results)>",
    ),
    ("*", r"^[ \t]*(?:system|assistant|developer)\s*:\s*\S.{0,60}\b(?:you|must|always|never)\b"),
    # Characters that a reader doesn't see and a model reads: tags, and marks that turn the reading order.
    ("*", "[\U000e0001\U000e0020-\U000e007e\u202a-\u202e\u2066-\u2069]"),
)
"""The forms, each with the language that it is in (`*`: any)."""

_LONGEST = 200_000
"""Characters of a record that are looked through: no face shows more of it at a time."""
_PATTERNS = [pattern(form, re.IGNORECASE | re.MULTILINE) for _, form in ORDERS]


def looks_like_an_order(text: str) -> bool:
    """Whether a record reads like an instruction to the agent rather than something to know."""
    text = text[:_LONGEST].replace("\u2019", "'")
    return any(form.search(text) for form in _PATTERNS)
