"""The user's own questions on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Rebost
from rebost import Memory


def test_ones_own_questions_are_judged_and_saved(rebost: Rebost, own_base: Path, tmp_path: Path) -> None:
    code, _, err = rebost("evaluate", "--mine", "--base", str(tmp_path / "absent.db"))
    assert (code, err.startswith("rebost: ")) == (1, True)
    with Memory.open(own_base, embedder="none") as memory:
        anna = memory.remember("L'Anna viu a Girona.").id
        pau = memory.remember("En Pau té un gos.").id
        memory.mark("on viu l'Anna?", anna, True)
        memory.mark("qui té un gos?", pau, False)
    code, out, _ = rebost("evaluate", "--mine", "--save", str(tmp_path / "mine"))
    assert code == 0
    assert "default: 1 of 2 right" in out
    assert f"qui té un gos?\n    should not have come: {pau}" in out
    assert (tmp_path / "mine" / "queries.jsonl").exists()
    assert json.loads(rebost("evaluate", "--mine", "--json", "-m", "classic").out)["runs"][0]["method"] == "classic"


def test_what_doesnt_go_together_is_told(rebost: Rebost, tmp_path: Path) -> None:
    for arguments in ([], ["--mine", str(tmp_path)], ["--save", "x", str(tmp_path)], ["--mine", "--leave-out"]):
        assert rebost("evaluate", *arguments).code == 2
