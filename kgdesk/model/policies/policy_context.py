"""PolicyContext, the input of a policy, and the seed of its random choices."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import array_of
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.design_matrix import Rows
from kgdesk.model.policies.draws import PosteriorDraws, even_normals
from kgdesk.model.policies.pool_sweep import sweep_within
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.sweep import Sweep

    Array = NDArray[np.float64]
    Mask = NDArray[np.bool_]


class Seed:
    """Seed of a random generator, which is created on first use: that takes as long as an update of a belief.

    Parameters
    ----------
    numbers
        Whole numbers, not negative, as `kgdesk.model.policies.generator` gives them.
    """

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers

    @cached_property
    def rng(self) -> np.random.Generator:
        """The generator, the same for all that share the seed."""
        return np.random.default_rng(self._numbers)


@dataclass(frozen=True, eq=False)
class EvenDraws:
    """Low-discrepancy posterior draws, sorted by the best row in stock: draws with the same one are neighbours.

    Parameters
    ----------
    weights
        (K, p) the drawn weights: see `PosteriorDraws.weights_with_places`.
    leaders
        (K,) the best row in stock under each draw.
    part, keys
        (K,) component of the belief that each draw is from, and its key for the deviations of single rows.
    """

    weights: Array
    leaders: NDArray[np.int64]
    part: NDArray[np.int64]
    keys: NDArray[np.uint64]


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
        (U,) float: numbers of successes and failures of each row so far. No policy needs their order.
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
        Rows whose knowledge gradients are computed if the pool is too large for all of them; None: a shortlist made for
        this belief.

    Examples
    --------
    >>> class Greedy:
    ...     name = "greedy"
    ...
    ...     def scores(self, context):
    ...         return context.mu + context.s2 / 2
    >>> campaign.suggest(policy=Greedy())[0].policy
    'greedy'
    """

    belief: Belief
    pool: Array | Rows
    successes: Array
    failures: Array
    prior_precision: Array
    coming: int
    budget: int
    seed: Seed | np.random.Generator
    in_stock: Mask | None = None
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
    def can_be_best(self) -> Mask:
        """(U,) bool, the rows that could still be chosen as the best: `in_stock`, or all rows if that is None."""
        return np.ones(len(self.pool), dtype=np.bool_) if self.in_stock is None else self.in_stock

    @property
    def runnable(self) -> Mask:
        """(U,) bool, the rows that can still be run."""
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
        """(U, d) the rows as kernels take them: float64, C-contiguous, writable; a copy if the pool is an array."""
        return (
            self.pool.X if isinstance(self.pool, Rows) else np.array(self.pool, dtype=np.float64, order="C")
        )

    @cached_property
    def seen_rows(self) -> Array:
        """(U, p) the rows with a further column for each measured row: see `AverageBelief.seen_with_places`."""
        if not isinstance(self.belief, AverageBelief):
            return self.rows
        return self.belief.seen_with_places(self.pool)

    def covariance_between(self, rows: NDArray[np.int64], other: NDArray[np.int64]) -> Array:
        """Compute the covariances (len(rows), len(other)) of w.x of some rows and others.

        Deviations that are no weights have no part in them.
        """
        if isinstance(self.belief, AverageBelief):
            # As parts of the pool, of which the belief computes features and members' rows only once.
            X, theirs = self._pool_rows.take(rows), self._pool_rows.take(other)
            return self.belief.covariance_between(X, theirs)
        along = np.einsum("jk,nk->jn", self.covariance, self.rows[other])
        return np.asarray(np.einsum("mj,jn->mn", self.rows[rows], along))

    @cached_property
    def _pool_rows(self) -> Rows:
        return self.pool if isinstance(self.pool, Rows) else Rows(self.rows)

    @property
    def own_variance(self) -> Array:
        """(U,) what deviations that are no weights add to the variance of each row, on average over a mixture."""
        belief = self.belief
        if not isinstance(belief, AverageBelief):
            return np.zeros(len(self.pool))
        return np.asarray(np.einsum("c,cu->u", belief.weights, belief.own_variances(self.pool)))

    def with_deviations_of(self, rows: NDArray[np.int64]) -> PolicyContext:
        """Return the context under the same belief with the deviation of each of some rows as a weight of its own."""
        if not isinstance(self.belief, AverageBelief) or not self.belief.deviates:
            return self
        return replace(self, belief=self.belief.with_deviations_of(self.rows[rows]))

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
    def draws(self) -> PosteriorDraws:
        """Transform from standard normal numbers to posterior draws over the pool."""
        return PosteriorDraws(self.belief, self.pool, lambda: self.covariance)

    @cached_property
    def stated(self) -> PolicyContext:
        """The context of what is stated about the best: see `AverageBelief.without_favour`."""
        if not isinstance(self.belief, AverageBelief):
            return self
        belief = self.belief.without_favour
        return self if belief is self.belief else replace(self, belief=belief)

    @cached_property
    def even_draws(self) -> EvenDraws:
        """Low-discrepancy draws, QUASI_RANDOM_DRAWS of them."""
        normals = even_normals(self.draws.size)
        leaders = self.leaders_of(normals)
        order = np.argsort(leaders, kind="stable")
        sorted_normals = normals[order]
        keys, part = self.draws.keys(sorted_normals), self.draws.components(sorted_normals)
        return EvenDraws(self.draws.weights_with_places(sorted_normals), leaders[order], part, keys)

    def normals(self, count: int) -> Array:
        """Draw standard normal numbers (count, n), n = `draws.size` per draw of the weights."""
        return self.rng.standard_normal((count, self.draws.size))

    def log_odds_of_draw(self, z: Array) -> Array:
        """Compute the log-odds (U,) of each row for the draw z (n,)."""
        return self.draws.scores(z)

    def leaders_of(self, Z: Array) -> NDArray[np.int64]:
        """Compute the best row in stock (K,) for each of the draws Z (K, n)."""
        at = np.arange(len(self.rows)) if self.in_stock is None else np.flatnonzero(self.in_stock)
        return self.draws.leaders(Z, at)
