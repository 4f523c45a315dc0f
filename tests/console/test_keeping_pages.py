"""Records, Projects, Import, Health and Settings: every task of a page, through its forms and in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page, Route, expect

from console.conftest import Client, Served
from rebost import InputError, State
from rebost.config import SETTINGS
from rebost.console.markdown import one_line, rendered
from rebost.console.pages.settings import GROUPS
from rebost.console.texts import LANGUAGES, texts_of

OpenPage = Callable[..., Page]


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("REBOST_CONFIG", str(path))
    return path


def test_nothing_in_a_text_can_act_or_fetch_something() -> None:
    html = rendered(
        "# Title\n\n<script>alert(1)</script> <img src=https://example.org/a.png>\n\n![x](https://example.org/b.png)\n\n"
        "[bad](javascript:alert(1)) [good](https://example.org) [data](data:text/html,x)\n\n|a|b|\n|-|-|\n|1|2|"
    )
    assert "<h2>Title</h2>" in html
    assert "<td>1</td>" in html
    assert 'href="https://example.org"' in html
    assert not re.search(r"<script|<img|href=.javascript|href=.data", html)


def test_a_record_is_added_corrected_amended_forgotten_and_restored(client: Client, served: Served) -> None:
    memory = served.memory
    added = client.submit(
        "/records", text="El fuster es diu **Quirze**", project="obres", kind="contact", tags="fusta, #casa"
    )
    assert added.status_code == 303
    path = added.headers["location"].split("?")[0]
    id_ = path.rsplit("/", 1)[1]
    assert "<strong>Quirze</strong>" in client.get(path).text
    client.submit(f"{path}/correct", text="El fuster es diu Quirze i viu a Vic")
    client.submit(f"{path}/amend", kind="note", project="", tags="ofici", until="2199-01-31")
    record = memory.get(id_)
    assert (record.text, record.kind, record.project, record.tags) == (
        "El fuster es diu Quirze i viu a Vic", "note", None, ("ofici",),
    )  # fmt: skip
    shown = client.get(path).text
    assert "**Quirze**" in shown
    assert 'value="2199-01-31"' in shown
    client.submit(f"{path}/forget")
    assert memory.get(id_, forgotten=True).state is State.FORGOTTEN
    assert "/restore" in client.get(path).text
    client.submit(f"{path}/restore")
    assert memory.get(id_).state is State.CURRENT


def test_a_credential_is_refused_and_can_be_insisted_on(client: Client, served: Served) -> None:
    record = served.memory.remember("El router és al passadís")
    refused = client.submit(f"/records/{record.id}/correct", text="the password is hunter2")
    assert texts_of("en")("records.secret") in client.get(refused.headers["location"]).text
    assert served.memory.get(record.id).text == "El router és al passadís"
    assert client.submit("/records", text="the password is hunter2").status_code == 400
    client.submit(f"/records/{record.id}/correct", text="the password is hunter2", insist="yes")
    assert served.memory.get(record.id).text == "the password is hunter2"


def test_several_records_are_changed_at_once(client: Client, served: Served) -> None:
    ids = [served.memory.remember(f"Una cosa per ordenar, número {number}").id for number in range(2)]

    def change(action: str, ids: list[str], **fields: str) -> str:
        form = {"token": served.door.token, "back": "/records?words=ordenar", "action": action, "id": ids, **fields}
        answer = client.post("/records/several", data=form, headers={"Origin": served.address})
        return client.get(answer.headers["location"]).text if answer.status_code == 303 else str(answer.status_code)

    def held(id_: str) -> tuple[str | None, tuple[str, ...]]:
        return served.memory.get(id_).project, served.memory.get(id_).tags

    t = texts_of("en")
    assert t("done.several") in change("change", ids, project="endreça")
    change("change", ids, tags="golfes")
    assert {held(id_) for id_ in ids} == {("endreça", ("golfes",))}
    change("take_out", ids, project="endreça")
    assert {held(id_) for id_ in ids} == {(None, ("golfes",))}
    assert "/records?state=forgotten" in change("forget", ids)
    assert {served.memory.get(id_, forgotten=True).state for id_ in ids} == {State.FORGOTTEN}
    assert f'value="{ids[0]}"' in client.get("/records?state=forgotten").text
    change("restore", ids)
    assert {served.memory.get(id_).state for id_ in ids} == {State.CURRENT}
    served.memory.forget(ids[0])
    assert t("done.several_but") in change("change", ids, tags="calaix")
    assert held(ids[1]) == (None, ("golfes", "calaix"))
    assert t("done.none_chosen") in change("forget", [])
    assert change("explode", ids) == "400"


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        ("words=hospital", "Figueres", "Olot"),
        ("project=barca", "harbour", "Girona"),
        ("project=-", "caldera", "harbour"),
        ("kind=decision", "boat blue", "harbour"),
        ("language=es", "dentista", "harbour"),
        ("source=claude", "Girona", "harbour"),
        ("since=2000-01-01&until=2199-01-01", "harbour", "Res de res"),
        ("until=2000-01-01", "No record fits", "harbour"),
        ("used=yes", "No record fits", "harbour"),
        ("state=superseded", "No record fits", "harbour"),
    ],
)
def test_the_list_shows_what_is_asked_for(client: Client, asked: str, there: str, not_there: str) -> None:
    found = client.get(f"/records?{asked}").text
    assert there in found
    assert f"{not_there}" not in found


def test_a_bad_date_is_said_and_an_unknown_record_is_not_there(client: Client) -> None:
    assert client.get("/records?since=yesterday").status_code == 400
    assert client.get("/records/zzzzzzzz").status_code == 404


def test_a_long_list_goes_on_page_by_page(client: Client, served: Served) -> None:
    for number in range(120):
        served.memory.remember(f"Fila de llista {number:03d}", project="llarga")
    seen: list[str] = []
    address = "/records?project=llarga"
    while address:
        page = client.get(address).text
        seen += re.findall(r"Fila de llista \d+(?=</a>)", page)
        more = re.search(r'class="button" href="([^"]+)"', page)
        address = more[1].replace("&amp;", "&") if more else ""
    assert seen == [f"Fila de llista {number:03d}" for number in reversed(range(120))]


def test_projects_are_renamed_merged_put_away_and_fetched_back(client: Client, served: Served) -> None:
    memory = served.memory
    memory.remember("El projecte vell té una tasca", project="vell")
    client.submit("/projects/rename", project="vell", name="nou")
    assert memory.projects()["nou"] == 1
    client.submit("/projects/archive", project="nou")
    assert memory.archived_projects() == {"nou": 1}
    assert "nou" in client.get("/projects").text
    client.submit("/projects/unarchive", project="nou")
    client.submit("/projects/merge", project="nou", into="casa")
    assert "nou" not in memory.projects()
    assert client.submit("/projects/rename", project="cap", name="altre").status_code == 400


def test_health_tells_size_vectors_agents_and_what_the_doctor_finds(client: Client, served: Served) -> None:
    served.memory.note_agent("codex", asked=3, answered=2)
    shown = client.get("/health").text
    assert "codex" in shown
    assert str(served.memory.path) in shown
    assert "versions:" in client.get("/health?check=1").text


def test_health_tells_which_programs_are_connected(client: Client) -> None:
    # The served console runs in this process: its home folder is the test's own.
    assert texts_of("en")("health.no_programs") in client.get("/health").text
    configuration = Path.home() / ".cursor" / "mcp.json"
    configuration.parent.mkdir()
    configuration.write_text('{"mcpServers": {}}', "utf-8")
    shown = client.get("/health").text
    assert "rebost connect cursor" in shown
    configuration.write_text('{"mcpServers": {"rebost": {"command": "rebost", "args": ["mcp"]}}}', "utf-8")
    shown = client.get("/health").text
    assert str(configuration) in shown
    assert "rebost connect cursor" not in shown
    configuration.write_text("{", "utf-8")
    assert client.get("/health").status_code == 200


def test_settings_are_saved_and_taken_back(client: Client, served: Served, own_settings: Path) -> None:
    client.submit("/settings", name="limit", value="5", action="set")
    assert "limit = 5" in own_settings.read_text()
    assert texts_of("en")("settings.back") in client.get("/settings").text
    assert client.submit("/settings", name="limit", value="none", action="set").status_code == 400
    client.submit("/settings", name="limit", action="unset")
    assert "limit" not in own_settings.read_text()
    client.submit("/settings", name="endpoint_record_prefix", value="passage: ", action="set")
    assert 'endpoint_record_prefix = "passage: "' in own_settings.read_text()
    client.submit("/settings", name="endpoint_record_prefix", value="", action="set")
    assert "endpoint_record_prefix" not in own_settings.read_text()
    client.submit("/settings/languages", languages="ca, es")
    assert served.memory.stats().chosen_languages == ("ca", "es")
    client.submit("/settings/languages", languages="")
    assert served.memory.stats().chosen_languages == ()
    with pytest.raises(InputError):
        served.memory.set_languages("no language")


def test_every_setting_is_on_the_page_once() -> None:
    assert sorted(name for _, names in GROUPS for name in names) == sorted(SETTINGS)


def test_the_list_shows_the_place_where_the_words_stand_without_the_marks_of_a_note(
    client: Client, served: Served
) -> None:
    served.memory.remember("# Un títol\n\n" + "Una altra frase de farciment.\n" * 30 + "- El paraigua és a l'armari.")
    shown = client.get("/records?words=paraigua").text
    assert "Un títol · …" in shown
    assert "paraigua és a l&#39;armari" in shown
    assert "# Un títol" not in shown
    assert one_line("## Una llista\n\n- pa\n- oli") == "Una llista · pa oli"


def test_what_took_the_place_of_a_record_and_what_it_took_the_place_of_are_a_click_away(
    client: Client, served: Served
) -> None:
    old = served.memory.remember("La Núria treballa a Vic")
    new = served.memory.remember("La Núria treballa a Manlleu", supersedes=old.id)
    assert f'href="/records/{new.id}"' in client.get(f"/records/{old.id}").text
    assert f'href="/records/{old.id}"' in client.get(f"/records/{new.id}").text


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_and_the_list_are_accessible_narrow_and_wide(
    open_page: OpenPage, served: Served, language: str
) -> None:
    record = next(served.memory.records(query="pagès"))
    served.memory.amend(record.id, tags=("recepta",))
    for width, scheme in ((360, "dark"), (1600, "light")):
        page = open_page(
            f"/records/{record.id}", language, viewport={"width": width, "height": 800}, color_scheme=scheme
        )
        for summary in page.locator("main summary").all():
            summary.click()
        found = Axe().run(page)
        assert not found.violations_count, found.generate_report()
        page.goto("/projects")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.goto("/records")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
def test_the_list_follows_what_is_typed(open_page: OpenPage) -> None:
    page = open_page("/records", "en")
    page.get_by_role("searchbox").press_sequentially("harbour")
    expect(page.locator("#found .piece")).to_have_count(1)
    expect(page.locator("#found .piece")).to_contain_text("Palamós")
    assert "words=harbour" in page.url
    expect(page.locator("#told")).to_have_text("1 record")
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/records/*")
    page.go_back()
    assert page.get_by_role("searchbox").input_value() == "harbour"
    page.go_back()
    page.wait_for_url("**/test")  # what was typed took no steps of its own


@pytest.mark.browser
def test_an_answer_that_comes_late_doesnt_take_the_place_of_a_newer_one(open_page: OpenPage) -> None:
    page = open_page("/records", "en")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"words=boat(&|$)"), hold)
    page.get_by_role("searchbox").fill("boat")
    while not held:
        page.wait_for_timeout(20)
    page.get_by_role("searchbox").fill("harbour")
    expect(page.locator("#found .piece")).to_have_count(1)
    with suppress(Error):  # the page doesn't want it any more
        held[0].fulfill(body='<div id="found">late</div>', content_type="text/html")
    page.evaluate("fetch('/test').then((answer) => answer.text())")
    assert "late" not in page.locator("#found").inner_text()
    assert "words=harbour" in page.url


@pytest.mark.browser
def test_enter_in_a_field_below_the_list_forgets_nothing(open_page: OpenPage, served: Served) -> None:
    record = served.memory.remember("Un fanal per al jardí")
    page = open_page("/records?words=fanal", "en")
    page.locator("#found input[type=checkbox]").check()
    page.get_by_label("Tags to add").fill("llum")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text(texts_of("en")("done.several"))
    assert served.memory.get(record.id).tags == ("llum",)


@pytest.mark.browser
def test_the_list_and_a_change_work_without_javascript(open_page: OpenPage) -> None:
    page = open_page("/records?words=gimn%C3%A0s", "en", java_script_enabled=False)
    page.locator("#found .piece a").first.click()
    page.get_by_text("Change kind, project, tags").click()
    page.locator("form[action$=amend] input[name=tags]").fill("esport")
    page.locator("form[action$=amend] button").click()
    assert "#esport" in page.locator("main").inner_text()
