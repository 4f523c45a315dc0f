"""Measures how fast Rebost is, side by side in one run, through its public interface.

    python benchmarks/run.py                                    everything, at 10,000 records and the sizes of `scale`
    python benchmarks/run.py --records 1000 recall adding       some of it, at another size
    python benchmarks/run.py scale --sizes 1000 1000000         how recall grows, beside other engines (group `bench`)
    python benchmarks/run.py --write recall                     also keeps these figures, and writes the page of all kept
    python benchmarks/run.py --page                             only writes docs/performance.md again

What is kept (`benchmarks/results.json`) of other measurements stays as it was measured. Figures hang on the machine and on
what else it does: compare within one run, and run it on a quiet one.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from growth import drawing
from measurements import MEASUREMENTS, Figures
from page import page
from scale import scale
from timing import machine

HERE = Path(__file__).resolve().parent
RECORDS = 10_000
SIZES = (1_000, 10_000, 100_000)
NAMES = (*MEASUREMENTS, "scale")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for, and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"out of {', '.join(NAMES)}; all by default")
    parser.add_argument("--records", type=int, default=RECORDS, help="records in the base (default: %(default)s)")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=SIZES,
        help="records in the bases of `scale` (default: 1000 10000 100000)",
    )
    parser.add_argument("--write", action="store_true", help="keep the figures, and write the page of them")
    parser.add_argument("--page", action="store_true", help="only write the page, from the figures that are kept")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="keep and write there, rather than in this project")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no benchmark {min(unknown)}; choose out of {', '.join(NAMES)}")
    kept = Kept(options.into or HERE, options.into or HERE.parent / "docs")
    measurements = {
        **{name: partial(measure, options.records) for name, measure in MEASUREMENTS.items()},
        "scale": partial(scale, sorted(options.sizes)),
    }
    if options.page:
        kept.write_page()
    else:
        _run({name: measurements[name] for name in options.names or NAMES}, kept if options.write else None)
    return 0


class Kept:
    """The figures that are kept, each measurement with its machine and day, and the page of them."""

    def __init__(self, results: Path, pages: Path) -> None:
        self._results = results / "results.json"
        self._page = pages / "performance.md"
        self._drawing = pages / "performance-growth.svg"

    def add(self, results: Mapping[str, Any]) -> None:
        """Put these in the place of what was kept under the same names; the others stay."""
        merged = {**self._read(), **results}
        ordered = {name: merged[name] for name in NAMES if name in merged}
        self._results.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
        self.write_page()

    def write_page(self) -> None:
        """Write the page again, and what it shows."""
        results = self._read()
        if "scale" in results:
            self._drawing.write_text(drawing(results["scale"]["figures"]), encoding="utf-8")
        self._page.write_text(page(results, self._drawing.name), encoding="utf-8")

    def _read(self) -> dict[str, Any]:
        return dict(json.loads(self._results.read_text("utf-8"))) if self._results.exists() else {}


def _run(measurements: Mapping[str, partial[Figures]], kept: Kept | None) -> None:
    """Measure one after the other; each is kept as soon as it is there, since some take an hour."""
    results = {}
    for name, measure in measurements.items():
        sys.stderr.write(f"{name}: {measure.func.__doc__}\n")
        with tempfile.TemporaryDirectory(prefix="rebost-benchmark-") as folder:
            figures = measure(Path(folder))
        results[name] = {"machine": machine(), "measured": f"{datetime.now(UTC):%Y-%m-%d}", "figures": figures}
        if kept is not None:
            kept.add({name: results[name]})
    sys.stdout.write(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
