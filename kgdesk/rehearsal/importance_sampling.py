"""References for the beliefs: the exact posterior by importance sampling, and SciPy as witness of integrals and draws.

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

from kgdesk import kernels
from kgdesk.errors import BadInput, RehearsalFailed
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.policies.draws import EVEN_DRAWS, halton
from kgdesk.text import phrase

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
        Weights, shape (N,), sum 1, under which the same draws follow the normal fit (control variate): the fit's
        values are known exactly, so only the difference has sampling noise.
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


#: Largest admitted difference between a value of kgdesk and that of SciPy.
_ADMITTED = 1e-9
_ODDS = (-30.0, -4.0, -0.7, 0.0, 2.5, 11.0)
_VARIANCES = (1e-4, 0.3, 4.0, 60.0)


def scipy_differences() -> dict[str, float] | None:
    """Compare kgdesk with SciPy, which it does not use for its own values.

    Returns
    -------
    dict or None
        Largest absolute difference of: probabilities averaged over Gaussian log-odds (``scipy.integrate``), the
        logistic function (``scipy.special``), and the even draws (``scipy.stats.qmc``). None where SciPy is missing, as
        in the installed program.
    """
    try:
        from scipy import integrate, special, stats  # noqa: PLC0415 - never on the way to the window
    except ImportError:
        return None
    far = 40.0

    def averaged(mean: float, variance: float) -> float:
        deviation = variance**0.5
        return float(
            integrate.quad(
                lambda z: special.expit(mean + deviation * z) * np.exp(-0.5 * z * z) / np.sqrt(2.0 * np.pi),
                -far, far, points=[-5.0, 0.0, 5.0, float(np.clip(-mean / deviation, -far, far))], limit=500,
                epsabs=1e-13, epsrel=1e-12,
            )[0]
        )  # fmt: skip

    pairs = [(mean, variance) for mean in _ODDS for variance in _VARIANCES]
    ours = kernels.predict_exact(*(np.array(values) for values in zip(*pairs, strict=True)))
    odds = np.linspace(-40.0, 40.0, 801)
    bases = [2, 3, 5]
    points = halton(EVEN_DRAWS, bases)
    # Ours lie half a step of the last digit higher, so that none is at the edge of the cube.
    steps = np.array([base ** -float(len(np.base_repr(EVEN_DRAWS - 1, base))) for base in bases])
    theirs = stats.qmc.Halton(len(bases), scramble=False).random(EVEN_DRAWS) + 0.5 * steps
    return {
        "integrate": float(np.abs(ours - [averaged(*pair) for pair in pairs]).max()),
        "special": float(np.abs(expit(odds) - special.expit(odds)).max()),
        "stats.qmc": float(np.abs(points - theirs).max()),
    }


def require_witness() -> None:
    """Refuse an experiment whose numbers SciPy does not confirm.

    Raises
    ------
    BadInput
        SciPy is missing: this is the installed program, not the Python package.
    RehearsalFailed
        A value differs.
    """
    differences = scipy_differences()
    if differences is None:
        raise BadInput(
            "This needs the Python package of kgdesk (pip install kgdesk): its numbers are compared with those of "
            "SciPy first, which the installed program does not hold."
        )
    for name, difference in differences.items():
        if not difference <= _ADMITTED:
            raise RehearsalFailed(
                phrase(
                    "The numbers differ from those of scipy.{name} by {difference}: this computer computes wrongly. "
                    "Install kgdesk again.",
                    name=name,
                    difference=f"{difference:.1e}",
                )
            )
