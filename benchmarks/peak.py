"""Run as a program of its own: answers one question, and prints the most memory that it ever had, in megabytes (10^6 bytes).

python benchmarks/peak.py BASE EMBEDDER QUESTION
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from rebost import Memory


def peak() -> float:
    """Linux hands `ru_maxrss` down from the process that started this one, hence its other figure; macOS doesn't."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text("utf-8").splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


if __name__ == "__main__":
    base, embedder, question = sys.argv[1:]
    with Memory.open(base, embedder=embedder) as memory:
        memory.recall(question, counting=False)
    sys.stdout.write(f"{peak():.0f}\n")
