"""Measuring how good the answers are, and comparing methods."""

from rebost.evaluation.datasets import EvaluationSet, LeaveOutCase, Query, crossed, load, load_all
from rebost.evaluation.measures import Breakdown, Measures, Outcome, measure
from rebost.evaluation.preparing import DEFAULT_METHODS, METHODS
from rebost.evaluation.results import Results, Run
from rebost.evaluation.running import Progress, evaluate
from rebost.evaluation.tables import render

__all__ = [
    "DEFAULT_METHODS",
    "METHODS",
    "Breakdown",
    "EvaluationSet",
    "LeaveOutCase",
    "Measures",
    "Outcome",
    "Progress",
    "Query",
    "Results",
    "Run",
    "crossed",
    "evaluate",
    "load",
    "load_all",
    "measure",
    "render",
]
