"""Posterior draws for policies that sample, and low-discrepancy normal numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.arrays import array_of
from kgdesk.model.beliefs.mixture import AverageBelief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.design_matrix import Rows

    Array = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Keys = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Part:
    """Draws from one normal belief, for the rows of a pool.

    Parameters
    ----------
    at
        (n,) which of all draws these are.
    weights
        (n, p) the drawn weights.
    X
        (U, p) rows of the pool with the columns of these weights.
    spread
        (U,) standard deviation of each row's own deviation, which is added to w.x; (0,): no row has one.
    keys
        (n,) uint64 keys of the draws for `kgdesk.kernels.draws.own_deviate`.
    """

    at: Whole
    weights: Array
    X: Array
    spread: Array
    keys: Keys

    def maxima(self, some: slice, rows: Whole) -> Array:
        """Compute the largest log-odds over some rows of the pool for each of `some` of the draws."""
        spread = self.spread[rows] if self.spread.size else self.spread
        W, X = np.ascontiguousarray(self.weights[some]), np.ascontiguousarray(self.X[rows])
        return cast("Array", kernels.drawn_maxima(W, X, spread, self.keys[some], rows))


class PosteriorDraws:
    """Posterior draws of a belief over a pool: of the weights, and of what single candidates deviate by.

    A draw is made from `size` standard normal numbers: those of the weights, and for a mixture a last one that selects
    the component. Under a mixture with deviations (METHOD, "Members of the average") what the weights leave of these
    comes from a hash of the last number.

    Parameters
    ----------
    belief
        Any belief.
    pool
        (U, d) rows of the pool.
    covariance
        (d, d) covariance of the weights; that of a mixture is not used.
    """

    def __init__(self, belief: Belief, pool: Array | Rows, covariance: Callable[[], Array]) -> None:
        self._belief, self._pool = belief, pool
        if isinstance(belief, AverageBelief):
            self._normals = [
                _Normal.of(np.array(c.belief.mean), c.belief.covariance, known=c.told is not None)
                for c in belief.components
            ]
            self._columns = [c.columns for c in belief.components]
            self._ends = np.cumsum(belief.weights)
            width = max(normal.mean.size for normal in self._normals)
            self.size = max(width, belief.size) + 1
        else:
            self._normals = [_Normal.of(np.array(belief.mean), covariance())]
            self._columns, self._ends = [np.arange(belief.mean.size)], np.ones(1)
            self.size = belief.mean.size

    @property
    def _is_mixture(self) -> bool:
        return isinstance(self._belief, AverageBelief)

    @cached_property
    def _rows(self) -> tuple[list[Array], Array]:
        """Rows of the pool for each component, (U, p) each, and the deviations (C, U) that they add, or (0, U)."""
        return self._seen(self._pool)

    def _seen(self, X: Array | Rows) -> tuple[list[Array], Array]:
        belief, count = self._belief, len(X)
        if not isinstance(belief, AverageBelief):
            return [np.ascontiguousarray(array_of(X), np.float64)], np.empty((0, count))
        each, own = belief.rows_of_members(X)
        # What is added to w.x has a column of its own, whose weight is 1.
        rows = [
            np.ascontiguousarray(rows if part.told is None else np.hstack([rows, offsets[:, None]]))
            for part, (rows, offsets) in zip(belief.components, each, strict=True)
        ]
        return rows, np.sqrt(own) if belief.deviates else np.empty((0, count))

    def components(self, Z: Array) -> Whole:
        """Return the component (K,) that each of the draws Z (K, size) selects: the inverse CDF of the weights."""
        if not self._is_mixture:
            return np.zeros(len(Z), np.int64)
        phi = [0.5 * math.erfc(-one * math.sqrt(0.5)) for one in Z[:, -1].tolist()]
        return np.minimum(np.searchsorted(self._ends, phi, side="right"), len(self._ends) - 1)

    @staticmethod
    def keys(Z: Array) -> Keys:
        """Return the keys (K,) of the draws Z (K, size) for `kgdesk.kernels.draws.own_deviate`."""
        return np.ascontiguousarray(Z[:, -1]).view(np.uint64)

    def _by_component(self, Z: Array) -> Iterator[tuple[int, Whole, Array, Keys]]:
        """Yield each component that is selected: its index, its draws' indices (n,), numbers (n, p) and keys (n,)."""
        component, keys = self.components(Z), self.keys(Z)
        for c, normal in enumerate(self._normals):
            at = np.flatnonzero(component == c)
            if at.size:
                yield c, at, np.ascontiguousarray(Z[at, : normal.mean.size]), keys[at]

    def _spread(self, c: int) -> Array:
        spread = self._rows[1]
        return spread[c] if len(spread) else np.empty(0)

    def parts(self, Z: Array) -> list[Part]:
        """Return the draws Z (K, size) grouped by component."""
        rows = self._rows[0]
        return [
            Part(at, self._normals[c].weights(own), rows[c], self._spread(c), keys)
            for c, at, own, keys in self._by_component(Z)
        ]

    def scores(self, z: Array) -> Array:
        """Compute the log-odds (U,) of each row of the pool for the draw z (size,)."""
        ((c, _, own, keys),) = self._by_component(z[None, :])
        normal, spread = self._normals[c], self._spread(c)
        scores = cast("Array", kernels.drawn_scores(normal.mean, normal.root, own[0], self._rows[0][c]))
        if spread.size:
            scores += spread * kernels.own_deviates(keys, np.arange(scores.size))[0]
        return scores

    def leaders(self, Z: Array, rows: Whole) -> Whole:
        """Compute the one of some rows of the pool, by their indices, with the largest log-odds in each draw, (K,)."""
        leaders = np.empty(len(Z), dtype=np.int64)
        for c, at, own, keys in self._by_component(Z):
            normal, X, spread = self._normals[c], self._rows[0][c], self._spread(c)
            given = np.ascontiguousarray(X[rows]), spread[rows] if spread.size else spread, keys, rows
            leaders[at] = kernels.drawn_leaders(normal.mean, normal.root, own, *given)
        return rows[leaders]

    def weights(self, Z: Array) -> Array:
        """Compute the weights (K, d) of the draws Z (K, size), 0 for columns that the component does not use."""
        wide = self.all_weights(Z)
        return wide[:, : self._belief.size] if isinstance(self._belief, AverageBelief) else wide

    def all_weights(self, Z: Array) -> Array:
        """Compute the weights (K, p) of all columns of `AverageBelief.seen` in the draws Z (K, size)."""
        belief = self._belief
        weights = np.zeros((len(Z), belief.width if isinstance(belief, AverageBelief) else belief.mean.size))
        for c, at, own, _ in self._by_component(Z):
            columns = self._columns[c]
            weights[np.ix_(at, columns)] = self._normals[c].weights(own)[:, : columns.size]
        return weights

    def weights_with_places(self, Z: Array) -> Array:
        """Compute `all_weights` with what is added to w.x of each measured row after them, (K, p + r).

        Its own deviation is not in it, as far as the weights do not tell it; see `AverageBelief.seen_with_places`.
        """
        belief, weights = self._belief, self.all_weights(Z)
        if not isinstance(belief, AverageBelief) or belief.measured is None:
            return weights
        added, wide = np.zeros((len(Z), len(belief.measured))), belief.seen(belief.measured)
        for c, at, own, _ in self._by_component(Z):
            part = belief.components[c]
            if part.told is not None:
                rows = np.hstack([part.told.rows - part.of(wide), part.told.offsets[:, None]])
                added[at] = np.einsum("nj,rj->nr", self._normals[c].weights(own), rows)
        return np.hstack([weights, added])

    def own_spread(self) -> Array:
        """Return the standard deviation (C, U) of each row's own deviation in each component; (0, U): none has any."""
        return self._rows[1]

    def log_odds(self, Z: Array, X: Array | Rows) -> Array:
        """Compute the log-odds (K, n) of any rows X (n, d) in each of the draws Z (K, size).

        What the weights leave of their deviations is drawn here, other than under `scores` and `leaders`.
        """
        (rows, spread), found = self._seen(X), np.empty((len(Z), len(X)))
        for c, at, own, keys in self._by_component(Z):
            found[at] = np.einsum("nj,uj->nu", self._normals[c].weights(own), rows[c])
            if len(spread):
                found[at] += spread[c] * kernels.own_deviates(keys, np.arange(len(X)))
        return found

    def values_at(self, Z: Array, rows: Whole | int) -> Array:
        """Compute the log-odds (K,) of one row of the pool in each of the draws Z (K, size), by index: one or (K,)."""
        places, found = np.broadcast_to(np.asarray(rows), (len(Z),)), np.empty(len(Z))
        for c, at, own, keys in self._by_component(Z):
            X, spread, of = self._rows[0][c], self._spread(c), places[at]
            found[at] = np.einsum("nj,nj->n", self._normals[c].weights(own), X[of])
            if spread.size:
                distinct, place = np.unique(of, return_inverse=True)
                found[at] += spread[of] * kernels.own_deviates(keys, distinct)[np.arange(at.size), place]
        return found


@dataclass(frozen=True, eq=False)
class _Normal:
    """A normal distribution of weights, w = mean + root z with z standard normal.

    `mean` is (p,), `root` (p, p) lower triangular; root root' is the covariance. With `known` a last weight is 1.
    """

    mean: Array
    root: Array

    @classmethod
    def of(cls, mean: Array, covariance: Array, *, known: bool = False) -> _Normal:
        root = cast("Array", kernels.covariance_root(np.array(covariance)))
        if not known:
            return cls(mean, root)
        return cls(np.append(mean, 1.0), np.pad(root, (0, 1)))

    def weights(self, Z: Array) -> Array:
        """Compute the weights (n, p) of the draws Z (n, p)."""
        return cast("Array", self.mean + np.einsum("jk,nk->nj", self.root, Z))


#: Number of low-discrepancy draws.
QUASI_RANDOM_DRAWS = 1024

# Seed of the digit permutations: the same in every study, so that scores depend only on the state.
_DIGITS_SEED = 20161113


def halton(count: int, base: int, permutations: np.random.Generator | None = None) -> Array:
    """Return one coordinate (count,) of the first points of the Halton sequence, strictly inside the unit interval.

    Point i has the radical inverse of i in the given base with the digits that `count` points need (Halton, Numerische
    Mathematik 2, 1960), plus half of the last digit's step. With a generator each digit is replaced by a random
    permutation of it (Owen, arXiv 1706.02808), without which coordinates of large bases are correlated.
    """
    left, value, step = np.arange(count), np.zeros(count), 1.0
    while True:
        left, digit = np.divmod(left, base)
        step /= base
        value += step * (digit if permutations is None else permutations.permutation(base)[digit])
        if not left.any():
            return value + 0.5 * step


@lru_cache(maxsize=2_000)
def _even_column(base: int) -> Array:
    """Return low-discrepancy standard normal numbers (QUASI_RANDOM_DRAWS,) of one base."""
    points = halton(QUASI_RANDOM_DRAWS, base, np.random.default_rng((_DIGITS_SEED, base)))
    inverse = NormalDist().inv_cdf
    return np.array([inverse(u) for u in points.tolist()])


def even_normals(size: int) -> Array:
    """Return low-discrepancy standard normal numbers (QUASI_RANDOM_DRAWS, size).

    Column j does not depend on the size, but for the last one, which selects the component of a mixture: it has base 2.
    """
    bases, number = list[int](), 2
    while len(bases) < size:
        if all(number % base for base in bases):
            bases.append(number)
        number += 1
    return np.column_stack([_even_column(base) for base in [*bases[1:], bases[0]]])
