"""What must be so before anything is written."""

from __future__ import annotations

from dataclasses import replace

from rebost.errors import InputError, SecretError
from rebost.memory.indexing import cleaned_name, cleaned_text
from rebost.records import Draft, Kind


def checked_kind(kind: Kind | str) -> Kind:
    """The kind of this name. Raises `InputError`."""
    try:
        return Kind(kind)
    except ValueError:
        raise InputError(f"There is no kind {kind!r}. Use one of: {', '.join(Kind)}.") from None


def checked_text(text: str, allow_secrets: bool) -> str:
    """The text of a record as it can be stored. Raises `InputError`, and `SecretError` unless secrets are allowed."""
    # Not at the top: who only asks has no use for it.
    from rebost.analysis.secrets import describe, find_secrets

    text = cleaned_text(text)
    found = [] if allow_secrets else find_secrets(text)
    if found:
        raise SecretError(
            f"The text holds {describe(text, found)}, so it was not stored. Take that out, or insist with"
            " `allow_secrets`."
        )
    return text


def checked_draft(draft: Draft, allow_secrets: bool) -> Draft:
    """A draft as it can be stored. Raises `InputError` (`SecretError`)."""
    return replace(
        draft,
        text=checked_text(draft.text, allow_secrets),
        kind=checked_kind(draft.kind),
        project=cleaned_name(draft.project),
        tags=tuple(dict.fromkeys(tag for tag in map(cleaned_name, draft.tags) if tag)),
        source=cleaned_name(draft.source),
        language=cleaned_name(draft.language),
        context=cleaned_name(draft.context),
    )
