"""Credentials in a recognisable form: keys, tokens, passwords that stand written out.

A memory that several agents read is no place for them, so what `find_secrets` finds is refused before it
is written. A false refusal costs the user's trust as a missed key does: "the password is behind the
calendar" says where a password is, and is a fact like any other. So a form counts only when it can't well
be anything else: a prefix that an issuer gives to its keys, or a word for a password *followed by a value
that looks like one*.

The patterns are compiled when a text first needs them: a program that only asks should not pay for them.

What is not looked for: IBANs (people write them on invoices), door and alarm codes that are not called a
PIN or a password, passphrases of plain words without quotes, a value after nothing but the name of a network.

Beside the library detect-secrets: it is made for source code and takes a value by its entropy, which every other word of
a note has; without that it finds a third of what is found here (25 of 79 lines, these 70), since it knows no sentences. Of what it
finds, we leave out the tokens of Discord bots, which have no fixed part to look for first, and account numbers of Twilio, which
are no secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .passwords import NAME, PASSWORDS, WORDS_AFTER, Form, Secret, always, is_placeholder, is_strong, mixed
from .patterns import pattern


def find_secrets(text: str) -> list[Secret]:
    """The credentials in a text, in the order in which they stand; no two overlap.

    Linear in the length of the text; a text without one of the forms' fixed parts costs microseconds.
    """
    lowered = text.lower()
    found: list[tuple[int, int, Secret]] = []
    hinted = {hint for hint in _PLAIN_HINTS if hint in lowered}
    if any(map(lowered.__contains__, _JOINTS)):
        hinted.update(hint for hint in _JOINED_HINTS if hint in lowered)
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


def _issued(kind: str, hints: str, body: str, accept: Callable[[re.Match[str]], bool] = mixed) -> Form:
    """A key with the prefix that its issuer gives it, not inside a longer word."""
    return Form(kind, tuple(hints.split()), rf"(?<![A-Za-z0-9_])(?P<value>{body})(?![A-Za-z0-9])", accept)


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
    _issued("AWS access key", "akia asia", r"(?:AKIA|ASIA)[A-Z0-9]{16}", accept=always),
    _issued("Slack token", "xox xapp-", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}"),
    _issued("Slack webhook", "hooks.slack.com/", r"https://hooks\.slack\.com/[a-z]+/T\w{6,}/\w{6,}/\w{16,}"),
    _issued("Discord webhook", "/api/webhooks/", r"https://discord(?:app)?\.com/api/webhooks/\d{10,}/[\w-]{30,}"),
    _issued("Google API key", "aiza", r"AIza[A-Za-z0-9_-]{30,}", accept=always),
    _issued("Google token", "ya29. gocspx-", r"(?:ya29\.|GOCSPX-)[A-Za-z0-9_-]{20,}"),
    _issued("Twilio key", "sk", r"SK[0-9a-f]{32}"),
    _issued("Mailchimp key", "-us", r"[0-9a-f]{32}-us\d{1,2}"),
    _issued("Square key", "sq0", r"sq0(?:csp|atp|idp)-[A-Za-z0-9_-]{20,}"),
    _issued("Artifactory token", "akc", r"AKC[A-Za-z0-9]{10,}"),
    _issued("Databricks token", "dapi", r"dapi[0-9a-f]{32}"),
    _issued("npm token", "npm_", r"npm_[A-Za-z0-9]{30,}"),
    _issued("PyPI token", "pypi-", r"pypi-[A-Za-z0-9_-]{40,}"),
    _issued("Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{30,}"),
    _issued("SendGrid key", "sg.", r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    _issued("Telegram bot token", ":aa", r"\d{8,10}:AA[A-Za-z0-9_-]{30,}"),
    _issued(
        "API token",
        "gsk_ xai- pplx- r8_ dop_v1_ shpat_ dckr_pat_ lin_api_ ntn_ hvs. tskey- atatt figd_ glsa_ sntrys_ rubygems_ hrku- "
        "sbp_ nvapi- tvly-",
        r"(?:(?:gsk|dop_v1|shpat|dckr_pat|lin_api|ntn|r8|figd|glsa|sntrys|rubygems|sbp)_|(?:xai|pplx|tskey|HRKU|nvapi|tvly)-"
        r"|hvs\.|ATATT)[A-Za-z0-9_-]{20,}",
    ),
    _issued("age private key", "age-secret-key-", r"AGE-SECRET-KEY-1[A-Z0-9]{20,}", accept=always),
    _issued("JSON web token", "eyj", r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}", accept=always),
)

_PRIVATE_KEY = Form(
    "private key",
    ("private key", "putty-user-key-file-"),
    # Up to its END line, or to the end of the text where that is missing.
    r"(?P<value>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-----END [A-Z0-9 ]+-----)?"
    r"|PuTTY-User-Key-File-\d:.*)",
    always,
)


# --- Values that follow a name ---------------------------------------------------------------------------------


def _is_key(match: re.Match[str]) -> bool:
    """After `token`, `key`, `secret`, which are words of every programmer's notes: long and mixed."""
    value = match["value"]
    return len(value) >= 8 and mixed(match) and is_strong(value) and not re.fullmatch(NAME, value)


def _is_written_out(match: re.Match[str]) -> bool:
    """After `PASSWORD=`: whatever stands there, if it isn't a reference to something else."""
    value = match["value"]
    return len(value) >= 4 and not is_placeholder(value) and value.lower() not in WORDS_AFTER


_KEY_NAME = (
    r"(?:api|secret|access|auth|private|encryption|signing|account|service|master|license)[ _-]?key|client[ _-]?secret|"
    r"(?:app|shared|webhook|jwt|oauth)[ _-]?secret|secret|(?:access|auth|api|bearer|refresh|bot|deploy|session)[ _-]?token|"
    r"token|credential|clau (?:de l'|d')api|clave de (?:la )?api"
)

_ASSIGNED_KEY = Form(
    "key or token",
    ("key", "secret", "token", "credential", "api"),
    rf"(?<![A-Za-z])(?:{_KEY_NAME})[\"'`]?(?:[ \t]{{0,3}}(?:=|:=|:|=>|->)[ \t]{{0,3}}|"
    r"[ \t]+(?:is|és|es|era|was)[ \t]+)[\"'`]?(?P<value>[^\s\"'`,;]{8,4096})",
    _is_key,
    re.IGNORECASE,
)

_BEARER = Form(
    "authorization header",
    ("bearer", "authorization"),
    r"\b(?:authorization[\"']?[ \t]*[:=][ \t]*[\"']?(?:bearer|basic|token)|bearer)[ \t]+"
    r"(?P<value>[A-Za-z0-9._~+/=-]{16,})",
    mixed,
    re.IGNORECASE,
)

_CONNECTION = Form(
    "password in an address",
    ("://",),
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s:/@]{0,200}:(?P<value>[^\s/@\"'<>]{1,200})@[\w\[]",
    lambda match: not re.fullmatch(r"\$.*|[{\[(%*.…].*|[xX]+|[A-Z_]+", match["value"]),
)


_ASSIGNED_PASSWORD = Form(
    "password",
    ("pass", "pwd"),
    # PGPASSWORD=..., --password hunter2, Server=db;Password=..., "db_password": "..."
    r"(?:(?:password|passwd|passphrase|pwd)[\"']?[ \t]{0,3}(?:=(?!=)|:=|:(?=[ \t]?[\"']))"
    r"|--pass(?:word)?[= ])[ \t]{0,3}[\"']?(?P<value>[^\s\"'`,;]{4,200})",
    _is_written_out,
    re.IGNORECASE,
)

_FORMS: tuple[Form, ...] = (
    _PRIVATE_KEY,
    *_ISSUED,
    _CONNECTION,
    _BEARER,
    _ASSIGNED_KEY,
    _ASSIGNED_PASSWORD,
    *PASSWORDS,
)
_HINTS = dict.fromkeys(hint for form in _FORMS for hint in form.hints)
"""Those of all forms: most texts hold none, and need no more looking at."""
_JOINTS = "_-:/"
_JOINED_HINTS = tuple(hint for hint in _HINTS if not set(_JOINTS).isdisjoint(hint))
"""Those that hold one of these, as most texts don't."""
_PLAIN_HINTS = tuple(hint for hint in _HINTS if set(_JOINTS).isdisjoint(hint))


# --- Payment cards ---------------------------------------------------------------------------------------------


_CARD = (
    # Not next to further digits, so that neither an IBAN nor a longer number holds a card.
    r"(?<![\w.])(?<!\d[ -])(?:"
    r"(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6011|65\d{2})(?P<gap>[ -]?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}"
    r"|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})(?![ -]?\d|\w)"
)

_FOUR_DIGITS = pattern(r"\d{4}")
"""What every card number begins with, and most texts don't hold: `_CARD` looks around itself at every character."""


def _cards(text: str) -> Iterator[Secret]:
    """Card numbers of the common issuers: right prefix, right length, right check digit."""
    if _FOUR_DIGITS.search(text) is None:
        return
    for match in re.finditer(_CARD, text):
        if _luhn([int(c) for c in match[0] if c.isdigit()]):
            yield Secret(match.start(), match.end(), "payment card number")


def _luhn(digits: list[int]) -> bool:
    """The check digit of ISO/IEC 7812-1, annex B."""
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
