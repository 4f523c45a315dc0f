"""One term for the forms of a word.

Catalan and Spanish have stemmers of our own (`romance.py`), because Snowball's need the accents that people leave out and
unite neither `cançó` with `cançons` nor `viu` with `vivia`; English has Snowball's with a table of irregular forms before it;
every other language has Snowball's. Stems carry a middle dot at their end (`viv·`): so a stem is never taken for a whole
word, and a name indexed as it is (`martina`) doesn't meet the stem of another (`martin·`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .derivation import made_from
from .folding import fold, fold_keeping_tilde, lower
from .irregular import irregular
from .romance import catalan, single_geminate, spanish

if TYPE_CHECKING:
    import Stemmer

STEM_MARK: Final = "\u00b7"

SNOWBALL: Final = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "gl": "portuguese",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "uk": "russian",
    "yi": "yiddish",
}
"""ISO 639 code -> Snowball algorithm. Galician and Ukrainian have none and borrow their nearest relative's."""

_DOUBLED: Final = [(letter * 2, letter) for letter in "bcdfgmnptvz"]

_local = threading.local()


def _snowball(algorithm: str) -> Stemmer.Stemmer:
    """A stemmer of this thread: PyStemmer's objects may not be shared between threads."""
    stemmer: Stemmer.Stemmer | None = getattr(_local, algorithm, None)
    if stemmer is None:
        import Stemmer

        stemmer = Stemmer.Stemmer(algorithm)
        setattr(_local, algorithm, stemmer)
    return stemmer


def undouble(word: str) -> str:
    """`caffe` -> `cafe`: doubled consonants that Catalan and Spanish never tell from single ones (ll, rr and ss they do)."""
    for double, single in _DOUBLED:
        if double in word:
            word = word.replace(double, single)
    return word


def plain(surface: str) -> str:
    """The index term of a word left unstemmed: folded, ñ kept; a foreign-looking `caffè` is spelled by ear (`cafe`)."""
    word = fold_keeping_tilde(surface)
    return word if surface.isascii() or "ñ" in word else undouble(word)


def _english(surface: str) -> str:
    word = fold(surface) if surface.isascii() else undouble(fold_keeping_tilde(surface))
    stemmed: str = _snowball("english").stemWord(irregular("en").forms.get(word, word))
    return stemmed


def _catalan(surface: str) -> str:
    word = single_geminate(undouble(fold_keeping_tilde(surface)))
    return _romance(word, "ca", catalan)


def _spanish(surface: str) -> str:
    return _romance(undouble(fold_keeping_tilde(surface)), "es", spanish)


def _romance(word: str, language: str, rules: Callable[[str], str]) -> str:
    """A noun of `[whole]` is its singular; any other word goes by its regular form through the rules, and its root to the main one."""
    tables = irregular(language)
    if word not in tables.whole and word not in tables.forms:
        word = made_from(word, language) or word
    if word in tables.whole:
        return tables.whole[word] + STEM_MARK  # once more: `port` isn't the root that `portar` leaves
    regular = tables.forms.get(word, word)
    if regular[0:1] == "=":
        return regular[1:]
    root = rules(regular)
    return tables.roots.get(root, root)


def _italian(surface: str) -> str:
    return undouble(fold(_snowball("italian").stemWord(lower(surface))))


def _portuguese(surface: str) -> str:
    word = lower(surface)
    if word.endswith(("\u00f5es", "\u00e3es")):
        word = word[:-3] + "\u00e3o"
    return fold(_snowball("portuguese").stemWord(word))


def _hebrew(surface: str) -> str:
    word = fold(surface)
    while len(word) > 3 and word[0] in "\u05d4\u05d1\u05dc\u05de\u05e9\u05d5\u05db":
        word = word[1:]
    return word


_OWN: Final[dict[str, Callable[[str], str]]] = {
    "ca": _catalan,
    "es": _spanish,
    "en": _english,
    "it": _italian,
    "pt": _portuguese,
    "he": _hebrew,
}


def stem(surface: str, language: str | None) -> str:
    """The index term of an ordinary word by a language: its stem with `STEM_MARK`; the unmarked word where there is no stemmer."""
    if language in _OWN:
        return _OWN[language](surface) + STEM_MARK
    if language in SNOWBALL:
        return fold(_snowball(SNOWBALL[language]).stemWord(lower(surface))) + STEM_MARK
    return plain(surface)
