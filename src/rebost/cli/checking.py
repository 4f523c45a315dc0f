"""`rebost doctor`."""

from __future__ import annotations

from pathlib import Path

import click

from rebost.cli.common import base_option, json_option, settle
from rebost.cli.plain import open_memory, print_json, say
from rebost.config import load_settings


@click.command("doctor", short_help="Check that all is well.")
@click.option(
    "--repair", "repairing", is_flag=True, help="First rebuild a base that is damaged, and keep it as it was."
)
@click.option("--settle", "settling", is_flag=True, help="First make the vectors that are missing.")
@json_option
@base_option
@click.pass_context
def doctor_command(ctx: click.Context, repairing: bool, settling: bool, as_json: bool, base: Path | None) -> None:
    """Check the installation, the settings, the sentence models and the base.

    Exit code 1 when something is broken. Warnings don't change the exit code. A repair reads every record that can
    still be read, makes the index and the counts anew, and says what was saved; end the programs that use the base first.
    """
    from rebost.upkeep import Health, examine, is_healthy

    settings = load_settings()
    if repairing:
        _repair(base or settings.base)
    if settling:
        with open_memory(base, settings) as memory:
            settle(memory)
    colours = {Health.FINE: "green", Health.WARNING: "yellow", Health.BROKEN: "red"}
    checks = []
    for check in examine(base, settings):
        checks.append(check)
        if not as_json:
            click.echo(f"{click.style(f'{check.health:8}', fg=colours[check.health])} {check.name}: {check.message}")
    if as_json:
        told = [{"name": check.name, "health": str(check.health), "message": check.message} for check in checks]
        print_json({"healthy": is_healthy(checks), "checks": told})
    if not is_healthy(checks):
        ctx.exit(1)


def _repair(base: Path | None) -> None:
    from rebost.memory import default_base
    from rebost.upkeep import repair, told

    repaired = repair(base or default_base())
    for line in told(repaired) if repaired else ("Nothing is wrong with the base: it was left as it is.",):
        say(line)
