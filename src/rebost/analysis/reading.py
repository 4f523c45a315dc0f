"""A record as the index takes it, a part at a time.

The analysis of a text hardly ever looks beyond the next space, and most of what stands between two spaces has been
read before. So each part is read once, in its language and after what may come before it, and what it adds is kept; to
read a text is to look its parts up and to put together what they hold. The few texts where the whole says more than
its parts, those with a title or a telephone number, are analysed as a whole. `read` gives what `analyze`
and `marks` give, several times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from .analyzer import analyze, tokens_of
from .marks import NUMBER, in_order, kinds_across, kinds_within, marks
from .thesaurus import Meaning, held, meanings
from .titles import holds_a_title, outline
from .tokenizer import has_phone, opens, read_stretch
from .tokens import Token

_LONGEST_KEPT: Final = 64
"""Characters of a part that is kept: a longer one, an address or a sentence without spaces, hardly comes again."""


class Reading(NamedTuple):
    """What a text adds to an index."""

    terms: tuple[str, ...]
    """Index terms in the order of the text, with repetitions."""
    words: dict[str, bool]
    """Each distinct folded word, and whether it stands in the text as a name."""
    marks: tuple[str, ...]


class _Part(NamedTuple):
    """What stands between two spaces."""

    blank: bool
    """Whether it holds no piece."""
    ends: bool
    article: str
    """As in `tokenizer.Stretch`."""
    terms: tuple[str, ...]
    words: tuple[str, ...]
    names: tuple[str, ...]
    """Those of the words that stand as names."""
    kinds: tuple[str, ...]
    outline: str
    """As in `titles`."""
    meanings: tuple[Meaning, ...]
    """What the thesaurus knows of each term; in a language that it hasn't, there are none."""


def read(text: str, language: str | None) -> Reading:
    """The terms, words and marks of a record's text by its language (ISO 639-1; None: words are left unstemmed)."""
    opening, article = opens(text), ""
    parts: list[_Part] = []
    for written in text.split(" "):
        read_part = _kept if len(written) <= _LONGEST_KEPT else _part
        part = read_part(written, opening, article, language)
        parts.append(part)
        opening, article = part.ends or (part.blank and opening), part.article
    _, _, _, terms, words, names, kinds, outlines, known = zip(*parts, strict=True)
    within = set(chain.from_iterable(kinds))
    if (NUMBER in within and has_phone(text)) or holds_a_title("".join(outlines)):
        return _read_whole(text, language)
    return Reading(
        tuple(chain.from_iterable(terms)),
        _words(chain.from_iterable(words), chain.from_iterable(names)),
        in_order(held(list(chain.from_iterable(known)), language), within | kinds_across(text, within), language),
    )


@lru_cache(maxsize=65536)
def _kept(written: str, opening: bool, article: str, language: str | None) -> _Part:
    return _part(written, opening, article, language)


def _part(written: str, opening: bool, article: str, language: str | None) -> _Part:
    pieces, ends, next_article = read_stretch(written, opening, article)
    tokens = tokens_of(pieces, language)
    return _Part(
        not pieces,
        ends,
        next_article,
        tuple([token.term for token in tokens]),
        tuple([token.word for token in tokens if token.word]),
        tuple([token.word for token in tokens if token.word and stands_as_name(token)]),
        tuple(kinds_within(written, tokens)),
        outline(written, pieces),
        tuple(meanings(tokens, language)),
    )


def _read_whole(text: str, language: str | None) -> Reading:
    tokens = analyze(text, language)
    named = [token for token in tokens if token.word]
    words = _words([token.word for token in named], [token.word for token in named if stands_as_name(token)])
    return Reading(tuple([token.term for token in tokens]), words, marks(text, tokens, language))


def _words(words: Iterable[str], names: Iterable[str]) -> dict[str, bool]:
    found = dict.fromkeys(words, False)
    found.update(dict.fromkeys(names, True))
    return found


def stands_as_name(token: Token) -> bool:
    """Whether a word is written like a name: after a personal article, or with a capital inside a sentence."""
    return token.after_article or (not token.sentence_start and token.surface[:1].isupper())
