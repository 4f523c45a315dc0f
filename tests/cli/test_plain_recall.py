"""A question without options takes a way of its own through the program; nobody may see that."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from cli.conftest import Rebost

Program = Callable[..., "subprocess.CompletedProcess[bytes]"]

WITHOUT_CLICK = """
import sys
from rebost.cli import main
sys.argv = ["rebost", "recall", "on", "viu", "l'Anna?"]
try:
    main()
finally:
    assert "click" not in sys.modules
"""


@pytest.mark.parametrize("question", ["on viu l'Anna?", "de quin color és el cel?", "", "recall"])
def test_a_question_is_answered_alike_with_and_without_options(rebost: Rebost, program: Program, question: str) -> None:
    rebost("remember", "L'Anna viu a Girona.")
    plain, optional = program("recall", question), program("recall", "--", question)
    assert (plain.returncode, plain.stdout, plain.stderr) == (optional.returncode, optional.stdout, optional.stderr)


def test_a_question_to_no_base_fails_alike_with_and_without_options(program: Program) -> None:
    plain, optional = program("recall", "on?"), program("recall", "--", "on?")
    assert plain.returncode == optional.returncode == 1
    assert plain.stderr == optional.stderr
    assert plain.stderr.startswith(b"rebost: There is no base at ")


def test_a_question_without_options_loads_no_reader_of_options(rebost: Rebost) -> None:
    rebost("remember", "L'Anna viu a Girona.")
    done = subprocess.run([sys.executable, "-c", WITHOUT_CLICK], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"Girona" in done.stdout
