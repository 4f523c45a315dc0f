from __future__ import annotations

import runpy
from pathlib import Path

from rebost.analysis import analyze, thesaurus
from rebost.analysis.thesaurus import concepts, name_of


def names(text: str, language: str) -> dict[str, set[str]]:
    """Word of the text -> names of its concepts."""
    tokens = analyze(text, language)
    found = zip(tokens, concepts(tokens, language), strict=True)
    return {token.surface: {name_of(concept) for concept in held} for token, held in found}


def test_the_table_is_what_its_sources_compile_to() -> None:
    script = Path(__file__).parents[2] / "scripts" / "make_thesaurus.py"
    table = Path(thesaurus.__file__).parent / "data" / "thesaurus.txt"
    made = runpy.run_path(str(script))["table"]()
    assert table.read_bytes() == made.encode(), "run scripts/make_thesaurus.py"
