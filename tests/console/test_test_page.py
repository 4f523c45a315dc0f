"""The page Test, in a real browser: an answer, a silence, side by side, marks, keys, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from console.conftest import Served
from rebost.console.texts import LANGUAGES, texts_of

pytestmark = pytest.mark.browser

ANSWERED, SILENT = "on viu l'Anna?", "on viu en Bartomeu?"

OpenPage = Callable[..., Page]


def _address(question: str, **asked: str) -> str:
    return "/test?" + urlencode({"question": question, **asked})


def _accessible(page: Page) -> None:
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_shows_where_its_score_comes_from(open_page: OpenPage, language: str) -> None:
    t = texts_of(language)
    page = open_page(_address(ANSWERED), language)
    assert page.get_by_role("heading", level=2).all_inner_texts()[0] == t("test.pieces", n=1)
    first = page.locator(".piece.in").first
    assert "L'Anna viu a Girona" in first.inner_text()
    words = first.locator(".terms li")
    assert words.count() == 2
    assert [words.nth(number).get_attribute("class") for number in range(2)] == ["held", "held"]
    for key in ("test.score", "test.evidence", "test.standout", "test.for"):
        assert t(key) in first.inner_text()
    assert page.locator(".shapes path").get_attribute("d").count("M") > 3
    assert page.locator(".axis circle.in").count() == 1
    assert str(page.locator(".axis text.minimum").text_content()).startswith(t("axis.minimum", value=0.0)[:6])
    first.get_by_text(t("test.all_signals")).click()
    for judgement in ("test.fit", "test.answerable"):
        assert t("signal.words.coverage") in first.get_by_role("region", name=t(judgement), exact=True).inner_text()
    page.locator(".piece.out summary").first.click()
    _accessible(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_silence_says_why_and_what_came_nearest(open_page: OpenPage, language: str) -> None:
    t = texts_of(language)
    page = open_page(_address(SILENT), language, color_scheme="dark")
    outcome = page.locator(".outcome").inner_text()
    assert t("test.silence") in outcome
    assert t("said.unheard", words=t("list.quoted", word="Bartomeu")) in outcome
    unknown = page.locator(".asked .unknown")
    assert t("word.name_unknown") in unknown.inner_text()
    nearest = page.locator(".piece.out").first
    assert t("reason.missing_name") in nearest.inner_text()
    assert nearest.locator(".terms .unknown").is_visible()
    assert page.locator(".rule.minimum").count() == 1
    assert page.locator(".axis circle.in").count() == 0
    _accessible(page)


def test_both_methods_stand_side_by_side_and_any_record_can_be_looked_at(open_page: OpenPage, served: Served) -> None:
    boat = next(record for record in served.memory.records() if "harbour" in record.text)
    page = open_page(_address(ANSWERED, method="both", record=boat.id), "en", viewport={"width": 1600, "height": 900})
    trials = page.locator(".trial")
    assert trials.count() == 2
    left, right = trials.nth(0).bounding_box(), trials.nth(1).bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    looked_at = page.locator("#any .piece")
    assert looked_at.count() == 2
    assert "harbour" in looked_at.nth(0).inner_text()
    assert texts_of("en")("reason.not_clear") in looked_at.nth(1).inner_text()
    _accessible(page)


def test_what_is_left_out_has_its_reason_and_the_lines_where_they_fall(open_page: OpenPage) -> None:
    t = texts_of("ca")
    page = open_page(_address("l'Anna", limit="1", caution="low"))
    assert page.locator(".piece.in").count() == 1
    rules = page.locator(".rule").all_inner_texts()
    assert rules[0].startswith(t("line.limit", n=1))
    assert t("reason.beyond_limit") in page.locator(".piece.out").first.inner_text()
    counts = page.locator(".counts li").all_inner_texts()
    assert sum(int(re.match(r"\d+", line)[0]) for line in counts) == 15  # type: ignore[index]


def test_asking_by_the_form_keeps_the_test_in_the_address(open_page: OpenPage) -> None:
    page = open_page("/test", "en")
    page.get_by_label("Method").select_option("classic")
    page.get_by_role("searchbox").fill(ANSWERED)
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".piece.in").first).to_contain_text("Girona")
    assert "method=classic" in page.url
    assert "question=on+viu" in page.url
    page.get_by_label("Method").select_option("default")
    page.wait_for_url("**method=default**")
    expect(page.locator(".outcome")).to_contain_text("How likely")
    expect(page.get_by_role("status")).to_have_text("1 piece")
    assert page.title().startswith("1 piece · on viu")
    kept = page.url
    page.goto("/marks")
    page.goto(kept)
    expect(page.locator(".piece.in").first).to_contain_text("Girona")
    assert page.get_by_label("Method").input_value() == "default"


def test_looking_counts_no_use(open_page: OpenPage, served: Served) -> None:
    open_page(_address(ANSWERED, method="both"))
    assert all(record.uses == 0 for record in served.memory.records())


def test_it_works_with_keys_alone(open_page: OpenPage) -> None:
    page = open_page(_address(ANSWERED))
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("/")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type("j")  # in a field a key is a letter
    expect(page.locator("#question")).to_have_value("j")
    page.locator("#question").fill(ANSWERED)
    page.keyboard.press("Enter")
    page.wait_for_url("**limit=8**")
    expect(page.locator("#results")).not_to_have_attribute("aria-busy", "true")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    expect(page.locator(".piece").nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(".piece").nth(1)).to_be_focused()
    page.keyboard.press("o")
    expect(page.locator(".piece").nth(1).locator("details").first).to_have_attribute("open", "")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".piece").nth(0)).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    _accessible(page)
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator(".piece").nth(0)).to_be_focused()


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_record_is_marked_and_the_page_of_marks_counts_it(
    open_page: OpenPage, served: Served, javascript: bool
) -> None:
    t = texts_of("ca")
    page = open_page(_address(ANSWERED), java_script_enabled=javascript)
    first = page.locator(".piece.in").first
    first.get_by_role("button", name=t("mark.wanted"), exact=True).click()
    expect(first.get_by_role("button", name=t("mark.wanted"), exact=True)).to_have_attribute("aria-pressed", "true")
    other = page.locator(".piece.out").first
    other.get_by_role("button", name=t("mark.wanted"), exact=True).click()
    expect(other.get_by_role("button", name=t("mark.wanted"), exact=True)).to_have_attribute("aria-pressed", "true")
    marked = served.memory.marked(ANSWERED)
    assert marked is not None
    assert len(marked.wanted) == 2
    page.goto(_address(SILENT))
    page.get_by_role("button", name=t("mark.silence")).click()
    expect(page.get_by_role("button", name=t("mark.silence"))).to_have_attribute("aria-pressed", "true")

    page.goto("/marks")
    assert page.locator(".tally").inner_text() == f"1 {t('marks.right', n=2)}"
    assert t("marks.missing") in page.locator(".verdicts .wrong").inner_text()
    if javascript:
        _accessible(page)
    page.get_by_role("link", name=ANSWERED).click()
    page.locator(".piece.out").first.get_by_role("button", name=t("mark.wanted"), exact=True).click()
    expect(page.locator(".piece.out").first.get_by_role("button", name=t("mark.wanted"), exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )
    for question in (ANSWERED, SILENT):
        page.goto("/marks")
        page.get_by_role("button", name=t("marks.remove_this", question=question)).click()
        expect(page.get_by_role("status")).to_have_text(t("done.unmarked"))
    assert served.memory.marked_questions() == ()


def test_a_mark_whose_answer_is_lost_is_sent_again_as_it_was(open_page: OpenPage, served: Served) -> None:
    page = open_page(_address(ANSWERED))
    lost: list[Route] = []

    def lose_the_first(route: Route) -> None:
        lost.append(route)
        route.continue_() if lost[1:] else route.fulfill(body="nothing of ours")

    page.route("**/marks", lose_the_first)
    button = page.locator(".piece.in").first.get_by_role("button", name=texts_of("ca")("mark.unwanted"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    marked = served.memory.marked(ANSWERED)
    assert marked is not None
    assert len(marked.unwanted) == len(lost) - 1 == 1
    served.memory.unmark(ANSWERED)


def test_the_language_is_switched_where_one_is_and_stays(open_page: OpenPage) -> None:
    page = open_page(_address(SILENT), "es")
    page.get_by_role("button", name="Català").click()
    expect(page.locator("html")).to_have_attribute("lang", "ca")
    assert "question=on" in page.url
    page.goto("/marks")
    expect(page.locator("html")).to_have_attribute("lang", "ca")


@pytest.mark.parametrize("width", [360, 1600])
def test_nothing_is_cut_off_on_a_narrow_screen_or_a_wide_one(open_page: OpenPage, width: int) -> None:
    page = open_page(_address(ANSWERED, method="both"), viewport={"width": width, "height": 800})
    for details in page.locator("details:not([open]) > summary").all():
        if details.is_visible():
            details.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_record_that_there_isnt_is_told_where_it_was_asked_for(open_page: OpenPage) -> None:
    page = open_page(_address(ANSWERED, record="zzzzzzzzz"), "es")
    assert texts_of("es")("test.no_such_record") in page.locator("#any").inner_text()
    expect(page.locator(".piece.in")).to_have_count(1)


def test_any_record_is_looked_at_by_words_of_its_text(open_page: OpenPage) -> None:
    page = open_page(_address(ANSWERED), "en")
    page.locator("#record").fill("taller divendres")
    page.locator("#record").press("Enter")
    expect(page.locator("#any .piece")).to_contain_text("El cotxe és al taller fins divendres.")
    assert page.locator("#record").input_value() == "taller divendres"


def test_what_cant_be_asked_is_told_in_the_language(open_page: OpenPage) -> None:
    page = open_page("/test", "es")
    page.goto(_address(ANSWERED, method="magic"))
    assert texts_of("es")("error.InputError") in page.locator("main").inner_text()
