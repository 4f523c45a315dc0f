"""evaluation/RESULTS.md says what was measured, and what was measured is what the code does."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from rebost.evaluation import METHODS, Results, evaluate, load, load_all
from rebost.evaluation.page import page


@pytest.fixture(scope="module")
def kept(root: Path) -> Results:
    return Results.from_json(json.loads((root / "evaluation" / "results.json").read_text("utf-8")))


@pytest.fixture
def run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, working in a folder of its own."""
    spec = importlib.util.spec_from_file_location("evaluation_run", root / "evaluation" / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(module, "PAGE", tmp_path / "RESULTS.md")
    monkeypatch.setattr(module, "VECTORS", tmp_path / "vectors.npz")
    return module


def test_the_page_is_what_this_version_makes_of_the_figures(root, kept):
    assert (root / "evaluation" / "RESULTS.md").read_text("utf-8") == page(kept)


def test_the_figures_are_of_every_method_on_the_bases_as_they_are(root, kept):
    for one in load_all(root / "evaluation" / "personal"):
        for method in METHODS:
            run = kept.of(one.name, method)
            assert run is not None, f"{method} on {one.name} wasn't measured: run evaluation/run.py"
            assert run.fingerprint == one.fingerprint(), f"{one.name} has changed: run evaluation/run.py"


def test_the_figures_of_words_alone_are_those_that_the_code_gives_today(root, kept):
    one = load(root / "evaluation" / "personal" / "mix-dev")
    for run in evaluate([one], ["default-words", "classic-words", "fts5"]).to_json()["runs"]:
        before = next(
            old for old in kept.to_json()["runs"] if (old["set"], old["method"]) == (run["set"], run["method"])
        )
        assert run == before, "the figures have changed: run evaluation/run.py"


def test_the_script_writes_both_files_and_finds_them_unchanged(run, write_set, hashed_words, monkeypatch):
    folder = write_set()
    monkeypatch.setattr(run, "FOLDERS", (folder,))
    monkeypatch.setattr(run, "choose_embedder", lambda: hashed_words)
    assert run.main([]) == 0
    written = run.PAGE.read_text("utf-8")
    assert "| tiny | classic | 1.000 |" in written
    made = hashed_words.made
    assert run.main(["--check"]) == 0
    assert hashed_words.made == made, "the vectors should have come from the file"
    run.PAGE.unlink()
    assert run.main(["--page"]) == 0
    assert run.PAGE.read_text("utf-8") == written


def test_the_script_says_which_figures_have_changed(run, write_set, hashed_words, monkeypatch, capsys):
    monkeypatch.setattr(run, "FOLDERS", (write_set(),))
    monkeypatch.setattr(run, "choose_embedder", lambda: hashed_words)
    run.main([])
    content = json.loads(run.RESULTS.read_text("utf-8"))
    content["runs"][0]["all"]["hit"] = 0.1234
    run.RESULTS.write_text(json.dumps(content), encoding="utf-8")
    assert run.main(["--check"]) == 1
    assert "The figures have changed: tiny, default\n" in capsys.readouterr().err


def test_figures_of_public_sets_stay_where_they_are_not_measured_again(
    run, write_set, hashed_words, monkeypatch, tmp_path
):
    monkeypatch.setattr(run, "FOLDERS", (write_set(),))
    monkeypatch.setattr(run, "choose_embedder", lambda: hashed_words)
    public = tmp_path / "public"
    public.mkdir()
    for name in run.CROSSED:
        write_set(name=f"public/{name}")
    assert run.main(["--public", str(public)]) == 0
    with_public = Results.from_json(json.loads(run.RESULTS.read_text("utf-8")))
    assert with_public.set_names == ("tiny", "xquad-en", "xquad-es", "xquad-es on xquad-en")
    assert run.main([]) == 0
    assert Results.from_json(json.loads(run.RESULTS.read_text("utf-8"))) == with_public
    assert run.main(["--check"]) == 0


def test_one_method_on_one_set_leaves_the_other_figures_as_they_are(
    run, write_set, hashed_words, monkeypatch, tmp_path
):
    both = tmp_path / "both"
    both.mkdir()
    for name in ("one", "other"):
        write_set(name=f"both/{name}")
    monkeypatch.setattr(run, "FOLDERS", (both,))
    monkeypatch.setattr(run, "choose_embedder", lambda: hashed_words)
    run.main([])
    measured = json.loads(run.RESULTS.read_text("utf-8"))
    stale = json.loads(json.dumps(measured))
    for figures in stale["runs"]:
        figures["all"]["hit"] = 0.1234
    run.RESULTS.write_text(json.dumps(stale), encoding="utf-8")
    assert run.main(["--set", "one", "--method", "fts5"]) == 0
    for figures, before, new in zip(
        json.loads(run.RESULTS.read_text("utf-8"))["runs"], stale["runs"], measured["runs"], strict=True
    ):
        assert figures == (new if (figures["set"], figures["method"]) == ("one", "fts5") else before)
