"""Vectors kept, because making them is most of what an evaluation takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from rebost.embedders.embedder import Embedder, Vectors


class CachedEmbedder:
    """An embedder that makes the vector of a text only once, so that methods compared in one run don't pay twice."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._questions: dict[str, Vectors] = {}
        self._records: dict[str, Vectors] = {}

    @property
    def model_id(self) -> str:
        return self._embedder.model_id

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        return self._known(self._questions, texts, self._embedder.embed_questions)

    def embed_records(self, texts: Sequence[str]) -> Vectors:
        return self._known(self._records, texts, self._embedder.embed_records)

    def save(self, path: Path) -> None:
        """Keep the vectors in a file, for another run."""
        path.parent.mkdir(parents=True, exist_ok=True)
        names = json.dumps({"model": self.model_id, "questions": [*self._questions], "records": [*self._records]})
        unfinished = path.with_suffix(".part.npz")
        np.savez(
            unfinished,
            names=np.frombuffer(names.encode(), dtype=np.uint8),
            questions=self.embed_questions([*self._questions]),
            records=self.embed_records([*self._records]),
        )
        unfinished.replace(path)

    def load(self, path: Path) -> bool:
        """Take up the vectors in a file that `save` made; False when it isn't there, isn't whole or is another model's."""
        try:
            with path.open("rb") as file, np.load(file) as content:
                names = json.loads(content["names"].tobytes())
                if names["model"] != self.model_id:
                    return False
                questions, records = content["questions"], content["records"]
        except (OSError, ValueError, KeyError, BadZipFile):
            return False
        self._questions.update(zip(names["questions"], questions, strict=True))
        self._records.update(zip(names["records"], records, strict=True))
        return True

    def _known(
        self, known: dict[str, Vectors], texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]
    ) -> Vectors:
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known.update(zip(missing, embed(missing), strict=True))
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([known[text] for text in texts])
