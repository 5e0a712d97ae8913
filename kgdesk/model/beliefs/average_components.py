"""Components of the model average, and its knowledge gradient sweep with one-step look-ahead on demand."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.protocol import Sweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief
    from kgdesk.model.beliefs.protocol import Leader

    Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Component:
    """One model of a mixture: its columns, belief and weight.

    Parameters
    ----------
    terms
        ``linear`` or ``quadratic``.
    columns
        (c,) int64: the columns of the design matrix that it uses.
    belief
        Belief about the regression weights of these columns.
    share
        Prior weight in the mixture, before any outcome.
    weight
        Present weight in the mixture.
    term_precision, square_precision
        Prior precision of its products, and of its squares; None where it has none.
    """

    terms: str
    columns: NDArray[np.int64]
    belief: MomentBelief | FullBelief
    share: float
    weight: float
    term_precision: float | None = None
    square_precision: float | None = None

    def of(self, X: Array) -> Array:
        """Return the columns (M, c) of X (M, d) that the component uses."""
        return np.ascontiguousarray(X if self.columns.size == X.shape[1] else X[:, self.columns])

    def as_json(self) -> dict[str, Any]:
        """Return the component as JSON values; mean and covariance are those of its own columns."""
        return {
            "terms": self.terms,
            "weight": self.weight,
            "term_precision": self.term_precision,
            "square_precision": self.square_precision,
            **self.belief.as_json(),
        }


def moments_of_each(components: Sequence[Component], X: Array) -> tuple[Array, Array]:
    """Compute mean and variance (C, M) of w.x in each of C components, for rows X (M, d)."""
    component_moments = [c.belief.moments(c.of(X)) for c in components]
    return np.array([mu for mu, _ in component_moments]), np.array([s2 for _, s2 in component_moments])


@dataclass(frozen=True)
class AverageSweep(Sweep):
    """Sweep of a mixture, which computes the best rows after either outcome on demand, row by row.

    After an outcome every component predicts every row again, and no bound excludes rows beforehand: O(M^2) for all
    rows, far longer than the knowledge gradient itself; O(M) for one.

    Parameters
    ----------
    components
        Components of the present mixture.
    X
        (M, d) rows that were swept.
    """

    components: tuple[Component, ...]
    X: Array
    _told: dict[int, tuple[Leader, Leader]] = field(default_factory=dict, repr=False, compare=False)

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row; cached.

        The first call starts parallel kernels, for the moments of all rows.
        """
        if row not in self._told:
            lines = np.array([self._line(part, row) for part in self.components])
            self._told[row] = self._then(row, lines, 1.0), self._then(row, lines, -1.0)
        return self._told[row]

    @functools.cached_property
    def _moments(self) -> tuple[Array, Array]:
        return moments_of_each(self.components, self.X)

    def _line(self, part: Component, row: int) -> Array:
        """Compute x'S x_k (M,) for all rows x_k of a component: the effect of an outcome at row x on them."""
        direction = np.zeros(self.X.shape[1])
        direction[part.columns] = np.einsum("jk,k->j", part.belief.covariance, self.X[row, part.columns])
        return np.asarray(np.einsum("uj,j->u", self.X, direction))

    def _then(self, row: int, lines: Array, y: float) -> Leader:
        """Return the best row after outcome y at a row: update moments by x'S x_k (C, M), reweight the components."""
        mu, s2 = self._moments
        own = zip(self.components, mu[:, row].tolist(), s2[:, row].tolist(), strict=True)
        share, g, f = np.array([_step(part, its_mu, its_s2, y) for part, its_mu, its_s2 in own]).T
        total = float(share.sum())
        weights = share / total if total > 0.0 else np.array([part.weight for part in self.components])
        mean, variance = mu + g[:, None] * lines, np.maximum(s2 - f[:, None] * lines * lines, 0.0)
        exact = self.components[0].belief.kind == "moments"
        best, value = kernels.best_of_mixture(mean, variance, weights, exact)
        return int(best), float(value)


def _step(part: Component, mu: float, s2: float, y: float) -> tuple[float, float, float]:
    """Return (weight, g, f) of a component after outcome y, where w.x has mean mu and variance s2.

    The weight is not normalised: weight times likelihood. The mean moves by g S x, the covariance by -f S x x' S.
    """
    if part.belief.kind == "moments":
        chance = kernels.exact_probability(mu, s2)
        g, f = kernels.moment_step(mu, s2, y)
    else:
        chance = kernels.sigmoid(mu / math.sqrt(1.0 + math.pi / 8.0 * s2))
        g, curvature = kernels.laplace_step(mu, s2, y)
        f = curvature / (1.0 + curvature * s2)
    return part.weight * (chance if y > 0 else 1.0 - chance), g, f
