"""The fitted numbers of the default method, and what the vectors of a model have in common: read once, when first needed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rebost import ranking
from rebost.ranking.evidence import Model, read

if TYPE_CHECKING:
    from rebost.embedders.common import Common

WORDS = "words"
"""The numbers for an answer that no vector takes part in."""
_OTHER_MODELS = "e5"
"""Whose numbers serve for a model that none were fitted for: they rest on deviations, which all models have alike."""

# Not through importlib.resources, which loads tempfile and zipfile: 10 ms.
_DATA = Path(ranking.__file__).parent / "data" / "evidence.json"


@cache
def _models() -> dict[str, Model]:
    return read(json.loads(_DATA.read_text("utf-8")))


def model_of(model_id: str | None) -> Model:
    """The numbers for the vectors of this model, or for words alone."""
    if model_id is None:
        return _models()[WORDS]
    return _models().get(model_id.partition(":")[0], _models()[_OTHER_MODELS])


@cache
def common(model_id: str) -> Common | None:
    """What the vectors of this model have in common; None where it was never measured."""
    from rebost.embedders.common import load_common

    return load_common(model_id)
