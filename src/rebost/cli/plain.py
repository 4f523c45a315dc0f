"""What commands share and click isn't needed for: a plain `rebost recall` works without it, since loading it takes 20 ms."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rebost.config import Settings, load_settings
from rebost.errors import ConfigError, EmbedderError

if TYPE_CHECKING:
    from rebost.embedders import Embedder
    from rebost.memory import Memory


def echo(line: str = "") -> None:
    """A line of the data."""
    if sys.stdout.isatty():
        import click  # knows each platform's terminals

        click.echo(line)
    else:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def say(message: str) -> None:
    """A line for the person, not part of the data."""
    sys.stderr.write(message + "\n")
    sys.stderr.flush()


def style(text: str, **how: Any) -> str:
    """The text as `click.style` colours it, where standard output is a terminal that shows it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    import click

    return click.style(text, **how)


def print_json(document: object, *, one_line: bool = False) -> None:
    """One JSON document on standard output."""
    import json

    echo(json.dumps(document, ensure_ascii=False, indent=None if one_line else 2))


@contextmanager
def open_memory(base: Path | None, settings: Settings | None = None, *, create: bool = False) -> Iterator[Memory]:
    """The memory in the base of the option or the settings; only with `create` is a missing base made."""
    with opened_memory(base, settings or load_settings(), create=create) as memory:
        yield memory


def opened_memory(base: Path | None, settings: Settings, *, create: bool, background: bool = False) -> Memory:
    """The same, for whoever closes it by themselves; with `background` a thread makes missing vectors."""
    from rebost.memory import Memory

    return Memory.open(base or settings.base, create=create, embedder=_embedder(settings), background=background)


def _embedder(settings: Settings) -> Embedder | str | None:
    if not settings.embedder_settings:
        return settings.embedder
    from rebost.embedders import NONE, choose_embedder

    try:
        return choose_embedder((), settings.embedder, settings=settings.embedder_settings)
    except (ConfigError, EmbedderError) as error:
        # A model that can't be had never stops a recall: words answer too.
        say(f"rebost: {error}")
        return NONE


def current_project(memory: Memory) -> str | None:
    """The project of the folder that the command runs in."""
    from rebost.project import current_project as project_of

    try:
        cwd = Path.cwd()
    except OSError:  # the folder was deleted under the shell
        return None
    return project_of(cwd, lambda: [name for name in memory.projects() if name])
