from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rebost.hooks.deadline import TooLateError, within

Answer = Callable[[str], None]


def test_the_answer_does_not_wait_for_what_comes_after_it() -> None:
    def work(answer: Answer) -> None:
        answer("done")
        time.sleep(5)

    started = time.monotonic()
    assert within(60, work) == "done"
    assert time.monotonic() - started < 4


def test_work_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    def work(answer: Answer) -> None:
        (tmp_path / "begun").touch()
        time.sleep(2)
        (tmp_path / "ended").touch()
        answer("late")

    with pytest.raises(TooLateError):
        within(0.5, work)
    time.sleep(2)
    assert [path.name for path in tmp_path.iterdir()] == ["begun"]


def test_an_answer_longer_than_a_pipe_holds_comes_whole() -> None:
    text = "é" * 1_000_000
    assert within(60, lambda answer: answer(text)) == text


def test_work_that_dies_or_says_nothing_answers_nothing() -> None:
    def work(_answer: Answer) -> None:
        raise MemoryError

    assert within(60, work) == ""
    assert within(60, lambda _answer: None) == ""


_WITHOUT_FORK = """
import os, sys, time
del os.fork
from rebost.hooks.deadline import within
def work(answer):
    print("NOISE")
    time.sleep(float(sys.argv[1]))
    answer("done")
print(within(1, work))
"""


@pytest.mark.parametrize(("seconds", "out"), [("0", b"done"), ("30", b"")])
def test_where_processes_can_not_be_split_the_whole_process_ends_in_time(seconds: str, out: bytes) -> None:
    ended = subprocess.run([sys.executable, "-c", _WITHOUT_FORK, seconds], capture_output=True, check=False, timeout=25)
    assert (ended.returncode, ended.stdout.strip()) == (0, out)
