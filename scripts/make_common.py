"""Measure what all sentences share in the vectors of each built-in model, and write it beside the embedders.

Run it from the top of the repository after a model has changed:

    python scripts/make_common.py

The sentences and questions in `scripts/common/` are ours, about everyday life and work, a line each.
"""

from pathlib import Path

import numpy as np

from rebost.embedders.common import as_rows, file_name, find_common
from rebost.embedders.e5 import E5Embedder
from rebost.embedders.use import UseEmbedder

TEXTS = Path(__file__).parent / "common"
DATA = Path(__file__).parent.parent / "src" / "rebost" / "embedders" / "data"


def lines(kind: str) -> list[str]:
    return [
        line for path in sorted(TEXTS.glob(f"{kind}.*.txt")) for line in path.read_text("utf-8").splitlines() if line
    ]


def main() -> None:
    questions, sentences = lines("questions"), lines("sentences")
    DATA.mkdir(exist_ok=True)
    for embedder in (E5Embedder(), UseEmbedder()):
        common = find_common(embedder.embed_questions(questions), embedder.embed_records(sentences))
        backend = embedder.model_id.split(":")[0]
        for old in DATA.glob(f"{backend}_*.npy"):
            old.unlink()
        path = DATA / file_name(embedder.model_id)
        np.save(path, as_rows(common))
        print(f"{path.name}: {len(questions)} questions, {len(sentences)} sentences, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
