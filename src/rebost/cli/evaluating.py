"""`rebost evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebost.cli.common import base_option, json_option, progress_bar
from rebost.cli.plain import open_memory, print_json, say
from rebost.config import Settings, load_settings

if TYPE_CHECKING:
    from rebost.evaluation import Results

_WITHOUT_MODEL = ("default-words", "classic-words", "fts5")
"""What can be compared where the settings ask for no sentence model."""


@click.command("evaluate", short_help="Measure how good the answers are.")
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--method", "-m", "methods", multiple=True, help="Measure this one; may be given several times.")
@click.option("--leave-out", is_flag=True, help="Also ask with the answer taken out, where a set says what that is.")
@click.option("--mine", is_flag=True, help="Ask your own base the questions that you marked in the console.")
@click.option(
    "--save",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="With --mine: write your questions and records into a folder of this format, too.",
)
@json_option
@base_option
def evaluate_command(
    folders: tuple[Path, ...],
    methods: tuple[str, ...],
    leave_out: bool,
    mine: bool,
    save: Path | None,
    as_json: bool,
    base: Path | None,
) -> None:
    """Measure how good the answers are: hit, silence, balanced, precision and number of pieces, in all and by type.

    A FOLDER holds records.jsonl and queries.jsonl, or is a folder of such folders. Each set is put into a throw-away
    base; your own base isn't touched. With --mine it is your own base that is asked, and what came out wrong is listed.
    """
    if mine == bool(folders):
        raise click.UsageError("Give folders, or --mine for your own questions.")
    if not mine and (save or base):
        raise click.UsageError("--save and --base go with --mine.")
    if mine and leave_out:
        raise click.UsageError("--leave-out doesn't go with --mine.")
    settings = load_settings()
    if mine:
        _evaluate_mine(methods, save, base, settings, as_json=as_json)
    else:
        _print(_evaluate_sets(folders, methods, settings, leave_out=leave_out), as_json=as_json)


def _evaluate_sets(folders: Sequence[Path], methods: Sequence[str], settings: Settings, *, leave_out: bool) -> Results:
    from rebost.embedders import AUTOMATIC, NONE, choose_embedder
    from rebost.evaluation import DEFAULT_METHODS, evaluate, load_all

    # Left to the evaluation, which chooses by the language of each set.
    automatic = settings.embedder == AUTOMATIC
    embedder = None if automatic else choose_embedder((), settings.embedder, settings=settings.embedder_settings)
    usual = _WITHOUT_MODEL if settings.embedder == NONE else DEFAULT_METHODS
    sets = [one for folder in folders for one in load_all(folder)]
    with progress_bar("evaluate") as progress:
        return evaluate(
            sets,
            methods or usual,
            embedder=embedder,
            progress=lambda _what, done, total: progress(done, total),
            with_leave_out=leave_out,
        )


def _evaluate_mine(
    methods: Sequence[str], save: Path | None, base: Path | None, settings: Settings, *, as_json: bool
) -> None:
    from rebost.evaluation import mine

    with open_memory(base, settings) as memory:
        with progress_bar("evaluate") as progress:
            results, verdicts = mine.evaluate_own(
                memory, methods or (settings.method,), caution=settings.caution, progress=progress
            )
        if save is not None:
            mine.save(memory, save)
    _print(results, as_json=as_json)
    if as_json:
        return
    for method, judged in verdicts.items():
        wrong = [verdict for verdict in judged if not verdict.is_right]
        click.echo(f"\n{method}: {len(judged) - len(wrong)} of {len(judged)} right")
        for verdict in wrong:
            click.echo(f"  {verdict.question.text}")
            if verdict.missing:
                click.echo(f"    should have come: {', '.join(verdict.missing)}")
            if verdict.wrong:
                click.echo(f"    should not have come: {', '.join(verdict.wrong)}")
    if save is not None:
        say(f"Written to {save}.")


def _print(results: Results, *, as_json: bool) -> None:
    from rebost.evaluation import render

    if as_json:
        print_json(results.to_json())
    else:
        click.echo(render(results), nl=False)
