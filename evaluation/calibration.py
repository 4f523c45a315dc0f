"""How sure an evidence makes. Used by `fit.py`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def calibrate(evidence: Sequence[float], right: Sequence[bool], *, rising: bool) -> list[list[float]]:
    """Points (evidence, probability) of a monotone calibration: bins of equal size, neighbours pooled until they are in order.

    Pool adjacent violators (Ayer et al., 1955) over a dozen bins, each counted with one right and one wrong answer more.
    """
    order = np.argsort(evidence, kind="stable")
    bins = [
        [float(np.mean([evidence[i] for i in part])), float(sum(right[i] for i in part) + 1), float(len(part) + 2)]
        for part in np.array_split(order, min(12, max(1, len(order) // 20)))
        if len(part)
    ]
    pooled: list[list[float]] = []
    for one in bins:
        pooled.append(one)
        while len(pooled) > 1 and (pooled[-2][1] / pooled[-2][2] > pooled[-1][1] / pooled[-1][2]) == rising:
            (e1, r1, n1), (e2, r2, n2) = pooled[-2:]
            pooled[-2:] = [[(e1 * n1 + e2 * n2) / (n1 + n2), r1 + r2, n1 + n2]]
    return [[round(e, 4), round(r / n, 4)] for e, r, n in pooled]
