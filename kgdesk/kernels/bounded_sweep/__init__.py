"""The largest knowledge gradients of a pool, by bounds: the arg max of the exhaustive sweep without all its values.

The pool is scanned in parts, in float32, first the candidates that could become the best most easily. What remains is
bounded by Cauchy-Schwarz: after an outcome at x no candidate k has a mean above mu_k + |g| sqrt(s2_x s2_k), nor a
variance below s2_k - f s2_x s2_k. Candidates whose bounds fall below the largest exact values are dropped; a bound is
never returned as a value. The values of those that remain are those of the exhaustive sweep, bit by bit. A sample of
the candidates, bounded after each part, decides which parts are scanned and whether any bound pays.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.kernels.argmax import best_now
from kgdesk.kernels.bounded_sweep.batch_scan import bounds_of, rest_scores, upper_edges
from kgdesk.kernels.bounded_sweep.branch_and_bound import bounded_sweep_may_pay
from kgdesk.kernels.bounded_sweep.shared_features import SharedProducts, scan_order, sharing
from kgdesk.kernels.bounded_sweep.shared_scan import scan_shared
from kgdesk.kernels.cache_layers import serialized
from kgdesk.kernels.logistic import ceiling
from kgdesk.kernels.lookahead_simd import CORRELATED, MOMENTS, all_steps
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI, in_blocks
from kgdesk.kernels.sweep import extremes, futures
from kgdesk.kernels.update import pool_moments_full

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    #: (weight, mean (c,), covariance (c, c), prior variances (c,) or None, columns (c,)) of a component of a mixture.
    Component = tuple[float, Any, Any, Any, Any]
    Progress = Callable[[int, int], None] | None

# The first part has 1/_FIRST of the pool; parts end at powers of the root of 2 times its size.
_FIRST = 128
# After the first part one in _TRIED candidates is evaluated exactly, at least _FEWEST; after the others _FEWEST are.
_TRIED, _FEWEST = 1000, 8
# Size of the sample, and how much larger than its largest value that of the pool may be expected to be.
_SAMPLED, _HOPED = 256, 1.3
# Most pairs that a search may take, as a share of all: where the sweeps of all values take them all, and where these
# may leave most of them out, too; cost of a scan beside its pairs, in pairs of each row.
_EXHAUSTIVE, _BOUNDED, _OVERHEAD = 0.8, 0.4, 400.0
# Candidates that are evaluated exactly together at the end; pairs between two calls of the progress, and least rows.
_CHUNK, _PAIRS, _LEAST_ROWS = 128, 400_000_000, 1024
# Classes of hypothetical outcomes by reach and by shrink.
_BY_REACH, _BY_SHRINK = 40, 8
# Cost of scoring a pair exactly, in multiplications.
_SCORED = 21.0
# Slack of scores and values: beyond rounding, and beyond the ties of the kappa score (1e-9).
_NEAR, _ROUNDING = 1e-8, 1e-9


_moments, _steps, _best = serialized(pool_moments_full), serialized(all_steps), serialized(best_now)
_blocks, _extremes, _futures = serialized(in_blocks), serialized(extremes), serialized(futures)
_scan, _bounds, _rest_scores = serialized(scan_shared), serialized(bounds_of), serialized(rest_scores)


class _Part:
    """One component: its columns of the pool, and bounds of the scores after either outcome at each candidate."""

    def __init__(self, X: Any, component: Component, exact: bool) -> None:
        self.weight, self.mean, self.covariance, self.prior, self.columns = component
        self.X = X if self.columns.size == X.shape[1] else np.ascontiguousarray(X[:, self.columns])
        self.exact = exact
        self.mu, self.s2 = _moments(self.mean, self.covariance, self.X)
        self.steps = _steps(self.mu, self.s2, MOMENTS if exact else CORRELATED)
        self.prob, move, shrink = self.steps
        self.best = int(_best(self.mu, self.s2, exact))
        M, d = self.X.shape
        self.extent = float(np.abs(self.mu).max()), float(self.s2.max()), float(self.s2.min())
        # x'S x_k is a sum of d^2 terms of at most |x|'D |x_k|'D, D the deviations: so is its rounding error bounded.
        size = np.einsum("kj,j->k", np.abs(self.X), np.sqrt(np.diagonal(self.covariance)))
        self.wide = self.s2 + 8.0 * (d + 2) * np.finfo(np.float64).eps * size * size
        self.far, beyond = np.sqrt(self.wide) * (1.0 + 1e-15), self.wide[:, None] * (1.0 + 1e-12)
        self.reach = np.abs(move).reshape(-1, 2) * np.sqrt(beyond)
        self.shrink = shrink.reshape(-1, 2) * beyond
        # Hypothetical outcomes with like reach and shrink share one bound of the candidates that are not scanned yet.
        by_reach, by_shrink = upper_edges(self.reach, _BY_REACH), upper_edges(self.shrink, _BY_SHRINK)
        self._edges = by_reach, by_shrink
        self._cell: Any = by_reach.searchsorted(self.reach) * by_shrink.size
        self._cell += by_shrink.searchsorted(self.shrink)
        # Upper bound of the kappa score of the best of the candidates that are scanned, after either outcome.
        self.score = np.full((2, M), -np.inf)
        self._layout: Any = None

    def belief(self) -> Any:
        """Return what `SharedProducts` needs of the belief."""
        return self.mu, self.s2, self.covariance, self.prior, self.columns

    def potential(self) -> Any:
        """Return the signed square of the score that each candidate may reach after a typical outcome (M,)."""
        u = self.mu + np.median(self.reach) * self.far
        v = np.where(u < 0.0, self.s2, np.maximum(self.s2 - np.median(self.shrink) * self.wide, 0.0))
        return u * np.abs(u) / (1.0 + EIGHTH_PI * v)

    def most(self, begin: int, rows: Any) -> Any:
        """Bound the knowledge gradient of some rows from above, times the weight; order[:begin] are scanned."""
        top = np.maximum(self.score[:, rows], self._rest(begin, rows))
        return self._gain(ceiling(top + _NEAR * np.abs(top) + 1e-12, self.exact), rows)

    def likely(self, rows: Any) -> Any:
        """Estimate the knowledge gradient of some rows by the candidates that are scanned, times the weight."""
        return self._gain(ceiling(self.score[:, rows], False), rows)

    def _gain(self, value: Any, rows: Any) -> Any:
        p = self.prob[rows]
        return self.weight * (p * value[0] + (1.0 - p) * value[1] - self.prob[self.best])

    def gains(self, rows: Any) -> Any:
        """Compute the knowledge gradient of some rows: the bits of the exhaustive sweep."""
        pool = self.X, self.mu, self.s2
        if self._layout is None:
            self._layout = _blocks(*pool), _extremes(self.mu, self.s2, self.X)
        measured = np.ascontiguousarray(self.X[rows]), self.mu[rows], self.s2[rows]
        p, _, value, _ = _futures(self.mean, self.covariance, measured, pool, *self._layout, self.exact)
        return p * value[0] + (1.0 - p) * value[1] - self.prob[self.best]

    def arrange(self, order: Any) -> None:
        """Arrange the candidates in the order of the scan, in blocks, to bound the scores of those not scanned yet."""
        self._ordered = mu, s2, far = self.mu[order], self.s2[order], self.far[order]
        starts, high, low = np.arange(0, mu.size, BLOCK), np.maximum.reduceat, np.minimum.reduceat
        self._blocks = np.column_stack(
            [high(mu, starts), high(far, starts), low(s2, starts), high(s2, starts)]
        )

    def _rest(self, begin: int, rows: Any) -> Any:
        """Bound the kappa scores of order[begin:] after either outcome at some rows, (2, R)."""
        if begin >= self.mu.size:
            return np.full((2, rows.size), -math.inf)
        (reach, shrink), cells = self._edges, self._cell[rows].T
        bound = np.empty(reach.size * shrink.size)
        some = np.flatnonzero(np.bincount(cells.ravel(), minlength=bound.size))
        farthest, most = reach[some // shrink.size], shrink[some % shrink.size]
        bound[some] = _rest_scores(self._ordered, self._blocks, begin // BLOCK, farthest, most)
        return bound[cells]


class _Group:
    """Components whose scan shares products, or one of them alone, and the order in which they scan the pool."""

    def __init__(self, X: Any, parts: list[_Part], learnt: Any, ends: Any) -> None:
        self.parts = parts
        main = max(parts, key=lambda part: part.weight)
        order = scan_order([part.potential() for part in parts], main.s2, ends)
        self.products = SharedProducts(X, [part.belief() for part in parts], learnt, order)
        self._steps = np.empty((len(parts), len(X), 4), np.float32)
        self._top = np.empty((len(parts), len(X), 2), np.float32)
        for steps, top, part in zip(self._steps, self._top, parts, strict=True):
            part.arrange(order)
            move, shrink = part.steps[1].reshape(-1, 2), part.steps[2].reshape(-1, 2)
            steps[:, ::2], steps[:, 1::2] = move, -EIGHTH_PI * shrink
            # The measured candidate itself is often the best after a success: few blocks exceed its score.
            own = part.s2[:, None]
            u, v = part.mu[:, None] + move * own, np.maximum(own - shrink * own * own, 0.0)
            top[:] = u * np.abs(u) / (1.0 + EIGHTH_PI * v)

    def scan(self, begin: int, end: int, rows: Any) -> None:
        """Scan the candidates [begin, end) of the order after the outcomes at some rows."""
        products = self.products
        _scan(products.arrays, begin // BLOCK, -(-end // BLOCK), rows, self._steps, self._top)
        for c, part in enumerate(self.parts):
            given = self._top[c], rows, self._steps[c], part.s2, products.far[c], products.off[c]
            part.score[:, rows] = _bounds(*given, (*part.extent, products.rounded))


class _Search:
    """Search for the rows with the largest knowledge gradients of a mixture.

    Parameters
    ----------
    X, components, exact
        See `largest_gains`.
    ends
        Ends of the parts in which the pool is scanned, multiples of `BLOCK`; the last is the size of the pool.
    rows, count
        Rows that are measured; number of values to be known.
    """

    def __init__(
        self, X: Any, components: Sequence[Component], exact: bool, ends: Any, rows: Any, count: int
    ) -> None:
        self.parts = [_Part(X, each, exact) for each in components]
        groups = sharing(X, [part.belief() for part in self.parts])
        self.groups = [_Group(X, [self.parts[c] for c in group], learnt, ends) for group, learnt in groups]
        # Multiplications of a pair in a scan, as a share of those in the exhaustive sweep.
        whole = sum(part.columns.size + _SCORED for part in self.parts)
        self.price = sum(group.products.price for group in self.groups) / whole
        self.rows, self.count = rows, count
        self.gains = np.full(len(X), np.nan)
        self.least = -math.inf
        self.most = np.full(rows.size, np.inf)

    def allowed(self) -> float:
        """Return the share of all pairs that a search may take, lest the sweeps of all values be quicker."""
        longest = max(self.parts, key=lambda part: part.columns.size)
        return _BOUNDED if bounded_sweep_may_pay(longest.mean, longest.covariance, longest.X) else _EXHAUSTIVE

    def evaluate(self, rows: Any) -> None:
        """Compute the values of some rows, and from them the least that one of the largest can have."""
        total = np.zeros(rows.size)
        for part in self.parts:
            total += part.weight * part.gains(rows)
        self.gains[rows] = total
        known = self.gains[~np.isnan(self.gains)]
        self.least = float(np.sort(known)[-min(self.count, known.size)])

    def bound(self, begin: int, rows: Any) -> Any:
        """Bound the values of some rows from above."""
        return np.sum([part.most(begin, rows) for part in self.parts], axis=0) + _ROUNDING

    def scan(self, begin: int, end: int, rows: Any) -> None:
        """Scan one more part of the pool after the outcomes at some rows."""
        for group in self.groups:
            group.scan(begin, end, rows)

    def advance(self, begin: int, end: int, tried: int, progress: Progress) -> None:
        """Scan one more part of the pool, and drop the rows whose bounds fall below the largest values."""
        step = max(_LEAST_ROWS, _PAIRS // (end - begin))
        for at in range(0, self.rows.size, step):
            if progress is not None:
                progress(begin + (end - begin) * at // self.rows.size, self.gains.size)
            self.scan(begin, end, self.rows[at : at + step])
        most = self.bound(end, self.rows)
        self.evaluate(self.rows[np.union1d(_largest(most, _FEWEST), self._likely(self.rows, tried))])
        left = (most >= self.least) & np.isnan(self.gains[self.rows])
        self.rows, self.most = self.rows[left], most[left]

    def sample(self, ends: Any) -> Any:
        """Bound some rows after each part of the pool, (E, S), and evaluate the most likely ones of them."""
        some = np.ascontiguousarray(self.rows[:: -(-self.rows.size // _SAMPLED)])
        begin, bounds = 0, []
        for end in ends:
            self.scan(begin, end, some)
            bounds.append(self.bound(end, some))
            begin = end
        self.evaluate(some[self._likely(some, max(_FEWEST, self.count))])
        return np.minimum.accumulate(bounds)

    def _likely(self, rows: Any, count: int) -> Any:
        return _largest(np.sum([part.likely(rows) for part in self.parts], axis=0), count)

    def finish(self) -> None:
        """Evaluate the rows that are left, the largest bounds first, until these fall below the largest values."""
        order = np.argsort(-self.most, kind="stable")
        for begin in range(0, order.size, _CHUNK):
            chunk = order[begin : begin + _CHUNK]
            chunk = chunk[self.most[chunk] >= self.least]
            if not chunk.size:
                return
            self.evaluate(self.rows[chunk])


def _largest(values: Any, count: int) -> Any:
    """Return the indices of the largest values, largest first."""
    return np.argsort(-values, kind="stable")[:count]


def _planned(left: Any, ends: Any, price: float) -> tuple[float, list[int]]:
    """Plan the parts after the first: (pairs for each measured candidate, ends of the parts that are scanned).

    Parameters
    ----------
    left
        (E,) share of the rows that is left after each end.
    ends
        (E,) numbers of candidates, ascending; the first is scanned, and the last is the whole pool.
    price
        Cost of a pair in a scan, as a share of that in an exact evaluation.
    """
    costs: list[tuple[float, list[int]]] = [(0.0, [])] * ends.size
    for i in range(ends.size - 1, -1, -1):
        costs[i] = left[i] * (ends[-1] + _OVERHEAD), []
        for j in range(i + 1, ends.size):
            cost = left[i] * (price * (ends[j] - ends[i]) + _OVERHEAD) + costs[j][0]
            if cost < costs[i][0]:
                costs[i] = cost, [int(ends[j]), *costs[j][1]]
    return costs[0]


def largest_gains(
    X: Any, components: Sequence[Component], exact: bool, rows: Any, count: int, progress: Progress = None
) -> Any:
    """Find the rows of a pool with the `count` largest knowledge gradients, averaged over the components of a mixture.

    Parameters
    ----------
    X
        (M, d) pool.
    components
        (weight, mean (c,), covariance (c, c), prior variances (c,) or None, columns (c,)) of each: a full belief about
        the weights of some columns of X. Where a prior is known, of which the covariance has learnt less than c
        outcomes, the search is faster.
    exact
        Exact integrals and moment matching, not the kappa form and the Laplace step.
    rows
        (R,) int64, ascending: the candidates that can be measured; the best is chosen among all M.
    count
        Number of the largest values to be known; all that tie with the last of them are known too.
    progress
        Called with (done, total) between scans of a fraction of a second; an exception it raises cancels the search.

    Returns
    -------
    (gains, prob, best) or None
        gains (M,), NaN for the rows that have not been evaluated, all of which are smaller; prob, a list of (M,)
        Pr(+1 | x) of each component; best, a list of the index of the best candidate now in each. None where sweeps of
        all values are quicker.
    """
    M = len(X)
    first = max(2, M // (_FIRST * BLOCK))
    growth = np.exp2(np.arange(2 * (M // (first * BLOCK)).bit_length() + 2) / 2)
    ends = np.unique(np.minimum(M, BLOCK * np.round(first * growth).astype(np.int64)))
    search = _Search(X, components, exact, ends, rows, count)
    now = [part.prob for part in search.parts], [part.best for part in search.parts]
    bounds = search.sample(ends) if rows.size > 4 * _SAMPLED and ends.size > 1 else None
    every = M * (M + _OVERHEAD) / max(rows.size, 1)

    def plan(hoped: float) -> tuple[float, list[int]]:
        if bounds is None:
            return 0.0, ends[1:].tolist()
        left = np.maximum((bounds >= hoped * search.least).mean(axis=1), 0.5 / _SAMPLED)
        return _planned(left, ends, search.price)

    if plan(_HOPED)[0] > _EXHAUSTIVE * every:
        return None
    begin, left = 0, ends[:1].tolist()
    while left and search.rows.size > (_CHUNK if begin else 0):
        end = min(left.pop(0), M)
        search.advance(begin, end, _FEWEST if begin else max(_FEWEST, M // _TRIED), progress)
        if not begin:
            pairs, left = plan(1.0)
            if pairs > search.allowed() * every:
                return None
        begin = end
    search.finish()
    return search.gains, *now
