"""Stemmers for Catalan and Spanish that work on unaccented words.

Snowball's recognise endings by their accents (`ació`, `ía`), which a person in a hurry leaves out. These take folded
words, so that `configuració` and `configuracio` are one. Each strips one ending, the longest that leaves enough of the word.
"""

from __future__ import annotations

import re

_SHORTEST = 3
"""Letters that must remain: shorter stems say too little."""


def _endings(text: str) -> re.Pattern[str]:
    longest_first = sorted(set(text.split()), key=lambda ending: (-len(ending), ending))
    return re.compile(f"(?:{'|'.join(longest_first)})$")


_CATALAN = _endings(
    """acio acions icio icions ador adora adors adores idor idora idors idores ment aments aments iment iments ancia ancies
    encia encies ista istes isme ismes itat itats etat etats
    ic ica ics iques ia ies iu iva ius ives os osa osos oses essa esses
    et eta ets etes ar er ir re ars ers
    ava aves avem aveu aven iem ieu ien
    at ada ats ades it ida its ides ut uda uts udes ant ent int ants ents
    em eu en im eix eixen eixo eixes eixi eixin eixia
    ara aras aran arem areu are era eras eran erem ereu ere ira iras iran irem ireu ire
    aria aries ariem arieu arien eria eries eriem erieu erien iria iries iriem irieu irien
    essis essin essim essiu es o a e i in is is"""
)

_SPANISH = _endings(
    """acion aciones icion iciones ador adora adores adoras edor edora edores edoras idor idora idores idoras
    amiento amientos imiento imientos mente amente ancia ancias encia encias ista istas ismo ismos idad idades
    ico ica icos icas ia ias io ios ivo iva ivos ivas oso osa osos osas
    ito ita itos itas illo illa illos illas ar er ir
    arlo arla arlos arlas arle arles arme arte arse arnos erlo erla erlos erlas erle erles erme erte erse ernos
    irlo irla irlos irlas irle irles irme irte irse irnos andolo andola andome andose iendolo iendola iendome iendose
    ando iendo aba abas abamos aban iamos ian
    ado ada ados adas ido ida idos idas
    amos emos imos an en as es os ais eis is
    aste aron iste ieron io yo yendo yeron aras aran ara are aremos eras eran era ere eremos iras iran ira ire iremos
    aria arias ariamos arian eria erias eriamos erian iria irias iriamos irian
    ase asen iese iesen iera ieran iesemos ieramos
    o a e i"""
)


def _strip(word: str, endings: re.Pattern[str]) -> str:
    """Take off the longest ending that leaves `_SHORTEST` letters with a vowel among them."""
    position = _SHORTEST
    match = endings.search(word, position)
    return word[: match.start()] if match else word


_VOWELS = frozenset("aeiou")


def catalan(word: str) -> str:
    """The stem of a folded Catalan word that is in no table: `cancons`, `canco` -> `canc`; `bojos`, `boig` -> `boj`."""
    if len(word) <= _SHORTEST:
        return word
    if word.endswith("ig"):
        word = word[:-2] + "j" if word[-3] in _VOWELS else word[:-1] + "j"
        return word.replace("tj", "j")
    if word.endswith(("ques", "gues")):
        word = word[:-3] + "a"
        word = word[:-2] + "ca" if word[-2] == "q" else word
    elif word.endswith("ons") and len(word) > 5:
        word = word[:-2]
    elif word.endswith("ssos") or word.endswith("ssa") and len(word) < 5:
        return word[: word.index("ss") + 1]
    elif word.endswith(("cio", "sio")) or len(word) > 5 and word.endswith(("ins", "ans")):
        word = word[:-2] if word.endswith("s") else word
    root = _strip(word, _CATALAN)
    return _settle_catalan(root)


def _settle_catalan(root: str) -> str:
    """Spelling that changes before another vowel: platja/platges, amic/amiga, n lost at a word's end."""
    if len(root) > _SHORTEST and root[-1] == "n" and root[-2] in _VOWELS:
        root = root[:-1]
        if len(root) > _SHORTEST and root[-1] in _VOWELS:
            root = root[:-1]
    if root.endswith("qu"):
        root = root[:-2] + "c"
    elif root.endswith("gu"):
        root = root[:-1]
    elif root.endswith("ss"):
        root = root[:-1]
    if root.endswith(("tj", "tg")):
        root = root[:-2] + "j"
    elif root.endswith("i") and len(root) > _SHORTEST:
        root = root[:-1]
    return root


def spanish(word: str) -> str:
    """The stem of a folded Spanish word that is in no table: `canciones` -> `canc`, `luces`, `luz` -> `luz`."""
    if word.endswith("ces"):
        word = word[:-3] + "z"
    if len(word) <= _SHORTEST:
        return word
    root = _strip(word, _SPANISH)
    if root.endswith("qu"):
        root = root[:-2] + "c"
    elif root.endswith("gu"):
        root = root[:-1]
    if root.endswith("i") and len(root) > _SHORTEST:
        root = root[:-1]
    return root
