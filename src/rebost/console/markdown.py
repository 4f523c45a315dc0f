"""A record's text as a page shows it: markdown, rendered and then stripped of all that could act or fetch something; or in one line."""

from __future__ import annotations

import re
from functools import cache

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "s", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
"""No picture is among them: it would be fetched from somewhere."""
_SCHEMES = {"http", "https", "mailto"}
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[-*+][ \t]+", re.MULTILINE)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def rendered(text: str) -> Markup:
    """HTML that is safe to show. Headings come a level lower, below that of the page."""
    tokens = _parser().parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    html = _parser().renderer.render(tokens, _parser().options, {})
    cleaned = nh3.clean(html, tags=_TAGS, attributes={"a": {"href"}}, url_schemes=_SCHEMES)
    return Markup(cleaned)  # noqa: S704 - cleaned a line above


def one_line(text: str) -> str:
    """A note as a list of records shows it: without the marks of headings and lists, with a point after a heading."""
    return " ".join(_BULLET.sub("", _HEADING.sub(r"\1 ·", text)).split()).removesuffix(" ·")
