"""A sweep of a mixture, and what one run would change in it."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import kernels
from kgdesk.model.believing import Sweep
from kgdesk.model.components import moments_of_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.believing import Leader
    from kgdesk.model.components import Component

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class AverageSweep(Sweep):
    """A sweep of a mixture: the futures of a row are worked out when somebody asks for them.

    After an outcome every row is predicted anew by every component, and no bound tells beforehand which of them can
    become the best. For all rows that would be O(M^2), a hundred times what the values of testing take; for one it is
    O(M).

    Parameters
    ----------
    components
        Of the present mixture.
    X
        (M, d) rows that were swept.
    """

    components: tuple[Component, ...]
    X: Array
    _told: dict[int, tuple[Leader, Leader]] = field(default_factory=dict, repr=False, compare=False)

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return the best row after a success and after a failure at a row, each with its probability then."""
        if row not in self._told:
            x = self.X[row]
            lines = [
                np.einsum(
                    "uj,j->u", self.X[:, c.columns], np.einsum("jk,k->j", c.belief.covariance, x[c.columns])
                )
                for c in self.components
            ]
            self._told[row] = self._then(row, lines, 1.0), self._then(row, lines, -1.0)
        return self._told[row]

    @functools.cached_property
    def _moments(self) -> tuple[Array, Array]:
        return moments_of_each(self.components, self.X)

    def _then(self, row: int, lines: list[Array], y: float) -> Leader:
        """Move all rows along the line of each component, x'S x_k, as an outcome y at a row does, and weigh anew."""
        mu, s2 = (part.copy() for part in self._moments)
        exact = self.components[0].belief.kind == "moments"
        share = np.empty(len(mu))
        for c, (part, t) in enumerate(zip(self.components, lines, strict=True)):
            own_mu, own_s2 = float(mu[c, row]), float(s2[c, row])
            score = own_mu / math.sqrt(1.0 + math.pi / 8.0 * own_s2)
            chance = kernels.exact_probability(own_mu, own_s2) if exact else kernels.sigmoid(score)
            share[c] = part.weight * (chance if y > 0 else 1.0 - chance)
            if exact:
                g, f = kernels.moment_step(own_mu, own_s2, y)
            else:
                g, curvature = kernels.laplace_step(own_mu, own_s2, y)
                f = curvature / (1.0 + curvature * own_s2)
            mu[c] += g * t
            s2[c] = np.maximum(s2[c] - f * t * t, 0.0)
        total = float(share.sum())
        weights = share / total if total > 0.0 else np.array([part.weight for part in self.components])
        best, value = kernels.best_of_mixture(mu, s2, weights, exact)
        return int(best), float(value)
