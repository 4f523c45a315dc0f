"""What the console says, in each of its languages: one file a language, `texts/ca.toml` and so on.

A text has a key of its table and its name: `test.title`. A text with forms for one and for several is a table of `one`
and `other`, chosen by the value `n`. Placeholders are those of `str.format`; numbers are written as the language does.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from rebost.errors import RebostError
from rebost.records import Sentence

LANGUAGES = ("ca", "es", "en")
USUAL = "en"
"""For a browser that asks for none of them."""

_NAMED = 3
"""Words of a question that a sentence names: more of them say no more."""
_FORMS = frozenset({"one", "other"})
_COMMA = str.maketrans(",.", ".,")
_NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"


class Texts(string.Formatter):
    """The texts of one language."""

    def __init__(self, language: str, texts: Mapping[str, str | Mapping[str, str]]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of this key, with these values in it. Raises KeyError where there is none."""
        text = self._texts[key]
        if not isinstance(text, str):
            text = text["one" if values["n"] == 1 else "other"]
        return self.vformat(text, (), values)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Numbers with the language's own marks; everything else as it is."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(super().format_field(value, format_spec))
        written = format(value, format_spec or ("," if isinstance(value, int) else ""))
        written = written.replace("-", "\N{MINUS SIGN}")
        if self.language == USUAL:
            return written
        return written.translate(_COMMA).replace("%", _NARROW_SPACE + "%")

    def number(self, value: float, form: str = "") -> str:
        """A number by itself; `form` as in `format`."""
        return self.format_field(value, form)

    def say(self, sentence: str) -> str:
        """A `Sentence` of the base in this language; what has no key stays as it is."""
        key = f"said.{sentence.key}" if isinstance(sentence, Sentence) else ""
        if not isinstance(sentence, Sentence) or key not in self:
            return sentence
        values = {
            name: self._either(value) if isinstance(value, tuple) else value for name, value in sentence.values.items()
        }
        absent = values.get("absent")
        return self(key, **values) + (" " + self("said.absent", words=absent) if absent else "")

    def failure(self, error: RebostError) -> str:
        """What an error means: by its own sentence where that can be said in this language, or else by its class."""
        said = error.args[0] if error.args else ""
        if isinstance(said, Sentence) and f"said.{said.key}" in self:
            return self.say(said)
        return self(next(key for kind in type(error).__mro__ if (key := f"error.{kind.__name__}") in self))

    def _either(self, words: tuple[str, ...]) -> str:
        """Some words, quoted: the first few of them, and how many there are besides."""
        quoted = [self("list.quoted", word=word) for word in words[:_NAMED]]
        others = len(words) - len(quoted)
        if others > 0:
            return self("list.more", words=", ".join(quoted), n=others)
        return self("list.either", words=", ".join(quoted[:-1]), last=quoted[-1]) if quoted[1:] else "".join(quoted)

    def date(self, moment: datetime) -> str:
        """A day in words, in the time of this machine."""
        local = moment.astimezone()
        return self("dates.day", day=str(local.day), month=self(f"dates.month_{local.month}"), year=str(local.year))

    def time(self, moment: datetime) -> str:
        """A day with the time of the day."""
        return self("dates.moment", date=self.date(moment), time=f"{moment.astimezone():%H:%M}")


@cache
def texts_of(language: str) -> Texts:
    """The texts of one of `LANGUAGES`."""
    found = tomllib.loads((files("rebost.console") / "texts" / f"{language}.toml").read_text("utf-8"))
    return Texts(language, dict(_flat(found)))


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str | Mapping[str, str]]]:
    for name, value in table.items():
        key = f"{before}{name}"
        if isinstance(value, str) or value.keys() == _FORMS:
            yield key, value
        else:
            yield from _flat(value, f"{key}.")


def preferred(accepted: str) -> str:
    """The language that a browser's `Accept-Language` likes best among ours."""
    wishes: list[tuple[float, str]] = []
    for wish in accepted.split(","):
        name, _, quality = wish.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        language = name.strip().partition("-")[0].lower()
        if language in LANGUAGES and weight > 0:
            wishes.append((weight, language))
    return max(wishes, key=lambda wish: wish[0])[1] if wishes else USUAL
