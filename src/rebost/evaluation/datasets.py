"""Evaluation sets: folders with records, questions and, for some, a leave-out test.

A folder holds `records.jsonl` and `queries.jsonl`, one JSON object a line, and may hold `leaveout.jsonl`.
The format is described in evaluation/personal/README.md and docs/evaluation.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rebost.errors import FormatError
from rebost.records import Kind, Record

RECORDS_FILE = "records.jsonl"
QUERIES_FILE = "queries.jsonl"
LEAVE_OUT_FILE = "leaveout.jsonl"


@dataclass(frozen=True, slots=True)
class Query:
    """A question, and which records are right to return for it."""

    id: str
    text: str
    answerable: bool | None
    """None: counts neither as answerable nor as unanswerable."""
    gold: frozenset[str] = frozenset()
    """Ids of the records that answer."""
    acceptable: frozenset[str] = frozenset()
    """Ids of records that are harmless to return, and never asked for."""
    type: str | None = None
    language: str | None = None
    style: str | None = None


@dataclass(frozen=True, slots=True)
class LeaveOutCase:
    """One question of the leave-out test, and what to take out of the base before asking it again."""

    query_id: str
    paragraph: frozenset[str]
    """The records that answer."""
    article: frozenset[str]
    """These, and the others of the same article."""
    answer_elsewhere: bool
    """The answer's words stand in another paragraph of the article, so that without `paragraph` there is still an answer."""


@dataclass(frozen=True, slots=True)
class EvaluationSet:
    """Records, and the questions to ask of them."""

    name: str
    records: tuple[Record, ...]
    queries: tuple[Query, ...]
    leave_out: tuple[LeaveOutCase, ...] = ()

    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with anything that can change a figure."""
        content = [
            [[r.id, r.text, r.kind, r.project] for r in self.records],
            [
                [q.id, q.text, q.answerable, sorted(q.gold), sorted(q.acceptable), q.type, q.language, q.style]
                for q in self.queries
            ],
            [[c.query_id, sorted(c.paragraph), sorted(c.article), c.answer_elsewhere] for c in self.leave_out],
        ]
        return hashlib.sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()[:16]


def load(folder: Path | str) -> EvaluationSet:
    """Read the evaluation set in a folder; its name is the folder's.

    Raises:
        FormatError: a file is missing or a line isn't as the format asks; names the file and the line.
    """
    folder = Path(folder)
    records = _records(folder / RECORDS_FILE)
    record_ids = frozenset(record.id for record in records)
    queries = _queries(folder / QUERIES_FILE, record_ids)
    leave_out_file = folder / LEAVE_OUT_FILE
    leave_out: tuple[LeaveOutCase, ...] = ()
    if leave_out_file.exists():
        leave_out = _leave_out(leave_out_file, record_ids, frozenset(query.id for query in queries))
    return EvaluationSet(folder.resolve().name, records, queries, leave_out)


def load_all(folder: Path | str) -> tuple[EvaluationSet, ...]:
    """Read the set in a folder or, where the folder itself is none, the sets in its subfolders, by name.

    Raises:
        FormatError: there is no set, or one isn't as the format asks.
    """
    folder = Path(folder)
    if (folder / RECORDS_FILE).exists() or (folder / QUERIES_FILE).exists():
        return (load(folder),)
    inside = sorted(path.parent for path in folder.glob(f"*/{RECORDS_FILE}"))
    if not inside:
        raise FormatError(
            f"{folder} holds no evaluation set. Give a folder with {RECORDS_FILE} and {QUERIES_FILE}, or a folder of such folders."
        )
    return tuple(load(path) for path in inside)


def crossed(base: EvaluationSet, questions: EvaluationSet) -> EvaluationSet:
    """The questions of one set asked of the records of another with the same ids: the same matter in another language.

    Raises:
        FormatError: a question's gold record isn't in the base.
    """
    known = {record.id for record in base.records}
    for query in questions.queries:
        if unknown := (query.gold | query.acceptable) - known:
            raise FormatError(
                f"{questions.name} can't be asked of {base.name}: {min(unknown)}, which question {query.id} names, isn't there. "
                "The two sets must give the same ids to the same records."
            )
    return EvaluationSet(f"{questions.name} on {base.name}", base.records, questions.queries, questions.leave_out)


class _Line:
    """One line of a file, and the checks on its fields; every complaint names the file and the line."""

    def __init__(self, path: Path, number: int, fields: Mapping[str, object]) -> None:
        self.path, self.number, self.fields = path, number, fields

    def error(self, problem: str) -> FormatError:
        return FormatError(f"{self.path}, line {self.number}: {problem}")

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f'"{name}" must be a text that isn\'t empty.')
        return value

    def optional_text(self, name: str) -> str | None:
        return None if self.fields.get(name) is None else self.text(name)

    def truth(self, name: str) -> bool | None:
        value = self.fields.get(name, "missing")
        if value is not None and not isinstance(value, bool):
            raise self.error(f'"{name}" must be true, false or null.')
        return value

    def ids(self, name: str, known: frozenset[str]) -> frozenset[str]:
        value = self.fields.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f'"{name}" must be a list of record ids.')
        for item in value:
            if item not in known:
                raise self.error(f'"{name}" holds {item!r}, which is the id of no record in {RECORDS_FILE}.')
        return frozenset(value)

    def new_id(self, name: str, seen: set[str]) -> str:
        value = self.text(name)
        if value in seen:
            raise self.error(f"{value!r} stands on an earlier line too; every id must be given once.")
        seen.add(value)
        return value


def _lines(path: Path) -> Iterator[_Line]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(
            f"{path} can't be read ({error.strerror}). An evaluation set needs {RECORDS_FILE} and {QUERIES_FILE}."
        ) from error
    for number, raw in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            fields = json.loads(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise FormatError(f"{path}, line {number}: not UTF-8. Save the file as UTF-8.") from error
        except (json.JSONDecodeError, RecursionError) as error:
            raise FormatError(f"{path}, line {number}: not JSON ({error}). Write one JSON object a line.") from error
        if not isinstance(fields, dict):
            raise FormatError(f"{path}, line {number}: not a JSON object. Write one object, {{...}}, a line.")
        yield _Line(path, number, fields)


def _records(path: Path) -> tuple[Record, ...]:
    seen: set[str] = set()
    records = []
    for line in _lines(path):
        kind = line.optional_text("kind") or Kind.FACT.value
        if kind not in tuple(Kind):
            raise line.error(f'"kind" is {kind!r}; it must be one of {", ".join(Kind)}.')
        records.append(Record(line.new_id("id", seen), line.text("text"), Kind(kind), line.optional_text("project")))
    if not records:
        raise FormatError(f"{path} holds no record.")
    return tuple(records)


def _queries(path: Path, records: frozenset[str]) -> tuple[Query, ...]:
    seen: set[str] = set()
    queries = []
    for line in _lines(path):
        query = Query(
            id=line.new_id("id", seen),
            text=line.text("text"),
            answerable=line.truth("answerable"),
            gold=line.ids("gold", records),
            acceptable=line.ids("acceptable", records),
            type=line.optional_text("type"),
            language=line.optional_text("lang"),
            style=line.optional_text("style"),
        )
        if query.answerable and not query.gold:
            raise line.error('"answerable" is true and "gold" is empty; name the records that answer.')
        if query.answerable is False and query.gold:
            raise line.error(
                '"answerable" is false and "gold" isn\'t empty; a record that answers makes the question answerable.'
            )
        queries.append(query)
    if not queries:
        raise FormatError(f"{path} holds no question.")
    return tuple(queries)


def _leave_out(path: Path, records: frozenset[str], queries: frozenset[str]) -> tuple[LeaveOutCase, ...]:
    seen: set[str] = set()
    cases = []
    for line in _lines(path):
        query_id = line.new_id("qid", seen)
        if query_id not in queries:
            raise line.error(f'"qid" is {query_id!r}, which is the id of no question in {QUERIES_FILE}.')
        paragraph = line.ids("remove_paragraph", records)
        article = line.ids("remove_article", records)
        if not paragraph or not article:
            raise line.error('"remove_paragraph" and "remove_article" must each name a record.')
        elsewhere = line.ids("answer_string_elsewhere_same_article", records)
        cases.append(LeaveOutCase(query_id, paragraph, article, bool(elsewhere)))
    return tuple(cases)
