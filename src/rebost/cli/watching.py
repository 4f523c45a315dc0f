"""`rebost watch`."""

from __future__ import annotations

import signal
import threading
from datetime import datetime
from pathlib import Path

import click

from rebost.cli.common import KINDS, base_option, project_option
from rebost.cli.importing import present
from rebost.cli.plain import opened_memory, say
from rebost.config import load_settings
from rebost.records import Kind


@click.command(
    "watch",
    short_help="Keep folders and the base in step while it runs.",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@project_option("Put everything into this project; else into the one that a file names, or none.")
@click.option("--kind", type=KINDS, help="Everything is of this kind; else what a file says.")
@click.option("--allow-secrets", is_flag=True, help="Bring in texts with credentials too.")
@base_option
def watch_command(
    paths: tuple[Path, ...], project: str | None, kind: str | None, allow_secrets: bool, base: Path | None
) -> None:
    """Import notes, and again whatever is edited, renamed, moved or deleted, until it is interrupted.

    What `rebost import` would do is done as soon as a folder has become quiet. A folder that goes away is waited for;
    nothing is forgotten for it.
    """
    from rebost.importers.watching import watch

    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with opened_memory(base, load_settings(), create=True, background=True) as memory:
        happened = watch(
            memory, paths, project=project, kind=Kind(kind) if kind else None, allow_secrets=allow_secrets, stop=stop
        )
        say(f"Watching {', '.join(map(str, paths))}. Ctrl-C ends it.")
        first = set(paths)
        for path, report, trouble in happened:
            if report is None:
                say(f"{datetime.now().astimezone():%H:%M:%S} {path}: {trouble}")
            elif path in first or report.added or report.changed or report.renamed or report.gone:
                first.discard(path)
                present(path, report, dry_run=False)
