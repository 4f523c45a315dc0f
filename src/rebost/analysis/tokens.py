"""What the analyzer makes of a text."""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """One word of a text, as written and as indexed."""

    surface: str
    """As it stands in the text, without elided articles and clitics (`l'Anna` -> `Anna`)."""
    word: str
    """Lower case, folded (Àlex -> alex), unstemmed: what names and typing errors are compared by."""
    term: str
    """What the inverted index holds: `word` stemmed by the language of the text."""
    start: int
    end: int
    """Offsets of `surface` in the text: text[start:end]."""
    sentence_start: bool
    """First word of a sentence, a line or a list item: there a capital letter says nothing."""
    after_article: bool
    """Preceded by a personal article or its elided form (l'Anna, en Pau, na Bel, d'en Pau, la Marta)."""


class QuestionTerm(NamedTuple):
    """One distinct term of a question, as every language of the scope would index it.

    A record holds the term when it holds any of the `variants`. Two tokens of a question that share a
    variant are one term.
    """

    token: Token
    """The first token of the question that gave this term."""
    variants: tuple[str, ...]
    """Index terms, distinct, sorted."""
    frequency: float | None = None
    """What share of the words of its language are this one, 0..1, in the language where it is commonest; 0 for a
    word that the languages don't know. None when nothing is known of any of the languages."""
