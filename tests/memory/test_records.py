from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rebost
from rebost import (
    BaseNotFoundError,
    Draft,
    InputError,
    Kind,
    Memory,
    NewerBaseError,
    ReadOnlyError,
    SecretError,
    State,
    UnknownRecordError,
)
from rebost.analysis import ANALYZER_VERSION, fold
from rebost.memory import default_base, part, service
from rebost.memory.indexing import cleaned

TEXTS = [
    "cedir-los l'aigua dell'Architettura",
    "iPhone readFile foo_bar.py",
    "Col·legi, col-legi i mail-list",
    "couldn't",
    "你好世界",
]

Open = Callable[..., Memory]


def texts(memory: Memory, **options: object) -> list[str]:
    return [record.text for record in memory.records(**options)]  # type: ignore[arg-type]


def test_the_fence_names_exactly_what_can_be_imported() -> None:
    assert rebost.__all__ == sorted(rebost.__all__)
    assert {getattr(rebost, name).__name__ for name in rebost.__all__} == set(rebost.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        _ = rebost.nothing


def test_what_is_remembered_is_there_when_it_is_opened_again(opened: Open) -> None:
    before = datetime.now(UTC)
    first = opened()
    record = first.remember(
        "L'Anna viu a Girona.", project="familia", kind="fact", tags=["casa", "casa", " anna "], source="claude-code"
    )
    first.close()
    again = opened().get(record.id)
    assert again == record
    assert (again.text, again.project, again.kind) == ("L'Anna viu a Girona.", "familia", Kind.FACT)
    assert (again.tags, again.source, again.language) == (("casa", "anna"), "claude-code", "ca")
    assert again.created is not None
    assert before - timedelta(seconds=1) <= again.created == again.updated <= datetime.now(UTC)
    assert again.created.tzinfo is UTC


def test_a_time_of_its_own_is_kept_in_utc(memory: Memory) -> None:
    there = timezone(timedelta(hours=2))
    record = memory.remember("a fact", created=datetime(2020, 5, 1, 1, 30, tzinfo=there))
    assert record.created == datetime(2020, 4, 30, 23, 30, tzinfo=UTC)


def test_the_same_text_in_the_same_project_stays_one_record(memory: Memory) -> None:
    first, second, third = memory.remember_many(
        [
            Draft("The flat at 3 Elm St is sold"),
            Draft("The flat at 5 Elm St is sold"),
            Draft(" The flat at 3 Elm St is sold\n"),
        ]
    )
    assert [first.known, second.known, third.known] == [False, False, True]
    assert third.record == first.record
    assert memory.remember("The flat at 3 Elm St is sold").id == first.record.id
    assert memory.same("The flat at 3 Elm St is sold") == first.record
    assert memory.same("The flat at 3 Elm St is sold", "home") is None
    elsewhere = memory.remember("The flat at 3 Elm St is sold", project="home")
    assert elsewhere.id != first.record.id
    assert memory.stats().records == 3


@pytest.mark.parametrize("text", ["", "  \n\t ", "\u200b \u3000".strip("\u200b")])
def test_an_empty_text_is_refused(memory: Memory, text: str) -> None:
    with pytest.raises(InputError, match="empty"):
        memory.remember(text)
    assert memory.stats().records == 0


def test_a_draft_that_cant_be_stored_keeps_its_neighbours_out_too(memory: Memory) -> None:
    with pytest.raises(InputError):
        memory.remember_many([Draft("good"), Draft("")])
    with pytest.raises(InputError, match="no kind 'wish'"):
        memory.remember("a pony", kind="wish")
    assert texts(memory) == []


def test_a_text_comes_back_as_it_was_given_but_for_what_no_file_can_hold(memory: Memory) -> None:
    odd = "  # Títol\r\n\r\n\tcodi\x07 «l·l» 日本語 👩‍👩‍👧 \u202eesrever\u202c\n"
    assert memory.remember(odd).text == odd
    assert memory.remember("a\0b \ud83e\udde0 \udc80c").text == "a\ufffdb 🧠 \ufffdc"
    assert memory.check_integrity() == []


@given(st.text(st.characters()))
def test_any_string_can_be_cleaned_and_only_once(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once
    assert "\0" not in once
    assert once.encode().decode() == once
    assert once == text or "\0" in text or any("\ud800" <= c <= "\udfff" for c in text)


def test_credentials_are_refused_before_anything_is_written(memory: Memory) -> None:
    secret = "the password is hunter2-Xy7"
    other = memory.remember("an innocent fact")
    for refused in (
        lambda: memory.remember(secret),
        lambda: memory.correct(other.id, secret),
        lambda: memory.remember_many([Draft("fine"), Draft(secret)]),
    ):
        with pytest.raises(SecretError, match="line 1") as raised:
            refused()
        assert "hunter2" not in str(raised.value)
    raw = b"".join(file.read_bytes() for file in memory.path.parent.iterdir())
    assert b"hunter2" not in raw
    assert texts(memory) == ["an innocent fact"]
    assert memory.remember(secret, allow_secrets=True).text == secret


def test_a_correction_keeps_the_id_and_dates_the_old_text(memory: Memory) -> None:
    record = memory.remember("SSH is on port 22", tags=["ssh"])
    corrected = memory.correct(record.id[:-1], "SSH is on port 49222")
    assert (corrected.id, corrected.text, corrected.tags) == (record.id, "SSH is on port 49222", ("ssh",))
    assert corrected.created == record.created
    (version,) = memory.versions(record.id)
    assert (version.text, version.since, version.until) == ("SSH is on port 22", record.updated, corrected.updated)
    assert memory.recall("22").silent
    assert memory.recall("port 49222").pieces[0].record.id == record.id


def test_a_correction_that_changes_nothing_makes_no_version(memory: Memory) -> None:
    record = memory.remember("SSH is on port 22")
    assert memory.correct(record.id, "SSH is on port 22") == record
    assert memory.versions(record.id) == ()


def test_a_correction_into_what_another_record_says_is_refused(memory: Memory) -> None:
    one, other = memory.remember("one"), memory.remember("other")
    with pytest.raises(InputError, match=other.id):
        memory.correct(one.id, "other")
    assert memory.get(one.id).text == "one"


def test_a_superseded_record_stays_visible_and_answers_nothing(memory: Memory) -> None:
    old = memory.remember("SSH is on port 22")
    new = memory.remember("SSH listens on 49222", supersedes=old.id)
    assert new.supersedes == old.id
    assert memory.get(old.id).superseded_by == new.id
    assert [piece.record.id for piece in memory.recall("SSH").pieces] == [new.id]
    assert texts(memory) == ["SSH listens on 49222"]
    assert texts(memory, state=State.SUPERSEDED) == ["SSH is on port 22"]
    with pytest.raises(InputError, match="superseded by"):
        memory.correct(old.id, "SSH is on port 23")
    memory.forget(old.id)
    memory.restore(old.id)
    assert memory.get(old.id).superseded_by == new.id
    assert texts(memory) == ["SSH listens on 49222"]


def test_forgetting_can_be_undone(memory: Memory) -> None:
    record = memory.remember("L'Anna viu a Girona.")
    memory.forget(record.id)
    assert memory.recall("on viu l'Anna?").silent
    assert texts(memory) == []
    assert texts(memory, state=State.FORGOTTEN) == ["L'Anna viu a Girona."]
    with pytest.raises(UnknownRecordError, match="was forgotten on"):
        memory.get(record.id)
    assert memory.restore(record.id).text == record.text
    assert not memory.recall("on viu l'Anna?").silent
    with pytest.raises(UnknownRecordError):
        memory.restore(record.id)


def test_what_was_forgotten_long_ago_or_at_once_is_gone_from_the_file(memory: Memory) -> None:
    for number in range(50):
        memory.remember(f"some other fact, number {number}, that stays")
    recent = memory.remember("zapatillas quinquagesimales recientes")
    old = memory.remember("el sobrenombre xilofonista antiguo")
    memory.correct(old.id, "el sobrenombre xilofonista nuevo")
    now = memory.remember("otra cosa perpendicularmente secreta")
    memory.forget(recent.id)
    memory.forget(old.id)
    assert memory.purge() == 0
    memory.forget(now.id, now=True)
    for id_ in (now.id, now.id[:-1]):
        with pytest.raises(UnknownRecordError):
            memory.restore(id_)
    assert memory.purge(timedelta(0)) == 2
    memory.close()
    raw = memory.path.read_bytes().lower()
    for word in (b"quinquag", b"xilofon", b"perpendic"):
        assert word not in raw


def test_what_is_forgotten_can_be_remembered_anew(memory: Memory) -> None:
    record = memory.remember("a fact")
    memory.forget(record.id)
    again = memory.remember("a fact")
    assert again.id != record.id
    with pytest.raises(InputError, match=again.id):
        memory.restore(record.id)
    memory.forget(again.id, now=True)
    memory.restore(record.id)


def test_records_are_listed_by_project_by_words_and_in_either_order(memory: Memory) -> None:
    memory.remember("Cançó de bressol", project="musica")
    memory.remember("Una altra cançó")
    memory.remember("Ni això ni allò")
    assert texts(memory) == ["Cançó de bressol", "Una altra cançó", "Ni això ni allò"]
    assert texts(memory, newest_first=True)[0] == "Ni això ni allò"
    assert texts(memory, project="musica") == ["Cançó de bressol"]
    assert texts(memory, project="") == ["Una altra cançó", "Ni això ni allò"]
    assert texts(memory, project="no such") == []
    assert texts(memory, query="CANCO") == ["Cançó de bressol", "Una altra cançó"]
    assert texts(memory, query="canço altra") == ["Una altra cançó"]
    assert memory.projects() == {None: 2, "musica": 1}


@given(st.lists(st.text(max_size=40) | st.sampled_from(TEXTS), min_size=1, max_size=4), st.data())
def test_whatever_stands_in_a_text_finds_it_in_the_list(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], data: st.DataObject
) -> None:
    text = cleaned(" ".join(parts))
    assume(text.strip())
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded)))
    looked_for = folded[start : start + data.draw(st.integers(1, 30))]
    with Memory.open(tmp_path_factory.mktemp("listed") / "base.db", embedder="none") as memory:
        memory.remember("Ni això ni allò")
        memory.remember(text, allow_secrets=True)
        assert memory.remember(text, allow_secrets=True).text in texts(memory, query=looked_for)


def test_listing_holds_nothing_open_while_others_write(memory: Memory) -> None:
    memory.remember_many(Draft(f"fact number {number}") for number in range(1200))
    listed = memory.records()
    first = next(listed)
    memory.remember("written meanwhile")
    memory.forget(first.id)
    rest = [record.text for record in listed]
    assert len(rest) == 1200
    assert rest[-1] == "written meanwhile"


def test_many_drafts_come_back_in_their_order(memory: Memory) -> None:
    done = memory.remember_many(Draft(f"fact {number % 3000}") for number in range(4500))
    assert [result.record.text for result in done] == [f"fact {number % 3000}" for number in range(4500)]
    assert [result.known for result in done] == [False] * 3000 + [True] * 1500
    ids = [result.record.id for result in done[:3000]]
    assert ids == sorted(ids)


def test_the_default_place_is_named_by_the_environment_and_made_when_needed(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert default_base().name == "rebost.db"
    assert own_home in default_base().parents
    monkeypatch.setenv("REBOST_BASE", str(own_home / "sub" / "my base.db"))
    with Memory.open(embedder="none") as memory:
        memory.remember("hola")
        assert memory.path == own_home / "sub" / "my base.db"
    with pytest.raises(BaseNotFoundError):
        Memory.open(own_home / "elsewhere" / "base.db")


def test_a_read_only_memory_recalls_and_writes_nothing(opened: Open) -> None:
    record = opened().remember("L'Anna viu a Girona.")
    reader = opened(read_only=True)
    assert reader.recall("on viu l'Anna?").pieces[0].record.id == record.id
    assert reader.read_only
    for write in (
        lambda: reader.remember("x"),
        lambda: reader.forget(record.id),
        lambda: reader.correct(record.id, "y"),
        reader.purge,
        lambda: reader.set_languages("ca"),
    ):
        with pytest.raises(ReadOnlyError):
            write()
    assert reader.get(record.id).uses == 0


def test_another_version_of_the_analyzer_indexes_anew_by_itself(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    older = opened()
    older.remember("Les cançons de la Carme")
    for module in (part, service):
        monkeypatch.setattr(module, "ANALYZER_VERSION", ANALYZER_VERSION + 1)
    newer = opened()
    assert not newer.recall("cançó de la Carme").silent
    monkeypatch.undo()
    with pytest.raises(NewerBaseError, match="start it again"):
        older.remember("what the newer one couldn't find")
    assert [record.text for record in newer.records()] == ["Les cançons de la Carme"]


def test_a_record_of_200_kilobytes_and_a_question_of_100_are_nothing_special(memory: Memory) -> None:
    long = "# Notes\n\n" + "paraules i més paraules sense gaire sentit. " * 4500 + "\n\nEl codi és el 7Q-19."
    record = memory.remember(long, kind="note")
    memory.remember("Una nota curta")
    assert memory.get(record.id).text == long
    assert memory.explain("codi 7Q-19", record.id).score > 0
    memory.recall("on és el codi 7Q-19? " * 5000)
    memory.recall("?" * 100_000)


def test_titles_and_tags_count_for_the_words_and_are_no_part_of_the_text(memory: Memory) -> None:
    record = memory.remember("Cal girar-la cada dues setmanes.", tags=["compostadora"], context="Jardí > Humus")
    for question in ("compostadora", "humus"):
        assert [piece.record.text for piece in memory.recall(question).pieces] == [record.text]
    memory.correct(record.id, "Cal girar-la cada mes.")
    assert not memory.recall("humus").silent
    assert memory.get(record.id).context == "Jardí > Humus"


def test_what_held_until_a_moment_that_is_past_is_in_no_scope(memory: Memory) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    memory.remember("The parking permit is number 7731", until=tomorrow)
    gone = memory.remember("The gym membership is number 4402", until=datetime.now(UTC) - timedelta(days=1))
    assert not memory.recall("parking permit number").silent
    assert memory.recall("gym membership").silent
    assert memory.get(gone.id).state is State.EXPIRED
    assert memory.stats().records == 1
