"""A question without options takes a way of its own through the program; nobody may see that."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from cli.conftest import Rebost

Program = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.mark.parametrize("question", ["on viu l'Anna?", "de quin color és el cel?", "", "recall"])
def test_a_question_is_answered_alike_with_and_without_options(rebost: Rebost, program: Program, question: str) -> None:
    rebost("remember", "L'Anna viu a Girona.")
    plain, optional = program("recall", question), program("recall", "--", question)
    assert plain.returncode == 0
    assert optional.returncode == 0
    assert (plain.stdout, plain.stderr) == (optional.stdout, optional.stderr)


def test_a_question_to_no_base_fails_alike_with_and_without_options(program: Program) -> None:
    plain, optional = program("recall", "on?"), program("recall", "--", "on?")
    assert plain.returncode == optional.returncode == 1
    assert plain.stderr == optional.stderr
    assert plain.stderr.startswith(b"rebost: There is no base at ")


def test_a_question_without_options_loads_no_reader_of_options(rebost: Rebost) -> None:
    rebost("remember", "L'Anna viu a Girona.")
    program = "from rebost.cli import main; main()"
    command = [sys.executable, "-X", "importtime", "-c", program, "recall", "on viu l'Anna?"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert b"Girona" in done.stdout
    loaded = {line.rpartition(b"|")[2].strip() for line in done.stderr.splitlines()}
    assert b"rebost.cli.asking" in loaded
    assert b"click" not in loaded
