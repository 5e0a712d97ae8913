"""The largest knowledge gradients of a pool, by bounds: the arg max of the exhaustive sweep without all its values.

The pool is scanned in parts, in float32, first the candidates that could become the best most easily. What remains is
bounded by Cauchy-Schwarz: after an outcome at x no candidate k has a mean above mu_k + |g| sqrt(s2_x s2_k), nor a
variance below s2_k - f s2_x s2_k. Candidates whose bounds fall below the largest exact values are dropped; a bound is
never returned as a value. The values of those that remain are those of the exhaustive sweep, bit by bit. A sample of
the candidates, bounded after each part, decides which parts are scanned and whether any bound pays. Where the bounded
sweeps of all values take fewer pairs, as two families of each show, they are taken instead.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.kernels.argmax import best_now
from kgdesk.kernels.bounded_sweep.batch_scan import rest_scores, scan_scores
from kgdesk.kernels.bounded_sweep.branch_and_bound import continued, started
from kgdesk.kernels.cache_layers import serialized
from kgdesk.kernels.logistic import ceiling
from kgdesk.kernels.lookahead_simd import CORRELATED, MOMENTS, all_steps
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI, in_blocks
from kgdesk.kernels.sweep import extremes, futures
from kgdesk.kernels.update import pool_moments_full

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    #: (weight, mean (d,), covariance (d, d), X (M, d), exact) of one component of a mixture.
    Component = tuple[float, Any, Any, Any, bool]
    Progress = Callable[[int, int], None] | None

# The first part has 1/_FIRST of the pool; it may be extended to twice, four times as many, and so on.
_FIRST = 128
# After the first part one in _TRIED candidates is evaluated exactly, at least _FEWEST; after the others _FEWEST are.
_TRIED, _FEWEST = 1000, 8
# Size of the sample, and how much larger than its largest value that of the pool may be expected to be.
_SAMPLED, _HOPED = 256, 1.3
# Share of the exhaustive sweep's pairs that bounds must save; cost of a scan beside its pairs, in pairs of each row.
_SAVED, _OVERHEAD = 0.2, 1000.0
# Price of beginning a bounded sweep, to see what it takes, in pairs of each row: as these, and as a share of all. It is
# begun where the search is planned to take _WORTH times as many, and later where that takes _WORTH times the plan.
# Two families are a larger share of the pools of more than _MANY candidates, which have few of them.
_BEGUN, _BEGUN_SHARE, _MANY, _SHARE_OF_MANY, _WORTH = 700.0, 0.037, 130_000, 0.11, 2.0
# What a bounded sweep takes, as a share of all pairs: at least, and times the multiplications that two families
# foretell; and how much more a search takes than planned. Measured with 10 to 66 columns, 10 and 30 outcomes.
_AT_LEAST, _FORETOLD, _MORE = 0.03, 2.5, 1.2
# Candidates that are evaluated exactly together at the end.
_CHUNK = 128
# Groups of hypothetical outcomes with like reach and shrink, which share the bound of what is not scanned yet.
_BY_REACH, _BY_SHRINK, _LEAST = 24, 6, 64
# Slack of scores and values: beyond rounding, and beyond the ties of the kappa score (1e-9).
_NEAR, _ROUNDING = 1e-8, 1e-9


_moments, _steps, _best, _blocks, _extremes, _futures, _scan, _rest_scores = (
    serialized(each)
    for each in (
        pool_moments_full,
        all_steps,
        best_now,
        in_blocks,
        extremes,
        futures,
        scan_scores,
        rest_scores,
    )
)


class _Part:
    """One component: its pool in the order of the scan, and what is known of each measured candidate's futures."""

    def __init__(self, component: Component) -> None:
        self.weight, self.mean, self.covariance, self.X, self.exact = component
        self.mu, self.s2 = _moments(self.mean, self.covariance, self.X)
        self.steps = _steps(self.mu, self.s2, MOMENTS if self.exact else CORRELATED)
        self.prob, move, shrink = self.steps
        self.best = int(_best(self.mu, self.s2, self.exact))
        M, d = self.X.shape
        # x'S x_k is a sum of d^2 terms of at most |x|'D |x_k|'D, D the deviations: so is its rounding error bounded.
        size = np.einsum("kj,j->k", np.abs(self.X), np.sqrt(np.diagonal(self.covariance)))
        wide = self.s2 + 8.0 * (d + 2) * np.finfo(np.float64).eps * size * size
        far, beyond = np.sqrt(wide) * (1.0 + 1e-15), wide[:, None] * (1.0 + 1e-12)
        self.reach = np.abs(move).reshape(-1, 2) * np.sqrt(beyond)
        self.shrink = shrink.reshape(-1, 2) * beyond
        u = self.mu + np.median(self.reach) * far
        v = np.where(u < 0.0, self.s2, np.maximum(self.s2 - np.median(self.shrink) * wide, 0.0))
        self.order = np.argsort(-u * np.abs(u) / (1.0 + EIGHTH_PI * v), kind="stable")
        self.ordered = self.mu[self.order], self.s2[self.order], far[self.order]
        # Upper bound of the kappa score of the best of the candidates that are scanned, after either outcome.
        self.score = np.full((2, M), -np.inf)
        self.extremes = _extremes(self.mu, self.s2, self.X)
        # Parts of the ordered pool in float32 by begin and end, and the whole pool in both precisions.
        self.pieces: dict[tuple[int, int], Any] = {}
        self._layout: Any = None

    def scan(self, begin: int, end: int, rows: Any) -> None:
        """Scan order[begin:end] after the outcomes at some rows: a new part, or some that are known already."""
        known = [piece for (low, high), piece in sorted(self.pieces.items()) if begin <= low and high <= end]
        if not known:
            at = self.order[begin:end]
            known = [_blocks(self.X[at], self.mu[at], self.s2[at])[1]]
            self.pieces[begin, end] = known[0]
        piece = known[0] if len(known) == 1 else tuple(map(np.concatenate, zip(*known, strict=True)))
        _, move, shrink = self.steps
        score = _scan(self.covariance, self.X, rows, move, shrink, piece, self.extremes)
        self.score[:, rows] = np.maximum(self.score[:, rows], score)

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
            self._layout = _blocks(*pool), self.extremes
        p, _, value, _ = self._after(rows, pool, self._layout)
        gains = p * value[0] + (1.0 - p) * value[1]
        return gains - self.prob[self.best]

    def _after(self, rows: Any, pool: Any, layout: Any) -> Any:
        measured = np.ascontiguousarray(self.X[rows]), self.mu[rows], self.s2[rows]
        return _futures(self.mean, self.covariance, measured, pool, *layout, self.exact)

    def _rest(self, begin: int, rows: Any) -> Any:
        """Bound the kappa scores of order[begin:] after either outcome at some rows, (2, R)."""
        reach, shrink = self.reach[rows].T.ravel(), self.shrink[rows].T.ravel()
        groups = []
        parts = np.array_split(np.argsort(reach, kind="stable"), min(_BY_REACH, reach.size // _LEAST + 1))
        for part in parts:
            by_shrink = part[np.argsort(shrink[part], kind="stable")]
            groups += [group for group in np.array_split(by_shrink, _BY_SHRINK) if group.size]
        farthest = np.array([reach[group].max() for group in groups])
        bound = np.empty(reach.size)
        most = np.array([shrink[group].max() for group in groups])
        for group, score in zip(groups, _rest_scores(*self.ordered, begin, farthest, most), strict=True):
            bound[group] = score
        return bound.reshape(2, -1)


class _Search:
    """Search for the rows with the largest knowledge gradients of a mixture.

    Parameters
    ----------
    components
        See `largest_gains`.
    rows, count
        Rows that are measured; number of values to be known.
    """

    def __init__(self, components: Sequence[Component], rows: Any, count: int) -> None:
        self.parts = [_Part(each) for each in components]
        self.rows, self.count = rows, count
        self.gains = np.full(len(self.parts[0].X), np.nan)
        self.least = -math.inf
        self.most = np.full(rows.size, np.inf)

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
        for part in self.parts:
            part.scan(begin, end, rows)

    def advance(self, begin: int, end: int, tried: int) -> None:
        """Scan one more part of the pool, and drop the rows whose bounds fall below the largest values."""
        self.scan(begin, end, self.rows)
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


class _Sweeps:
    """Sweeps of all values, the bounded ones begun as far as it takes to see whether they are cheaper than a search."""

    def __init__(self, components: Sequence[Component]) -> None:
        self._components = components
        sizes = np.array([each[1].size + 16.0 for each in components])
        self._shares = sizes / sizes.sum()
        self._begun: dict[int, Any] = {}

    def cheaper(self, pairs: float, measured: int) -> bool:
        """Return whether they take fewer pairs than a search that takes `pairs` for each of the measured rows."""
        M = len(self._components[0][3])
        if pairs < _WORTH * (_BEGUN + (_SHARE_OF_MANY if M > _MANY else _BEGUN_SHARE) * M):
            return False
        left = _MORE * pairs * measured / M**2 - _AT_LEAST
        for c in np.argsort(-self._shares, kind="stable").tolist():
            if c not in self._begun:
                self._begun[c] = started(*self._components[c][1:])
            left -= self._shares[c] * min(1.0, _FORETOLD * self._begun[c].share if self._begun[c] else 1.0)
            if left < 0.0:
                return False
        return any(self._begun.values())

    def gains(self, rows: Any, progress: Progress) -> Any:
        """Compute the values of all rows, after `cheaper`; NaN for those that are not measured."""
        total, parts = np.zeros(len(self._components[0][3])), len(self._components)
        for c, (weight, *belief) in enumerate(self._components):
            own = progress and partial(_part, progress, c, parts)
            total += weight * continued(self._begun.pop(c), *belief, progress=own)[0]
        gains = np.full(total.size, np.nan)
        gains[rows] = total[rows]
        return gains


def _part(progress: Callable[[int, int], None], c: int, parts: int, done: int, total: int) -> None:
    progress(c * total + done, parts * total)


def _largest(values: Any, count: int) -> Any:
    """Return the indices of the largest values, largest first."""
    return np.argsort(-values, kind="stable")[:count]


def _planned(left: Any, ends: Any) -> tuple[float, list[int]]:
    """Plan the parts after the first: (pairs for each measured candidate, ends of the parts that are scanned).

    Parameters
    ----------
    left
        (E,) share of the rows that is left after each end.
    ends
        (E,) numbers of candidates, ascending; the first is scanned, and the last is the whole pool.
    """
    costs: list[tuple[float, list[int]]] = [(0.0, [])] * ends.size
    for i in range(ends.size - 1, -1, -1):
        costs[i] = left[i] * (ends[-1] + _OVERHEAD), []
        for j in range(i + 1, ends.size):
            cost = left[i] * (ends[j] - ends[i] + _OVERHEAD) + costs[j][0]
            if cost < costs[i][0]:
                costs[i] = cost, [int(ends[j]), *costs[j][1]]
    return costs[0]


def largest_gains(components: Sequence[Component], rows: Any, count: int, progress: Progress = None) -> Any:
    """Find the rows of a pool with the `count` largest knowledge gradients, averaged over the components of a mixture.

    Parameters
    ----------
    components
        (weight, mean (d,), covariance (d, d), X (M, d), exact) of each, the same M candidates in columns of its own.
    rows
        (R,) int64, ascending: the candidates that can be measured; the best is chosen among all M.
    count
        Number of the largest values to be known; all that tie with the last of them are known too.
    progress
        Called with (done, total) between the parts of the pool; an exception it raises cancels the search.

    Returns
    -------
    (gains, prob, best) or None
        gains (M,), NaN for the rows that have not been evaluated, all of which are smaller; prob, a list of (M,)
        Pr(+1 | x) of each component; best, a list of the index of the best candidate now in each. None where the
        exhaustive sweeps are quicker; where bounded sweeps are, all values.
    """
    search, sweeps = _Search(components, rows, count), _Sweeps(components)
    now = [part.prob for part in search.parts], [part.best for part in search.parts]
    M = search.gains.size
    first = BLOCK * max(2, M // (_FIRST * BLOCK))
    ends = np.unique(np.minimum(M, first * 2 ** np.arange((M // first).bit_length() + 1)))
    bounds = search.sample(ends) if rows.size > 4 * _SAMPLED and ends.size > 1 else None
    allowed = (1.0 - _SAVED) * M * (M + _OVERHEAD) / max(rows.size, 1)

    def plan(hoped: float) -> tuple[float, list[int]]:
        if bounds is None:
            return 0.0, ends[1:].tolist()
        left = np.maximum((bounds >= hoped * search.least).mean(axis=1), 0.5 / _SAMPLED)
        return _planned(left, ends)

    hoped = plan(_HOPED)[0]
    if sweeps.cheaper(hoped, rows.size):
        return sweeps.gains(rows, progress), *now
    if hoped > allowed:
        return None
    begin, left = 0, [first]
    while left and search.rows.size > (_CHUNK if begin else 0):
        if progress is not None:
            progress(begin, M)
        end = min(left.pop(0), M)
        search.advance(begin, end, _FEWEST if begin else max(_FEWEST, M // _TRIED))
        if not begin:
            pairs, left = plan(1.0)
            if pairs > _WORTH * hoped and sweeps.cheaper(pairs, rows.size):
                return sweeps.gains(rows, progress), *now
            if pairs > allowed:
                return None
        begin = end
    search.finish()
    return search.gains, *now
