"""Clocks, and what a row of measurements says."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict


class Spread(TypedDict):
    """Milliseconds."""

    median: float
    p95: float
    runs: int


def spread(seconds: Sequence[float]) -> Spread:
    """Median and 95th percentile of some durations."""
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"median": round(statistics.median(ordered) * 1000, 3), "p95": round(late * 1000, 3), "runs": len(ordered)}


def timed(work: Callable[[], object]) -> float:
    """Seconds that the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interleaved(
    commands: Mapping[str, Sequence[str]], environments: Mapping[str, dict[str, str]], runs: int
) -> dict[str, Spread]:
    """Run each command this many times, turn by turn, so that a busy moment of the machine hits them all.

    `environments` holds what a command's environment has beside the present one. The first turn isn't counted.
    """
    durations: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            environment = {**os.environ, **environments.get(name, {})}
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True, env=environment)
            if turn:
                durations[name].append(time.perf_counter() - start)
    return {name: spread(values) for name, values in durations.items()}


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
