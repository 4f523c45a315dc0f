"""A question as the default method reads it: which of its words matter, which are names, and what kind of answer it wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from . import marks
from .analyzer import analyze, analyze_question
from .frequencies import zipf
from .functionwords import is_function_word
from .givennames import GIVEN_NAMES
from .language import detect_language
from .patterns import pattern
from .thesaurus import concepts, related
from .tokens import QuestionTerm, Token

_COMMON: Final = 6.6
"""Zipf frequency of a word that every other sentence holds: such a word tells nothing."""
_RANGE: Final = 4.0
"""A word this much rarer, 2.6 on the Zipf scale (four in ten million), tells all that a word can."""
_LEAST: Final = 0.05

_OWNER: Final = frozenset("user users usuari usuaria usuaris usuario usuarios".split())
"""How an agent calls the person whose memory it asks: everything in the base is theirs."""

_STATES: Final = frozenset(
    "ara actual actuals actualment avui vigent vigents vigor present encara mateix abans antic antiga antics antigues anterior "
    "anteriors previ prèvia vell vella passat passada darrer darrera ultim ultima "
    "ahora actual actuales actualmente hoy vigente vigentes todavia aun antes antiguo antigua antiguos antiguas anteriores "
    "previo previa viejo vieja pasado pasada "
    "now current currently today nowadays present still latest before previous previously former formerly old older used past "
    "earlier last".split()
)
"""Words that ask for one of two states of a matter, the present or a former one. A record seldom says which it is."""
_CLAUSE_ENDS: Final = r"[.,;:?!¿¡()\n—]+(?:\s|$)"


class AskedTerm(NamedTuple):
    """A term of a question that isn't there only to hold the sentence together."""

    term: QuestionTerm
    rarity: float
    """How rare the word is in the question's language, 0.05..1: four in ten million or fewer is 1. So is a word that is all that is asked."""
    is_name: bool
    """Written as a name: a capital inside the sentence, or after a personal article. Where all letters are of one case, a
    common given name."""
    is_identifier: bool
    """Holds a digit."""
    concepts: tuple[str, ...]
    """Marks of what it means."""
    related: tuple[str, ...]
    """Marks of what is near to that."""
    clause: int
    near_word: str = ""
    """The word of the base that it may be a misspelling of; only for one that no record holds."""
    near: tuple[str, ...] = ()
    """Index terms of `near_word`."""
    near_is_name: bool = False
    """Stands in the base as a name, more often than not."""

    @property
    def word(self) -> str:
        """The word as the question has it."""
        return self.term.token.surface


class Interpretation(NamedTuple):
    """What a question asks."""

    language: str | None
    terms: tuple[AskedTerm, ...]
    wanted: tuple[str, ...]
    """Marks of the kinds of answers that it asks for."""
    alone: bool = False
    """Whether one word is all there is."""


def interpret(text: str, languages: Sequence[str]) -> Interpretation:
    """Read a question for records in these languages, the most frequent first."""
    language = detect_language(text) or (languages[0] if languages else None)
    tokens = analyze(text, language)
    meant: dict[int, frozenset[int]] = {
        token.start: found for token, found in zip(tokens, concepts(tokens, language), strict=True)
    }
    alone = len(tokens) == 1
    shouted = text == text.upper()
    caseless = shouted or text == text.lower()
    ends = [match.start() for match in pattern(_CLAUSE_ENDS).finditer(text)]
    terms = []
    for term in analyze_question(text, languages):
        token = term.token
        if not token.word or token.word in _OWNER or is_function_word(token.word, language):
            continue
        found = meant.get(token.start, frozenset())
        if caseless:
            # A word with a meaning of its own (`rosa`, `pau`) is no name as long as nothing but the list says so.
            is_name = (token.word in GIVEN_NAMES and not found) or (token.after_article and not shouted)
        else:
            is_name = token.after_article or _capital_inside(token)
        near_to = {other for concept in found for other in related(concept)} - found
        terms.append(
            AskedTerm(
                term=term,
                # Common as it may be, a word asked alone is no filler.
                rarity=1.0 if alone else _LEAST if token.word in _STATES else rarity(token.word, language),
                is_name=is_name,
                is_identifier=any(character.isdigit() for character in token.surface),
                concepts=tuple(map(marks.concept_mark, sorted(found))),
                related=tuple(map(marks.concept_mark, sorted(near_to))),
                clause=sum(end < token.start for end in ends),
            )
        )
    return Interpretation(language, tuple(terms), marks.wanted(token.word for token in tokens), alone)


def rarity(word: str, language: str | None) -> float:
    """How much a folded word can tell by its rarity in the language, 0.05..1. One with a digit tells all."""
    if language is None or any(character.isdigit() for character in word):
        return 1.0
    return min(1.0, max(_LEAST, (_COMMON - zipf(word, language)) / _RANGE))


def _capital_inside(token: Token) -> bool:
    return token.surface[:1].isupper() and not token.sentence_start
