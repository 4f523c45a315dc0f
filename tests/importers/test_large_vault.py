"""The vault of the benchmark, with every oddity: all of it that can be read comes in, and a second import changes nothing."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from importers.tables import digest
from rebost.importers import import_path
from rebost.memory import Memory

make_vault = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "vaults.py"))["make_vault"]


@pytest.mark.slow
def test_five_thousand_notes_come_in_whole_and_a_second_import_changes_no_row_of_any_table(
    memory: Memory, vault: Path
) -> None:
    made = make_vault(vault, 5_000)
    report = import_path(memory, vault)
    sources = {(record.source or "").partition("#")[0].removeprefix("notes/") for record in memory.records()}
    assert sources == made.notes
    assert sorted(remark.place.removeprefix("notes/") for remark in report.left_out) == sorted(made.left_out)
    assert all(remark.reason for remark in report.left_out)
    assert len(report.remarks) == 50, "the front matter that can't be understood"
    assert report.repeated == []
    memory.recall("caldera")  # which counts uses
    before = digest(memory)
    again = import_path(memory, vault)
    assert (again.added, again.changed, again.renamed, again.gone) == (0, 0, 0, [])
    assert again.unchanged == report.added == sum(memory.projects().values())
    assert digest(memory) == before
    note = vault / "f1" / "Nota 1.md"
    note.rename(vault / "f2" / "Un altre nom.md")
    assert import_path(memory, vault / "f2").renamed + import_path(memory, vault).renamed == 1
    assert sum(memory.projects().values()) == report.added
