"""How near a form is to a dictionary word with the same stem: stems are short, and unite more than one word's forms.

`coberta` and `cobrar` leave one stem in Catalan, `costa`, `costo` and `costilla` in Spanish, `power` and `powerful` in English.
Everything here is folded.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

from .frequencies import zipf
from .irregular import irregular
from .patterns import pattern


class Nearness(IntEnum):
    """What a form is to a word."""

    OTHER = 0
    """Derived from it, or another word altogether."""
    GENDER = 1
    """Its feminine or masculine: `gata`, `gat`."""
    INFLECTED = 2
    """Its plural or singular, or a form of the verb."""
    SAME = 3


_NUMBER: Final = {
    "ca": frozenset(
        {
            ("s", ""), ("es", ""), ("os", ""), ("es", "a"), ("ns", ""), ("sos", ""), ("ues", "a"), ("ques", "ca"), ("ges", "ja"),
            ("jos", "ig"), ("jos", "g"), ("gos", "ig"), ("xes", "xa"),
        }
    ),
    "es": frozenset({("s", ""), ("es", ""), ("ces", "z"), ("ques", "c")}),
}  # fmt: skip
"""What a plural and its singular have after their common beginning."""

_GENDER: Final = frozenset(
    ["", *"s a e o es os as na nes n ns ga gues c cs da des t ts va ves u us ssa sa esa essa".split()]
)
"""What a feminine or masculine and the other have after their common beginning."""

_ENDINGS: Final = {
    "ca": pattern(
        "s?|[oiae]|[aei]s|[aei]n|[eai]m|[eai]u|eix(?:en|o|es|in|i)?|av(?:a|es|em|eu|en)|i(?:a|es|em|eu|en)|[aiu](?:t|da|ts|des)|[aei]nt"
        "|ar|re|er|ir|[aei]?r(?:as?|an|em|eu|e|ia|ies|iem|ieu|ien)|[aei](?:s|ss(?:is|in|i|im|iu|es|en))"
    ),
    "es": pattern(
        "(?:[oaei]|[aei]s|[ae]n|[aei]mos|[ae]is|aba(?:s|n|mos)?|ia(?:s|n|mos)?|[ai]d[oa]s?|[ai]ste|aron|ieron|io|iera(?:n|s|mos)?"
        "|iese(?:n|s|mos)?|ase(?:n|s|mos)?|[aei]?r(?:as?|an|e|emos|ias?|ian|iamos)"
        "|(?:[aei]r|ando|iendo|yendo)(?:me|te|se|nos)?(?:l[oae]s?)?)"
    ),
}
"""Endings of verbs."""

_PAST: Final = {"ca": ("ava", "aven", "at"), "es": ("aba", "aban", "ado")}
"""Endings that a verb in -ar has and a noun has not."""

_INFINITIVE: Final = {"ca": pattern("(?:ar|er|re|ir)$"), "es": pattern("(?:ar|er|ir)(?:se)?$")}


def nearness(form: str, word: str, language: str) -> Nearness:
    """What a form of Catalan, Spanish or English is to a word that has the same stem; both folded."""
    if form == word:
        return Nearness.SAME
    regular = _regular(form, language)
    if regular == _regular(word, language) and (_is_infinitive(word, language) or not _is_verb(regular, language)):
        return Nearness.SAME
    if language == "en":
        form, word = regular, _regular(word, language)
        return Nearness.OTHER if _english_bases(form).isdisjoint(_english_bases(word)) else Nearness.INFLECTED
    length = in_common(form, word)
    ends = form[length:], word[length:]
    if ends in _NUMBER[language] or ends[::-1] in _NUMBER[language] or _is_form(form, word, language):
        return Nearness.INFLECTED
    if regular != form and not _is_verb(regular, language) and _is_form(regular, word, language):
        return Nearness.INFLECTED
    return Nearness.GENDER if ends[0] in _GENDER and ends[1] in _GENDER else Nearness.OTHER


def in_common(one: str, other: str) -> int:
    """Letters with which both begin."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length


def _regular(word: str, language: str) -> str:
    """The regular form by which the table of irregular ones knows a word."""
    return irregular(language).forms.get(word, word).removeprefix("=")


def _is_infinitive(word: str, language: str) -> bool:
    return language in _INFINITIVE and _INFINITIVE[language].search(word) is not None


def _is_verb(regular: str, language: str) -> bool:
    """Whether the regular form that heads a line of the table is a verb's, by how each table writes them.

    The other forms in the line are then words of their own as well, if the thesaurus has them: `vist` is no form of `vista`.
    """
    return regular.endswith("ia") if language == "ca" else _is_infinitive(regular, language)


def _is_form(form: str, word: str, language: str) -> bool:
    """Whether a word is an infinitive and a form one of its verb's."""
    root = _verb_root(word, language)
    if root is None:
        return False
    roots = irregular(language).roots
    for length in range(max(2, len(root) - 2), min(len(form), len(root) + 2) + 1):
        start = form[:length]
        if _spelled(roots.get(start, start)) == root and _ENDINGS[language].fullmatch(form, length):
            return True
    return False


@lru_cache(maxsize=4096)
def _verb_root(word: str, language: str) -> str | None:
    """The root of an infinitive; None for a noun that ends like one, whose verb would have no past tense (`taller`, `hogar`)."""
    ending = _INFINITIVE[language].search(word)
    if ending is None:
        return None
    regular = _regular(word, language)
    if language == "ca" and _is_verb(regular, language):
        return _spelled(regular.removesuffix("ia"))
    root = word[: ending.start()]
    endings = _PAST[language] if ending[0].startswith("a") else ("ia", "ies", "ido")
    main = irregular(language).roots.get(root, root)
    return _spelled(main) if any(zipf(start + past, language) for start in (root, main) for past in endings) else None


def _spelled(root: str) -> str:
    """One spelling for the end of a root, whatever the vowel after it: truc-a, truqu-i; pag-a, pagu-en; caç-a, cac-i."""
    for written, settled in (("qu", "c"), ("gu", "g"), ("z", "c"), ("j", "g")):
        if root.endswith(written):
            return root.removesuffix(written) + settled
    return root


def _english_bases(form: str) -> set[str]:
    """What a form may be in the dictionary: itself, or what it is the plural or a verb's form of."""
    bases = {form}
    for ending, ends in (
        ("s", ("",)),
        ("es", ("",)),
        ("ies", ("y", "ie")),
        ("ied", ("y",)),
        ("ed", ("", "e")),
        ("ing", ("", "e")),
    ):
        if form.endswith(ending):
            start = form.removesuffix(ending)
            bases.update(start + end for end in ends)
            if ending in {"ed", "ing"} and len(start) > 2 and start[-1] == start[-2]:
                bases.add(start[:-1])
    return bases
