"""What a text holds beside its words: concepts, kinds of answers, its language. Stored in the index as terms of their own.

No word becomes a term that begins like a mark, so marks and words can't meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from .characters import character_marks
from .patterns import pattern
from .thesaurus import concepts
from .tokens import Token

_CONCEPT: Final = "≈"
_KIND: Final = "¿"
_LANGUAGE: Final = "¿in:"

PHONE, EMAIL, TIME, NUMBER, PLACE, NAME = (
    _KIND + kind for kind in ("phone", "email", "time", "number", "place", "name")
)
"""Kinds of answers that can be told by their form."""

_MONTHS_AND_DAYS: Final = (
    "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre "
    "enero febrero marzo mayo junio julio agosto septiembre octubre noviembre diciembre "
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec "
    "dilluns dimarts dimecres dijous divendres dissabte diumenge "
    "lunes martes miércoles jueves viernes sábado domingo "
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thurs fri sat sun"
)
_WAYS: Final = (
    "carrer plaça passeig avinguda barri camí calle plaza paseo avenida barrio pasaje camino street road avenue lane square drive "
    "crescent"
)


def _any_of(words: str) -> str:
    return "(?:" + "|".join(sorted(set(words.split()))) + ")"


_WITHIN: Final = {
    EMAIL: pattern(r"\S@\w"),
    TIME: pattern(
        rf"(?i)\b\d{{1,2}}[:.h]\d{{2}}\b|\b\d{{1,2}}(?:h|am|pm)\b|\b(?:19|20)\d\d\b|\b{_any_of(_MONTHS_AND_DAYS)}s?\b"
    ),
    NUMBER: pattern(r"\d"),
    PLACE: pattern(rf"(?i)\b{_any_of(_WAYS)}\b"),
}
"""Forms without a space in them."""
_WORDS: Final = {kind: _WITHIN[kind] for kind in (TIME, PLACE)}
"""Those of them that letters alone may have."""
_LOWERED: Final = {
    TIME: frozenset(word + ending for word in _MONTHS_AND_DAYS.split() for ending in ("", "s")),
    PLACE: frozenset(_WAYS.split()),
}
"""What they come to for letters of ASCII alone, in lower case: quicker to look up than to search."""
_ACROSS: Final = {PHONE: pattern(r"\+?\d[\d .\-]{7,}\d"), TIME: pattern(r"(?i)\b\d{1,2} (?:h|am|pm)\b")}
"""Forms that may have one; all hold a digit."""
_KINDS: Final = (PHONE, EMAIL, TIME, NUMBER, PLACE, NAME)

_ASKED: Final[Mapping[str, str]] = {
    PHONE: "telefon telefono phone mobil movil mobile numero number celular cell tel",
    EMAIL: "correu correo email mail e-mail adreca",
    TIME: "quan cuando when data fecha date dia day hora time horari horario schedule aniversari cumpleanos birthday any "
    "ano year",
    NUMBER: "quant quanta quants quantes cuanto cuanta cuantos cuantas much many preu precio price cost costa cuesta costo "
    "val vale sou sueldo salary edat edad age old",
    PLACE: "on donde where adonde adreca direccion address carrer calle street",
    NAME: "qui quien quienes who whose whom",
}
_KINDS_OF_WORD: Final[Mapping[str, tuple[str, ...]]] = {
    word: tuple(kind for kind, words in _ASKED.items() if word in words.split())
    for word in {word for words in _ASKED.values() for word in words.split()}
}


def concept_mark(concept: int) -> str:
    """The mark of a concept of the thesaurus."""
    return f"{_CONCEPT}{concept}"


def language_mark(language: str) -> str:
    """The mark of a text in this language."""
    return _LANGUAGE + language


def marks(text: str, tokens: Sequence[Token], language: str | None) -> tuple[str, ...]:
    """The marks of a record's text, each once; `tokens` are its words, `language` the one that they were analysed by."""
    held = {concept for found in concepts(tokens, language) for concept in found}
    kinds = kinds_within(text, tokens)
    return in_order(held, kinds | kinds_across(text, kinds), language)


def kinds_within(part: str, tokens: Iterable[Token]) -> set[str]:
    """The kinds of answers that a part of a text, cut at spaces, shows by itself, and its single characters.

    `tokens` are its words.
    """
    if part.isascii() and part.isalpha():
        lowered = part.lower()
        kinds = {kind for kind, words in _LOWERED.items() if lowered in words}
    else:
        forms = _WORDS if part.isalpha() else _WITHIN
        kinds = {kind for kind, form in forms.items() if form.search(part)}
    if any(not token.sentence_start and token.surface[:1].isupper() for token in tokens):
        kinds.add(NAME)
    if not part.isascii():
        kinds |= character_marks(part)
    return kinds


def kinds_across(text: str, within: Collection[str]) -> set[str]:
    """The kinds of answers that a text shows beside what its parts show by themselves."""
    return {kind for kind, form in _ACROSS.items() if form.search(text)} if NUMBER in within else set()


def in_order(held: Iterable[int], kinds: Collection[str], language: str | None) -> tuple[str, ...]:
    """The marks of a text that holds these concepts and kinds of answers: always in the same order."""
    found = [concept_mark(concept) for concept in sorted(held)]
    found += [kind for kind in _KINDS if kind in kinds]
    found += sorted(set(kinds).difference(_KINDS))
    if language is not None:
        found.append(language_mark(language))
    return tuple(found)


def wanted(words: Iterable[str]) -> tuple[str, ...]:
    """The kinds of answers that a question asks for, by its folded words. A place may also be given by its name."""
    return tuple(dict.fromkeys(kind for word in words for kind in _KINDS_OF_WORD.get(word, ())))


def is_mark(term: str) -> bool:
    """Whether a term of the index is a mark, not a word."""
    return term.startswith((_CONCEPT, _KIND))
