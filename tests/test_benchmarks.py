"""The benchmarks run, at a size that takes no time; what they measure is never judged here."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

RUN = Path(__file__).parent.parent / "benchmarks" / "run.py"
WITHOUT_SOME = f"""
import sys
sys.path.insert(0, {str(RUN.parent)!r})
import peers, run
for name, peer in peers.PEERS.items():
    if peer.package not in ("apsw", "bm25s", "simsimd"):
        peers.PEERS[name] = peer._replace(package="rebost-is-not-installed-so")
sys.exit(run.main(sys.argv[1:]))
"""
"""The program where only those engines are installed that come with the tests: the answer is then the same everywhere."""


def _run(folder: Path, *arguments: str, program: tuple[str, ...] = (str(RUN),)) -> subprocess.CompletedProcess[str]:
    finished = subprocess.run(
        [sys.executable, *program, "--into", str(folder), *arguments], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished


@pytest.mark.slow
def test_growth_is_measured_at_each_size_and_drawn_and_what_is_missing_is_named(tmp_path: Path) -> None:
    _run(tmp_path, "--write", "scale", "--sizes", "60", "20", program=("-c", WITHOUT_SOME))
    figures = json.loads((tmp_path / "results.json").read_text("utf-8"))["scale"]["figures"]
    assert list(figures["sizes"]) == ["20", "60"]
    for at in figures["sizes"].values():
        assert {"Rebost", "Rebost, classic method", "SQLite FTS5, OR of all words"} < set(at["recall"])
        assert all(0 <= row["median"] <= row["p95"] for row in at["recall"].values())
        assert at["bytes a record"] > 0 < at["peak memory, MB"]["none"] < at["peak memory, MB"]["e5"]
    assert {name.partition(",")[0] for name in figures["left out"]} == {"tantivy", "sqlite-vec", "usearch"}
    page = (tmp_path / "performance.md").read_text("utf-8")
    assert "Left out, since they aren't installed: tantivy" in page
    assert "](performance-growth.svg)" in page
    drawing = ET.parse(tmp_path / "performance-growth.svg").getroot()
    lines = drawing.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == len(figures["sizes"]["60"]["recall"])
    assert all(len(line.attrib["points"].split()) == 2 for line in lines)


def test_figures_that_are_written_replace_only_those_of_the_same_measurement(tmp_path: Path) -> None:
    _run(tmp_path, "--write", "vectors", "adding", "--records", "30")
    kept = json.loads((tmp_path / "results.json").read_text("utf-8"))
    _run(tmp_path, "--write", "adding", "--records", "20")
    again = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert list(again) == ["adding", "vectors"], "in the order of the page"
    assert again["vectors"] == kept["vectors"]
    assert again["adding"]["figures"]["records"] == 20
    assert all(result["machine"] and result["measured"] for result in again.values())
    page = (tmp_path / "performance.md").read_text("utf-8")
    (tmp_path / "performance.md").unlink()
    _run(tmp_path, "--page")
    assert (tmp_path / "performance.md").read_text("utf-8") == page


def test_without_write_nothing_is_kept(tmp_path: Path) -> None:
    finished = _run(tmp_path, "adding", "--records", "20")
    assert json.loads(finished.stdout)["adding"]["figures"]["records"] == 20
    assert list(tmp_path.iterdir()) == []


def test_the_page_of_this_project_is_that_of_its_figures(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text((RUN.parent / "results.json").read_text("utf-8"), encoding="utf-8")
    _run(tmp_path, "--page")
    for made in tmp_path.glob("performance*"):
        kept = RUN.parent.parent / "docs" / made.name
        assert made.read_text("utf-8") == kept.read_text("utf-8"), "python benchmarks/run.py --page"
