"""PolicyContext, the input of a policy; and posterior draws for policies that sample."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import array_of
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.design_matrix import Rows
from kgdesk.model.policies.scenarios import sweep_within
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.sweep import Sweep

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
        """Return the components (K,) selected by standard normals z (K,): inverse CDF of the weights at Phi(z)."""
        phi = [0.5 * math.erfc(-one * math.sqrt(0.5)) for one in z.tolist()]
        return np.minimum(np.searchsorted(self._ends, phi, side="right"), len(self._parts) - 1)

    def scores(self, z: Array, X: Array) -> Array:
        """Compute w.x (U,) of each row of X (U, d) for the draw z (d + 1,)."""
        columns, draws = self._parts[int(self._components(z[-1:])[0])]
        return draws.scores(np.array(z[: columns.size]), np.ascontiguousarray(X[:, columns]))

    def leaders(self, Z: Array, X: Array) -> NDArray[np.int64]:
        """Compute the arg max over rows of X (U, d) for each of the draws Z (K, d + 1), (K,)."""
        leaders = np.empty(len(Z), dtype=np.int64)
        for (columns, draws), at in self._of_each(Z):
            own = np.ascontiguousarray(Z[at, : columns.size])
            leaders[at] = draws.leaders(own, np.ascontiguousarray(X[:, columns]))
        return leaders

    def weights(self, Z: Array) -> Array:
        """Compute the weights (K, d) of the draws Z (K, d + 1), 0 for columns that the component does not use."""
        weights = np.zeros((len(Z), self.size - 1))
        for (columns, draws), at in self._of_each(Z):
            weights[np.ix_(at, columns)] = draws.weights(Z[at, : columns.size])
        return weights

    def parts(self, Z: Array) -> list[Part]:
        """Return the draws Z (K, d + 1) grouped by component, as `PosteriorDraws.parts` does."""
        chosen = self._of_each(Z)
        return [(columns, draws.weights(Z[at, : columns.size]), at) for (columns, draws), at in chosen]

    def _of_each(self, Z: Array) -> list[tuple[tuple[NDArray[np.int64], PosteriorDraws], NDArray[np.int64]]]:
        """Return each component that was selected, with the indices of its draws."""
        component = self._components(Z[:, -1])
        rows_of_part = [(part, np.flatnonzero(component == c)) for c, part in enumerate(self._parts)]
        return [(part, at) for part, at in rows_of_part if at.size]


#: Number of low-discrepancy draws.
EVEN_DRAWS = 1024

# Seed of the digit permutations: equal in every study, so that scores depend on the state alone.
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
    """Return low-discrepancy standard normal numbers (EVEN_DRAWS, size), read-only; the last column has base 2."""
    bases, number = list[int](), 2
    while len(bases) < size:
        if all(number % base for base in bases):
            bases.append(number)
        number += 1
    points = halton(EVEN_DRAWS, [*bases[1:], bases[0]], np.random.default_rng(_DIGITS_SEED))
    inverse = NormalDist().inv_cdf
    normals = np.array([inverse(u) for u in points.ravel().tolist()]).reshape(points.shape)
    normals.flags.writeable = False
    return normals


class Seed:
    """Seed of a random generator that is made when it is first used: that takes as long as an update of a belief.

    Parameters
    ----------
    numbers
        Whole numbers, not negative, as of `kgdesk.model.policies.generator`.
    """

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers

    @cached_property
    def rng(self) -> np.random.Generator:
        """The generator, the same for all that share the seed."""
        return np.random.default_rng(self._numbers)


@dataclass(frozen=True)
class PolicyContext:
    """Input of a policy: belief, pool, outcome counts and budget; expensive quantities are computed on first access.

    Parameters
    ----------
    belief
        The belief that the policy uses.
    pool
        (U, d) distinct rows of the design matrix: an array, or `Rows`, which beliefs take without further checks.
    successes, failures
        (U,) float counts of outcomes of each row so far. No policy needs their order.
    prior_precision
        (d,) prior precision of the weights.
    coming
        Number of the coming run, 1 for the first; imported past outcomes do not count.
    budget
        Planned number of runs.
    seed
        Seed of the random generator: study seed, number of events and index of the pick; or a generator.
    in_stock
        (U,) bool, the rows that could still be chosen as the best; None: all.
    runs_left
        (U,) int64, the number of runs that each row can still have; None: any number of each row in stock.
    progress
        Called with (done, total) between the parts of a long sweep; an exception it raises cancels the sweep.
    shortlisted
        Rows whose knowledge gradients are computed where the pool is too large for all; None: a list of this belief.
    """

    belief: Belief
    pool: Array | Rows
    successes: Array
    failures: Array
    prior_precision: Array
    coming: int
    budget: int
    seed: Seed | np.random.Generator
    in_stock: NDArray[np.bool_] | None = None
    runs_left: NDArray[np.int64] | None = None
    progress: Callable[[int, int], None] | None = field(default=None, repr=False, compare=False)
    shortlisted: NDArray[np.int64] | None = None

    @property
    def X(self) -> Array:  # noqa: N802 - the design matrix
        """(U, d) the rows of the pool as an array."""
        return cast("Array", array_of(self.pool))

    @property
    def rng(self) -> np.random.Generator:
        """The random generator."""
        return self.seed.rng if isinstance(self.seed, Seed) else self.seed

    @cached_property
    def moments(self) -> tuple[Array, Array]:
        """Mean and variance of w.x of each row, (U,) each."""
        return self.belief.moments(self.pool)

    @property
    def mu(self) -> Array:
        """(U,) mean of w.x of each row."""
        return self.moments[0]

    @property
    def s2(self) -> Array:
        """(U,) variance of w.x of each row."""
        return self.moments[1]

    @cached_property
    def sweep(self) -> Sweep:
        """Knowledge gradient sweep: rows in stock can be the best, rows with runs left can be measured."""
        how = self.can_be_best, self.progress
        return sweep_within(
            self.belief, self.pool, *how, runnable=self.runnable, shortlisted=self.shortlisted
        )

    @property
    def can_be_best(self) -> NDArray[np.bool_]:
        """(U,) `in_stock`, in full."""
        return np.ones(len(self.pool), dtype=np.bool_) if self.in_stock is None else self.in_stock

    @property
    def runnable(self) -> NDArray[np.bool_]:
        """(U,) the rows that can still be run."""
        return self.can_be_best if self.runs_left is None else self.runs_left > 0

    @property
    def kg(self) -> Array:
        """(U,) knowledge gradient of each row; NaN where it is not computed."""
        return self.sweep.kg

    @property
    def count(self) -> Array:
        """(U,) number of outcomes of each row."""
        return self.successes + self.failures

    @cached_property
    def rows(self) -> Array:
        """(U, d) the rows as kernels take them: float64, C-contiguous, writable; of an array a copy."""
        return (
            self.pool.X if isinstance(self.pool, Rows) else np.array(self.pool, dtype=np.float64, order="C")
        )

    @cached_property
    def curvature(self) -> Array:
        """(U,) s(m.x) s(-m.x), the variance of each row's outcome at the mean weights."""
        return cast("Array", kernels.curvatures(self.mu))

    @cached_property
    def covariance(self) -> Array:
        """(d, d) covariance of the weights under any kind of belief."""
        belief = self.belief
        if isinstance(belief, DiagonalBelief):
            return np.diag(1.0 / belief.precision)
        if isinstance(belief, FullBelief | MomentBelief | AverageBelief):
            return np.array(belief.covariance)
        raise BadInput(phrase("“{kind}” is not a belief that kgdesk knows.", kind=type(belief).__name__))

    @cached_property
    def root(self) -> Array:
        """(d, d) lower Cholesky factor of the covariance; without BLAS, so that draws are equal on every machine."""
        return cast("Array", kernels.covariance_root(self.covariance))

    @cached_property
    def draws(self) -> PosteriorDraws | MixtureDraws:
        """Transform from standard normal numbers to posterior draws of the weights."""
        if isinstance(self.belief, AverageBelief):
            return MixtureDraws(self.belief)
        return PosteriorDraws(np.array(self.belief.mean), self.root)

    @cached_property
    def even_draws(self) -> tuple[Array, NDArray[np.int64]]:
        """Low-discrepancy draws of the weights (EVEN_DRAWS, d), and the best row in stock under each, ascending."""
        normals = np.array(even_normals(self.draws.size))
        leaders = self.leaders_of(normals)
        order = np.argsort(leaders, kind="stable")
        return self.draws.weights(normals)[order], leaders[order]

    def normals(self, count: int) -> Array:
        """Draw standard normal numbers (count, n), n = `draws.size` per draw of the weights."""
        return self.rng.standard_normal((count, self.draws.size))

    def scores_of(self, z: Array) -> Array:
        """Compute w.x (U,) of each row for the draw z (n,)."""
        return self.draws.scores(z, self.rows)

    def leaders_of(self, Z: Array) -> NDArray[np.int64]:
        """Compute the best row in stock (K,) for each of the draws Z (K, n)."""
        at = np.arange(len(self.rows)) if self.in_stock is None else np.flatnonzero(self.in_stock)
        return at[self.draws.leaders(Z, self.rows[at])]
