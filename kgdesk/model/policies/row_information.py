"""The value of knowing w.x of one row for certain: no number of runs of that row is worth more.

An expectation over one normal number (Frazier and Powell, Decision Analysis 7, 2010). It is smaller than the value of
perfect information, of knowing all weights, which `kgdesk.model.perfect_information` computes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.logodds import expit
from kgdesk.model.outlook import best_row

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.situation import Situation

    Array = NDArray[np.float64]

#: So many rows could become the best, as far as the bound looks.
_LEADERS = 64
#: So many rows are bounded: those whose knowledge moves the leaders apart most.
_SCREENED = 4_000


def row_information(seen: Situation, rows: NDArray[np.int64], in_stock: NDArray[np.bool_]) -> Array:
    """Return the value of knowing w.x of each row for certain, of that row alone, (len(rows),) in 0..1.

    Given w.x, the score of every candidate k is a straight line in one standard normal z: with t = x'S x_k it is
    (mu_k + z t / sqrt(s2_x)) / sqrt(1 + pi/8 (s2_k - t^2 / s2_x)). The value is the mean of the probability at the
    highest line less that of the present best, by 31 Gauss-Hermite nodes over the 64 rows that are most likely to
    become the best. Rows that are not among the 4,000 that matter most have 0.
    """
    mu, s2 = seen.moments
    now, _ = best_row(seen.belief, seen.X, in_stock)
    at = np.flatnonzero(in_stock)
    hope = (mu[at] + 2.0 * np.sqrt(s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * s2[at])
    leaders = np.unique(np.append(at[np.argsort(-hope, kind="stable")[:_LEADERS]], now))
    T = np.einsum("uj,lj->ul", seen.X[rows], np.einsum("jk,lk->lj", seen.covariance, seen.X[leaders]))
    slope = T / np.sqrt(np.maximum(s2[rows], 1e-300))[:, None]
    span = slope.max(axis=1) - slope.min(axis=1)
    wanted = np.argsort(-span, kind="stable")[:_SCREENED]
    value = np.zeros(len(rows))
    own = int(np.flatnonzero(leaders == now)[0])
    nodes, weights = np.polynomial.hermite_e.hermegauss(31)
    weights = weights / weights.sum()
    for part in np.array_split(wanted, max(1, len(wanted) // 128)):
        steps = slope[part]
        spread = np.sqrt(1.0 + np.pi / 8.0 * np.maximum(s2[leaders] - steps**2, 0.0))
        lines = (mu[leaders][:, None] + steps[:, :, None] * nodes) / spread[:, :, None]
        value[part] = (expit(lines.max(axis=1)) - expit(lines[:, own])) @ weights
    return value
