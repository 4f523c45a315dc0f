"""Which language a text is in, told from a line.

Letters decide where a script has one language; for the Latin script every word votes with its frequency in each language
(`frequencies.py`), the function words of a language more, and letters that only one of them writes (ç, l·l, ñ, ¿, ß).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache

from .folding import fold
from .frequencies import zipf_by_language
from .functionwords import is_function_word
from .patterns import pattern

_LONGEST = 600
"""Characters looked at, about a hundred words: more would not change the answer."""

_WORD = pattern("[^\\W\\d_]+(?:[\u00b7.](?=[lL])[lL][^\\W\\d_]+)?['\u2019]?")

_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af\u1100-\u11ff"),
    ("zh", "\u3400-\u9fff"),
    ("th", "\u0e00-\u0e7f"),
    ("lo", "\u0e80-\u0eff"),
    ("my", "\u1000-\u109f"),
    ("km", "\u1780-\u17ff"),
    ("he", "\u0590-\u05ff"),
    ("el", "\u0370-\u03ff"),
    ("hy", "\u0530-\u058f"),
    ("hi", "\u0900-\u097f"),
    ("ta", "\u0b80-\u0bff"),
    ("fa", "\u067e\u0686\u0698\u06af\u06cc"),
    ("ar", "\u0600-\u06ff"),
    ("uk", "\u0454\u0456\u0457\u0491"),
    ("sr", "\u0452\u0458\u0459\u045a\u045b\u045f"),
    ("ru", "\u0400-\u04ff"),
)
"""Language -> its letters; the first whose letters a mostly non-Latin text holds."""


_SCRIPT_PATTERNS = tuple((language, pattern(f"[{letters}]")) for language, letters in _SCRIPTS)

_ANY_SCRIPT = pattern("[" + "".join(letters for _, letters in _SCRIPTS) + "]")

_LATIN = pattern("[A-Za-z\u00c0-\u024f]")

_SIGNS: tuple[tuple[tuple[str, ...], re.Pattern[str], dict[str, float]], ...] = tuple(
    (tuple(needles.split()), pattern(sign), votes)
    for needles, sign, votes in (
        ("\u00b7 \u2022 \u2027", "l[\u00b7\u2022\u2027]l", {"ca": 8.0}),
        ("' \u2019", "\\b[ldsnm]['\u2019](?=\\w)", {"ca": 3.0, "fr": 2.0, "it": 1.5}),
        ("n' d' -l -h -n", "\\bn'(?=[ah])|\\bd'en\\b|\\w-(?:li|hi|ho|ne|les|los)\\b", {"ca": 3.0}),
        ("\u00e7", "\u00e7", {"ca": 2.0, "fr": 2.0, "pt": 2.0}),
        ("\u00f1 \u00bf \u00a1", "[\u00f1\u00bf\u00a1]", {"es": 6.0}),
        ("\u00f3", "ci\u00f3n\\b", {"es": 4.0}),
        ("\u00f3 \u00ef ny tz ig", "ci\u00f3ns?\\b|\u00efn|[aeiou]ny\\b|tz[ae]|ig\\b", {"ca": 3.0}),
        ("\u00e0 \u00e8 \u00f2", "[\u00e0\u00e8\u00f2]", {"ca": 2.0, "it": 1.5, "fr": 1.0}),
        ("\u00e3 \u00f5", "[\u00e3\u00f5]|\u00e7\u00e3o", {"pt": 6.0}),
        ("\u00df \u00e4 \u00f6 \u00fc", "\u00df|[\u00e4\u00f6\u00fc]", {"de": 4.0}),
        ("\u0153 \u00ea \u00ee \u00fb \u00f4", "\u0153|[\u00ea\u00ee\u00fb\u00f4]", {"fr": 4.0}),
        ("' \u2019", "\\w['\u2019](?:s|t|ll|re|ve)\\b", {"en": 3.0}),
    )
)
"""What every match holds one of (looking for that is quicker than looking for a match); the pattern; its votes."""

_ANY_SIGN = pattern(r"[^\x00-\x7f]|['-]|ny|tz|ig")
"""Stands in every text that holds what a sign holds, and in few English ones."""

_COMMONEST = {
    "nl": "het een en de van is niet dat ik je zijn wat waar wie voor met op er maar ook heb bij wordt deze naar woont haar hij zij ook door als huis mijn",
    "sv": "och att det som en ett ar jag inte pa med for av har den till om vi var du hur bor nar",
    "da": "og at det som en et er jeg ikke pa med for af har den til om vi hvor du bor nar hvad",
    "nb": "og at det som en et er jeg ikke pa med for av har den til om vi hvor du bor nar hva",
    "fi": "ja on ei se etta han oli mutta myos kun niin ovat mita missa kuka minun asuu tama",
    "hu": "a az es hogy nem is egy van volt meg csak de ez mint hol ki mi lakik",
    "ro": "si in de la cu nu este pe ca un o care mai din sunt unde cine ce pentru locuieste",
    "tr": "ve bir bu da de icin ne ile mi cok var ama gibi daha kim nerede",
    "id": "yang dan di itu dengan untuk tidak ini dari dalam ada apa siapa saya akan mana tinggal",
    "pl": "i w nie na sie z do to jest ze jak co gdzie kto mieszka po dla od o",
    "cs": "a se v na je to ze s z do ne jak co kde kdo bydli pro od ale i",
    "et": "ja on ei see et oli kui ta mis kus kes ma aga elab",
    "lt": "ir yra ne kad su i is kaip kas kur bet jis gyvena",
    "eu": "eta da ez du bat zen dira non nor zer bizi dago nire hori",
    "gl": "e o a de que non un unha os as do da na no en con por mais onde quen vive",
    "ga": "agus an na is ta ni ar sa le go bhi se si ag cad ca",
    "eo": "la kaj de en estas al ne kiu kie kio mi vi li sxi por kun",
}
"""Languages without a frequency table: their commonest words, folded. They are told from a sentence rather than from a word."""

_MORE: defaultdict[str, list[str]] = defaultdict(list)
"""Word -> the languages of `_COMMONEST` that it is of."""
for _language, _words in _COMMONEST.items():
    for _word in dict.fromkeys(_words.split()):
        _MORE[_word].append(_language)


@lru_cache(maxsize=65536)
def _votes(written: str) -> tuple[tuple[str, float], ...]:
    """How much one word speaks for each language, from 0 to about 8."""
    word = fold(written.rstrip("'\u2019"))
    votes: dict[str, float] = {}
    for language, frequency in zipf_by_language(word):
        if frequency > 2.5:
            votes[language] = frequency - 2.5 + (1.5 if is_function_word(word, language) else 0)
    for language in _MORE.get(word, ()):
        votes[language] = 5.0
    return tuple(votes.items())


def detect_language(text: str) -> str | None:
    """ISO 639-1 code of the language of a text, or None where it can't be told (no letters, a lone name, a tie)."""
    sample = text[:_LONGEST]
    if not sample.isascii() and (language := _by_script(sample)) is not None:
        return language
    if not _LATIN.search(sample):
        return None
    scores: dict[str, float] = {}
    words = _WORD.findall(sample)
    for word in words:
        for language, vote in _votes(word):
            scores[language] = scores.get(language, 0.0) + vote
    lowered = sample.lower()
    for needles, sign, votes in _SIGNS if _ANY_SIGN.search(lowered) else ():
        if not any(map(lowered.__contains__, needles)):
            continue
        found = min(len(sign.findall(lowered)), 4)
        if found:
            for language, vote in votes.items():
                scores[language] = scores.get(language, 0.0) + vote * found
    if not scores:
        return None
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    best, score = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    margin = score - second
    if score < 2.0 or margin < max(0.6, 0.02 * score):
        return None
    return best


def _by_script(sample: str) -> str | None:
    """The language of a text that is mostly in letters other than Latin ones; None for any other text."""
    if not _ANY_SCRIPT.search(sample):
        return None
    latin = len(_LATIN.findall(sample))
    for language, letters in _SCRIPT_PATTERNS:
        found = len(letters.findall(sample))
        if found and found * 2 > latin:
            return language
    return None


def detect_languages(texts: Iterable[str]) -> dict[str, float]:
    """The languages of several texts, the most common first, with the share of the texts (0..1) that are told to be in each.

    The shares add up to less than one when some texts couldn't be told; empty when none could.
    """
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:
        total += 1
        language = detect_language(text)
        if language is not None:
            counts[language] += 1
    return {language: count / total for language, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))}
