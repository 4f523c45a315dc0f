"""The data exports of Claude and ChatGPT: what the user said about themselves, without the chatter.

Both are `conversations.json`, in a zip or a folder, perhaps split over several (`conversations-000.json`). The formats
belong to others and change: what isn't as expected costs that conversation or message only, and is named.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rebost.errors import InputError
from rebost.importers.items import Item, Remark, Unreadable
from rebost.importers.reading import decode, name_of, reason_of
from rebost.importers.reports import ImportReport
from rebost.importers.statements import statements
from rebost.records import Kind

_NAME = re.compile(r"(?:.*/)?conversations(?:[-_ (]?\d+\)?)?\.json\Z", re.IGNORECASE)
_MAXIMUM_BYTES = 2_000_000_000
"""Of one file, unpacked: more than anyone has said, and what a computer can hold."""
_EXAMPLES = 5


def is_conversations(name: str) -> bool:
    """Whether a file's name is that of an export."""
    return _NAME.match(name) is not None


def is_export_folder(path: Path) -> bool:
    """Whether a folder is an unpacked export."""
    try:
        return any(is_conversations(entry.name) for entry in path.iterdir())
    except OSError:  # whoever walks it says why
        return False


def read(path: Path, report: ImportReport) -> list[Item]:
    """What the user stated in the conversations of a zip, a folder or a file; what can't be read is in the report."""
    items: list[Item] = []
    for name, found in _files(path):
        if isinstance(found, Unreadable):
            report.left_out.append(Remark(name, str(found)))
            continue
        for number, conversation in enumerate(found, start=1):
            report.conversations += 1
            place = f"{name}#{number}"
            try:
                items.extend(_conversation(conversation, place, report))
            except Unreadable as reason:
                report.left_out.append(Remark(place, str(reason)))
    return items


def preview(items: list[Item], report: ImportReport, refuse: Callable[[Item], None]) -> None:
    """Count what would come in, and show some of it; not what is refused (`refuse` raises `InputError`), a credential say."""
    welcome = []
    for item in items:
        try:
            refuse(item)
        except InputError as error:
            report.left_out.append(Remark(item.place, str(error)))
        else:
            welcome.append(item.text)
    report.waiting += len(welcome)
    step = max(1, len(welcome) // _EXAMPLES)
    report.examples += tuple(welcome[::step][: _EXAMPLES - len(report.examples)])


def _files(path: Path) -> Iterator[tuple[str, list[Any] | Unreadable]]:
    """Each file of an export, with the conversations that it holds or the reason why it can't be read."""
    if path.is_dir():
        paths = sorted(entry for entry in path.iterdir() if is_conversations(entry.name))
        for entry in paths:
            yield name_of(Path(entry.name)), _opened(entry)
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = sorted(name for name in archive.namelist() if is_conversations(name))
            if not names:
                yield (
                    name_of(Path(path.name)),
                    Unreadable("holds no conversations.json: not an export of Claude or ChatGPT"),
                )
            for name in names:
                yield name, _unpacked(archive, name)
    else:
        yield name_of(Path(path.name)), _opened(path)


def _opened(path: Path) -> list[Any] | Unreadable:
    try:
        return _parsed(path.read_bytes())
    except OSError as error:
        return Unreadable(reason_of(error))


def _unpacked(archive: zipfile.ZipFile, name: str) -> list[Any] | Unreadable:
    if archive.getinfo(name).file_size > _MAXIMUM_BYTES:
        return Unreadable("larger than 2 GB")
    try:
        return _parsed(archive.read(name))
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError) as error:
        return Unreadable(f"can't be unpacked ({error})")


def _parsed(data: bytes) -> list[Any] | Unreadable:
    try:
        found = json.loads(decode(data))
    except Unreadable as reason:
        return reason
    except (ValueError, RecursionError) as error:
        return Unreadable(f"not valid JSON: {error}")
    if isinstance(found, dict):
        found = found.get("conversations", [found])
    return found if isinstance(found, list) else Unreadable("not a list of conversations")


def _conversation(conversation: Any, place: str, report: ImportReport) -> Iterator[Item]:
    if not isinstance(conversation, dict):
        raise Unreadable("not a conversation")
    title = conversation.get("title") or conversation.get("name")
    title = title if isinstance(title, str) else None
    if isinstance(conversation.get("mapping"), dict):
        source, messages = "chatgpt", _of_chatgpt(conversation, place, report)
    elif isinstance(conversation.get("chat_messages"), list):
        source, messages = "claude", _of_claude(conversation, place, report)
    else:
        raise Unreadable("neither a conversation of Claude nor one of ChatGPT")
    for at, text, when in messages:
        for statement in statements(text):
            yield Item(
                place=at, text=statement, source=f"{source}: {title}" if title else source, kind=Kind.FACT,
                created=when, context=title,
            )  # fmt: skip


_Message = tuple[str, str, datetime | None]
"""Its place, what it says, and when it was said."""


def _of_claude(conversation: dict[str, Any], place: str, report: ImportReport) -> Iterator[_Message]:
    for number, message in enumerate(conversation["chat_messages"], start=1):
        at = f"{place}.{number}"
        if not isinstance(message, dict):
            report.left_out.append(Remark(at, "not a message"))
            continue
        if message.get("sender") != "human":
            continue
        content = message.get("content")
        parts = [
            part["text"]
            for part in (content if isinstance(content, list) else [])
            if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str)
        ]
        text = message.get("text")
        said = "\n\n".join(parts) or (text if isinstance(text, str) else "")
        yield at, said, _when(message.get("created_at"), conversation.get("created_at"), at, report)


def _of_chatgpt(conversation: dict[str, Any], place: str, report: ImportReport) -> Iterator[_Message]:
    """Every message of the tree once, in its order: also those of branches that were left, since they were said."""
    nodes = conversation["mapping"]
    for id_, node in nodes.items():
        at = f"{place}.{id_}"
        if not isinstance(node, dict):
            report.left_out.append(Remark(at, "not a message"))
            continue
        children = node.get("children")
        for child in children if isinstance(children, list) else []:
            if not isinstance(child, str) or child not in nodes:
                report.left_out.append(Remark(f"{at}", f"the message {child} that follows it is missing"))
        message = node.get("message")
        if not isinstance(message, dict):
            continue
        author, content = message.get("author"), message.get("content")
        if not isinstance(author, dict) or author.get("role") != "user" or not isinstance(content, dict):
            continue
        parts = content.get("parts")
        said = "\n\n".join(part for part in (parts if isinstance(parts, list) else []) if isinstance(part, str))
        if said.strip():
            yield at, said, _when(message.get("create_time"), conversation.get("create_time"), at, report)


def _when(own: object, of_conversation: object, place: str, report: ImportReport) -> datetime | None:
    """When a message was said, or else when its conversation began."""
    moment = _moment(own)
    if moment is None:
        moment = _moment(of_conversation)
        instead = "the conversation's date stands for it" if moment else "it counts as said today"
        report.remarks.append(Remark(place, f"has no date: {instead}"))
    return moment


def _moment(value: object) -> datetime | None:
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None
