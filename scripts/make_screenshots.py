"""Makes the pictures in docs/console.md: the sample collection, shown by the console in the machine's own chromium.

.venv/bin/python scripts/make_screenshots.py            all of them
.venv/bin/python scripts/make_screenshots.py NAME...    only these
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
PROGRAM = Path(sys.executable).with_name("rebost")

sys.path.insert(0, str(ROOT / "tests"))

from console.chromium import HOW, chromium  # noqa: E402 - where the tests find it


class Shot(NamedTuple):
    """One picture."""

    name: str
    address: str
    language: str = "en"
    width: int = 1100
    height: int = 1000
    scheme: str = "light"


SHOTS = (
    Shot("console-answer", "/test?question=on+viu+l%27Anna%3F"),
    Shot("console-silence", "/test?question=on+viu+en+Bartomeu%3F", "ca", scheme="dark"),
    Shot("console-side-by-side", "/test?question=who+keeps+the+books%3F&method=both", "es", 1400, 1100),
    Shot("console-marks", "/marks", height=520),
    Shot("console-records", "/records", "ca"),
    Shot("console-health", "/health", "es", scheme="dark"),
)
MARKED = (
    ("on viu l'Anna?", "L'Anna viu a Girona"),
    ("who keeps the books?", "Tamsin keeps the books"),
    ("quins dies no treballa en Rodrigo?", "El horno Tres Volcanes cierra"),
    ("on viu en Bartomeu?", None),
)
"""Questions of the page of marks: the beginning of the record that should come, or None for silence."""
AGENTS = (("codex", 24, 17, 3), ("claude-code", 61, 38, 9))
"""Agents of the page Health: how often each asked, got an answer and had something remembered."""


def fill() -> None:
    """Put the samples into the base that the environment names, mark a few questions, and let agents have used it."""
    from rebost import Memory

    for source in ("facts.txt", "records.jsonl", "notes"):
        subprocess.run([PROGRAM, "import", f"samples/{source}"], check=True, stdout=subprocess.DEVNULL)
    with Memory.open() as memory:
        memory.settle()
        for name, asked, answered, remembered in AGENTS:
            memory.note_agent(name, asked=asked, answered=answered, remembered=remembered)
        for question, beginning in MARKED:
            if beginning is None:
                memory.mark_silence(question)
            else:
                record = next(one for one in memory.records() if one.text.startswith(beginning))
                memory.mark(question, record.id, True)


@contextmanager
def console() -> Iterator[str]:
    """A console on that base; gives the address to come in by."""
    command = [str(PROGRAM), "console", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def main(names: list[str]) -> None:
    found = chromium()
    if found is None:
        sys.exit(HOW)
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rebost-screenshots-") as folder:
        # Neither the user's base nor their settings take part, and no path of this machine is seen.
        base = Path(folder) / "rebost.db"
        os.environ.update(REBOST_BASE=str(base), REBOST_CONFIG=str(Path(folder) / "config.toml"))
        os.chdir(ROOT)
        fill()
        os.environ["REBOST_BASE"] = base.name
        os.chdir(folder)
        with console() as entrance, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found)
            for shot in SHOTS:
                if names and shot.name not in names:
                    continue
                context = browser.new_context(
                    locale=shot.language,
                    color_scheme="dark" if shot.scheme == "dark" else "light",
                    viewport={"width": shot.width, "height": shot.height},
                )
                page = context.new_page()
                page.goto(entrance)
                page.wait_for_url("**/test")
                page.goto(entrance.partition("/enter")[0] + shot.address)
                page.screenshot(path=IMAGES / f"{shot.name}.png")
                context.close()
                print(f"docs/images/{shot.name}.png")
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
