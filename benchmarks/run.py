"""Measures how fast Rebost is, side by side in one run, through its public interface.

    python benchmarks/run.py                                    everything, at 10,000 records
    python benchmarks/run.py --records 1000 recall adding       some of it, at another size
    python benchmarks/run.py --write                            also writes benchmarks/results.json and docs/performance.md
    python benchmarks/run.py --page                             only writes docs/performance.md again

Figures hang on the machine and on what else it does: compare within one run, and run it on a quiet one.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measurements import MEASUREMENTS, Figures
from page import page
from timing import machine

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent / "docs" / "performance.md"
RECORDS = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for, and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"out of {', '.join(MEASUREMENTS)}; all by default")
    parser.add_argument("--records", type=int, default=RECORDS, help="records in the base (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="keep the figures, and write the page of them")
    parser.add_argument("--page", action="store_true", help="only write the page, from the figures that are kept")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(MEASUREMENTS):
        parser.error(f"there is no benchmark {min(unknown)}; choose out of {', '.join(MEASUREMENTS)}")
    if options.page:
        PAGE.write_text(page(json.loads(RESULTS.read_text("utf-8"))), encoding="utf-8")
        return 0
    figures: dict[str, Figures] = {}
    for name in options.names or MEASUREMENTS:
        sys.stderr.write(f"{name}: {MEASUREMENTS[name].__doc__}\n")
        with tempfile.TemporaryDirectory(prefix="rebost-benchmark-") as folder:
            figures[name] = MEASUREMENTS[name](options.records, Path(folder))
    results = {"machine": machine(), "figures": figures}
    sys.stdout.write(json.dumps(results, indent=1) + "\n")
    if options.write:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(results), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
