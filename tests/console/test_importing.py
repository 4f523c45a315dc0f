"""Import: a path on this machine, and files that are chosen in the browser."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from console.conftest import Client, Served
from rebost.console import guard
from rebost.console.texts import texts_of
from rebost.importers import keep_copy

OpenPage = Callable[..., Page]

text = texts_of("en")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the console keeps copies meanwhile. All that is left at the end are those that were only looked at."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def over(client: Client, answer: httpx2.Response) -> str:
    """The page of an import once it is over."""
    address = answer.headers["location"]
    deadline = time.monotonic() + 30
    while 'http-equiv="refresh"' in (shown := client.get(address).text):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return shown


def upload(client: Client, files: Iterable[tuple[str, bytes]], action: str) -> httpx2.Response:
    headers = {"Origin": str(client.base_url).rstrip("/")}
    fields = {"token": client.token, "project": "pujats", "action": action}
    return client.post("/import/files", data=fields, files=[("file", file) for file in files], headers=headers)


def run_of(answer: httpx2.Response) -> str:
    return answer.headers["location"].partition("run=")[2]


def until_gone(folder: Path) -> None:
    deadline = time.monotonic() + 30
    while any(folder.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_folder_is_looked_at_and_then_imported(client: Client, served: Served, tmp_path: Path) -> None:
    folder = tmp_path / "Notes de l'hort"
    folder.mkdir()
    (folder / "Tomaqueres.md").write_text("# Tomaqueres\n\nEs planten al maig, al costat de l'alfàbrega.\n", "utf-8")
    (folder / "trencat.md").write_bytes(b"\xff\xfe\xff broken \xd8")

    def after(action: str, place: Path = folder) -> str:
        return over(client, client.submit("/import", place=str(place), project="hort", action=action))

    assert text("import.would") in (looked := after("look"))
    assert "trencat.md" in looked
    assert "hort" not in served.memory.projects()
    assert text("import.did") in after("import")
    assert served.memory.projects()["hort"] == 1
    nowhere = after("look", tmp_path / "nowhere")
    assert text("import.failed") in nowhere
    assert text("error.FormatError") in nowhere


def test_files_are_sent_looked_at_and_imported_without_sending_them_again(
    client: Client, served: Served, temporary: Path
) -> None:
    files = [
        ("Garatge.md", b"# Garatge\n\nLa bicicleta penja de la paret del garatge."),
        ("fets.txt", b"Les golfes tenen una finestra rodona."),
        ("caixes/Soterrani.md", b"Les caixes del soterrani duen etiquetes grogues."),
        ("caixes/foto.png", b"\x89PNG"),
        ("../fora.md", b"Res."),
    ]
    looked = upload(client, files, "look")
    shown = over(client, looked)
    assert text("import.would") in shown
    assert "../fora.md" in shown
    assert ".png" in shown
    assert "pujats" not in served.memory.projects()
    (private,) = temporary.iterdir()
    assert private.stat().st_mode & 0o077 == 0
    done = client.submit("/import/looked", run=run_of(looked), project="pujats", action="import")
    assert text("import.did") in over(client, done)
    assert served.memory.projects()["pujats"] == 3
    until_gone(temporary)
    again = client.submit("/import/looked", run=run_of(looked), action="import")
    assert text("done.files_gone") in client.get(again.headers["location"]).text


def test_a_changed_file_that_is_sent_again_changes_its_record(client: Client, served: Served) -> None:
    over(client, upload(client, [("rebedor/Porta.md", b"La porta del rebedor grinyola.")], "import"))
    (record,) = served.memory.records(query="grinyola")
    over(client, upload(client, [("rebedor/Porta.md", b"La porta del rebedor ja no fa soroll.")], "import"))
    assert served.memory.get(record.id).text == "La porta del rebedor ja no fa soroll."


def test_the_copies_of_a_look_go_with_the_next_one(client: Client, temporary: Path) -> None:
    for number in range(3):
        over(client, upload(client, [(f"{number}.md", b"Text.")], "look"))
    assert len(list(temporary.iterdir())) == 1
    upload(client, [("nou.md", b"Un text que entra de seguida.")], "import")
    until_gone(temporary)


def test_a_path_in_the_home_of_nobody_is_told_like_any_that_isnt_there(client: Client) -> None:
    assert text("import.failed") in over(client, client.submit("/import", place="~nobody-of-this-name/notes"))


def test_a_form_without_files_or_a_path_says_so(client: Client) -> None:
    for answer in (upload(client, [], "look"), upload(client, [("", b"")], "look"), client.submit("/import")):
        assert text("done.no_files") in client.get(answer.headers["location"]).text


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../a", "a/../b", "/a", "a//b", "a\\..\\b", "C:\\a", "a\0b", "n" * 300]
)
def test_no_name_of_a_file_leads_elsewhere(tmp_path: Path, temporary: Path, name: str) -> None:
    folder = tmp_path / "within"
    folder.mkdir()
    with tempfile.TemporaryFile() as source:
        assert keep_copy(folder, name, source)
    assert sorted(tmp_path.iterdir()) == [temporary, folder]
    assert not [entry for entry in folder.rglob("*") if entry.is_file()]


def test_of_two_files_of_one_name_the_first_is_kept(tmp_path: Path) -> None:
    for said, reason in ((b"one", None), (b"two", "another file has the same name")):
        with tempfile.TemporaryFile() as source:
            source.write(said)
            source.seek(0)
            assert keep_copy(tmp_path, "a/b.md", source) == reason
    assert (tmp_path / "a" / "b.md").read_bytes() == b"one"


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_a_folder_and_files_are_chosen_in_the_browser(
    open_page: OpenPage, served: Served, tmp_path: Path, scripts: bool
) -> None:
    project = f"triats {scripts}"
    vault = tmp_path / "vault"
    (vault / "dins").mkdir(parents=True)
    (vault / "dins" / "Teulada.md").write_text(f"La teulada ({project}) té dues goteres.", "utf-8")
    (tmp_path / "solts.txt").write_text(f"El pany ({project}) és nou.\nLa reixa ({project}) és vella.", "utf-8")
    page = open_page("/import", "en", java_script_enabled=scripts)
    page.set_input_files("#folder", vault)
    page.set_input_files("#files", tmp_path / "solts.txt")
    page.locator("#project-files").fill(project)
    page.locator("form[action='/import/files'] button.main").click()
    page.get_by_role("heading", name=text("import.would")).wait_for()
    if scripts:  # axe is one
        found = Axe().run(page)
        assert not found.violations_count, found.generate_report()
    page.locator("[role=status] button.main").click()
    page.get_by_role("heading", name=text("import.did")).wait_for()
    sources = sorted(str(record.source) for record in served.memory.records(project))
    assert sources == ["solts.txt", "solts.txt", "vault/dins/Teulada.md"]


@pytest.mark.browser
def test_files_that_are_too_large_together_are_refused_in_words(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "MOST_BODY", 1_000_000)
    (tmp_path / "gran.txt").write_bytes(b"Molt llarg.\n" * 1_000_000)
    page = open_page("/import", "ca", java_script_enabled=False)
    page.set_input_files("#files", tmp_path / "gran.txt")
    page.locator("form[action='/import/files'] button.main").click()
    catalan = texts_of("ca")
    expect(page.get_by_role("heading", name=catalan("error.title"))).to_be_visible()
    expect(page.locator("main")).to_contain_text("MB")
    page = open_page("/import", "ca")
    page.evaluate("document.querySelector('form[data-most]').dataset.most = 1000000")
    page.set_input_files("#files", tmp_path / "gran.txt")
    page.locator("form[action='/import/files'] button.main").click()
    assert page.url.endswith("/import")
    message = page.locator("#files").evaluate("field => field.validationMessage")
    assert message == catalan("import.too_large", megabytes=256)
