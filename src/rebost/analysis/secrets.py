"""Credentials in a recognisable form: keys, tokens, passwords that stand written out.

A memory that several agents read is no place for them, so what `find_secrets` finds is refused before it
is written. A false refusal costs the user's trust as a missed key does: "the password is behind the
calendar" says where a password is, and is a fact like any other. So a form counts only when it can't well
be anything else: a prefix that an issuer gives to its keys, or a word for a password *followed by a value
that looks like one*.

The patterns are compiled when a text first needs them: a program that only asks should not pay for them.

What is not looked for: IBANs (people write them on invoices), door and alarm codes that are not called a
PIN or a password, passphrases of plain words without quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Secret(NamedTuple):
    """Where a text holds a credential, and of what kind; never the credential itself."""

    start: int
    end: int
    """Offsets of the credential: text[start:end]."""
    kind: str
    """In plain words, to stand after "a" or "an" in a message: `GitHub token`, `password`."""


def find_secrets(text: str) -> list[Secret]:
    """The credentials in a text, in the order in which they stand; no two overlap.

    Linear in the length of the text; a text without one of the forms' fixed parts costs microseconds.
    """
    lowered = text.lower()
    found: list[tuple[int, int, Secret]] = []
    hinted = {hint for hint in _HINTS if hint in lowered}
    for order, form in enumerate(_FORMS if hinted else ()):
        if not hinted.isdisjoint(form.hints):
            found.extend((secret.start, order, secret) for secret in form.find(text))
    found.extend((secret.start, len(_FORMS), secret) for secret in _cards(text))
    secrets: list[Secret] = []
    # Of two that overlap the first stays; of two that begin together, the one whose kind says more.
    for start, _, secret in sorted(found):
        if not secrets or start >= secrets[-1].end:
            secrets.append(secret)
    return secrets


def describe(text: str, secrets: list[Secret]) -> str:
    """One line that says what was found and where, without showing it: `a GitHub token (line 2, column 9)`."""
    places = []
    for secret in secrets[:3]:
        line = text.count("\n", 0, secret.start) + 1
        column = secret.start - (text.rfind("\n", 0, secret.start) + 1) + 1
        article = "an" if secret.kind[0] in "AEIOaeio" else "a"
        places.append(f"{article} {secret.kind} (line {line}, column {column})")
    if len(secrets) > 3:
        places.append(f"{len(secrets) - 3} more")
    return ", ".join(places)


# --- The forms -------------------------------------------------------------------------------------------------


class _Form(NamedTuple):
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


def _mixed(match: re.Match[str]) -> bool:
    """Letters and digits: real keys are random, while `sk-learn-contrib-estimators` is words."""
    value = match["value"]
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _always(_match: re.Match[str]) -> bool:
    return True


def _issued(kind: str, hints: str, body: str, accept: Callable[[re.Match[str]], bool] = _mixed) -> _Form:
    """A key with the prefix that its issuer gives it, not inside a longer word."""
    return _Form(kind, tuple(hints.split()), rf"(?<![A-Za-z0-9_])(?P<value>{body})(?![A-Za-z0-9])", accept)


# The lengths are lower bounds somewhat below what the issuers document: they have changed before.
_ISSUED = (
    _issued("Stripe key", "_live_ _test_ whsec_", r"(?:(?:sk|rk)_(?:live|test)_|whsec_)[A-Za-z0-9]{16,}"),
    _issued("API key (sk-...)", "sk-", r"sk-[A-Za-z0-9_-]{16,}"),
    _issued(
        "GitHub token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        r"(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})",
    ),
    _issued("GitLab token", "glpat-", r"glpat-[A-Za-z0-9_-]{16,}"),
    _issued("AWS access key", "akia asia", r"(?:AKIA|ASIA)[A-Z0-9]{16}", accept=_always),
    _issued("Slack token", "xox xapp-", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}"),
    _issued("Slack webhook", "hooks.slack.com/", r"https://hooks\.slack\.com/[a-z]+/T\w{6,}/\w{6,}/\w{16,}"),
    _issued("Discord webhook", "/api/webhooks/", r"https://discord(?:app)?\.com/api/webhooks/\d{10,}/[\w-]{30,}"),
    _issued("Google API key", "aiza", r"AIza[A-Za-z0-9_-]{30,}", accept=_always),
    _issued("Google token", "ya29. gocspx-", r"(?:ya29\.|GOCSPX-)[A-Za-z0-9_-]{20,}"),
    _issued("npm token", "npm_", r"npm_[A-Za-z0-9]{30,}"),
    _issued("PyPI token", "pypi-", r"pypi-[A-Za-z0-9_-]{40,}"),
    _issued("Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{30,}"),
    _issued("SendGrid key", "sg.", r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    _issued("Telegram bot token", ":aa", r"\d{8,10}:AA[A-Za-z0-9_-]{30,}"),
    _issued(
        "API token",
        "gsk_ xai- pplx- r8_ dop_v1_ shpat_ dckr_pat_ lin_api_ ntn_ hvs. tskey- atatt",
        r"(?:(?:gsk|dop_v1|shpat|dckr_pat|lin_api|ntn|r8)_|(?:xai|pplx|tskey)-|hvs\.|ATATT)[A-Za-z0-9_-]{20,}",
    ),
    _issued("age private key", "age-secret-key-", r"AGE-SECRET-KEY-1[A-Z0-9]{20,}", accept=_always),
    _issued("JSON web token", "eyj", r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}", accept=_always),
)

_PRIVATE_KEY = _Form(
    "private key",
    ("private key",),
    # Up to its END line, or to the end of the text where that is missing.
    r"(?P<value>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-----END [A-Z0-9 ]+-----)?)",
    _always,
)


# --- Values that follow a name ---------------------------------------------------------------------------------


_PLACEHOLDER = (
    r"[$%<{\[(].*|[*•·.…xX_?#-]+|.*(?:\*{3,}|•{3,}|x{4,}|<[^>]*>|\$\{).*|(?:your|my|the)[_-].*|"
    r"(?:changeme|example|placeholder|redacted|secret|password|passwd|token|none|null|nil|undefined|true|false|yes|no)"
)
"""Values that stand for a value: `$DB_PASS`, `<password>`, `****`, `your-key-here`."""

_LENGTH = r"\d{1,4}(?:-\w{3,}|[a-z]{0,2}|st|nd|rd|th)"
"""`12-character`, `8h`, `2nd`: letters and digits, yet plain language."""

_NAME = r"(?:[A-Za-z][a-z]*|\d{1,4})(?:[-_./:](?:[A-Za-z][a-z]*|\d{1,4}))+"
"""`color-gray-100`, `feature/1234`: words and numbers apart, as people name things."""

_MANAGERS = frozenset("1password bitwarden keepass keepassxc keepass2 lastpass dashlane icloud vaultwarden".split())


def _is_placeholder(value: str) -> bool:
    return re.fullmatch(_PLACEHOLDER, value, re.IGNORECASE | re.DOTALL) is not None


def _is_strong(value: str) -> bool:
    """A value that no sentence holds: letters with digits, capitals inside, or symbols of a keyboard."""
    if (
        len(value) < 4
        or value.lower() in _MANAGERS
        or _is_placeholder(value)
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


def _is_key(match: re.Match[str]) -> bool:
    """After `token`, `key`, `secret`, which are words of every programmer's notes: long and mixed."""
    value = match["value"]
    return len(value) >= 8 and _mixed(match) and _is_strong(value) and not re.fullmatch(_NAME, value)


def _is_written_out(match: re.Match[str]) -> bool:
    """After `PASSWORD=`: whatever stands there, if it isn't a reference to something else."""
    value = match["value"]
    return len(value) >= 4 and not _is_placeholder(value) and value.lower() not in _WORDS_AFTER_PASSWORD


_KEY_NAME = (
    r"(?:api|secret|access|auth|private|encryption|signing|account|service|master|license)[ _-]?key|client[ _-]?secret|"
    r"(?:app|shared|webhook|jwt|oauth)[ _-]?secret|secret|(?:access|auth|api|bearer|refresh|bot|deploy|session)[ _-]?token|"
    r"token|credential|clau (?:de l'|d')api|clave de (?:la )?api"
)

_ASSIGNED_KEY = _Form(
    "key or token",
    ("key", "secret", "token", "credential", "api"),
    rf"(?<![A-Za-z])(?:{_KEY_NAME})[\"'`]?(?:[ \t]{{0,3}}(?:=|:=|:|=>|->)[ \t]{{0,3}}|"
    r"[ \t]+(?:is|és|es|era|was)[ \t]+)[\"'`]?(?P<value>[^\s\"'`,;]{8,4096})",
    _is_key,
    re.IGNORECASE,
)

_BEARER = _Form(
    "authorization header",
    ("bearer", "authorization"),
    r"\b(?:authorization[\"']?[ \t]*[:=][ \t]*[\"']?(?:bearer|basic|token)|bearer)[ \t]+"
    r"(?P<value>[A-Za-z0-9._~+/=-]{16,})",
    _mixed,
    re.IGNORECASE,
)

_CONNECTION = _Form(
    "password in an address",
    ("://",),
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s:/@]{0,200}:(?P<value>[^\s/@\"'<>]{1,200})@[\w\[]",
    lambda match: not re.fullmatch(r"\$.*|[{\[(%*.…].*|[xX]+|[A-Z_]+", match["value"]),
)


# --- Passwords in prose ----------------------------------------------------------------------------------------


_PASSWORD = (
    r"pass[ -]?word|passwd|pwd|pass[ -]?phrase|pass[ -]?code|contrasenya|contrase(?:ñ|n\u0303|n)a|"
    r"mot de passe?|paraula de pas|clau d'accés|clau (?:del|de la) wi-?fi|clave (?:del|de la) wi-?fi|clave de acceso|"
    r"passwort|kennwort|senha"
)

_PASSWORD_HINTS = ("pass", "pwd", "contrase", "mot de pas", "paraula de pas", "clau d", "clave d", "kennwort", "senha")

_OWNER = (
    r"(?:[ \t]+(?:of|for|to|on|at|del|de|d'|de la|dels?|per|per a|para|a|al|en|für|do|da|du)[ \t]+[^\n.:;=,?!]{1,40}?)?"
)
"""What the password is for: `of the wifi`, `del correu`."""

_WORDS_AFTER_PASSWORD = frozenset(
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

_PIN = _Form(
    "PIN",
    ("pin",),
    r"(?<![\w-])(?:PIN|Pin|pin)(?:[ -](?:code|number))?(?:[ \t]+(?:of|for|del|de la|de|de l')[ \t]*[^\n.:;=,?!\d]{1,30}?)?"
    r"(?:[ \t]*[:=][ \t]*|[ \t]+(?:is|és|es)[ \t]+|[ \t]+)(?P<value>\d{4,8})(?![\w.,:/-]?\w)",
    _always,
)


def _is_password(match: re.Match[str]) -> bool:
    """Whether what follows the word is a value, by its look and by how it is joined to the word."""
    value, link = _trim(match["value"]), match["link"].strip(" \t*`\"'").lower()
    if not value or _is_placeholder(value) or value.lower() in _WORDS_AFTER_PASSWORD:
        return False
    if _is_strong(value):
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


def _trim(value: str) -> str:
    return value.rstrip(".,;:!?)]}*…")


_ASSIGNED_PASSWORD = _Form(
    "password",
    ("pass", "pwd"),
    # PGPASSWORD=..., --password hunter2, Server=db;Password=..., "db_password": "..."
    r"(?:(?:password|passwd|passphrase|pwd)[\"']?[ \t]{0,3}(?:=(?!=)|:=|:(?=[ \t]?[\"']))"
    r"|--pass(?:word)?[= ])[ \t]{0,3}[\"']?(?P<value>[^\s\"'`,;]{4,200})",
    _is_written_out,
    re.IGNORECASE,
)

_FORMS: tuple[_Form, ...] = (
    _PRIVATE_KEY,
    *_ISSUED,
    _CONNECTION,
    _BEARER,
    _ASSIGNED_KEY,
    _ASSIGNED_PASSWORD,
    _Form("password", _PASSWORD_HINTS, _LINKED, _is_password, re.IGNORECASE, trimmed=True),
    _Form("password", _PASSWORD_HINTS, _FOLLOWED, _is_password, re.IGNORECASE, trimmed=True),
    _PIN,
)
_HINTS = tuple(dict.fromkeys(hint for form in _FORMS for hint in form.hints))
"""Those of all forms: most texts hold none, and need no more looking at."""


# --- Payment cards ---------------------------------------------------------------------------------------------


_CARD = (
    # Not next to further digits, so that neither an IBAN nor a longer number holds a card.
    r"(?<![\w.])(?<!\d[ -])(?:"
    r"(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6011|65\d{2})(?P<gap>[ -]?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}"
    r"|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})(?![ -]?\d|\w)"
)


def _cards(text: str) -> Iterator[Secret]:
    """Card numbers of the common issuers: right prefix, right length, right check digit."""
    for match in re.finditer(_CARD, text):
        if _luhn([int(c) for c in match[0] if c.isdigit()]):
            yield Secret(match.start(), match.end(), "payment card number")


def _luhn(digits: list[int]) -> bool:
    """The check digit of ISO/IEC 7812-1, annex B."""
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
