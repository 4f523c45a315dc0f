from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from rebost.config import (
    SETTINGS,
    config_path,
    find_setting,
    load_settings,
    set_value,
    unset_value,
    user_folder,
)
from rebost.errors import ConfigError


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "a folder, això" / "config.toml"
    monkeypatch.setenv("REBOST_CONFIG", str(path))
    return path


def test_without_a_file_every_setting_has_its_default() -> None:
    settings = load_settings()
    assert settings.values == {name: setting.default for name, setting in SETTINGS.items()}
    assert set(settings.origins.values()) == {"default"}
    assert (settings.base, settings.embedder, settings.method, settings.limit) == (None, "auto", "default", 8)


def test_the_file_is_in_the_platforms_folder(own_home: Path) -> None:
    assert config_path().is_relative_to(own_home)


def test_what_is_set_is_read_back_and_what_is_unset_is_gone(path: Path) -> None:
    assert set_value("limit", "5") == 5
    set_value("base", "~/notes.db")
    settings = load_settings()
    assert (settings.limit, settings.origins["limit"]) == (5, "file")
    assert settings.base == Path("~/notes.db").expanduser()
    assert unset_value("limit")
    assert not unset_value("limit")
    assert load_settings().limit == 8


def test_a_variable_overrules_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_value("embedder", "e5")
    monkeypatch.setenv("REBOST_EMBEDDER", "none")
    settings = load_settings()
    assert (settings.embedder, settings.origins["embedder"]) == ("none", "REBOST_EMBEDDER")


def test_the_users_comments_and_order_stay_in_the_file(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('# mine\nlimit = 3  # few\nembedder = "e5"\n', encoding="utf-8")
    set_value("method", "classic")
    set_value("limit", "4")
    assert path.read_text(encoding="utf-8") == '# mine\nlimit = 4  # few\nembedder = "e5"\nmethod = "classic"\n'


def test_settings_of_the_endpoint_go_to_the_embedder(path: Path) -> None:
    set_value("endpoint_url", "http://localhost:11434/v1")
    set_value("endpoint_question_prefix", "search_query: ")
    assert load_settings().embedder_settings == {
        "endpoint_url": "http://localhost:11434/v1",
        "endpoint_question_prefix": "search_query: ",
    }


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("limit", "many", "whole number of at least 1"),
        ("limit", "0", "whole number of at least 1"),
        ("base", "", "text on one line"),
        ("base", "a\nb", "text on one line"),
        ("colour", "red", "There is no setting 'colour': choose one of base, "),
    ],
)
def test_a_value_that_a_setting_cant_take_is_refused_and_nothing_is_written(
    path: Path, name: str, value: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        set_value(name, value)
    assert not path.exists()


@pytest.mark.parametrize(
    "content", [b"limit = ", b"limit = 'x'", b"limit = true", b"base = 3", b"\xff\xfe\x00", b"base = ["]
)
def test_a_file_that_cant_be_used_is_named(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"config\.toml"):
        load_settings()


def test_a_bad_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBOST_LIMIT", "-1")
    with pytest.raises(ConfigError, match="REBOST_LIMIT"):
        load_settings()


def test_a_name_that_no_setting_has_changes_nothing_and_is_told(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("limt = 3\n[later]\nx = 1\n", encoding="utf-8")
    settings = load_settings()
    assert (settings.limit, settings.unknown) == (8, ("later", "limt"))


def test_settings_that_cant_be_written_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="REBOST_CONFIG"):
        set_value("limit", "3", tmp_path / "file" / "config.toml")


def test_every_setting_says_what_it_is_for() -> None:
    assert all(find_setting(name).help for name in SETTINGS)


@pytest.mark.parametrize("given", [None, "", "  ", "relative/folder", "/somewhere/else"])
def test_the_folders_are_those_that_platformdirs_names(monkeypatch: pytest.MonkeyPatch, given: str | None) -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
        if given is not None:
            monkeypatch.setenv(variable, given)
    assert user_folder("config") == platformdirs.user_config_path("rebost", appauthor=False)
    assert user_folder("data") == platformdirs.user_data_path("rebost", appauthor=False)


def test_a_caution_is_one_of_those_that_the_method_knows(path: Path) -> None:
    from rebost.ranking import Caution

    assert SETTINGS["caution"].choices == tuple(Caution)
    assert set_value("caution", "high") == "high"
    assert load_settings().caution == "high"
    with pytest.raises(ConfigError, match="low, normal, high"):
        set_value("caution", "extreme")
