"""The installed program, as a shell runs it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

Program = Callable[..., subprocess.CompletedProcess[bytes]]
PROGRAM = Path(sys.executable).with_name("rebost")


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "cp1252"},
    ],
)
def test_texts_go_through_pipes_as_utf_8_whatever_the_platform_says(
    program: Program, variables: dict[str, str]
) -> None:
    stored = program("remember", "-", stdin="L'Àlex → 東京 🙂".encode(), **variables)
    assert (stored.returncode, stored.stdout.strip().isalnum()) == (0, True)
    found = program("recall", "-", stdin="Àlex".encode(), **variables)
    assert "L'Àlex → 東京 🙂" in found.stdout.decode()
    assert json.loads(program("recall", "tokyo alex", "--json", **variables).stdout.decode())["pieces"]


def test_bytes_that_are_no_text_are_no_crash(program: Program) -> None:
    program("remember", "x")
    ended = subprocess.run([PROGRAM, "recall", b"caf\xe9"], capture_output=True, check=False)
    assert ended.returncode == 0
    assert b"Traceback" not in ended.stderr


def test_data_goes_to_standard_output_and_everything_else_to_standard_error(program: Program) -> None:
    stored = program("remember", "L'Anna viu a Girona.")
    assert stored.stderr
    found = program("recall", "anna")
    assert (found.stdout != b"", found.stderr) == (True, b"")
    silent = program("recall", "pizza")
    assert (silent.returncode, silent.stdout, silent.stderr.startswith(b"Nothing: ")) == (0, b"", True)
    assert b"\x1b" not in stored.stderr + found.stdout + silent.stderr


def test_an_error_is_one_line_and_exit_code_1(program: Program, tmp_path: Path) -> None:
    ended = program("recall", "x", "--base", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr.decode().startswith("rebost: ")
    assert ended.stderr.count(b"\n") == 1


def test_a_reader_that_goes_away_is_no_error(program: Program) -> None:
    facts = "".join(f"fact number {number} {'x' * 60}\n" for number in range(3000))
    program("import", "--form", "text", "-", stdin=facts.encode())
    bash = shutil.which("bash")
    assert bash
    ended = subprocess.run(
        [bash, "-c", f'"{PROGRAM}" list | head -1; exit "${{PIPESTATUS[0]}}"'], capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout.count(b"\n"), ended.stderr) == (141, 1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_an_error_in_one_line(program: Program) -> None:
    program("remember", "L'Anna viu a Girona.")
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith(b"rebost: The output can't be written (")
    assert ended.stderr.count(b"\n") == 1


def test_closed_streams_are_empty_ones(program: Program) -> None:
    program("remember", "L'Anna viu a Girona.")
    bash = shutil.which("bash")
    assert bash
    command = f'"{PROGRAM}" recall anna <&- >&- && "{PROGRAM}" recall - <&-'
    ended = subprocess.run([bash, "-c", command], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert ended.stderr.startswith(b"Nothing: ")


def test_no_limit_is_too_large(program: Program) -> None:
    program("remember", "L'Anna viu a Girona.")
    assert program("list", "--limit", "9" * 20).stdout.count(b"\n") == 1


def test_an_interrupt_ends_with_130_and_without_a_traceback() -> None:
    # A shell that runs the tests in the background has them ignore interrupts, and that is inherited.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from rebost.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "remember", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdin is not None
        # More than a pipe holds: once it is taken, the program is in our code and waits for the rest.
        process.stdin.write(b"x" * 1_000_000)
        process.stdin.flush()
        for _ in range(10):
            process.send_signal(signal.SIGINT)
            # Python sees a signal that comes between two reads only at the next one: a person presses the keys again.
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
                break
        assert process.returncode == 130
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.communicate()


def test_colour_and_progress_are_for_terminals_only(program: Program) -> None:
    import pty

    program("remember", "L'Anna viu a Girona.")
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        here, there = pty.openpty()
        subprocess.run(
            [PROGRAM, "recall", "anna"], stdout=there, check=True, env={**os.environ, "TERM": "xterm", **variables}
        )
        os.close(there)
        assert (b"\x1b[" in os.read(here, 65_536)) is coloured
        os.close(here)


def test_bash_completes_commands_options_and_projects(program: Program, tmp_path: Path) -> None:
    program("remember", "-p", "casa nova", "La cuina és verda.")
    program("remember", "-p", "feina", "Els dimarts hi ha reunió.")
    bash = shutil.which("bash")
    assert bash

    def completions(*words: str) -> list[str]:
        script = (
            'source <(rebost completion bash)\nCOMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n'
            '_rebost_completion rebost\nprintf "%s\\n" "${COMPREPLY[@]}"'
        )
        path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
        ended = subprocess.run(
            [bash, "-c", script, "bash", *words], capture_output=True, check=True, env={**os.environ, "PATH": path}
        )
        return ended.stdout.decode().split("\n")[:-1]

    assert completions("rebost", "re") == ["remember", "recall", "restore", "review"]
    assert "--explain" in completions("rebost", "recall", "--e")
    assert completions("rebost", "recall", "--project", "fe") == ["feina"]
    assert completions("rebost", "config", "get", "endpoint_m") == ["endpoint_model"]


def test_vectors_are_made_by_the_command_that_stored_the_text(program: Program) -> None:
    model = {"REBOST_EMBEDDER": "auto"}
    for fact in ("L'Anna viu a Girona.", "En Pere té una moto."):
        program("remember", fact, **model)
    stats = json.loads(program("stats", "--json", **model).stdout)
    assert (stats["waiting"], sum(stats["vectors"].values())) == (0, 2)
