"""Posterior draws of the weights for policies that sample, and low-discrepancy normal numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.mixture import AverageBelief

    Array = NDArray[np.float64]

    #: Columns (p,) of one normal belief, weights (n, p) drawn from it, and which of all draws these are (n,).
    Part = tuple[NDArray[np.int64], Array, NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class PosteriorDraws:
    """Posterior draws w = mean + root z of a normal belief, z standard normal.

    Parameters
    ----------
    mean
        (d,).
    root
        (d, d) lower triangular; root root' is the covariance.
    """

    mean: Array
    root: Array

    @property
    def size(self) -> int:
        """Number of standard normal numbers per draw."""
        return self.mean.size

    def scores(self, z: Array, X: Array) -> Array:
        """Compute w.x (U,) of each row of X (U, d) for the draw z (d,)."""
        return cast("Array", kernels.drawn_scores(self.mean, self.root, z, X))

    def leaders(self, Z: Array, X: Array) -> NDArray[np.int64]:
        """Compute the arg max over rows of X (U, d) for each of the draws Z (K, d), (K,)."""
        return cast("NDArray[np.int64]", kernels.drawn_leaders(self.mean, self.root, Z, X))

    def weights(self, Z: Array) -> Array:
        """Compute the weights (K, d) of the draws Z (K, d)."""
        return cast("Array", self.mean + np.einsum("jk,nk->nj", self.root, Z))

    def parts(self, Z: Array) -> list[Part]:
        """Return the draws Z (K, d) as one part: all columns, the weights (K, d) and the indices 0..K-1."""
        return [(np.arange(self.size), self.weights(Z), np.arange(len(Z)))]


class MixtureDraws:
    """Posterior draws of a mixture: the last of the d + 1 numbers of a draw selects the component.

    Parameters
    ----------
    belief
        The mixture.
    """

    def __init__(self, belief: AverageBelief) -> None:
        roots = [kernels.covariance_root(np.array(c.belief.covariance)) for c in belief.components]
        pairs = zip(belief.components, roots, strict=True)
        self._parts = [(c.columns, PosteriorDraws(np.array(c.belief.mean), root)) for c, root in pairs]
        self._ends = np.cumsum(belief.weights)
        self.size: int = belief.size + 1

    def _components(self, z: Array) -> NDArray[np.int64]:
        """Return the components (K,) that standard normals z (K,) select: the inverse CDF of the weights at Phi(z)."""
        phi = [0.5 * math.erfc(-one * math.sqrt(0.5)) for one in z.tolist()]
        return np.minimum(np.searchsorted(self._ends, phi, side="right"), len(self._parts) - 1)

    def scores(self, z: Array, X: Array) -> Array:
        """Compute w.x (U,) of each row of X (U, d) for the draw z (d + 1,)."""
        columns, draws = self._parts[int(self._components(z[-1:])[0])]
        return draws.scores(np.array(z[: columns.size]), np.ascontiguousarray(X[:, columns]))

    def leaders(self, Z: Array, X: Array) -> NDArray[np.int64]:
        """Compute the arg max over rows of X (U, d) for each of the draws Z (K, d + 1), (K,)."""
        leaders = np.empty(len(Z), dtype=np.int64)
        for (columns, draws), at in self._draws_by_component(Z):
            own = np.ascontiguousarray(Z[at, : columns.size])
            leaders[at] = draws.leaders(own, np.ascontiguousarray(X[:, columns]))
        return leaders

    def weights(self, Z: Array) -> Array:
        """Compute the weights (K, d) of the draws Z (K, d + 1), 0 for columns that the component does not use."""
        weights = np.zeros((len(Z), self.size - 1))
        for (columns, draws), at in self._draws_by_component(Z):
            weights[np.ix_(at, columns)] = draws.weights(Z[at, : columns.size])
        return weights

    def parts(self, Z: Array) -> list[Part]:
        """Return the draws Z (K, d + 1) grouped by component, as `PosteriorDraws.parts` does."""
        chosen = self._draws_by_component(Z)
        return [(columns, draws.weights(Z[at, : columns.size]), at) for (columns, draws), at in chosen]

    def _draws_by_component(
        self, Z: Array
    ) -> list[tuple[tuple[NDArray[np.int64], PosteriorDraws], NDArray[np.int64]]]:
        """Return (columns, draws) of each component that was selected, with the indices of its rows of Z (K, d + 1)."""
        component = self._components(Z[:, -1])
        rows_of_part = [(part, np.flatnonzero(component == c)) for c, part in enumerate(self._parts)]
        return [(part, at) for part, at in rows_of_part if at.size]


#: Number of low-discrepancy draws.
QUASI_RANDOM_DRAWS = 1024

# Seed of the digit permutations: the same in every study, so that scores depend only on the state.
_DIGITS_SEED = 20161113


def halton(count: int, bases: list[int], permutations: np.random.Generator | None = None) -> Array:
    """Return the first points of the Halton sequence (count, len(bases)), strictly inside the unit cube.

    Coordinate j of point i is the radical inverse of i in base b_j with the digits that `count` points need (Halton,
    Numerische Mathematik 2, 1960), plus half of the last digit's step. With a generator each digit is replaced by a
    random permutation of it (Owen, arXiv 1706.02808), without which coordinates of large bases are correlated.
    """
    points = np.empty((count, len(bases)))
    for j, base in enumerate(bases):
        left, value, step = np.arange(count), np.zeros(count), 1.0
        while True:
            left, digit = np.divmod(left, base)
            step /= base
            value += step * (digit if permutations is None else permutations.permutation(base)[digit])
            if not left.any():
                break
        points[:, j] = value + 0.5 * step
    return points


@lru_cache(maxsize=8)
def even_normals(size: int) -> Array:
    """Return low-discrepancy standard normal numbers (QUASI_RANDOM_DRAWS, size), read-only.

    The last column, which selects the component of a mixture, has base 2.
    """
    bases, number = list[int](), 2
    while len(bases) < size:
        if all(number % base for base in bases):
            bases.append(number)
        number += 1
    points = halton(QUASI_RANDOM_DRAWS, [*bases[1:], bases[0]], np.random.default_rng(_DIGITS_SEED))
    inverse = NormalDist().inv_cdf
    normals = np.array([inverse(u) for u in points.ravel().tolist()]).reshape(points.shape)
    normals.flags.writeable = False
    return normals
