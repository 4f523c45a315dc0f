"""What somebody states about themselves in a message to an assistant, told from what they ask or have it do.

Nobody's judgement is needed that it is worth keeping: the user looks at the preview first. So the rule is plain. A
statement is a sentence in the first person (Catalan, Spanish, English) that ends in no question mark, begins with no
order, and is neither code nor something pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SHORTEST, _LONGEST = 15, 400
"""Characters of a sentence: below there is no fact in it, above it is something pasted."""
_PASTED = 4_000
"""Characters of a message; whoever writes more has pasted it."""
_CODE = re.compile(r"```.*?(?:```|\Z)|^ {4}.*$|^>.*$", re.DOTALL | re.MULTILINE)
_SENTENCE = re.compile(r"[^\n.!?\u2026]+(?:[.!?\u2026](?=\S)[^\n.!?\u2026]*)*[.!?\u2026]*")
_FIRST_PERSON = re.compile(
    r"\b(?:I|my|mine|I['\u2019](?:m|ve|d|ll)|we|our|we['\u2019](?:re|ve)"
    r"|jo|meus?|meva|meves|nostr[ae]s?|nostre|soc|s\u00f3c|estic|tinc|visc|treballo|prefereixo|vaig|faig|em dic|m['\u2019]agrada|vivim|tenim|som"
    r"|yo|mis?|m\u00edos?|m\u00edas?|nuestr[oa]s?|soy|estoy|tengo|vivo|trabajo|prefiero|voy|hago|me llamo|me gusta|vivimos|tenemos|somos)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\s*(?:please|can|could|would|will|do|does|did|is|are|what|how|why|when|where|which|who|give|write|make|explain|show|tell"
    r"|help|fix|translate|summari[sz]e|rewrite|create|add|list|generate|find|check|let['\u2019]?s|i (?:want|need|would like) you"
    r"|si us plau|pots|podries|em pots|qu\u00e8|com|quan|on|quin[ae]?s?|escriu|fes|explica|tradueix|ajuda|corregeix|resumeix"
    r"|por favor|puedes|podr\u00edas|me puedes|qu\u00e9|c\u00f3mo|cu\u00e1ndo|d\u00f3nde|cu\u00e1l|escribe|haz|traduce|ay\u00fada|corrige|resume)\b",
    re.IGNORECASE,
)


def statements(message: str) -> Iterator[str]:
    """The statements of a message, word for word."""
    if len(message) > _PASTED:
        return
    for match in _SENTENCE.finditer(_CODE.sub("\n", message)):
        sentence = match.group().strip(" \t-*\u2022")
        if (
            _SHORTEST <= len(sentence) <= _LONGEST
            and not sentence.endswith("?")
            and _FIRST_PERSON.search(sentence)
            and not _ASKS.match(sentence)
        ):
            yield sentence
