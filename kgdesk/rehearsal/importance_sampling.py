"""The exact posterior by importance sampling: the reference for the beliefs.

The proposal is a defensive mixture (Hesterberg, Technometrics 37, 1995) of the expectation-propagation fit and a wider
normal halfway to the prior. Weights are the ratio of posterior to proposal, so the estimate converges to the exact
value even if the fit is poor. The likelihood is at most 1, so the posterior never has heavier tails than the prior,
and the wider component keeps the weights bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import RehearsalFailed
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.log_odds import expit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

# Draws per block, and the maximum number of blocks.
_BLOCK = 4096
_MOST_BLOCKS = 64
# Share of draws from the wider component of the mixture.
_WIDE = 0.25


@dataclass(frozen=True, eq=False)
class ExactPosterior:
    """Posterior of the log-odds of U rows as N weighted draws.

    Parameters
    ----------
    log_odds
        Log-odds of each row in each draw, shape (N, U).
    weight
        Importance weights, shape (N,), positive, sum 1.
    fit_weight
        Weights, shape (N,), sum 1, under which the same draws follow the normal fit, as a control variate: the
        probabilities under the fit are known exactly, so that only the difference from them has sampling noise.
    fit_probability
        Probability predicted by the fit, by quadrature, shape (U,).
    """

    log_odds: Array
    weight: Array
    fit_weight: Array
    fit_probability: Array

    @property
    def effective(self) -> float:
        """Effective sample size: 1 / sum of squared weights."""
        return float(1.0 / np.sum(self.weight * self.weight))

    @cached_property
    def probability(self) -> Array:
        """Posterior probability of success of each row, shape (U,)."""
        return np.clip(self.fit_probability + self._correction, 0.0, 1.0)

    @cached_property
    def noise(self) -> Array:
        """Monte Carlo standard error of each probability, shape (U,)."""
        fit = self.fit_probability
        moved = self.weight[:, None] * (self._chance - (fit + self._correction))
        moved -= self.fit_weight[:, None] * (self._chance - fit)
        out: Array = np.sqrt(np.sum(moved * moved, axis=0))
        return out

    @cached_property
    def _chance(self) -> Array:
        return expit(self.log_odds)

    @cached_property
    def _correction(self) -> Array:
        out: Array = (self.weight - self.fit_weight) @ self._chance
        return out

    def share_below(self, a: Array) -> Array:
        """Return the posterior probability (U,) that the log-odds of each row are below a (U,)."""
        below: Array = self.weight @ (self.log_odds < a)
        return below


def exact_posterior(
    prior: MomentBelief,
    X: Array,
    y: Array,
    at: Array,
    rng: np.random.Generator,
    *,
    effective: float = 2000.0,
    noise: float = 0.003,
) -> ExactPosterior:
    """Sample the exact posterior of w.x for rows x, given outcomes.

    Parameters
    ----------
    prior
        Normal prior.
    X, y
        Measured rows (n, d) and outcomes (n,), +1 or -1.
    at
        Rows to evaluate, shape (U, d).
    rng
        Random generator of the draws.
    effective
        Draws are added until the effective sample size is at least this ...
    noise
        ... and no probability has a larger standard error than this.

    Raises
    ------
    RehearsalFailed
        262,144 draws did not suffice.
    """
    rows, where = np.unique(X, axis=0, return_inverse=True)
    where = where.reshape(-1)
    up = np.bincount(where, weights=y > 0, minlength=len(rows)).astype(np.float64)
    down = np.bincount(where, weights=y < 0, minlength=len(rows)).astype(np.float64)
    fit = MomentBelief.fitted(prior, X, y)
    proposal = _Proposal(fit, prior)
    predicted = fit.predict(at)
    blocks: list[tuple[Array, Array, Array]] = []
    for _ in range(_MOST_BLOCKS):
        w = proposal.draw(rng, _BLOCK)
        log_fit, log_mixture = proposal.log_densities(w)
        log = proposal.log_prior(w) + _log_likelihood(w @ rows.T, up, down)
        blocks.append((w @ at.T, log - log_mixture, log_fit - log_mixture))
        log_odds, ratio, fit_ratio = (np.concatenate(part) for part in zip(*blocks, strict=True))
        posterior = ExactPosterior(log_odds, _shares(ratio), _shares(fit_ratio), predicted)
        if posterior.effective >= effective and float(posterior.noise.max()) <= noise:
            return posterior
    raise RehearsalFailed(
        "The exact belief to compare with could not be worked out closely enough: these outcomes leave a belief that "
        "is too far from a normal one.",
        details=f"effective number of draws {posterior.effective:.0f} of {len(log_odds)}",
    )


class _Proposal:
    """The mixture proposal."""

    def __init__(self, fit: MomentBelief, prior: MomentBelief) -> None:
        self._narrow = _Normal(fit.mean, fit.covariance)
        self._wide = _Normal(fit.mean, 0.5 * (fit.covariance + prior.covariance))
        self._prior = _Normal(prior.mean, prior.covariance)

    def draw(self, rng: np.random.Generator, count: int) -> Array:
        """Draw (count, d) weights, a fixed share from each component."""
        z = rng.standard_normal((count, self._prior.mean.size))
        cut = int(_WIDE * count)
        return np.concatenate([self._wide.at(z[:cut]), self._narrow.at(z[cut:])])

    def log_densities(self, w: Array) -> tuple[Array, Array]:
        """Return the log densities (N,) of the fit and of the mixture at w (N, d), up to a common constant."""
        narrow, wide = self._narrow.log_density(w), self._wide.log_density(w)
        return narrow, np.logaddexp(np.log1p(-_WIDE) + narrow, np.log(_WIDE) + wide)

    def log_prior(self, w: Array) -> Array:
        """Return the log density (N,) of the prior at w (N, d), up to the same constant."""
        return self._prior.log_density(w)


class _Normal:
    """A normal distribution, represented by the Cholesky root of its covariance."""

    def __init__(self, mean: Array, covariance: Array) -> None:
        self.mean = mean
        self._root = np.linalg.cholesky(covariance)
        self._inverse = np.linalg.inv(self._root)
        self._log_size = float(np.sum(np.log(np.diagonal(self._root))))

    def at(self, z: Array) -> Array:
        """Transform standard normal draws z (N, d) to draws of this distribution."""
        out: Array = self.mean + z @ self._root.T
        return out

    def log_density(self, w: Array) -> Array:
        """Return log N(w), shape (N,), without its constant."""
        z = (w - self.mean) @ self._inverse.T
        out: Array = -0.5 * np.sum(z * z, axis=1) - self._log_size
        return out


def _log_likelihood(a: Array, up: Array, down: Array) -> Array:
    """Return the log likelihood (N,) of success and failure counts (n,) at log-odds a (N, n)."""
    bend = np.log1p(np.exp(-np.abs(a)))
    out: Array = np.minimum(a, 0.0) @ up - np.maximum(a, 0.0) @ down - bend @ (up + down)
    return out


def _shares(log: Array) -> Array:
    weight = np.exp(log - log.max())
    out: Array = weight / weight.sum()
    return out
