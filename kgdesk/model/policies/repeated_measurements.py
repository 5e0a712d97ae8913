"""Knowledge gradient of several simultaneous runs of one row (the basis of KG(*)), and effects of one on all others.

All outcomes at one row x move the belief along one direction S x, so that its state after them is a few numbers per
row: no belief objects are built, and all rows are updated together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput, phrase
from kgdesk.model.beliefs.arrays import expit, kappa_score
from kgdesk.model.beliefs.average import AverageBelief
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief

    Array = NDArray[np.float64]
    State = tuple[Array, Array]

# Squared scores within this share of the largest are ties, broken by the exact probability, as in the sweep.
_TIE = 2e-9


def repeated_runs_gain(belief: Belief, X: Array, run: Array, counts: Sequence[int]) -> Array:
    """Compute the expected gain in the best predicted probability by n runs at once, (len(counts), R) in 0..1.

    For moments, k successes of n are one binomial likelihood, moment-matched in one step. The paper's two beliefs are
    updated sequentially, successes first; the probability of k follows the chain rule over all orders, but the update,
    which depends a little on the order, uses that one order. An average of models averages the gains of its models,
    each with its own maxima, as its knowledge gradient does. O(R U sum(counts)), times d for the diagonal belief.

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


def outcome_effects(belief: Belief, X: Array, run: Array) -> tuple[Array, Array]:
    """Compute the effect of one outcome of each row that is run on all others.

    Parameters
    ----------
    belief
        Present belief.
    X
        (U, d) rows that are predicted.
    run
        (R, d) rows that are run, in `X` or not.

    Returns
    -------
    chance
        (R,) probability of success of each row that is run.
    effect
        (R, U) predicted probability of each row of `X` after a success, less that after a failure; by the kappa form.

    Raises
    ------
    BadInput
        Unknown belief.
    """
    parts = (
        [(c.weight, c.belief, c.of(X), c.of(run)) for c in belief.components]
        if isinstance(belief, AverageBelief)
        else [(1.0, belief, X, run)]
    )
    success, failure = (np.zeros((len(run), len(X))) for _ in range(2))
    chance = np.zeros(len(run))
    for weight, own, rows, runs in parts:
        place, states = _after_either(own, rows, runs)
        up, down = (expit(kappa_score(*view)) for view in place.views(states))
        likelihood = weight * np.clip(own.predict(runs), 0.0, 1.0)
        chance += likelihood
        success += likelihood[:, None] * up
        failure += (weight - likelihood)[:, None] * down
    either = np.clip(chance, 1e-300, None)[:, None], np.clip(1.0 - chance, 1e-300, None)[:, None]
    return chance, np.clip(success / either[0], 0.0, 1.0) - np.clip(failure / either[1], 0.0, 1.0)


def _after_either(belief: Belief, X: Array, run: Array) -> tuple[_Place, list[State]]:
    """Return a normal belief in the directions of some rows, and its states after a success and after a failure."""
    if isinstance(belief, MomentBelief):
        own = _Correlated(belief, X, run, exact=True)
        pairs = zip(own.own_mu.tolist(), own.own_s2.tolist(), strict=True)
        g, f, g_minus, f_minus = np.array([kernels.moment_steps(mu, s2)[1:] for mu, s2 in pairs]).T
        return own, [(g, f), (g_minus, f_minus)]
    place: _Place
    if isinstance(belief, FullBelief):
        place = _Correlated(belief, X, run, exact=False)
    elif isinstance(belief, DiagonalBelief):
        place = _Independent(belief, X, run)
    else:
        raise BadInput(phrase("“{kind}” is not a belief that kgdesk knows.", kind=type(belief).__name__))
    return place, [place.after(place.start(), y) for y in (1, -1)]


def _of_average(belief: AverageBelief, X: Array, run: Array, counts: Sequence[int]) -> Array:
    total = np.zeros((len(counts), len(run)))
    for part in belief.components:
        total += part.weight * repeated_runs_gain(part.belief, part.of(X), part.of(run), counts)
    return total


def _of_moments(belief: MomentBelief, X: Array, run: Array, counts: Sequence[int]) -> Array:
    place = _Correlated(belief, X, run, exact=True)
    own = list(zip(place.own_mu.tolist(), place.own_s2.tolist(), strict=True))
    futures = [(float(k), float(n - k)) for n in counts for k in range(n + 1)]
    tilted_moments = np.array(
        [[kernels.tilted(mu, s2, k, missed) for mu, s2 in own] for k, missed in futures]
    )
    best = place.best([(g, f) for g, f in np.moveaxis(tilted_moments[:, :, 1:], 2, 1)])
    orders = np.array([math.comb(n, k) for n in counts for k in range(n + 1)])
    expected = orders[:, None] * np.exp(tilted_moments[:, :, 0]) * best
    return np.add.reduceat(expected, np.cumsum([0, *(n + 1 for n in counts[:-1])])) - place.now


class _Place(Protocol):
    """Belief restricted to the direction of each row that is run; a state is the effect of outcomes there."""

    now: float

    def start(self) -> State:
        """Return the state before any outcome."""

    def own(self, state: State) -> tuple[Array, Array]:
        """Return mean and variance (R,) of w.x of each row that is run."""

    def after(self, state: State, y: int) -> State:
        """Return the state after one more outcome y, +1 or -1, of each row (Algorithm 1 of the paper)."""

    def views(self, states: Sequence[State]) -> Iterator[tuple[Array, Array]]:
        """Yield mean and variance of w.x of the pool in each state, (R, U) each."""

    def best(self, states: Sequence[State]) -> Array:
        """Compute the largest predicted probability over the pool in each state, (len(states), R)."""


def _in_order(place: _Place, counts: Sequence[int]) -> Array:
    """Compute `repeated_runs_gain` of a belief with sequential updates."""
    states = [place.start()]
    weights = [np.ones_like(place.own(states[0])[0])]
    gains = []
    for n in range(1, counts[-1] + 1):
        chances = [expit(kappa_score(*place.own(state))) for state in states]
        up = [weight * chance for weight, chance in zip(weights, chances, strict=True)]
        down = [weight * (1.0 - chance) for weight, chance in zip(weights, chances, strict=True)]
        weights = [down[0], *(u + d for u, d in zip(up[:-1], down[1:], strict=True)), up[-1]]
        states = [*(place.after(state, -1) for state in states), place.after(states[-1], 1)]
        if n in counts:
            gains.append((np.array(weights) * place.best(states)).sum(axis=0) - place.now)
    return np.array(gains)


class _Correlated:
    """Full belief in the directions of some rows.

    A state is (g, f), (R,) each: with the present S the mean has moved by g S x, the covariance has lost f S x x' S.
    """

    def __init__(self, belief: FullBelief | MomentBelief, X: Array, run: Array, *, exact: bool) -> None:
        self._mu, self._s2 = belief.moments(X)
        self.own_mu, self.own_s2 = belief.moments(run)
        self._exact = exact
        self._t = np.einsum("rj,uj->ru", np.einsum("jk,rk->rj", belief.covariance, run), X)
        self._t2 = self._t * self._t
        self.now = float(_best([(self._mu[None], self._s2[None])], exact=exact)[0, 0])

    def start(self) -> State:
        return np.zeros_like(self.own_mu), np.zeros_like(self.own_mu)

    def own(self, state: State) -> tuple[Array, Array]:
        g, f = state
        s2 = self.own_s2
        return self.own_mu + g * s2, np.maximum(s2 - f * s2 * s2, 0.0)

    def after(self, state: State, y: int) -> State:
        g, f = state
        mu, s2 = self.own(state)
        step, curvature = _laplace(mu, s2, y)
        left = 1.0 - f * self.own_s2
        return g + step * left, f + curvature / (1.0 + curvature * s2) * left * left

    def views(self, states: Sequence[State]) -> Iterator[tuple[Array, Array]]:
        for g, f in states:
            yield self._mu + g[:, None] * self._t, np.maximum(self._s2 - f[:, None] * self._t2, 0.0)

    def best(self, states: Sequence[State]) -> Array:
        return _best(self.views(states), exact=self._exact)


class _Independent:
    """Diagonal belief in the directions of some rows.

    A state is (m, c), (R, d) and (R,): the mean, and the sum of all curvatures, so that column j has the precision
    q_j + c x_j^2.
    """

    def __init__(self, belief: DiagonalBelief, X: Array, run: Array) -> None:
        self._mean, self._q = belief.mean, belief.precision
        self._X, self._X2, self._x = X, X * X, run
        mu, s2 = belief.moments(X)
        self.now = float(_best([(mu[None], s2[None])], exact=False)[0, 0])

    def start(self) -> State:
        return np.tile(self._mean, (len(self._x), 1)), np.zeros(len(self._x))

    def own(self, state: State) -> tuple[Array, Array]:
        mean = np.einsum("rj,rj->r", state[0], self._x)
        return mean, np.einsum("rj,rj->r", self._x * self._x, self._variance(state[1]))

    def after(self, state: State, y: int) -> State:
        mean, c = state
        step, curvature = _laplace(*self.own(state), y)
        return mean + step[:, None] * self._x * self._variance(c), c + curvature

    def views(self, states: Sequence[State]) -> Iterator[tuple[Array, Array]]:
        for m, c in states:
            yield np.einsum("rj,uj->ru", m, self._X), np.einsum("rj,uj->ru", self._variance(c), self._X2)

    def best(self, states: Sequence[State]) -> Array:
        return _best(self.views(states), exact=False)

    def _variance(self, c: Array) -> Array:
        """Return the variance (R, d) of each weight."""
        return 1.0 / (self._q + c[:, None] * self._x * self._x)


def _laplace(mu: Array, s2: Array, y: int) -> tuple[Array, Array]:
    """Compute the Laplace step of one outcome y: mean step y p and curvature s(u) s(-u), (R,) each."""
    pairs = zip(mu.tolist(), s2.tolist(), strict=True)
    u = np.array([kernels.margin(y * one, spread) for one, spread in pairs])
    return y * expit(-u), expit(u) * expit(-u)


def _best(views: Iterable[tuple[Array, Array]], *, exact: bool) -> Array:
    """Compute the largest predicted probability (S, R), located by the kappa score.

    Parameters
    ----------
    views
        S pairs of mean and variance of w.x, (R, U) each.
    exact
        Whether probabilities are exact integrals; computed for all views in one call, so that threads start once.
    """
    tops, places, means, variances = [], [], [], []
    for view, (mean, variance) in enumerate(views):
        score = mean * np.abs(mean) / (1.0 + math.pi / 8.0 * variance)
        top = score.max(axis=1)
        tops.append(top)
        if exact:
            at, who = np.nonzero(score >= (top - _TIE * np.abs(top))[:, None])
            places.append(view * len(top) + at)
            means.append(mean[at, who])
            variances.append(variance[at, who])
    best = np.array(tops)
    if not exact:
        return expit(np.sign(best) * np.sqrt(np.abs(best)))
    highest = np.full(best.size, -np.inf)
    probability = kernels.predict_exact(np.concatenate(means), np.concatenate(variances))
    np.maximum.at(highest, np.concatenate(places), probability)
    return highest.reshape(best.shape)
