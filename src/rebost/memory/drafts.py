"""What must be so before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rebost.errors import InputError, SecretError
from rebost.memory.indexing import cleaned_name, cleaned_text, is_code
from rebost.records import Draft, Kind

_NAMES = ("project", "source", "language", "context")
"""Fields that are one text or None."""


def checked_kind(kind: Kind | str) -> Kind:
    """The kind of this name. Raises `InputError`."""
    try:
        return Kind(kind)
    except ValueError:
        raise InputError(f"There is no kind {kind!r}. Use one of: {', '.join(Kind)}.") from None


def checked_text(text: str, allow_secrets: bool) -> str:
    """The text of a record as it can be stored. Raises `InputError`, and `SecretError` unless secrets are allowed."""
    text = cleaned_text(text)
    refuse_secrets({"text": text}, allow_secrets)
    return text


def checked_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a record other than its text, by name, as they can be stored. Raises `InputError`."""
    checked = dict(fields)
    for name, value in fields.items():
        if name == "kind":
            checked[name] = checked_kind(value)
        elif name == "tags":
            if isinstance(value, str):
                raise InputError(f"The tags are the text {value!r}. Give a list of texts.")
            checked[name] = tuple(dict.fromkeys(tag for tag in map(cleaned_name, value) if tag))
        elif name in _NAMES:
            checked[name] = cleaned_name(value)
    if checked.get("language"):
        checked["language"] = checked_language(checked["language"])
    return checked


def checked_language(language: str) -> str:
    """The code of a language, in lower case. Raises `InputError` for what is none."""
    code = language.lower()
    if not is_code(code):
        raise InputError(f"{language!r} is no code of a language. Give one like ca, es or en.")
    return code


def checked_draft(draft: Draft, allow_secrets: bool) -> Draft:
    """A draft as it can be stored. Raises `InputError` (`SecretError`)."""
    fields = checked_fields({name: getattr(draft, name) for name in ("kind", "tags", *_NAMES)})
    refuse_secrets({name: value for name, value in fields.items() if name != "kind"}, allow_secrets)
    return draft._replace(text=checked_text(draft.text, allow_secrets), **fields)


def refuse_secrets(fields: Mapping[str, Any], allow_secrets: bool) -> None:
    """Raises `SecretError`, naming the field, the kind of secret and its place, when one of the texts holds one."""
    if allow_secrets:
        return
    # Not at the top: who only asks has no use for it.
    from rebost.analysis.secrets import describe, find_secrets

    for name, value in fields.items():
        for text in value if isinstance(value, tuple) else (value,):
            found = find_secrets(text) if isinstance(text, str) else []
            if found:
                raise SecretError(
                    f"The {name} holds {describe(text, found)}, so it was not stored. Take that out, or insist:"
                    " `--allow-secrets` in the shell, `allow_secrets=True` in Python."
                )
