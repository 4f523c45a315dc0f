"""Stemmers for Catalan and Spanish that work on unaccented words.

Snowball's recognise endings by their accents (`ació`, `ía`), which a person in a hurry leaves out. These take folded
words, so that `configuració` and `configuracio` are one. Each strips one ending, the longest that leaves enough of the word:
three letters before the endings of nouns and verbs in -ar, four before those that make one word of another, since
`redacción` is no form of `red` nor `maría` of `mar`.
"""

from __future__ import annotations

from .frequencies import EXISTS, zipf
from .patterns import pattern

_SHORTEST = 3
_SHORTEST_DERIVED = 4

_VOWELS = frozenset("aeiou")


_SHORT_VERB_ENDINGS = frozenset("i ia ias ian iamos io ies iem ieu ien ir ira ire iran iria".split())


_LONGEST_ROOT = 4
"""Letters of the longest of the short verbs."""


class _Endings:
    """Endings to strip, the longest first, by how many letters must remain before them."""

    def __init__(self, inflected: str, derived: str, short_verbs: str) -> None:
        self._inflected = frozenset(inflected.split())
        self._derived = frozenset(derived.split())
        self._short_verbs = frozenset(short_verbs.split())

    def cut(self, word: str) -> int:
        """Where the ending of the word begins; its length when it has none."""
        if any(word[:n] in self._short_verbs and word[n:] in _SHORT_VERB_ENDINGS for n in range(1, _LONGEST_ROOT + 1)):
            return _SHORTEST
        for place in range(_SHORTEST, len(word)):
            ending = word[place:]
            if ending in self._inflected or (place >= _SHORTEST_DERIVED and ending in self._derived):
                return place
        return len(word)


_CATALAN = _Endings(
    inflected="""ar re ars ava aves avem aveu aven iem ieu ien at ada ats ades it ida its ides ut uda uts udes ant
        em eu en im eixi eixia ara aras aran arem areu are erem ereu ere
        aria aries ariem arieu arien eria eries erien essis essin o a os oses es e i in""",
    derived="""acio icio ador adora adors adores idor idora idors idores ment aments iment iments ancia ancies
        encia encies ista istes isme ismes itat itats etat etats ic ica ics iques ia ies io iu iva ius ives osa esses essa
        et eta ets etes ir ira iras iran irem ireu ire iria iries irien ent ents int
        eix eixen eixo eixes eixin is""",
    short_verbs="viv ten pod vol sab bev deb ven mor obr dei vei cre fei",
)

_SPANISH = _Endings(
    inflected="""ar er arlo arla arlos arlas arle arles arme arte arse arnos erlo erla erlos erlas erle erles erme erte erse ernos
        andolo andola andome andose iendolo iendola iendome iendose ando iendo aba abas abamos aban
        ado ada adas ados ido ida idos idas amos emos imos an en as es os ais eis is aste aron iste ieron yo yendo yeron
        aras aran ara are aremos aria arias ariamos arian
        ase asen iese iesen iesemos ieramos iera ieran o a e i""",
    derived="""acion icion ador edor adora adores adoras edora edores edoras idor idora idores idoras
        amiento amientos imiento imientos mente amente ancia ancias encia encias ista istas ismo ismos idad idades
        ico ica icos icas ia ias io ios ivo iva ivos ivas oso osa osos osas ito ita itos itas illo illa illos illas
        ir irlo irla irlos irlas irle irles irme irte irse irnos ian iamos iras iran ira ire iremos iria irias iriamos irian ion""",
    short_verbs="com beb viv pid sig sirv mid sub deb sal cog met tem ten ven pod sab pon ped hac dec uni mor nac le cre o ca tra",
)

_GEMINATE = pattern(
    "(?<=^a)ll(?=erg|ucin|usi|eg)|(?<=^co)ll(?=eg|ec|abo|oca|isi|oqui)|(?<=^i)ll(?=us|umi|egal|ici|imit)|(?<=mi)ll(?=enn|enari|io)"
    "|(?<=inte)ll(?=ig|ec)|(?<=^so)ll(?=ic)|(?<=^ce)ll(?=ul)|(?<=^exce)ll(?=en)|(?<=^pe)ll(?=icul)|(?<=^nove)ll(?=a|es|ist)"
    "|(?<=^aquare)ll|(?<=para)ll(?=el)|(?<=insta)ll(?=a|e|o|i)|(?<=^rebe)ll(?=i)|(?<=^sate)ll|(?<=^tranqui)ll(?=i)|(?<=^si)ll(?=ab)"
    "|(?<=^meta)ll(?=ic|ur)|(?<=^crista)ll(?=i)|(?<=^be)ll(?=ic)|(?<=^ti)ll(?=a)|(?<=^ga)ll(?=es)|(?<=^para)ll"
)


def single_geminate(word: str) -> str:
    """`collegi` -> `colegi`: the ela geminada, written without its dot, in the words that have one, as many people type it."""
    return _GEMINATE.sub("l", word) if "ll" in word else word


def _lost_n(word: str) -> str | None:
    """`cancon`, `german`, `cosin` -> `canco`, `germa`, `cosi`: the n that Catalan writes only before an ending, or None.

    The word without it must exist, or be one in -ió: `pàgina` and `cadena` keep theirs.
    """
    if len(word) < 5 or word[-1] != "n" or word[-2] not in _VOWELS:
        return None
    shorter = word[:-1]
    return shorter if shorter.endswith(("cio", "sio", "nio")) or zipf(shorter, "ca") > EXISTS else None


def _nationality(word: str, language: str) -> bool:
    """Whether the -es of `ingles` belongs to the word: it has a feminine in -esa and is commoner than what is left without it."""
    return (
        len(word) > _SHORTEST + 2
        and word.endswith("es")
        and zipf(word + "a", language) > EXISTS
        and zipf(word, language) > zipf(word[:-2], language)
    )


_FUTURE = pattern("er(?:a|as|an|e|emos|ia|ias|iamos|ian)$")
"""Future and conditional of Spanish verbs in -er, which end like `enfermera` or `prefiere`."""


def catalan(word: str) -> str:
    """The stem of a folded Catalan word that is in no table: `cancons`, `canco` -> `canc`; `platges`, `platja` -> `plaj`."""
    if word.endswith("ssos"):
        word = word[:-3]
    if word.endswith("ns"):
        word = _lost_n(word[:-1]) or word
    elif word.endswith(("na", "nes")):
        word = _lost_n(word[: word.rindex("n") + 1]) or word
    if len(word) <= _SHORTEST:
        return word
    if word.endswith("ig"):
        return (word[:-2] if word[-3] in _VOWELS else word[:-1]).removesuffix("t") + "j"
    if _nationality(word, "ca"):
        return word
    cut = _CATALAN.cut(word)
    root, ending = word[:cut], word[cut:]
    if not ending:
        return root[:-1] if root[-1] == "s" and root[-2] != "s" and not root.endswith("bus") else root
    if root[-1] == "g" and ending[0] in "ei":
        root = root[:-1] + "j"
    return _settled(root).replace("tj", "j")


def spanish(word: str) -> str:
    """The stem of a folded Spanish word that is in no table: `canciones`, `cancion` -> `canc`; `luces` -> `luz`."""
    if len(word) <= _SHORTEST:
        return word
    if word.endswith("ces"):
        word = word[:-3] + "z"
    elif word.endswith("iones"):
        word = word[:-2]
    if len(word) <= _SHORTEST:
        return word
    if _nationality(word, "es"):
        return word
    future = _FUTURE.search(word, _SHORTEST)
    if future is not None and zipf(word[: future.start()] + "er", "es"):
        return _settled(word[: future.start()])
    if len(word) == _SHORTEST + 1 and word.endswith(("ias", "ios")):
        return word[:-1]
    return _settled(word[: _SPANISH.cut(word)])


def _settled(root: str) -> str:
    """Spelling that changes with the vowel that follows: truca/truqui, paga/paguen, busqué; estudi-o."""
    if root.endswith("qu"):
        return root[:-2] + "c"
    if root.endswith(("gu", "uy")):
        return root[:-1]
    if root.endswith("i") and len(root) > _SHORTEST_DERIVED:
        return root[:-1]
    return root
