"""Clocks, and what a row of measurements says."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict


class Took(NamedTuple):
    """How long something took, in seconds."""

    wall: float
    """On the clock: what somebody waits."""
    cpu: float
    """Of a processor, all threads together: what hangs less on whatever else the machine does."""


class Spread(TypedDict):
    """Milliseconds."""

    median: float
    p95: float
    cpu: float
    """Median of the processor's time."""
    runs: int


def spread(durations: Sequence[Took]) -> Spread:
    """Median and 95th percentile of some durations."""
    ordered = sorted(took.wall for took in durations)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {
        "median": _milliseconds(statistics.median(ordered)),
        "p95": _milliseconds(late),
        "cpu": _milliseconds(statistics.median(took.cpu for took in durations)),
        "runs": len(ordered),
    }


def timed(work: Callable[[], object]) -> Took:
    """How long the work takes in this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - wall, time.process_time() - cpu)


def interleaved(
    commands: Mapping[str, Sequence[str]],
    environments: Mapping[str, dict[str, str]],
    runs: int,
    bytecode: Path,
    stdin: bytes = b"",
) -> dict[str, Spread]:
    """Run each command this many times, turn by turn, so that a busy moment of the machine hits them all.

    `environments` holds what a command's environment has beside the present one; each reads `stdin`. The first turn isn't counted: in it
    Python compiles every module, as it does when a program is installed, and keeps the result in the folder `bytecode`.
    """
    present = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    present["PYTHONPYCACHEPREFIX"] = str(bytecode)
    durations: dict[str, list[Took]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            environment = {**present, **environments.get(name, {})}
            wall, cpu = time.perf_counter(), _children_cpu()
            subprocess.run(
                command, check=True, input=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
            )
            if turn:
                durations[name].append(Took(time.perf_counter() - wall, _children_cpu() - cpu))
    return {name: spread(values) for name, values in durations.items()}


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)


def machine() -> str:
    """Processor, how many of them, and Python: what the figures depend on."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        # Not Linux: the name that Python knows must do.
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = models[0] if models else name
    return f"{name}, {os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"
