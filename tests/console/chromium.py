"""Where the machine's own chromium is: the tests bring none and load none down."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VARIABLE = "REBOST_CHROMIUM"
HOW = f"Install chromium or Chrome, or give the path of one in {VARIABLE}, and run them again."


def chromium() -> str | None:
    """Its path: of `REBOST_CHROMIUM`, or by one of its names."""
    given = os.environ.get(VARIABLE)
    return given or next(filter(None, map(shutil.which, NAMES)), None)
