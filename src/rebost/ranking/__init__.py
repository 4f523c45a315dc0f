"""Terms, statistics and cosines in; a ranking with its reasons out. Pure: no input or output, clock or randomness."""

from rebost.ranking.classic import Ranked, Ranking, Scores, rank
from rebost.ranking.default import Ranking as DefaultRanking
from rebost.ranking.descriptions import DESCRIPTIONS
from rebost.ranking.evidence import Caution
from rebost.ranking.explanation import describe, recompute
from rebost.ranking.index import Index, Postings, Rows, Similarities, look_up
from rebost.ranking.parameters import Parameters
from rebost.ranking.selection import Standing, Standings
from rebost.ranking.silence import why, why_unanswered
from rebost.ranking.standout import Signal

__all__ = [
    "DESCRIPTIONS",
    "Caution",
    "DefaultRanking",
    "Index",
    "Parameters",
    "Postings",
    "Ranked",
    "Ranking",
    "Rows",
    "Scores",
    "Signal",
    "Similarities",
    "Standing",
    "Standings",
    "describe",
    "look_up",
    "rank",
    "recompute",
    "why",
    "why_unanswered",
]
