"""The figures of an evaluation, to keep, to compare and to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rebost.errors import FormatError
from rebost.evaluation.leaving_out import LeaveOut
from rebost.evaluation.measures import Breakdown, Measures, Outcome, as_dict

SCHEMA = 1
"""Version of what `Results.to_json` gives; it grows when a field changes its meaning or goes."""


@dataclass(frozen=True, slots=True)
class Run:
    """One method on one evaluation set."""

    set_name: str
    fingerprint: str
    """Of the set's content: figures of two fingerprints can't be compared."""
    records: int
    method: str
    model: str | None
    """`model_id` of the vectors that took part; None when only words counted."""
    figures: Breakdown
    leave_out: LeaveOut | None = None
    outcomes: tuple[Outcome, ...] = field(default=(), compare=False, repr=False)
    """Question by question; not part of what is kept."""


@dataclass(frozen=True, slots=True)
class Results:
    """All runs of an evaluation, in the order of the sets and, within a set, of the methods."""

    runs: tuple[Run, ...]
    versions: Mapping[str, str]
    """Of what the figures depend on, by name."""

    @property
    def set_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(run.set_name for run in self.runs))

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(run.method for run in self.runs))

    def of(self, set_name: str, method: str) -> Run | None:
        """The run of this method on this set, if there was one."""
        return next((run for run in self.runs if (run.set_name, run.method) == (set_name, method)), None)

    def to_json(self) -> dict[str, Any]:
        """What `json.dumps` takes, and `from_json` gives back; figures are rounded to four decimals."""
        return {
            "schema": SCHEMA,
            "versions": dict(self.versions),
            "runs": [
                {
                    "set": run.set_name,
                    "fingerprint": run.fingerprint,
                    "records": run.records,
                    "method": run.method,
                    "model": run.model,
                    "all": _rounded(as_dict(run.figures.all)),
                    "by_type": _grouped_json(run.figures.by_type),
                    "by_language": _grouped_json(run.figures.by_language),
                    "by_style": _grouped_json(run.figures.by_style),
                    "leave_out": None if run.leave_out is None else _rounded(asdict(run.leave_out)),
                }
                for run in self.runs
            ],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Results:
        """The results that `to_json` gave.

        Raises:
            FormatError: the content has another schema.
        """
        if content.get("schema") != SCHEMA:
            raise FormatError(
                f"These results have schema {content.get('schema')!r} and not {SCHEMA}. Run the evaluation again."
            )
        return cls(tuple(_run(run) for run in content["runs"]), content["versions"])


def _run(content: Mapping[str, Any]) -> Run:
    figures = Breakdown(
        Measures(**content["all"]),
        *(
            {name: Measures(**part) for name, part in content[key].items()}
            for key in ("by_type", "by_language", "by_style")
        ),
    )
    leave_out = content["leave_out"]
    return Run(
        set_name=content["set"],
        fingerprint=content["fingerprint"],
        records=content["records"],
        method=content["method"],
        model=content["model"],
        figures=figures,
        leave_out=None if leave_out is None else LeaveOut(**leave_out),
    )


def _grouped_json(groups: Mapping[str, Measures]) -> dict[str, dict[str, Any]]:
    return {name: _rounded(as_dict(part)) for name, part in groups.items()}


def _rounded(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in figures.items()}
