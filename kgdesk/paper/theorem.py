"""Theorem 1 of the paper as printed, compared with the error that it bounds.

For rows with |x| <= 1 it claims: with probability P_d(M), the expected distance E_y|w^n - w*| between the most probable
weights after n outcomes and the true ones is at most (C_min + lambda_min)/2. Here lambda_min and lambda_max are the
smallest and largest eigenvalues of the prior precision, C_min is the smallest one of
(1/n) sum s(w*.x) s(-w*.x) x x' over the n measured rows, and P_d(M) is the probability that a standard normal vector of
d entries has a norm of at most M = lambda_min^2 / (8 sqrt(lambda_max)). The paper assumes |x| <= 1 without loss of
generality: rows x/c go with weights c w, whose prior precision is lambda/c^2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.rehearsal.contest import draw_world, seed_sequence
from kgdesk.rehearsal.output_folder import csv_file
from kgdesk.rehearsal.scores import mean_and_error
from kgdesk.rehearsal.truths import Normal, chances, logistic_fit
from kgdesk.reports.html import element, table
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest, Player
    from kgdesk.rehearsal.scores import Board, Cell
    from kgdesk.reports.html import Markup
    from kgdesk.reports.text_format import TextFormat

    Array = NDArray[np.float64]

FILE = "theorem_1.csv"
HEADER = (
    "pool",
    "policy",
    "belief",
    "measurements",
    "n",
    "runs",
    "columns",
    "row_scale",
    "prior_precision",
    "radius",
    "probability",
    "c_min",
    "right_hand_side",
    "right_hand_side_error",
    "distance",
    "distance_error",
    "share_within",
)
#: Meaning of the table, and why the theorem guarantees nothing; tests compute the numbers stated here.
REMARKS = (
    phrase(
        "As the theorem assumes ‖x‖ ≤ 1, all rows of a pool are divided by the length of its longest row, or of the "
        "longest that is possible where each run draws its own pool. w, λ, the right-hand side and the measured "
        "distance are those of the divided rows. n counts the free examples."
    ),
    phrase(
        "The theorem assumes that w* is drawn from the prior. On the UCI pools it is not: it is drawn around the fit "
        "to the labels."
    ),
    phrase(
        "Theorem 1 guarantees nothing. First, as printed it is false. For one row x = 1, one outcome, λ = 0.1, "
        "m⁰ = w* = 0 the distance is 1.63 whatever the outcome; the right-hand side is 0.175. For ten rows, the unit "
        "vectors, one outcome each, λ = 1, m⁰ = w* = 0 the distance is 1.268; the right-hand side is 0.5125."
    ),
    phrase(
        "Second, it says nothing about learning. P_d(M) is the probability that ‖m⁰ − w*‖ ≤ λ/8, and the right-hand "
        "side is never below λ/2. So for the w* of which the theorem speaks, the prior mean, without any outcome, is "
        "at least four times nearer to w* than the theorem claims for wⁿ."
    ),
)


@dataclass(frozen=True)
class Sides:
    """Both sides of the theorem in one run.

    Parameters
    ----------
    c_min
        Smallest eigenvalue of the mean information matrix of an outcome.
    bound
        Right-hand side, (c_min + lambda)/2.
    distance
        |w^n - w*|.
    """

    c_min: float
    bound: float
    distance: float


def sides(X: Array, y: Array, true: Array, precision: float) -> Sides:
    """Compute both sides of the theorem for given outcomes under the prior N(0, I/lambda).

    Parameters
    ----------
    X
        Measured rows (n, d), one per outcome, each of norm <= 1.
    y
        Outcomes (n,), +1 or -1.
    true
        True weights w*, shape (d,).
    precision
        Prior precision lambda.
    """
    a = (X * true).sum(axis=1)
    information = (X * (chances(a) * chances(-a))[:, None]).T @ X / len(X)
    # Rounding makes the zero eigenvalue of a singular matrix slightly negative.
    c_min = max(float(np.linalg.eigvalsh(information)[0]), 0.0)
    distance = float(np.linalg.norm(logistic_fit(X, y, precision) - true))
    return Sides(c_min, 0.5 * (c_min + precision), distance)


def radius(precision: float) -> float:
    """Return M for the prior N(m, I/lambda): lambda^2 / (8 sqrt(lambda))."""
    return float(precision**1.5) / 8.0


@dataclass(frozen=True)
class TheoremCheck:
    """The theorem for one player on one pool.

    Parameters
    ----------
    contest, player
        Contest and player.
    measurements
        Number of measurements, without the free examples.
    outcomes
        n of the theorem for each run: measurements plus free examples.
    sides
        Both sides for each run.
    """

    contest: Contest
    player: Player
    measurements: int
    outcomes: tuple[int, ...]
    sides: tuple[Sides, ...]

    @property
    def n(self) -> float:
        """Mean n over the runs; a class that does not occur in a run has no free example."""
        return sum(self.outcomes) / len(self.outcomes)

    @property
    def scale(self) -> float:
        """Factor that the rows are divided by."""
        return row_scale(self.contest)

    @property
    def precision(self) -> float:
        """Prior precision of the weights of the scaled rows."""
        return float(self.contest.prior_precision[0]) / self.scale**2

    @property
    def radius(self) -> float:
        """M of the theorem."""
        return radius(self.precision)

    @property
    def ball_probability(self) -> float:
        """P_d(M) of the theorem."""
        return ball(self.contest.X.shape[1], self.radius)

    @property
    def c_min(self) -> Array:
        """C_min for each run, shape (runs,)."""
        return np.array([each.c_min for each in self.sides])

    @property
    def bound(self) -> Array:
        """Right-hand side for each run, shape (runs,)."""
        return np.array([each.bound for each in self.sides])

    @property
    def distance(self) -> Array:
        """Measured |w^n - w*| for each run, shape (runs,)."""
        return np.array([each.distance for each in self.sides])

    @property
    def within(self) -> float:
        """Share of the runs whose distance is at most the right-hand side."""
        return float((self.distance <= self.bound).mean())

    def row(self) -> tuple[Cell, ...]:
        """Return the row of the theorem's table."""
        player = self.player
        names = (self.contest.pool, player.policy, player.belief, self.measurements, self.n, len(self.sides))
        about = (self.contest.X.shape[1], self.scale, self.precision, self.radius, self.ball_probability)
        means = (float(self.c_min.mean()), *mean_and_error(self.bound), *mean_and_error(self.distance))
        return *names, *about, *means, self.within


def row_scale(contest: Contest) -> float:
    """Return the largest norm of the rows of a pool; where it is redrawn, the largest that a row can have."""
    if contest.redrawn is not None:
        return contest.redrawn.longest
    return float(np.linalg.norm(contest.X, axis=1).max())


def ball(d: int, radius: float) -> float:
    """Return the probability that a standard normal vector of d entries has norm at most `radius`.

    Power series of the regularised incomplete gamma function P(d/2, radius^2/2). All its terms are positive, so that it
    is accurate even for the smallest radii.
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


def evaluate_bound(board: Board) -> Iterator[TheoremCheck]:
    """Yield the check of the theorem on every pool, early and at the end, for kg/diagonal or, if missing, another."""
    entrants = [player.name for player in board.contests[0].players]
    knows = [name for name in entrants if name.startswith("kg/")]
    name = "kg/diagonal" if "kg/diagonal" in entrants else (knows or entrants)[0]
    p = entrants.index(name)
    for c, contest in enumerate(board.contests):
        runs = [r for r in board.results if r.contest == c]
        for n in sorted({max(contest.budget // 3, 1), contest.budget}):
            both = [_run(contest, r.seed, r.played.measured[p, :n]) for r in runs]
            yield TheoremCheck(
                contest, contest.players[p], n, tuple(k for k, _ in both), tuple(s for _, s in both)
            )


def _run(contest: Contest, seed: int, measured: NDArray[np.int64]) -> tuple[int, Sides]:
    """Return n and both sides of one run after the given measurements."""
    world = draw_world(contest, seed)
    stages = np.arange(1, measured.size + 1)
    y = np.concatenate([world.outcome[0, list(world.free)], world.outcome[stages, measured]])
    scale = row_scale(contest)
    X = contest.in_run(seed).X[[*world.free, *measured]] / scale
    precision = float(contest.prior_precision[0]) / scale**2
    return y.size, sides(X, y, scale * true_weights(contest, seed), precision)


def true_weights(contest: Contest, seed: int) -> Array:
    """Return the true weights (d,) of the run with this seed.

    Raises
    ------
    BadInput
        The truth of the contest is not a logistic model of the rows.
    """
    if not isinstance(contest.truth, Normal):
        raise BadInput(phrase("The simulated truths of {pool} have no weights.", pool=contest.pool))
    return contest.truth.weights(np.random.default_rng(seed_sequence(seed, contest.pool, 0)))


def csv_table(bounds: Sequence[TheoremCheck]) -> bytes:
    """Return the theorem's table, the content of `FILE`."""
    return csv_file(HEADER, (one.row() for one in bounds))


def section(bounds: Sequence[TheoremCheck], speech: TextFormat) -> list[Markup]:
    """Return the part of the result page about the theorem: heading, table and remarks.

    Parameters
    ----------
    bounds
        At least one, all of one player.
    speech
        Language of the page.
    """
    fixed, number = speech.fixed, speech.number
    rows = [
        [
            one.contest.pool,
            number(one.measurements),
            number(one.n),
            number(one.contest.X.shape[1]),
            fixed(one.scale, 2),
            f"{one.precision:.1e}",
            f"{one.radius:.1e}",
            f"{one.ball_probability:.1e}",
            f"{float(one.c_min.mean()):.1e}",
            f"{float(one.bound.mean()):.1e}",
            fixed(float(one.distance.mean()), 2),
            f"{fixed(100 * one.within, 0)} %",
        ]
        for one in bounds
    ]
    signs = ("λ", "M = λ^(3/2)/8", "P_d(M)", "C_min", "(C_min + λ)/2")
    head = [phrase("pool"), phrase("measurements"), "n", "d", phrase("rows divided by"), *signs]
    head += [phrase("measured ‖wⁿ − w*‖"), phrase("runs within")]
    caption = phrase("The bound as printed and what was measured, {player}", player=bounds[0].player.name)
    return [
        element("h2", speech.translate(phrase("Theorem 1"))),
        table([speech.translate(cell) for cell in head], rows, caption=speech.translate(caption)),
        *(element("p", speech.translate(remark)) for remark in REMARKS),
    ]
