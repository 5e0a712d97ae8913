"""Draws of the weights from a belief, made of standard normal numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.average import AverageBelief

    Array = NDArray[np.float64]
    #: Columns (p,) of one normal belief, weights (n, p) drawn from it, and which of all draws these are (n,).
    Part = tuple[NDArray[np.int64], Array, NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class Draws:
    """Draws w = mean + root z of a normal belief.

    Parameters
    ----------
    mean
        (d,).
    root
        (d, d) lower; root root' is the covariance.
    """

    mean: Array
    root: Array

    @property
    def size(self) -> int:
        """How many standard normal numbers make one draw."""
        return self.mean.size

    def scores(self, z: Array, X: Array) -> Array:
        """Return w.x (U,) of each row of X (U, d) for the weights that z (d,) draws."""
        return cast("Array", kernels.drawn_scores(self.mean, self.root, z, X))

    def leaders(self, Z: Array, X: Array) -> NDArray[np.int64]:
        """Return the row of X (U, d) that is best for each of the draws Z (K, d), (K,)."""
        return cast("NDArray[np.int64]", kernels.drawn_leaders(self.mean, self.root, Z, X))

    def weights(self, Z: Array) -> Array:
        """Return the weights (K, d) of the draws Z (K, d)."""
        return cast("Array", self.mean + np.einsum("jk,nk->nj", self.root, Z))

    def parts(self, Z: Array) -> list[Part]:
        """Return the draws Z (K, d) as one part: all columns, the weights (K, d) and the places 0..K-1."""
        return [(np.arange(self.size), self.weights(Z), np.arange(len(Z)))]


class MixedDraws:
    """Draws of a mixture: the last number of a draw says which component the others are for.

    Parameters
    ----------
    belief
        The mixture.
    """

    def __init__(self, belief: AverageBelief) -> None:
        self._parts = [
            (
                c.columns,
                Draws(np.array(c.belief.mean), kernels.covariance_root(np.array(c.belief.covariance))),
            )
            for c in belief.components
        ]
        self._ends = np.cumsum(belief.weights)
        self.size = belief.size + 1

    def _component(self, z: float) -> int:
        """Return the component whose share of the standard normal holds z."""
        at = int(np.searchsorted(self._ends, 0.5 * math.erfc(-z * math.sqrt(0.5)), side="right"))
        return min(at, len(self._parts) - 1)

    def scores(self, z: Array, X: Array) -> Array:
        """Return w.x (U,) of each row of X (U, d) for the weights that z (d + 1,) draws."""
        columns, draws = self._parts[self._component(z[-1])]
        return draws.scores(np.array(z[: columns.size]), np.ascontiguousarray(X[:, columns]))

    def leaders(self, Z: Array, X: Array) -> NDArray[np.int64]:
        """Return the row of X (U, d) that is best for each of the draws Z (K, d + 1), (K,)."""
        found = np.empty(len(Z), dtype=np.int64)
        for part, at in self._of_each(Z):
            columns, draws = part
            own = np.ascontiguousarray(Z[at, : columns.size])
            found[at] = draws.leaders(own, np.ascontiguousarray(X[:, columns]))
        return found

    def weights(self, Z: Array) -> Array:
        """Return the weights (K, d) of the draws Z (K, d + 1), 0 for columns that the component does not see."""
        found = np.zeros((len(Z), self.size - 1))
        for part, at in self._of_each(Z):
            columns, draws = part
            found[np.ix_(at, columns)] = draws.weights(Z[at, : columns.size])
        return found

    def parts(self, Z: Array) -> list[Part]:
        """Return the draws Z (K, d + 1) component by component, as `Draws.parts` does."""
        return [
            (columns, draws.weights(Z[at, : columns.size]), at) for (columns, draws), at in self._of_each(Z)
        ]

    def _of_each(self, Z: Array) -> list[tuple[tuple[NDArray[np.int64], Draws], NDArray[np.int64]]]:
        """Return each component that is drawn from, with its draws."""
        component = np.array([self._component(z) for z in Z[:, -1]], dtype=np.int64)
        told = [(part, np.flatnonzero(component == c)) for c, part in enumerate(self._parts)]
        return [(part, at) for part, at in told if at.size]
