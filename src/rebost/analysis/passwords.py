"""Passwords that stand written out in a note, and how a value is told from a word.

A value is taken for a password by its look, by the word before it, and by how the two are joined: the less one says, the more the
others must.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from .patterns import pattern


class Secret(NamedTuple):
    """Where a text holds a credential, and of what kind; never the credential itself."""

    start: int
    end: int
    """Offsets of the credential: text[start:end]."""
    kind: str
    """In plain words, to stand after "a" or "an" in a message: `GitHub token`, `password`."""


class Form(NamedTuple):
    """A pattern whose group `value` is the credential, if `accept` agrees."""

    kind: str
    hints: tuple[str, ...]
    """Lower case; one of them stands in every text that the pattern could match."""
    pattern: str
    accept: Callable[[re.Match[str]], bool]
    flags: re.RegexFlag = re.NOFLAG
    trimmed: bool = False
    """Whether the punctuation that ends a sentence is no part of the value."""

    def find(self, text: str) -> Iterator[Secret]:
        # `re` keeps what it has compiled.
        for match in re.finditer(self.pattern, text, self.flags):
            if self.accept(match):
                start = match.start("value")
                value = _trim(match["value"]) if self.trimmed else match["value"]
                yield Secret(start, start + len(value), self.kind)


def mixed(match: re.Match[str]) -> bool:
    """Letters and digits: real keys are random, while `sk-learn-contrib-estimators` is words."""
    value = match["value"]
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def always(_match: re.Match[str]) -> bool:
    """For forms that nothing else has."""
    return True


# --- Values ----------------------------------------------------------------------------------------------------


_PLACEHOLDER = (
    r"[$%<{\[(].*|[*•·.…xX_?#-]+|.*(?:\*{3,}|•{3,}|x{4,}|<[^>]*>|\$\{).*|(?:your|my|the)[_-].*|"
    r"(?:changeme|example|placeholder|redacted|secret|password|passwd|token|none|null|nil|undefined|true|false|yes|no)"
)
"""Values that stand for a value: `$DB_PASS`, `<password>`, `****`, `your-key-here`."""

_LENGTH = r"\d{1,4}(?:-\w{3,}|[a-z]{0,2}|st|nd|rd|th)"
"""`12-character`, `8h`, `2nd`: letters and digits, yet plain language."""

NAME = r"(?:[A-Za-z][a-z]*|\d{1,4})(?:[-_./:](?:[A-Za-z][a-z]*|\d{1,4}))+"
"""`color-gray-100`, `feature/1234`: words and numbers apart, as people name things."""

_MANAGERS = frozenset("1password bitwarden keepass keepassxc keepass2 lastpass dashlane icloud vaultwarden".split())


def is_placeholder(value: str) -> bool:
    """Whether a value only stands for one."""
    return re.fullmatch(_PLACEHOLDER, value, re.IGNORECASE | re.DOTALL) is not None


def is_strong(value: str) -> bool:
    """A value that no sentence holds: letters with digits, capitals inside, or symbols of a keyboard."""
    if (
        len(value) < 4
        or value.lower() in _MANAGERS
        or is_placeholder(value)
        or re.fullmatch(_LENGTH, value, re.IGNORECASE)
    ):
        return False
    letters = sum(c.isalpha() for c in value)
    digits = sum(c.isdigit() for c in value)
    if letters and digits:
        return True
    if letters and any(c in "!@#$%^&*+=_~|\\" for c in value.rstrip("!")):
        return True
    inner = value[1:]
    return letters == len(value) and not value.isupper() and any(c.isupper() for c in inner)


# --- Words for a password and what follows them ----------------------------------------------------------------


_PASSWORD = (
    r"pass[ -]?word|passwd|pwd|psw|pw|pass[ -]?phrase|pass[ -]?code|contrasenya|contrase(?:ñ|n\u0303|n)a|"
    r"mot de passe?|paraula de pas|clau d'accés|clau (?:del|de la) wi-?fi|clave (?:del|de la) wi-?fi|clave de acceso|"
    r"passwort|kennwort|senha"
)

_PASSWORD_HINTS = (
    "pass",
    "pw",
    "psw",
    "contrase",
    "mot de pas",
    "paraula de pas",
    "clau d",
    "clave d",
    "kennwort",
    "senha",
)

_OWNER = (
    r"(?:[ \t]+(?:of|for|to|on|at|del|de|d'|de la|dels?|per|per a|para|a|al|en|für|do|da|du)[ \t]+[^\n.:;=,?!]{1,40}?)?"
)
"""What the password is for: `of the wifi`, `del correu`."""

WORDS_AFTER = frozenset(
    # English
    "above again ask below blank case changed correct default different empty encrypted expired gone hashed here "
    "hidden incorrect invalid known lost mandatory missing needed new none obligatory old optional pending personal "
    "protected public required reset safe same saved secure shared still strong there tbd temporary todo unchanged "
    "unknown unset valid weak wrong "
    # Catalan
    "buida caducada canviada compartida correcta desconeguda dolenta feble forta guardada igual incorrecta llarga "
    "mateixa nova obligatòria oblidada pendent perduda personal preguntar pública segura veure vella "
    # Spanish
    "cambiada compartida correcta débil desconocida fuerte guardada incorrecta larga misma nueva obligatoria olvidada "
    "pendiente perdida preguntar pública segura vacía ver vieja".split()
)
"""What people write of a password where its value could stand."""

_VALUE = r"(?P<quote>[\"'`“«‘]?)(?P<value>[^\s\"'`“”«»‘’]{3,200})(?P<rest>.?[^\n]{0,2})"

_LINKED = (
    rf"(?<!gestor de )(?<![\w-])(?:{_PASSWORD}){_OWNER}"
    r"(?P<link>[\"'`*]{0,2}[ \t]{0,3}(?:=|:=|:|->|→)[ \t*]{0,6}|"
    r"[ \t]+(?:is|was|és|es|era|ist|é)(?:[ \t]+(?:now|ara|ahora|still|encara|todavía)[ \t]+|[ \t]+))" + _VALUE
)

_FOLLOWED = rf"(?<!gestor de )(?<![\w-])(?:{_PASSWORD})(?P<link>[ \t]+){_VALUE}"

_PIN = Form(
    "PIN",
    ("pin", "passcode"),
    r"(?<![\w-])(?:PIN|Pin|pin|[Pp]asscode)(?:[ -](?:code|number))?(?:[ \t]+(?:of|for|del|de la|de|de l')[ \t]*[^\n.:;=,?!\d]{1,30}?)?"
    r"(?:[ \t]*[:=][ \t]*|[ \t]+(?:is|és|es)[ \t]+|[ \t]+)(?P<value>\d{4,8})(?![\w.,:/-]?\w)",
    always,
)


def _is_password(match: re.Match[str]) -> bool:
    """Whether what follows the word is a value, by its look and by how it is joined to the word."""
    value, link = _trim(match["value"]), match["link"].strip(" \t*`\"'").lower()
    if not value or is_placeholder(value) or value.lower() in WORDS_AFTER:
        return False
    if is_strong(value):
        return True
    if not link:
        return False
    if len(value) >= 4 and value.isdigit():
        return True
    if len(value) < 4 or value.lower() in _MANAGERS:
        return False
    if match["quote"]:
        return True
    ends = len(value) < len(match["value"]) or not match["rest"].strip() or match["rest"].lstrip()[:1] in ",;/|)("
    if not ends:
        return False
    # One plain word and nothing more: after a colon it is the value; after "is" only a proper name reads as one.
    return link in {"=", ":=", ":", "->", "→"} or (value[0].isupper() and not value.isupper())


_MONTHS = frozenset(
    "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre enero febrero marzo mayo junio julio "
    "agosto septiembre octubre noviembre diciembre january february march april june july august september october november "
    "december primavera estiu tardor hivern verano otoño invierno spring summer autumn winter covid".split()
)
"""What notes write before a number or a year: `estiu2024`, `covid-19`."""


def _is_made_up(value: str) -> bool:
    """A word with two digits or more, as people make up passwords (`casa1234`, `patata-2024`), and no name of a thing."""
    return (
        re.fullmatch(r"[\w!#$%&*+=?-]{7,40}", value) is not None
        and "_" not in value
        and not value.isupper()
        and sum(c.isdigit() for c in value) >= 2
        and sum(c.isalpha() for c in value) >= 4
        and not re.fullmatch(_LENGTH, value, re.IGNORECASE)
        and value.lower().strip("0123456789-") not in _MONTHS
    )


_BETWEEN = r"(?P<between>(?:[ \t]+[^\s.:;=,?!]{1,20}){0,4}?)"
_LINK = r"(?P<link>[ \t]*[:=][ \t]*|[ \t]+(?:is|és|es|era)[ \t]+|[ \t]+)"
_WITH_A_DIGIT = r"[\"'`“«‘]?(?P<value>(?=[^\s\d]{0,40}\d)[^\s\"'`“”«»‘’]{4,40})(?![^\s\"'`“”«»‘’])"
_BELONGS = pattern(r"[ \t]+(?:of|for|del|de|d'|dels|per|para|do|da|du|wi-?fi)(?![\w-])", re.IGNORECASE)
_ABOUT_WIFI = pattern(r"(?<![\w-])(?:wi-?fi|wpa[23]?)(?![\w-])", re.IGNORECASE)
_USER_BEFORE = pattern(
    r"(?<![\w-])(?:user(?:name)?|usuari[oa]?|login)[ \t]*[:=]?[ \t]+\S{1,40}[ \t,;/|-]*$", re.IGNORECASE
)
_LOOKED_BACK = 60
"""Characters before a word that say what it is about."""
_DOING = frozenset(
    "all and can did didn do does don i may must never not should t tests test they to we will would you won".split()
)
"""Words before the verb `pass`."""

_OF_SOMETHING = rf"(?<!gestor de )(?<![\w-])(?:{_PASSWORD}){_BETWEEN}{_LINK}{_WITH_A_DIGIT}"
"""`contrasenya del wifi casa1234`: the word, what it opens, and what can't well be anything but the value."""

_SHORT_WORD = rf"(?<![\w'’-])(?P<noun>pass|clau|clave|key|contra){_BETWEEN}{_LINK}{_WITH_A_DIGIT}"
"""Words that mean a password among other things: `pass`, `clau wifi`, `wifi key`, `usuario ana clave ...`."""

_AFTER_A_USER = (
    r"(?<![\w-])(?:login|user(?:name)?|usuari[oa]?)[ \t]*[:=][ \t]*[^\s/|,]{1,60}[ \t]*[/|,][ \t]*" + _WITH_A_DIGIT
)
"""`login: anna / casa1234`."""


def _is_made_up_for_something(match: re.Match[str]) -> bool:
    return (_BELONGS.match(match["between"]) is not None or match["link"].strip() != "") and _is_made_up(
        _trim(match["value"])
    )


def _is_of_short_word(match: re.Match[str]) -> bool:
    value, between, linked = _trim(match["value"]), match["between"], match["link"].strip() != ""
    if not _is_made_up(value) and not (
        linked and len(value) >= 6 and is_strong(value) and not re.fullmatch(NAME, value)
    ):
        return False
    before = match.string[max(0, match.start() - _LOOKED_BACK) : match.start()]
    words_before = re.findall(r"\w+", before)[-1:]
    if match["noun"].lower() == "pass":
        return not _DOING.intersection(map(str.lower, words_before)) and (
            not between.strip() or _BELONGS.match(between) is not None
        )
    of_wifi = _ABOUT_WIFI.search(between) or _ABOUT_WIFI.fullmatch("".join(before.split()[-1:]))
    if match["noun"].lower() == "contra":
        return linked and of_wifi is not None
    return of_wifi is not None or (not between and _USER_BEFORE.search(before) is not None)


def _is_made_up_alone(match: re.Match[str]) -> bool:
    return _is_made_up(_trim(match["value"]))


def _trim(value: str) -> str:
    return value.rstrip(".,;:!?)]}*…")


PASSWORDS: Final = (
    Form("password", _PASSWORD_HINTS, _LINKED, _is_password, re.IGNORECASE, trimmed=True),
    Form("password", _PASSWORD_HINTS, _FOLLOWED, _is_password, re.IGNORECASE, trimmed=True),
    Form("password", _PASSWORD_HINTS, _OF_SOMETHING, _is_made_up_for_something, re.IGNORECASE, trimmed=True),
    Form(
        "password",
        ("pass", "wifi", "wi-fi", "wpa", "user", "usuari", "login"),
        _SHORT_WORD,
        _is_of_short_word,
        re.IGNORECASE,
        trimmed=True,
    ),
    Form("password", ("user", "usuari", "login"), _AFTER_A_USER, _is_made_up_alone, re.IGNORECASE, trimmed=True),
    _PIN,
)
"""The forms of a password in a sentence."""
