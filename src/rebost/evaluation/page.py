"""evaluation/RESULTS.md, made from results and from nothing else."""

from __future__ import annotations

from rebost.evaluation.results import Results
from rebost.evaluation.tables import markdown, tables

_INTRODUCTION = """# Results

Made by `evaluation/run.py`; don't edit it by hand. The measures are defined in [docs/evaluation.md](../docs/evaluation.md),
the bases and the types of questions in [evaluation/personal](personal/README.md).

`default` is the method of recall, `classic` the published one; `default-words` and `classic-words` are the same without vectors. The numbers
of `default` were fitted on the six personal bases (ca-dev to mix-dev), so its figures on them flatter it: those by cross-validation are in
[FITTING.md](FITTING.md). Those called -own were written by a language model for this project: they taught how a question's vector is turned
towards its answers, and nothing else. Nothing was fitted on the public sets.
Beside them stands what most memory servers
do, always the best eight: `fts5`, SQLite's FTS5 with its own tokenizer and bm25; `vectors`, the cosine of the whole
record; `rrf`, reciprocal rank fusion of these two. A dash means that there is no question to make a figure of.
In rows called `mean` and in the means by type every base weighs the same.

"""
_LEAVE_OUT = """Questions on public sets, asked of the whole base (`hit`), then with the paragraph that answers taken out, then with the
whole article taken out: nothing should come back. The last columns say what the deciding value of the method could do, were
its threshold set to answer 95 % of the questions on the whole base.

"""


def page(results: Results) -> str:
    """The page, the same for the same results."""
    parts = [_INTRODUCTION, _conditions(results)]
    for table in tables(results):
        note = _LEAVE_OUT if table.title.startswith("The answer taken out") else ""
        parts.append(f"\n## {table.title}\n\n{note}{markdown(table)}")
    return "".join(parts)


def _conditions(results: Results) -> str:
    models = sorted({run.model for run in results.runs if run.model is not None})
    sets = {run.set_name: run for run in results.runs}
    lines = [
        f"- Vectors: {', '.join(f'`{model}`' for model in models) or 'none'}",
        "- Versions: " + ", ".join(f"{name} {number}" for name, number in results.versions.items()),
        "- Sets, with the fingerprint of their content: "
        + ", ".join(f"{name} ({run.records} records, `{run.fingerprint}`)" for name, run in sets.items()),
    ]
    return "".join(f"{line}\n" for line in lines)
