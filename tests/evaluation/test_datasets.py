"""Reading evaluation sets, and saying where one isn't as the format asks."""

from __future__ import annotations

import json

import pytest

from rebost.errors import FormatError
from rebost.evaluation.datasets import crossed, load, load_all
from rebost.records import Kind

from .conftest import QUERIES, RECORDS


def test_a_set_is_read_with_all_that_it_says(tiny):
    assert tiny.name == "tiny"
    assert [record.id for record in tiny.records] == ["r1", "r2", "r3", "r4", "r5", "r6"]
    assert (tiny.records[1].kind, tiny.records[1].project) == (Kind.FACT, None)
    assert (tiny.records[4].kind, tiny.records[4].project) == (Kind.NOTE, "garden")
    multi = tiny.queries[1]
    assert (multi.gold, multi.type, multi.language, multi.style) == ({"r5", "r6"}, "multi", "en", "agent")
    assert tiny.queries[3].acceptable == {"r1"}
    assert [query.answerable for query in tiny.queries] == [True, True, False, False, None]
    assert [case.answer_elsewhere for case in tiny.leave_out] == [False, True]
    assert tiny.leave_out[0].article == {"r2", "r3"}


def test_blank_lines_a_byte_order_mark_windows_line_ends_and_unknown_fields_are_no_matter(write_set):
    folder = write_set(leave_out=None)
    lines = [json.dumps({**record, "colour": "red"}) for record in RECORDS]
    (folder / "records.jsonl").write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode() + b"\r\n")
    assert load(folder).records == load(write_set(name="other")).records


def test_the_fingerprint_changes_with_the_content_and_not_with_the_name(write_set):
    original = load(write_set()).fingerprint()
    assert load(write_set(name="copy")).fingerprint() == original
    changed = [{**QUERIES[0], "text": "boiler"}, *QUERIES[1:]]
    assert load(write_set(name="changed", queries=changed)).fingerprint() != original


@pytest.mark.parametrize(
    ("file", "line", "content", "complaint"),
    [
        ("records", 2, '{"id": "r2", "text": ', "not JSON"),
        ("records", 2, '["r2"]', "not a JSON object"),
        ("records", 2, '{"id": "r1", "text": "again"}', "'r1' stands on an earlier line"),
        ("records", 2, '{"id": "r2", "text": "  "}', '"text" must be a text'),
        ("records", 2, '{"id": 2, "text": "x"}', '"id" must be a text'),
        ("records", 2, '{"id": "r2", "text": "x", "kind": "rumour"}', "must be one of fact, preference"),
        ("records", 2, '{"id": "r2", "text": "x", "project": 4}', '"project" must be a text'),
        ("records", 2, "[" * 100_000, "not JSON"),
        ("queries", 1, '{"id": "q1", "text": "x", "gold": ["r1"]}', '"answerable" must be true, false or null'),
        ("queries", 1, '{"id": "q1", "text": "x", "answerable": 1}', '"answerable" must be true, false or null'),
        ("queries", 1, '{"id": "q1", "text": "x", "answerable": true}', '"gold" is empty'),
        ("queries", 1, '{"id": "q1", "text": "x", "answerable": false, "gold": ["r1"]}', '"gold" isn\'t empty'),
        ("queries", 1, '{"id": "q1", "text": "x", "answerable": true, "gold": ["r9"]}', "'r9'"),
        ("queries", 1, '{"id": "q1", "text": "x", "answerable": true, "gold": "r1"}', "must be a list of record ids"),
        ("queries", 1, '{"id": "q1", "text": "x", "answerable": false, "acceptable": ["r9"]}', '"acceptable" holds'),
        ("leaveout", 2, '{"qid": "q9", "remove_paragraph": ["r1"], "remove_article": ["r1"]}', "the id of no question"),
        ("leaveout", 2, '{"qid": "q2", "remove_paragraph": [], "remove_article": ["r1"]}', "must each name a record"),
        ("leaveout", 2, '{"qid": "q2", "remove_paragraph": ["r1"], "remove_article": ["r8"]}', "'r8'"),
    ],
)
def test_a_wrong_line_is_refused_by_its_number(write_set, file, line, content, complaint):
    path = write_set() / f"{file}.jsonl"
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[line - 1] = content
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        load(path.parent)
    assert f"{file}.jsonl, line {line}: " in str(caught.value)
    assert complaint in str(caught.value)


def test_a_line_that_is_not_utf_8_is_refused_by_its_number(write_set):
    folder = write_set()
    with (folder / "queries.jsonl").open("ab") as file:
        file.write(b'\n{"id": "q9", "text": "caf\xe9"}')
    with pytest.raises(FormatError, match=r"queries.jsonl, line 7: not UTF-8"):
        load(folder)


def test_missing_and_empty_files_are_refused_by_their_name(write_set):
    folder = write_set()
    (folder / "queries.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"queries.jsonl holds no question"):
        load(folder)
    (folder / "queries.jsonl").unlink()
    with pytest.raises(FormatError, match=r"queries.jsonl can't be read"):
        load(folder)
    (folder / "records.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(FormatError, match=r"records.jsonl holds no record"):
        load(folder)


def test_a_folder_of_sets_gives_them_all_by_name(write_set, tmp_path):
    for name in ("beta", "alpha"):
        write_set(name=name)
    assert [one.name for one in load_all(tmp_path)] == ["alpha", "beta"]
    assert [one.name for one in load_all(tmp_path / "beta")] == ["beta"]


def test_a_folder_without_a_set_says_what_a_set_is(tmp_path):
    with pytest.raises(FormatError, match=r"holds no evaluation set.*records.jsonl and queries.jsonl"):
        load_all(tmp_path)


def test_questions_can_be_asked_of_the_same_records_in_another_language(write_set, tiny):
    catalan = [{**record, "text": f"En català: {record['text']}"} for record in RECORDS]
    both = crossed(load(write_set(name="ca", records=catalan)), tiny)
    assert both.name == "tiny on ca"
    assert both.records[0].text.startswith("En català")
    assert (both.queries, both.leave_out) == (tiny.queries, tiny.leave_out)


def test_questions_can_not_be_asked_of_a_base_that_lacks_their_records(write_set, tiny):
    fewer = load(write_set(name="fewer", records=RECORDS[:1], queries=QUERIES[3:], leave_out=None))
    with pytest.raises(FormatError, match="tiny can't be asked of fewer: r2, which question q1 names, isn't there"):
        crossed(fewer, tiny)


def test_the_six_personal_bases_are_as_their_page_says(root):
    sets = load_all(root / "evaluation" / "personal")
    assert [one.name for one in sets] == ["ca-dev", "ca-dev2", "en-dev", "es-dev", "es-dev2", "mix-dev"]
    page = (root / "evaluation" / "personal" / "README.md").read_text(encoding="utf-8")
    for one in sets:
        assert 150 <= len(one.records) <= 160
        assert sum(query.answerable is False for query in one.queries) == 90
        for query in one.queries:
            assert f"| `{query.type}` |" in page
        assert f"| `{one.name}` |" in page
