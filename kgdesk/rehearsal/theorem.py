"""Theorem 1 of the paper as printed, beside the error that it speaks of.

It says: with probability P_d(M) the expected distance E|w^n - w*| between the most probable weights after n outcomes
and the true ones is at most (C_min + lambda)/2. lambda is the prior precision, M = lambda^(3/2)/8, P_d(M) the
probability that a standard normal vector of d entries is at most M long, and C_min the smallest eigenvalue of
sum s(w*.x) s(-w*.x) x x' over the measured rows. The right-hand side is written as its authors' papers are remembered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import phrase
from kgdesk.rehearsal.contest import draw_world, true_weights
from kgdesk.rehearsal.scores import mean_and_error
from kgdesk.rehearsal.truths import chances, logistic_fit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.players import Player
    from kgdesk.rehearsal.scores import Board, Cell

    Array = NDArray[np.float64]

FILE = "theorem_1.csv"
HEADER = (
    "pool",
    "policy",
    "belief",
    "n",
    "runs",
    "columns",
    "prior_precision",
    "radius",
    "probability",
    "right_hand_side",
    "right_hand_side_error",
    "distance",
    "distance_error",
    "share_within",
)
REMARK = phrase(
    "The bound of Theorem 1 is computed as printed and is no guarantee: it is said to hold with the probability that "
    "stands beside it, which is next to nothing, and its right-hand side grows with information. The form of the "
    "right-hand side, (C_min + λ)/2, is given from memory of the authors' papers."
)


@dataclass(frozen=True)
class Bounded:
    """The theorem for one player on one pool after n measurements.

    Parameters
    ----------
    contest, player, n
        Whose; free examples count as outcomes beside the n.
    bound, distance
        (runs,) right-hand side and |w^n - w*| of each run.
    """

    contest: Contest
    player: Player
    n: int
    bound: Array
    distance: Array

    @property
    def precision(self) -> float:
        """The prior precision of the weights."""
        return float(self.contest.prior_precision[0])

    @property
    def radius(self) -> float:
        """M = lambda^(3/2)/8."""
        return float(self.precision**1.5) / 8.0

    @property
    def probability(self) -> float:
        """P_d(M)."""
        return ball(self.contest.X.shape[1], self.radius)

    def row(self) -> tuple[Cell, ...]:
        """Return the row of the table."""
        names = (self.contest.pool, self.player.policy, self.player.belief, self.n, self.bound.size)
        about = (self.contest.X.shape[1], self.precision, self.radius, self.probability)
        within = float((self.distance <= self.bound).mean())
        return *names, *about, *mean_and_error(self.bound), *mean_and_error(self.distance), within


def ball(d: int, radius: float) -> float:
    """Return the probability that a standard normal vector of d entries is at most `radius` long.

    The series of the incomplete gamma function P(d/2, radius^2/2): all terms positive, right for the smallest radii.
    """
    a, x = 0.5 * d, 0.5 * radius * radius
    if x <= 0.0:
        return 0.0
    if x > a + 50.0 + 10.0 * math.sqrt(a):
        return 1.0
    term = math.exp(a * math.log(x) - x - math.lgamma(a + 1.0))
    total, k = term, 1
    while term > 1e-17 * total:
        term *= x / (a + k)
        total += term
        k += 1
    return min(total, 1.0)


def found(board: Board) -> Iterator[Bounded]:
    """Yield the theorem for one player on every pool, early and at the end: the paper's policy if it takes part."""
    seats = [player.name for player in board.contests[0].players]
    knows = [name for name in seats if name.startswith("kg/")]
    name = "kg/diagonal" if "kg/diagonal" in seats else (knows or seats)[0]
    p = seats.index(name)
    for c, contest in enumerate(board.contests):
        runs = [r for r in board.results if r.contest == c]
        for n in sorted({max(contest.budget // 3, 1), contest.budget}):
            pairs = np.array([_both(contest, r.seed, r.played.measured[p, :n]) for r in runs])
            yield Bounded(contest, contest.players[p], n, pairs[:, 0], pairs[:, 1])


def _both(contest: Contest, seed: int, measured: NDArray[np.int64]) -> tuple[float, float]:
    """Return right-hand side and distance of one run after these measurements."""
    world = draw_world(contest, seed)
    stages = np.arange(1, measured.size + 1)
    y = np.concatenate([world.outcome[0, list(world.free)], world.outcome[stages, measured]])
    X = contest.X[[*world.free, *measured]]
    precision = float(contest.prior_precision[0])
    true = true_weights(contest, seed)
    a = (X * true).sum(axis=1)
    information = (X * (chances(a) * chances(-a))[:, None]).T @ X
    smallest = max(float(np.linalg.eigvalsh(information)[0]), 0.0)
    distance = float(np.linalg.norm(logistic_fit(X, y, precision) - true))
    return 0.5 * (smallest + precision), distance
