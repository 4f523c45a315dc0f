"""From a text to what the base keeps of it: cleaned, in its language, analysed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from rebost.analysis import detect_language, detect_languages, read
from rebost.errors import InputError
from rebost.storage import Content, Entry

REPLACEMENT = "\ufffd"
"""Stands in a stored text where a NUL or half of a surrogate pair was: both have no place in a file of text."""

_CHALLENGER = 1.2
_HEAD_START = 2
"""Another language becomes the main one when it has 1.2 times and 2 more of the records that the present one has, so that
a base in two languages doesn't swing between them."""
_SAMPLE = 100
"""Texts looked at for a first guess."""


def cleaned(text: str) -> str:
    """The text as it can be stored: without NUL and lone surrogates. Everything else stays as it was given."""
    if "\0" in text:
        text = text.replace("\0", REPLACEMENT)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Halves that belong together become the character that they stand for.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def cleaned_text(text: str) -> str:
    """The text of a record. Raises `InputError` when nothing can be seen of it."""
    text = cleaned(text)
    if not text.strip():
        raise InputError("There is nothing to remember: the text is empty. Give at least a word.")
    return text


def cleaned_name(name: str | None) -> str | None:
    """The name of a project, a source or a language, without spaces around it; None for an empty one."""
    return None if name is None else cleaned(name).strip() or None


def is_code(language: str) -> bool:
    """Whether it can be the code of a language: anything else, told by a file say, would break up in the index."""
    return language.isalpha() and language.isascii() and 2 <= len(language) <= 3


class Languages(NamedTuple):
    """What is held about the languages of a base."""

    main: str | None
    """By which a record is stemmed whose own language can't be told."""
    chosen: tuple[str, ...]
    """The only ones that a record may be in, most important first, as the user said; empty: whatever is detected."""

    def of(self, text: str, told: str | None) -> str | None:
        """The language of a text: as somebody told, or as detected; None where it can't be."""
        if told is not None and self._possible(told):
            return told
        if len(self.chosen) == 1:
            return self.chosen[0]
        detected = detect_language(text)
        return detected if detected is not None and self._possible(detected) else None

    def _possible(self, language: str) -> bool:
        return is_code(language) and (not self.chosen or language in self.chosen)

    def entry(self, content: Content) -> Entry:
        """What the index is told about a record: its text, and what counts for the words beside it."""
        text = content.text
        language = self.of(text, content.language)
        own = read(text, language or self.main)
        if not content.beside:
            return Entry(own.terms, own.words, language, own.marks)
        beside = read(content.beside, language or self.main)
        words = dict(own.words)
        for word, is_name in beside.words.items():
            words[word] = is_name or words.get(word, False)
        return Entry(own.terms + beside.terms, words, language, own.marks)


class Settings(Protocol):
    """Whatever the settings of a base can be read from: a snapshot, or a writer."""

    def meta(self, key: str) -> str | int | None: ...


def languages_of(settings: Settings) -> Languages:
    """The languages of a base, as its settings say."""
    chosen = tuple(str(settings.meta("languages") or "").split())
    main = settings.meta("main_language")
    known = str(main) if isinstance(main, str) and is_code(main) else None
    return Languages(chosen[0] if chosen else known, chosen)


def with_first_guess(languages: Languages, texts: Sequence[str]) -> Languages:
    """For a base that has no main language yet: the one that most of its first texts are in."""
    if languages.main is not None:
        return languages
    shares = detect_languages(texts[:_SAMPLE])
    return Languages(next(iter(shares), None), languages.chosen)


def main_language(counts: Mapping[str, int], present: str | None) -> str | None:
    """The main language by the number of records in each (most frequent first): the present one, unless clearly beaten."""
    if not counts:
        return present
    first, most = next(iter(counts.items()))
    if present is None or present not in counts:
        return first
    beaten = most > _CHALLENGER * counts[present] + _HEAD_START
    return first if beaten else present
