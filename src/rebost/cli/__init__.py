"""The face for a person at a terminal, and for scripts: `rebost COMMAND`."""

from __future__ import annotations


def main() -> None:
    """The program `rebost`: run the command that the arguments name, and end with its exit code."""
    import sys

    from rebost.cli.app import run

    sys.exit(run(sys.argv[1:]))
