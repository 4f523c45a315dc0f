"""`rebost backup` and `rebost restore`."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.common import base_option, json_option, progress_bar
from rebost.cli.plain import print_json, say
from rebost.config import load_settings
from rebost.records import counted


@click.command(
    "backup",
    short_help="Copy the base while it is in use.",
    epilog="\b\nrebost backup\nrebost backup --keep 7\nrebost backup copy.db",
)
@click.argument("target", metavar="[FILE|FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--keep", type=click.IntRange(min=1), metavar="N", help="Of this base's backups in the folder keep the newest N."
)
@json_option
@base_option
def backup_command(target: Path | None, keep: int | None, as_json: bool, base: Path | None) -> None:
    """Copy the base whole, as it is at this moment, while agents go on using it; then read the copy through.

    Into a folder (without one, `backups` beside the base) it goes under a dated name; a FILE that is there already is
    never replaced. Prints where it is. Only you can read it; it isn't encrypted.
    """
    from rebost.upkeep.backup import back_up

    with progress_bar("backup") as progress:
        made = back_up(_place(base), target, keep, progress)
    if as_json:
        print_json(
            {
                "path": str(made.copied.path),
                "records": made.copied.records,
                "bytes": made.copied.bytes,
                "removed": [str(path) for path in made.removed],
            }
        )
        return
    click.echo(made.copied.path)
    removed = f" {len(made.removed)} older ones were deleted." if made.removed else ""
    say(f"{counted(made.copied.records)}, {made.copied.bytes / 1e6:.1f} MB, read through and whole.{removed}")


@click.command("restore", short_help="Put a backup in place of the base.")
@click.argument("copy", metavar="FILE", type=click.Path(path_type=Path))
@base_option
def restore_command(copy: Path, base: Path | None) -> None:
    """Put a backup in place of the base, after reading it through. The base as it was is kept beside it.

    Programs that have the base open go on with what is in it then. While one keeps writing, nothing is done.
    """
    from rebost.upkeep.backup import restore

    place = _place(base)
    with progress_bar("restore") as progress:
        restored = restore(copy, place, progress)
    say(f"{place} holds the {counted(restored.records)} of {restored.made:%Y-%m-%d %H:%M} (UTC) again.")
    if restored.kept is not None:
        say(f"As it was before: {restored.kept}")


def _place(base: Path | None) -> Path:
    from rebost.memory import default_base

    return base or load_settings().base or default_base()
