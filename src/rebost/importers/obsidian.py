"""What is Obsidian's own: how it marks tags and links, and what a vault's settings say of its folders."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from rebost.importers.items import Unreadable
from rebost.importers.reading import name_of, read_text

_CODE = re.compile(r"^ {0,3}(```+|~~~+).*?(?:^ {0,3}\1|\Z)|(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
_TAG = re.compile(r"(?:(?<=[\s(\[,;])|^)#(?P<tag>[\w/\-]*[^\W\d][\w/\-]*)", re.MULTILINE)
_COLOUR = re.compile(r"(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\Z", re.IGNORECASE)
_LINK = re.compile(r"!?\[\[(?P<target>[^\[\]|]*)(?:\|(?P<shown>[^\[\]]*))?\]\]|!?\[(?P<text>[^\[\]]*)\]\([^()]*\)")
_STRESS = re.compile(r"[*_`~=]{1,3}(?P<word>[^*_`~=]+)[*_`~=]{1,3}")
_SETTINGS = (
    ("templates.json", "folder"),
    ("plugins/templater-obsidian/data.json", "templates_folder"),
)
"""Where a vault says which folder its templates are in."""


def inline_tags(text: str) -> tuple[str, ...]:
    """The tags that stand in a text (`#obres/bany`), outside of code."""
    if "#" not in text:
        return ()
    found = (match["tag"].rstrip("/-") for match in _TAG.finditer(_CODE.sub(" ", text)))
    return tuple(dict.fromkeys(tag for tag in found if tag and not _COLOUR.match(tag)))


def plain(text: str) -> str:
    """A heading as it is read: without the marks of links and stress."""

    def shown(match: re.Match[str]) -> str:
        return match["shown"] or match["target"] or match["text"] or ""

    return " ".join(_STRESS.sub(r"\g<word>", _LINK.sub(shown, text)).split())


class Vault(NamedTuple):
    """What the settings of a vault keep out of an import."""

    templates: tuple[str, ...] = ()
    """Folders and notes, from the vault's root."""
    ignored: tuple[re.Pattern[str], ...] = ()
    """What the user excluded."""

    def reason(self, name: str) -> str | None:
        """Why a note isn't to come in, if so."""
        folded = name.casefold()
        for template in self.templates:
            if folded == template or folded.startswith(template + "/"):
                return "a template of the vault"
        if any(pattern.search(name) for pattern in self.ignored):
            return "excluded in the settings of the vault"
        return None


def read_vault(root: Path) -> Vault | None:
    """The settings of the vault with this root; None where it is none."""
    folder = root / ".obsidian"
    if not folder.is_dir():
        return None
    templates = []
    for file, field in _SETTINGS:
        templates.append(_settings(folder / file).get(field))
    daily = _settings(folder / "daily-notes.json").get("template")
    templates.append(daily if not isinstance(daily, str) or daily.endswith(".md") else daily + ".md")
    filters = _settings(folder / "app.json").get("userIgnoreFilters")
    return Vault(
        tuple(
            name_of(Path(name.strip("/"))).casefold()
            for name in templates
            if isinstance(name, str) and name.strip("/. ")
        ),
        tuple(filter(None, map(_filter, filters if isinstance(filters, list) else []))),
    )


def _settings(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_text(path))
    except (Unreadable, ValueError, RecursionError):  # absent, or not Obsidian's: it says nothing
        return {}
    return found if isinstance(found, dict) else {}


def _filter(text: object) -> re.Pattern[str] | None:
    """Obsidian's filters: `/a regular expression/`, or the beginning of a path."""
    if not isinstance(text, str) or not text:
        return None
    if len(text) > 2 and text.startswith("/") and text.endswith("/"):
        try:
            return re.compile(text[1:-1])
        except re.error:  # Obsidian's are JavaScript's
            return None
    return re.compile(r"\A" + re.escape(name_of(Path(text))) + ("/" if text.endswith("/") else ""))
