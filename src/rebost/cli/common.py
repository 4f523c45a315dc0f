"""What several commands share: the base, the scope, texts from arguments or standard input, JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rebost.cli.plain import open_memory, say
from rebost.errors import BusyError, EmbedderError, InputError, RebostError
from rebost.records import Kind

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rebost.memory import Memory

_Command = TypeVar("_Command", bound=Callable[..., Any])

KINDS = click.Choice([str(kind) for kind in Kind])


def settle(memory: Memory, seconds: float | None = None) -> None:
    """Make the vectors that are missing, for so long at most; what can't be made now follows later."""
    try:
        with progress_bar("vectors") as progress:
            memory.settle(seconds, progress)
    except (EmbedderError, BusyError) as error:
        say(f"Found by words only for now: {error}")


def read_argument(words: tuple[str, ...]) -> str:
    """The words of a text or a question as one; a single `-` stands for standard input."""
    if words == ("-",):
        from rebost.importers.items import Unreadable
        from rebost.importers.reading import decode

        try:
            return decode(sys.stdin.buffer.read()).rstrip("\n")
        except Unreadable as reason:
            raise InputError(f"Standard input can't be taken: {reason}.") from None
    return " ".join(words)


def _complete_project(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    try:
        with open_memory(ctx.params.get("base")) as memory:
            return [CompletionItem(name) for name in memory.projects() if name and name.startswith(incomplete)]
    except RebostError:  # completion has nobody to tell
        return []


def base_option(command: _Command) -> _Command:
    """`--base`, on every command that works on one."""
    return click.option(
        "--base",
        type=click.Path(path_type=Path),
        help="The base to use; else REBOST_BASE, the setting `base`, or the platform's data folder.",
    )(command)


def project_option(text: str) -> Callable[[_Command], _Command]:
    """`--project`, completed from the base."""
    return click.option("--project", "-p", metavar="NAME", shell_complete=_complete_project, help=text)


def _read_until(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> datetime | None:
    """A day holds to its end, here; a moment without a zone is one of this place."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
        if len(value.strip()) <= len("2026-12-31"):
            moment += timedelta(days=1)
        return moment.astimezone()
    except (ValueError, OverflowError):
        raise click.BadParameter(f"{value!r} is no date as in 2026-12-31 or 2026-12-31T18:00.") from None


def until_option(command: _Command) -> _Command:
    """`--until`."""
    return click.option(
        "--until",
        metavar="DATE",
        callback=_read_until,
        help="It holds until the end of this day, or until a moment (2026-12-31T18:00); afterwards it is in no recall.",
    )(command)


def json_option(command: _Command) -> _Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, as the reference documents it.")(command)


def progress_bar(label: str) -> _Progress:
    """A progress bar on standard error, only where a person looks at it; to be used in a `with`."""
    return _Progress(label)


class _Progress:
    """Takes (done, total), as the calls that take long give it; a total of None shows only what is done."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: Any = None
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self._bar is not None:
            self._bar.render_finish()
        elif self._shown:
            click.echo("\r\033[K", nl=False, err=True)

    def __call__(self, done: int, total: int | None) -> None:
        if not self._shown:
            return
        if total is None:
            click.echo(f"\r{self._label}: {done}", nl=False, err=True)
            return
        if self._bar is None:
            self._bar = click.progressbar(length=total, label=self._label, file=sys.stderr)
        self._bar.length = total
        self._bar.update(done - self._bar.pos)
