from __future__ import annotations

import os
from pathlib import Path

import pytest

from rebost.config import load_settings
from rebost.memory import Memory
from rebost.upkeep import Check, Health, examine, is_healthy
from rebost.upkeep.backup import back_up
from rebost.upkeep.doctor import synchronised_by


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REBOST_EMBEDDER", "none")
    path = tmp_path / "rebost.db"
    with Memory.open(path, embedder="none") as memory:
        memory.remember("L'Anna viu a Girona.")
    return path


def looked_at(base: Path) -> dict[str, Check]:
    return {check.name: check for check in examine(base, load_settings())}


def test_a_healthy_base_is_fine_in_every_respect(base: Path) -> None:
    checks = looked_at(base)
    assert is_healthy(checks.values())
    assert {check.health for check in checks.values()} == {Health.FINE}
    assert "1 record," in checks["base"].message


def test_a_base_that_isnt_there_yet_is_no_fault_and_isnt_made(tmp_path: Path) -> None:
    checks = looked_at(tmp_path / "absent.db")
    assert checks["base"].health is Health.FINE
    assert not (tmp_path / "absent.db").exists()
    assert looked_at(tmp_path / "no folder" / "absent.db")["base"].health is Health.WARNING


def test_a_damaged_base_is_broken(base: Path) -> None:
    with base.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 40_000)
    checks = looked_at(base)
    assert checks["base"].health is Health.BROKEN
    assert not is_healthy(checks.values())


def test_a_base_that_others_can_read_is_warned_of(base: Path) -> None:
    base.chmod(0o644)
    assert looked_at(base)["privacy"].health is Health.WARNING


@pytest.mark.parametrize(
    ("folder", "service"),
    [
        ("Dropbox", "Dropbox"),
        ("OneDrive - Work", "OneDrive"),
        ("Library/Mobile Documents/com~apple~CloudDocs", "iCloud"),
        ("Library/CloudStorage/Box", "a cloud service"),
        ("Nextcloud/notes", "Nextcloud"),
        ("plain", None),
    ],
)
def test_a_folder_that_a_service_synchronises_is_known_by_its_name(
    tmp_path: Path, folder: str, service: str | None
) -> None:
    assert synchronised_by(tmp_path / folder / "rebost.db") == service


def test_a_base_in_a_synchronised_folder_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "Dropbox").mkdir()
    assert looked_at(tmp_path / "Dropbox" / "rebost.db")["place of the base"].health is Health.WARNING


def test_a_slip_in_the_settings_is_warned_of(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.toml"
    path.write_text("limt = 3", encoding="utf-8")
    monkeypatch.setenv("REBOST_CONFIG", str(path))
    assert "unknown setting limt, did you mean limit?" in looked_at(base)["settings"].message


def test_the_state_of_the_backups_is_told(base: Path) -> None:
    assert looked_at(base)["backups"].message.startswith("none beside the base")
    made = back_up(base, None).copied.path
    check = looked_at(base)["backups"]
    assert (check.health, check.message) == (
        Health.FINE,
        f"1 beside the base, the newest {made.name} from 0 days ago",
    )
    os.utime(made, (0, 0))
    assert looked_at(base)["backups"].health is Health.WARNING


def test_each_model_says_why_it_cant_be_used(base: Path) -> None:
    checks = looked_at(base)
    assert "endpoint_url" in checks["model endpoint"].message
    assert {"model e5", "model use", "model apple"} <= checks.keys()


def test_a_model_that_fails_is_a_warning_since_words_still_answer(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBOST_EMBEDDER", "no-such-model")
    check = looked_at(base)["model in use"]
    assert check.health is Health.WARNING
    assert "no-such-model" in check.message


def test_records_without_vectors_are_counted_where_a_model_is_in_use(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REBOST_EMBEDDER", "no-such-model")
    assert looked_at(base)["vectors"].message.startswith("1 record without vectors")
