"""Beliefs that learn from measured values, not only from the side of the threshold on which they lie.

A run gives u = c (f + e): the distance of its value from the threshold, positive on the side of success. f = w.x are
the log-odds of a success, e is logistic noise and c > 0 is unknown, so that u > 0 has the probability s(f). METHOD,
"Measured values".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk.errors import OutOfRange
from kgdesk.kernels import SUCCESS
from kgdesk.model.beliefs.arrays import array_of
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.log_odds import LEVEL, reach
from kgdesk.model.beliefs.members import JointMembers, Sites, Told, as_member
from kgdesk.model.beliefs.mixture import AverageBelief, distinct_rows
from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief

    Array = NDArray[np.float64]

#: Prior probability that a value is a mistake, which says nothing about its candidate.
MISTAKE = 0.02
# Farthest distance from the threshold, in units of the spread: u/c then stays within what the kernels admit.
_FARTHEST = 1e4
# Variance of logistic noise.
_NOISE = np.pi**2 / 3.0


@dataclass(frozen=True, eq=False)
class Readings:
    """What the runs of a study gave, in units of the study's scale.

    Parameters
    ----------
    kinds
        (n,) int64: `EXACT`, `SUCCESS`, `FAILURE`, `ABOVE` or `BELOW` of `kgdesk.kernels.reading_kinds`.
    u
        (n,) distance of the value, or of the limit, from the threshold, positive on the side of success; 0 where there
        is neither.
    """

    kinds: NDArray[np.int64]
    u: Array

    @property
    def has_values(self) -> bool:
        """Whether a run gave more than its outcome."""
        return bool((np.abs(self.kinds) != SUCCESS).any())

    @property
    def spread(self) -> float:
        """Median distance from the threshold of values and limits: the unit of c; 1 if all are at the threshold."""
        size = np.abs(self.u[np.abs(self.kinds) != SUCCESS])
        found = float(np.median(size)) or float(size.max())
        return found if found > 0.0 else 1.0


@dataclass(frozen=True, eq=False)
class ValueFit:
    """A belief fitted to readings, and what it says of values.

    Parameters
    ----------
    belief
        The posterior.
    mistakes
        (n,) probability that the value of each run is a mistake, which says nothing about its candidate.
    """

    belief: MomentBelief | AverageBelief
    mistakes: Array
    _weights: Array
    _values: tuple[Array, ...]
    _scales: Array
    _more: Array

    @property
    def unit(self) -> float:
        """Mean of c, the distance from the threshold that is worth one unit of log-odds."""
        return float(np.einsum("c,c->", self._weights, self._scales[:, 0]))

    def distances(self, X: Array | Rows, level: float = LEVEL) -> tuple[Array, Array, Array]:
        """Predict the distance u of the next value from the threshold, (M,) each, for rows X (M, d).

        Returns
        -------
        (mean, low, high)
            The mean, and a range that holds the next value with probability `level`, as if u were normal.
        """
        if isinstance(self.belief, AverageBelief):
            seen = self.belief.seen_with_places(X)
            s2 = self.belief.moments_of_members(X)[1]
            columns = [part.columns for part in self.belief.components]
        else:
            seen, s2 = np.asarray(array_of(X)), self.belief.moments(X)[1][None]
            columns = [np.arange(seen.shape[1])]
        # The last columns are those of the measured rows.
        means = np.array(
            [np.einsum("mj,j->m", seen[:, own], v) for own, v in zip(columns, self._values, strict=True)]
        ) + np.einsum("cr,mr->cm", self._more, seen[:, seen.shape[1] - self._more.shape[1] :])
        mean = np.einsum("c,cm->m", self._weights, means)
        spread = self._scales[:, 1:] * (s2 + _NOISE) + (means - mean) ** 2
        half = reach(level) * np.sqrt(np.einsum("c,cm->m", self._weights, spread))
        return mean, mean - half, mean + half


@dataclass(frozen=True, eq=False)
class SeenFit:
    """A mixture fitted to readings, model by model.

    Parameters
    ----------
    posterior
        The posterior.
    mistakes
        (n,) probability that the value of each run is a mistake.
    values, scales
        Mean of c w, one array for each of C models, and (C, 2) means of c and c^2.
    told, more
        What each model knows of the R sites, and (C, R) the mean of c times what is added to w.x there.
    """

    posterior: AverageBelief
    mistakes: Array
    values: tuple[Array, ...]
    scales: Array
    told: list[Told]
    more: Array


def fitted_to_values(
    prior: Belief, X: Array | Rows, readings: Readings, *, mistake: float = MISTAKE
) -> ValueFit:
    """Fit a prior to the readings of n runs at rows X (n, d); the same runs in any order give equal bits.

    Parameters
    ----------
    prior
        A `MomentBelief`, or an average of them.
    X, readings
        Rows of the design matrix, one for each run, and what the runs gave.
    mistake
        Prior probability that a value is a mistake.

    Raises
    ------
    OutOfRange
        The fit did not converge: the scales of prior and attributes lie too far apart.
    """
    rows = X if isinstance(X, Rows) else Rows(X)
    order = canonical_order(rows, readings)
    arranged = rows.take(order) if rows.whole is None or rows.at is None else rows.whole.take(rows.at[order])
    alone = not isinstance(prior, AverageBelief)
    mixture = prior if isinstance(prior, AverageBelief) else _alone(cast("MomentBelief", prior))
    distinct, owner = distinct_rows(arranged)
    known = mixture.knowing(distinct)
    sites, at = known.sites(distinct, owner)
    fit = fit_sites(known, sites, readings, order, mistake=mistake)
    if alone:
        told = fit.posterior.components[0].belief
        belief: MomentBelief | AverageBelief = MomentBelief(told.mean, told.covariance)
        more = np.zeros((1, 0))
    else:
        belief = fit.posterior.knowing_of(known.told_at(at, fit.told))
        more = added_values(known, fit.values)
        if more.size:
            more[:, at] += fit.more
    return ValueFit(belief, fit.mistakes, fit.posterior.weights, fit.values, fit.scales, more)


def _alone(prior: MomentBelief) -> AverageBelief:
    return AverageBelief((as_member(prior),), prior.mean.size)


def added_values(mixture: AverageBelief, values: Sequence[Array]) -> Array:
    """Return the mean (C, r) of c times what the weights of C models alone add to w.x of each measured row.

    `values` are the means of c w, one array for each model.
    """
    found = np.zeros((len(mixture.components), len(mixture.known)))
    if found.size:
        wide = mixture.seen(mixture.known)
        for each, part, v in zip(found, mixture.components, values, strict=True):
            if part.told is not None:
                each[:] = np.einsum("rj,j->r", part.told.rows - part.of(wide), v)
    return found


def canonical_order(
    rows: Rows, readings: Readings, codes: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return the canonical order (n,) of runs at rows, whatever the order in which they were recorded.

    `codes` (n, K) are those of the runs in their blocks; None: there are no blocks.
    """
    source, at = rows.source
    place = source.order[1] if at is None else source.order[1][at]
    blocks = () if codes is None else tuple(codes.T)
    return np.lexsort((*blocks, readings.u, readings.kinds, place))


def fit_sites(
    mixture: AverageBelief,
    sites: Sites,
    readings: Readings,
    order: NDArray[np.int64],
    *,
    mistake: float = MISTAKE,
) -> SeenFit:
    """Fit a mixture to readings of n runs.

    Parameters
    ----------
    mixture
        Moment beliefs, before any outcome.
    sites
        The distinct rows of the runs, these in canonical order.
    readings, order
        What the runs gave, and the canonical order (n,) of these.
    mistake
        Prior probability that a value is a mistake.

    Raises
    ------
    OutOfRange
        The fit did not converge.
    """
    together, spread = JointMembers(mixture.components), readings.spread
    u = np.clip(readings.u[order], -_FARTHEST * spread, _FARTHEST * spread)
    stack, evidence, values, scales, mistakes, told, shifts = together.fitted_to_values(
        sites, readings.kinds[order], u, spread, mistake
    )
    if not (np.isfinite(evidence).all() and np.isfinite(stack[0]).all() and np.isfinite(stack[1]).all()):
        raise OutOfRange(
            "The belief could not be fitted to these values: the attributes' scales and the prior lie too far apart. "
            "Standardise the attributes or raise the prior precision."
        )
    posterior = mixture.with_evidence(stack, evidence)
    unsorted = np.empty(order.size)
    unsorted[order] = np.einsum("c,cn->n", posterior.weights, mistakes)
    each = tuple(np.split(values, np.cumsum(together.layout.sizes)[:-1]))
    return SeenFit(posterior, unsorted, each, scales, told, shifts)
