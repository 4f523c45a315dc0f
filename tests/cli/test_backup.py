from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Rebost = Callable[..., Any]
"""See conftest.py: the command's arguments, and `stdin`."""


def test_a_backup_is_made_kept_and_restored(rebost: Rebost) -> None:
    id_ = rebost("remember", "L'Anna viu a Girona.").out.strip()
    made = json.loads(rebost("backup", "--keep", "2", "--json").out)
    assert (made["records"], made["removed"]) == (1, [])
    rebost("forget", "--now", id_)
    code, out, err = rebost("restore", made["path"])
    assert (code, out, "As it was before" in err) == (0, "", True)
    assert "Girona" in rebost("show", id_).out
    second, third = (Path(rebost("backup", "--keep", "2").out.strip()) for _ in range(2))
    assert sorted(second.parent.iterdir()) == sorted([second, third])


def test_what_cant_be_is_one_clear_line(rebost: Rebost) -> None:
    assert rebost("backup").code == 1
    rebost("remember", "a")
    Path("mine").write_text("mine", encoding="utf-8")
    for command in (["backup", "mine"], ["restore", "mine"], ["restore", "absent"], ["backup", "x", "--keep", "2"]):
        code, out, err = rebost(*command)
        assert (code, out, err.count("\n")) == (1, "", 1)
    assert rebost("backup", "--keep", "0").code == 2
