"""What `--json` prints. A field keeps its name and meaning; new ones may come. docs/cli.md describes them from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from rebost.records import Explanation, LeftOut, Piece, Recall, Record, Version

RECORD = {
    "id": "its id; any unambiguous beginning of it will do in other commands",
    "text": "the whole text",
    "kind": "fact, preference, decision, note, contact or procedure",
    "project": "the project's name, or null",
    "tags": "a list of texts",
    "source": "who or what brought it, or null",
    "language": "ISO 639 code, or null where it couldn't be told",
    "created": "ISO 8601, UTC",
    "updated": "ISO 8601, UTC: when the text last changed",
    "uses": "how many times a recall returned it",
    "last_used": "ISO 8601, UTC, or null",
    "supersedes": "the id of the record whose place it took, or null",
    "superseded_by": "the id of the record that took its place, or null",
    "context": "a title, headings or other names that count for the words, or null",
    "until": "ISO 8601, UTC: until when it holds, or null",
    "state": "current, superseded, forgotten, archived or expired",
}

RECALL = {
    "question": "as it was asked",
    "method": "how it was decided",
    "silent": "true when nothing was returned",
    "why": "one sentence that says why nothing was returned; empty otherwise",
    "evidence": "the value that decided between answering and silence, 0 to 1",
    "confidence": "how likely it is that the pieces answer, or that a silence is right, 0 to 1; null where the method has no such figure",
    "model": "the sentence model whose vectors took part; null when only words counted",
    "notices": "what is not ready yet, in plain words: a list",
    "pieces": "the answer, best first: a list of {score, record}, with --explain also {explanation}, with --former also {former}: what the record said before, a list of {text, since, until}, oldest first",
    "left_out": "with --explain: the nearest others, a list of {score, reason, record, explanation}",
    "left_out_counts": "how many records were not returned, by reason",
}

EXPLANATION = {
    "name": "what the value is",
    "value": "a number",
    "operation": "how it follows from the values of `details`",
    "data": "what else belongs to it (the word, a threshold)",
    "details": "the values that it is made of: a list of explanations",
}

REMEMBERED = {
    "known": "true when the same text was there already, in the same project",
    "record": "the record",
    "alike": "records that look alike, the most alike first: a list of {id, text, likeness}; all are kept",
}

VERSIONS = {
    "versions": "after a record's own fields, the texts that it had: a list of {text, since, until}, oldest first",
}

IMPORTED = {
    "path": "as it was given",
    "files": "how many notes were read",
    "added": "how many records are new",
    "changed": "how many follow a change of their file",
    "renamed": "how many follow a file that has another name or place",
    "unchanged": "how many were there already",
    "gone": "what was forgotten because its file doesn't hold it any more: a list of {place, id}",
    "repeated": "what is one record with another part that says the same: a list of {place, reason}",
    "left_out": "what isn't in the base: a list of {place, reason}",
    "remarks": "what wasn't understood in full, and what became of changes made by hand: a list of {place, reason}",
    "ignored": "notes and folders kept out, counted by reason",
    "passed_over": "other files of a folder, counted by ending",
    "conversations": "how many conversations an export of an assistant holds",
    "waiting": "statements in them that come in with --conversations",
    "examples": "some of these",
}

REVIEWED = {
    "likeness": "how much of what both say, by the weight of the words, they have in common: 0 to 1",
    "may_contradict": "true when they differ in a few words only, on both sides",
    "older": "a record",
    "newer": "the one that was stored later",
    "only_older": "runs of words that only the older one has",
    "only_newer": "runs of words that only the newer one has",
}

BACKED_UP = {
    "path": "the backup",
    "records": "how many are in it, in whatever state",
    "bytes": "its size",
    "removed": "older backups that were deleted, with --keep",
}

PROJECTS = {
    "current": "the project of this folder, or null",
    "projects": "number of records by name of the project",
    "no_project": "number of records that belong to none",
    "archived": "number of records put away, by name of the archived project",
}

STATS = {
    "path": "where the base is",
    "bytes": "its size",
    "records": "how many count: neither superseded nor forgotten",
    "superseded": "how many another took the place of",
    "forgotten": "how many can still be restored",
    "archived": "how many were put away with their projects",
    "expired": "how many held until a day that is past",
    "projects": "number of records by name of the project",
    "no_project": "number of records that belong to none",
    "languages": "number of records by ISO 639 code",
    "main_language": "the one that decides where a record's own can't be told, or null",
    "chosen_languages": "what the user said instead of what is detected",
    "model": "the sentence model in use, or null",
    "model_problem": "why none is in use, or null",
    "base_model": "the model whose vectors the base collects, or null",
    "vectors": "number of vectors by model",
    "waiting": "how many records wait for their vectors",
}

EXAMINED = {
    "healthy": "true when nothing is broken",
    "checks": "a list of {name, health, message}; health is fine, warning or broken",
}

CONNECTED = {
    "client": "the name that the command takes",
    "path": "its configuration",
    "changed": "false when there was nothing to do, and with --dry-run",
}

CLIENT_LISTED = {
    "client": "the name that the command takes",
    "installed": "whether its files or programs are found",
    "connected": "the configurations that name Rebost, by scope (user, project)",
    "problem": "why a configuration couldn't be looked at, or null",
}

SETTINGS_LISTED = {
    "path": "where the file is",
    "settings": "by name: {value, origin}; origin is default, file or the name of a variable",
    "unknown": "names in the file that no setting has",
}


def record_document(record: Record) -> dict[str, Any]:
    """A record, field by field as in `RECORD`."""
    document = {name: getattr(record, name) for name in RECORD}
    document["kind"] = str(record.kind)
    document["state"] = record.state.name.lower()
    document["tags"] = list(record.tags)
    for name in ("created", "updated", "last_used", "until"):
        document[name] = _moment(document[name])
    return document


def recall_document(
    recall: Recall, *, explain: bool, former: Mapping[str, Sequence[Version]] = MappingProxyType({})
) -> dict[str, Any]:
    """An answer, field by field as in `RECALL`; `former` holds what a record said before, by its id."""
    document: dict[str, Any] = {
        "question": recall.question,
        "method": recall.method,
        "silent": recall.silent,
        "why": recall.why,
        "evidence": round(recall.evidence, 6),
        "confidence": recall.confidence,
        "model": recall.model,
        "notices": list(recall.notices),
        "pieces": [_piece(piece, explain=explain) | _former(piece, former) for piece in recall.pieces],
    }
    if explain:
        document["left_out"] = [left_out_document(item) for item in recall.left_out]
    document["left_out_counts"] = {str(reason): count for reason, count in recall.left_out_counts.items()}
    return document


def left_out_document(item: LeftOut) -> dict[str, Any]:
    """A record that was not returned."""
    return {"score": round(item.score, 6), "reason": str(item.reason), **_told(item)}


def version_document(version: Version) -> dict[str, Any]:
    """A text that a record had."""
    return {"text": version.text, "since": _moment(version.since), "until": _moment(version.until)}


def _piece(piece: Piece, *, explain: bool) -> dict[str, Any]:
    score = {"score": round(piece.score, 6)}
    return score | (_told(piece) if explain else {"record": record_document(piece.record)})


def _former(piece: Piece, former: Mapping[str, Sequence[Version]]) -> dict[str, Any]:
    found = former.get(piece.record.id)
    return {} if found is None else {"former": [version_document(version) for version in found]}


def _told(item: Piece | LeftOut) -> dict[str, Any]:
    return {"record": record_document(item.record), "explanation": _explanation(item.explanation)}


def _explanation(node: Explanation) -> dict[str, Any]:
    document = {name: getattr(node, name) for name in EXPLANATION}
    document["data"] = dict(node.data)
    document["details"] = [_explanation(detail) for detail in node.details]
    return document


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
