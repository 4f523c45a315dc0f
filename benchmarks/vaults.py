"""Vaults made up, with all that goes wrong in those of people: the same for the same number of notes."""

from __future__ import annotations

import os
import random
import unicodedata
from pathlib import Path
from typing import NamedTuple

WORDS = "paret cuina factura servidor caldera llibre projecte viatge metge port anna pau vic girona setembre".split()
_EVERY = 100
"""One note in so many is followed by one of each oddity."""
_LONG = 20
"""One note in so many has sections enough to be split."""
_HUGE = 20_000_000
"""Bytes."""


class Made(NamedTuple):
    """A vault, by the names of its files within it."""

    notes: frozenset[str]
    """Those that are to come in."""
    left_out: frozenset[str]
    """Those that are to be reported, each with its reason."""


def make_vault(folder: Path, notes: int) -> Made:
    """Short and long notes with front matter, tags, links, tables, code and callouts, in fifty folders, and the oddities."""
    chance = random.Random(7)
    good: set[str] = set()
    bad: set[str] = set()
    for number in range(notes):
        name = f"f{number % 50}/Nota {number}.md"
        _write(folder, name, _note(number, chance).encode())
        good.add(name)
        if number % _EVERY == 0:
            for name, data in _readable(number).items():
                _write(folder, name, data)
                good.add(unicodedata.normalize("NFC", name))
            for name, data in _unreadable(number).items():
                _write(folder, name, data)
                bad.add(name)
    _once(folder, good, bad)
    return Made(frozenset(good), frozenset(bad))


def _note(number: int, chance: random.Random) -> str:
    sections = 12 if number % _LONG == 0 else 1
    body = "\n\n".join(
        f"## Secció {section}\n\n{' '.join(chance.choices(WORDS, k=60))} {number}." for section in range(sections)
    )
    front = f"---\ntags: [{chance.choice(WORDS)}]\naliases: [nota {number}]\n---\n"
    return f"{front}{body}\n\n[[Nota {number // 2}|abans]] ![[pla.png]] #{chance.choice(WORDS)}\n"


def _readable(number: int) -> dict[str, bytes]:
    odd = f"odd/{number}"
    return {
        f"{odd}/lines.md": f"# Línies\r\n\r\nDe Windows, {number}.\r\n".encode(),
        f"{odd}/utf16.md": f"# Setze\n\nBé, {number}.".encode("utf-16"),
        unicodedata.normalize("NFD", f"{odd}/cançó.md"): f"Lletra i música, {number}.".encode(),
        f"{odd}/front matter.md": f"---\ntitle: [obert\n---\nTot i així hi és, {number}.".encode(),
        f"{odd}/a/Readme.md": f"Un dels dos, {number}.".encode(),
        f"{odd}/b/Readme.md": f"L'altre dels dos, {number}.".encode(),
        f"{odd}/espais i 🙂.md": f"> [!tip] Avís\n> Cal {number}.\n\n| a | b |\n|---|---|\n| 1 | {number} |".encode(),
        f"{odd}/codi.md": f"```python\n# no és cap títol\nprint({number})\n```".encode(),
    }


def _unreadable(number: int) -> dict[str, bytes]:
    odd = f"odd/{number}"
    return {
        f"{odd}/empty.md": b"",
        f"{odd}/latin.md": b"caf\xe9",
        f"{odd}/nul.md": b"a\0b",
        f"{odd}/secret.md": b"the password is hunter2",
        f"{odd}/template.md": b"---\ncreated: {{date}}\n---\n## Tasques",
    }


def _once(folder: Path, good: set[str], bad: set[str]) -> None:
    with (folder / "huge.md").open("wb") as file:
        file.truncate(_HUGE)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "broken link.md").symlink_to(folder / "nowhere.md")
    bad |= {"huge.md", "loop", "broken link.md"}
    closed = folder / "closed.md"
    closed.write_text("Només per a qui pot.", encoding="utf-8")
    closed.chmod(0)
    (good if os.access(closed, os.R_OK) else bad).add(closed.name)  # no permission stops some users
    for hidden in (".obsidian/app.json", ".trash/old.md", ".git/HEAD"):
        _write(folder, hidden, b"{}")


def _write(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
