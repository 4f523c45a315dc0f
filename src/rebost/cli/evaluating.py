"""`rebost evaluate`."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.common import json_option, print_json, progress_bar
from rebost.config import load_settings

_WITHOUT_MODEL = ("default-words", "classic-words", "fts5")
"""What can be compared where the settings ask for no sentence model."""


@click.command("evaluate", short_help="Measure how good the answers are.")
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--method", "-m", "methods", multiple=True, help="Measure this one; may be given several times.")
@click.option("--leave-out", is_flag=True, help="Also ask with the answer taken out, where a set says what that is.")
@json_option
def evaluate_command(folders: tuple[Path, ...], methods: tuple[str, ...], leave_out: bool, as_json: bool) -> None:
    """Measure how good the answers are: hit, silence, balanced, precision and number of pieces, in all and by type.

    A FOLDER holds records.jsonl and queries.jsonl, or is a folder of such folders. Each set is put into a throw-away
    base; your own base isn't touched.
    """
    from rebost.embedders import AUTOMATIC, NONE, choose_embedder
    from rebost.evaluation import DEFAULT_METHODS, evaluate, load_all, render

    settings = load_settings()
    # Left to the evaluation, which chooses by the language of each set.
    automatic = settings.embedder == AUTOMATIC
    embedder = None if automatic else choose_embedder((), settings.embedder, settings=settings.embedder_settings)
    usual = _WITHOUT_MODEL if settings.embedder == NONE else DEFAULT_METHODS
    sets = [one for folder in folders for one in load_all(folder)]
    with progress_bar("evaluate") as progress:
        results = evaluate(
            sets,
            methods or usual,
            embedder=embedder,
            progress=lambda _what, done, total: progress(done, total),
            with_leave_out=leave_out,
        )
    if as_json:
        print_json(results.to_json())
    else:
        click.echo(render(results), nl=False)
