"""A project that somebody names, and that no record belongs to: silence about it must not pass for an answer."""

from __future__ import annotations

from collections.abc import Collection

from rebost.memory.indexing import cleaned_name

_LISTED = 5


def unknown_project(name: str, known: Collection[str | None]) -> str | None:
    """What to tell whoever named a project that isn't among these; None when it is.

    Names that are spelled alike come first, as it is probably one of those that was meant.
    """
    wanted = cleaned_name(name)
    if wanted is None or wanted in known:
        return None
    names = [project for project in known if project]
    if not names:
        return f"No record belongs to a project {wanted}, nor to any other."
    from difflib import get_close_matches

    folded = {project.casefold(): project for project in names}
    alike = [folded[close] for close in get_close_matches(wanted.casefold(), folded, n=_LISTED)]
    rest = [project for project in names if project not in alike]
    listed = [*alike, *rest][:_LISTED]
    more = f" and {len(names) - len(listed)} more" if len(names) > len(listed) else ""
    return f"No record belongs to a project {wanted}. There are: {', '.join(listed)}{more}."
