"""The face for a person at a terminal, and for scripts: `rebost COMMAND`."""

from __future__ import annotations

import os
import sys

_ALLOCATIONS = 50_000
"""Objects made since the garbage was last collected that make Python do it again; 700 by default."""


def main() -> None:
    """The program `rebost`: run the command that the arguments name, and end with its exit code."""
    import gc

    # What starting allocates stays: looking again and again for what could be freed takes 10 ms of a recall.
    gc.set_threshold(_ALLOCATIONS)
    # OpenBLAS would start a thread for each core, 60 ms, and they pay for no matrix that a command meets.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code = _hook(sys.argv[1:])
    if code is None:
        _plain_recall(sys.argv[1:])
        from rebost.cli.app import run

        code = run(sys.argv[1:])
    # What is left goes with the process: looking through it all once more for garbage would take 10 ms.
    gc.freeze()
    sys.exit(code)


def _hook(arguments: list[str]) -> int | None:
    """`rebost hook MOMENT [--agent NAME]` without the rest of the command line, since a prompt waits for it; None for
    anything else.
    """
    agent: str | None
    match arguments:
        case ["hook", moment]:
            agent = None
        case ["hook", moment, "--agent", name]:
            agent = name
        case _:
            return None
    from rebost import hooks

    return hooks.main(moment, agent) if moment in hooks.MOMENTS else None


def _plain_recall(arguments: list[str]) -> None:
    """`rebost recall QUESTION` without any option, which needs nobody to read the command line; nothing for anything else."""
    match arguments:
        case ["recall", _, *_] if not any(word.startswith("-") for word in arguments):
            from rebost.cli.asking import ask
            from rebost.cli.ending import ended

            code = ended(lambda: ask(" ".join(arguments[1:])))
            # All is written and the base is closed: taking modules apart one by one would take 10 ms.
            os._exit(code)
