"""What the console says, in its languages: nothing missing, nothing over, and no words anywhere else."""

from __future__ import annotations

import ast
import re
import string
from datetime import UTC, datetime
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest

from rebost import errors, ranking, records
from rebost.config import SETTINGS
from rebost.console.pages import PAGES
from rebost.console.pages.settings import GROUPS
from rebost.console.reading import HELD, MISSING, UNKNOWN
from rebost.console.texts import LANGUAGES, USUAL, Texts, preferred, texts_of
from rebost.memory import METHODS
from rebost.ranking import Signal
from rebost.records import Sentence
from rebost.upkeep import Health

CONSOLE = Path(str(resources.files("rebost.console")))
TEMPLATES = sorted((CONSOLE / "templates").glob("*.html"))
MODULES = sorted(CONSOLE.rglob("*.py"))
EVERYTHING = "".join(path.read_text("utf-8") for path in [*TEMPLATES, *MODULES])

CLOSED_LISTS = {
    "nav": [page.name for page in PAGES],
    "reason": list(records.Reason),
    "kind": list(records.Kind),
    "state": [state.name.lower() for state in records.State],
    "setting": list(SETTINGS),
    "group": ["languages", *(group for group, _ in GROUPS)],
    "health": list(Health),
    "method": [*METHODS, "both"],
    "caution": list(SETTINGS["caution"].choices),
    "word": [*HELD, *MISSING, *UNKNOWN],
    "meaning": ["no_vector", *(signal for signal in Signal if signal is not Signal.ON)],
    "signals": [name.removeprefix("signals.") for name in ranking.DESCRIPTIONS if name.startswith("signals.")],
    "signal": [name.removeprefix("signal.") for name in ranking.DESCRIPTIONS if name.startswith("signal.")],
    "error": [name for name in dir(errors) if name.endswith("Error")],
    "language": list(LANGUAGES),
    "dates": [f"month_{number}" for number in range(1, 13)],
}
"""Texts whose keys are put together from names that are given elsewhere."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_forms_and_placeholders(language: str) -> None:
    def shape(text: object) -> object:
        if isinstance(text, str):
            return {name for _, name, _, _ in string.Formatter().parse(text) if name}
        assert isinstance(text, dict)
        return {form: shape(value) for form, value in text.items()}

    ours, usual = texts_of(language), texts_of(USUAL)
    assert set(ours) == set(usual)
    for key in usual:
        assert shape(ours._texts[key]) == shape(usual._texts[key]), key


@pytest.mark.parametrize("name", CLOSED_LISTS)
def test_every_name_of_a_closed_list_has_its_text(name: str) -> None:
    missing = [key for key in CLOSED_LISTS[name] if f"{name}.{key}" not in texts_of(USUAL)]
    assert not missing


def test_every_sentence_of_a_recall_has_its_text() -> None:
    keys = {key for key in texts_of(USUAL) if key.startswith("said.")} - {"said.absent"}
    assert keys
    source = "".join(
        path.read_text("utf-8")
        for room in ("rebost.ranking", "rebost.memory")
        for path in Path(str(resources.files(room))).glob("*.py")
    )
    given = set(re.findall(r'Sentence\(\s*(?:f?"[^"]*",\s*)+"([a-z_]+)"', source))
    given |= set(re.findall(r'"(words_only[a-z_]*)"', source))
    assert given
    assert {f"said.{key}" for key in given} == keys


def test_every_key_that_is_used_is_there_and_every_key_that_is_there_is_used() -> None:
    known = set(texts_of(USUAL))
    # In a template t("key"), or t("table." ~ name) for any of a table; a choice between two names both.
    used = set(re.findall(r'"([a-z]+\.[A-Za-z_0-9.]+)"', EVERYTHING)) & known
    called = set(re.findall(r'\bt(?:exts)?\("([a-z_]+\.[A-Za-z_0-9.]+)"', EVERYTHING))
    assert called <= known
    used |= {f"done.{key}" for key in re.findall(r'done="([a-z_]+)"', EVERYTHING)}
    tables = {f"{name}." for name in CLOSED_LISTS} | set(re.findall(r'"([a-z_.]+\.)" ~', EVERYTHING))
    tables |= {f"{name}." for name in re.findall(r'f"([a-z_]+)\.\{', EVERYTHING)}
    over = {key for key in known - used if not key.startswith(tuple(tables - {"done."}))}
    assert not over


class _Words(HTMLParser):
    """Collects what a person would read of a page: text, and attributes that are read out or shown."""

    READ = frozenset({"aria-label", "title", "placeholder", "alt", "content"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.found += [value or "" for name, value in attrs if name in self.READ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_words_of_its_own(path: Path) -> None:
    parser = _Words()
    parser.feed(re.sub(r"\{[{%#].*?[}%#]\}", " ", path.read_text("utf-8"), flags=re.DOTALL))
    words = {word for text in parser.found for word in re.findall(r"[^\W\d_]{2,}", text)}
    assert words <= {"Rebost"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_module_holds_a_sentence_but_its_comments(path: Path) -> None:
    """What an error of Rebost says is English on every face; the console puts its own sentence above it."""
    tree = ast.parse(path.read_text("utf-8"))
    passed_over = {
        node.value
        for parent in ast.walk(tree)
        for node in ast.walk(parent)
        if (isinstance(parent, ast.Expr | ast.Raise)) and isinstance(node, ast.Constant)
    }
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value not in passed_over
        and re.search(r"[^\W\d_]{2,} [^\W\d_]{2,}", node.value)
    ]
    assert not found


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ca", "ca"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("fr, en;q=0.5, ca;q=0.8", "ca"),
        ("ca;q=0, es;q=0.1", "es"),
        ("de", USUAL),
        ("", USUAL),
        ("ca;q=x, ;;,", USUAL),
    ],
)
def test_the_browser_chooses_the_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_numbers_dates_and_forms_are_those_of_the_language() -> None:
    catalan, english = texts_of("ca"), texts_of("en")
    assert catalan.number(1234.5, ",.1f") == "1.234,5"
    assert english.number(1234.5, ",.1f") == "1,234.5"
    assert catalan.number(0.456, ".0%") == "46\u202f%"
    assert english.number(-1.5, "+.1f") == "−1.5"
    assert (catalan("test.pieces", n=1), catalan("test.pieces", n=2)) == ("1 peça", "2 peces")
    moment = datetime(2026, 4, 5, 12, tzinfo=UTC)
    assert catalan.date(moment) == "5 d’abril de 2026"
    assert english.time(moment).startswith("5 April 2026")


def test_a_sentence_of_the_base_is_said_in_the_language() -> None:
    def said(language: str, *words: str) -> str:
        return texts_of(language).say(Sentence("English.", "unheard", {"words": words}))

    assert said("ca", "Bartomeu") == "Cap record no parla de «Bartomeu»."
    assert said("es", "Ona", "Blai") == "Ningún recuerdo habla de «Ona» ni «Blai»."
    assert said("en", "a", "b", "c", "d", "e") == "No record mentions “a”, “b”, “c” or 2 more."
    below = Sentence("English.", "below_minimum", {"reached": 0.2, "minimum": 0.35, "absent": ("Ona",)})
    assert texts_of("ca").say(below).endswith("0,20 de 0,35. Cap record no té «Ona».")
    assert texts_of("ca").say("A sentence that only English has.") == "A sentence that only English has."
    assert isinstance(texts_of("ca"), Texts)
