"""Knowledge gradient of several simultaneous runs of one row (the basis of KG(*)).

All outcomes at one row x move the mean along one direction, S x, so that a few numbers per row describe the belief
after them: no belief objects are built, and all rows are updated together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import usable, writable
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.log_odds import expit, kappa_score
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief

    Array = NDArray[np.float64]
    State = tuple[Array, Array]


def repeated_runs_gain(belief: Belief, X: Array, run: Array, counts: Sequence[int]) -> Array:
    """Compute the expected gain in the best predicted probability by n runs at once, (len(counts), R) in 0..1.

    Under the moments belief, k successes of n runs are one binomial likelihood, moment-matched in one step. The paper's
    two beliefs are updated sequentially. The probability of k successes follows the chain rule over all orders; the
    update, which depends a little on the order, is that of successes first. A mixture averages the gains of its models,
    each with the maxima of that model, as its knowledge gradient does. O(R U sum(counts)), times d for the diagonal
    belief.

    Parameters
    ----------
    belief
        Present belief.
    X
        (U, d) rows among which the best is chosen.
    run
        (R, d) rows that are run, in `X` or not.
    counts
        Numbers of runs n, at least 1, ascending.

    Raises
    ------
    BadInput
        Unknown belief.
    """
    if isinstance(belief, AverageBelief):
        return _of_average(belief, X, run, counts)
    if isinstance(belief, MomentBelief):
        return _of_moments(belief, X, run, counts)
    if isinstance(belief, FullBelief):
        return _in_order(_Correlated(belief, X, run, exact=False), counts)
    if isinstance(belief, DiagonalBelief):
        return _in_order(_Independent(belief, X, run), counts)
    raise BadInput(phrase("“{kind}” is not a belief that kgdesk knows.", kind=type(belief).__name__))


def _of_average(belief: AverageBelief, X: Array, run: Array, counts: Sequence[int]) -> Array:
    total = np.zeros((len(counts), len(run)))
    # All runs of a row share its deviation, so it has to be one of the weights.
    wide = belief.with_deviations_of(run)
    (pool, own), (runs, _) = wide.rows_of_members(X), wide.rows_of_members(run)
    for part, (rows, shift), (x, moved), apart in zip(wide.components, pool, runs, own, strict=True):
        more = shift, moved, apart
        if isinstance(part.belief, MomentBelief):
            total += part.weight * _of_moments(part.belief, rows, x, counts, more)
        else:
            correlated = _Correlated(cast("FullBelief", part.belief), rows, x, exact=False, more=more)
            total += part.weight * _in_order(correlated, counts)
    return total


def _of_moments(
    belief: MomentBelief,
    X: Array,
    run: Array,
    counts: Sequence[int],
    more: tuple[Array, Array, Array] | None = None,
) -> Array:
    belief_along = _Correlated(belief, X, run, exact=True, more=more)
    chance, g, f = kernels.count_steps(
        belief_along.run_mu, belief_along.run_s2, np.array(counts, dtype=np.int64)
    )
    expected = chance * belief_along.best_probability(list(zip(g, f, strict=True)))
    return np.add.reduceat(expected, np.cumsum([0, *(n + 1 for n in counts[:-1])])) - belief_along.now


class _AlongRows(Protocol):
    """A belief along the direction of each row that is run; a state is the effect of the same outcomes at each row."""

    now: float

    def start(self) -> State:
        """Return the state before any outcome."""

    def moments_of_run(self, state: State) -> tuple[Array, Array]:
        """Return mean and variance (R,) of w.x of each row that is run."""

    def after(self, state: State, y: int) -> State:
        """Return the state after one more outcome y, +1 or -1, of each row (Algorithm 1 of the paper)."""

    def best_probability(self, states: Sequence[State]) -> Array:
        """Return the largest predicted probability over the pool after the outcomes of each state, (len(states), R)."""


def _in_order(belief_along: _AlongRows, counts: Sequence[int]) -> Array:
    """Compute `repeated_runs_gain` of a belief with sequential updates.

    After n runs state k has k successes, and its weight (R,) is the probability of k successes in any order.
    """
    states = [belief_along.start()]
    weights = [np.ones_like(belief_along.moments_of_run(states[0])[0])]
    gains = []
    for n in range(1, counts[-1] + 1):
        chances = [expit(kappa_score(*belief_along.moments_of_run(state))) for state in states]
        up = [weight * chance for weight, chance in zip(weights, chances, strict=True)]
        down = [weight * (1.0 - chance) for weight, chance in zip(weights, chances, strict=True)]
        weights = [down[0], *(u + d for u, d in zip(up[:-1], down[1:], strict=True)), up[-1]]
        states = [*(belief_along.after(state, -1) for state in states), belief_along.after(states[-1], 1)]
        if n in counts:
            gains.append(
                (np.array(weights) * belief_along.best_probability(states)).sum(axis=0) - belief_along.now
            )
    return np.array(gains)


class _Correlated:
    """Full belief in the directions of some rows.

    A state is (g, f), (R,) each: with the present S the mean has moved by g S x, the covariance has lost f S x x' S.
    `more` is what is added to the means (U,) of the pool and (R,) of the runs, and what deviations that are no weights
    add to the variances (U,) of the pool; None: nothing.
    """

    def __init__(
        self,
        belief: FullBelief | MomentBelief,
        X: Array,
        run: Array,
        *,
        exact: bool,
        more: tuple[Array, Array, Array] | None = None,
    ) -> None:
        self._mu, self._s2 = belief.moments(X)
        self.run_mu, self.run_s2 = belief.moments(run)
        if more is not None:
            self._mu, self.run_mu, self._s2 = self._mu + more[0], self.run_mu + more[1], self._s2 + more[2]
        self._X, self._exact = writable(usable(X, phrase("The design matrix"), (None, None))), exact
        self._rows = np.ascontiguousarray(np.einsum("jk,rk->rj", belief.covariance, run))
        nothing = np.zeros((1, 1))
        self.now = float(self._best_after(np.zeros((1, len(belief.mean))), nothing, nothing)[0, 0])

    def start(self) -> State:
        return np.zeros_like(self.run_mu), np.zeros_like(self.run_mu)

    def moments_of_run(self, state: State) -> tuple[Array, Array]:
        g, f = state
        s2 = self.run_s2
        return self.run_mu + g * s2, np.maximum(s2 - f * s2 * s2, 0.0)

    def after(self, state: State, y: int) -> State:
        g, f = state
        mu, s2 = self.moments_of_run(state)
        step, curvature = _laplace(mu, s2, y)
        left = 1.0 - f * self.run_s2
        return g + step * left, f + curvature / (1.0 + curvature * s2) * left * left

    def best_probability(self, states: Sequence[State]) -> Array:
        g, f = zip(*states, strict=True)
        return self._best_after(self._rows, np.array(g), np.array(f))

    def _best_after(self, rows: Array, g: Array, f: Array) -> Array:
        best = kernels.best_after_counts(self._X, self._mu, self._s2, rows, g, f, self._exact)
        return cast("Array", best)


class _Independent:
    """Diagonal belief in the directions of some rows.

    A state is (m, c), (R, d) and (R,): the mean, and the sum of all curvatures, so that column j has the precision
    q_j + c x_j^2.
    """

    def __init__(self, belief: DiagonalBelief, X: Array, run: Array) -> None:
        self._mean, self._q = belief.mean, belief.precision
        self._X, self._x = writable(usable(X, phrase("The design matrix"), (None, None))), run
        self._mu, _ = belief.moments(X)
        self.now = float(self._best_after(np.zeros((1, 1, self._q.size)), 1.0 / self._q[None, None])[0, 0])

    def start(self) -> State:
        return np.tile(self._mean, (len(self._x), 1)), np.zeros(len(self._x))

    def moments_of_run(self, state: State) -> tuple[Array, Array]:
        mean = np.einsum("rj,rj->r", state[0], self._x)
        return mean, np.einsum("rj,rj->r", self._x * self._x, self._variance(state[1]))

    def after(self, state: State, y: int) -> State:
        mean, c = state
        step, curvature = _laplace(*self.moments_of_run(state), y)
        return mean + step[:, None] * self._x * self._variance(c), c + curvature

    def best_probability(self, states: Sequence[State]) -> Array:
        moved = np.array([m - self._mean for m, _ in states])
        return self._best_after(moved, np.array([self._variance(c) for _, c in states]))

    def _best_after(self, moved: Array, variance: Array) -> Array:
        spreads = math.pi / 8.0 * variance
        return cast("Array", kernels.best_after_steps(self._X, self._mu, moved, spreads))

    def _variance(self, c: Array) -> Array:
        """Return the variance (R, d) of each weight."""
        return 1.0 / (self._q + c[:, None] * self._x * self._x)


def _laplace(mu: Array, s2: Array, y: int) -> tuple[Array, Array]:
    """Compute the Laplace step of one outcome y: mean step y p and curvature s(u) s(-u), (R,) each."""
    return cast("tuple[Array, Array]", kernels.laplace_steps_of(mu, s2, float(y)))
