"""The largest knowledge gradients of a pool, by bounds: the arg max of the exhaustive sweep without all its values.

The pool is scanned in parts, in float32, first the candidates that could become the best most easily. What remains is
bounded by Cauchy-Schwarz: after an outcome at x no candidate k has a mean above mu_k + |g| sqrt(s2_x s2_k), nor a
variance below s2_k - f s2_x s2_k. Candidates whose bounds fall below the largest exact values are dropped; a bound is
never returned as a value. The values of those that remain are those of the exhaustive sweep, bit by bit. A forecast
decides whether the bounded sweeps of all values are quicker than a search is as a rule; a sample of the candidates,
bounded after each part, decides which parts are scanned and whether any bound pays.

Before the first outcome, with all means 0, no such bound drops candidates, but one product serves both candidates of a
pair: all pairs are scanned once.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.kernels.bounded_sweep.branch_and_bound import (
    EXHAUSTIVE,
    SCORED,
    SweepForecast,
    bounded_full,
    bounded_moments,
)
from kgdesk.kernels.bounded_sweep.components import PAIRS, ScannedComponent, ScannedGroup
from kgdesk.kernels.bounded_sweep.shared_features import sharing
from kgdesk.kernels.pool_blocks import BLOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.kernels.bounded_sweep.components import Component

    Progress = Callable[[int, int], None] | None

# The first part has 1/_FIRST of the pool; parts end at powers of the root of 2 times its size.
_FIRST = 128
# After the first part one in _TRIED candidates is evaluated exactly, at least _FEWEST; after the others _FEWEST are.
_TRIED, _FEWEST = 1000, 8
# Size of the sample, and how much larger than its largest value that of the pool may be expected to be.
_SAMPLED, _HOPED = 256, 1.3
# How many times what it may take a search may be planned to take before the first part, after which more is known.
_DOUBT = 2.0
# Groups of components of at most this weight together are scanned in two steps: the first part, and all others at once.
_LIGHT = 0.1
# Cost of a scan beside its pairs, in pairs of each row.
_OVERHEAD = 400.0
# Candidates that are evaluated exactly together at the end; fewest rows between two calls of the progress.
_CHUNK, _LEAST_ROWS = 128, 1024
# Slack of values beyond rounding.
_ROUNDING = 1e-9


class _Search:
    """Search for the rows with the largest knowledge gradients of a mixture.

    Parameters
    ----------
    X, components, exact
        See `largest_gains`.
    rows, count
        Rows that are measured; number of values to be known.
    pause
        Called with the number of candidates that are scanned, between steps of a few tenths of a second; an exception
        it raises cancels the search.
    """

    def __init__(
        self,
        X: Any,
        components: Sequence[Component],
        exact: bool,
        rows: Any,
        count: int,
        pause: Callable[[int], None],
    ) -> None:
        self.X, self.rows, self.count, self.pause = X, rows, count, pause
        self.parts = []
        for each in components:
            pause(0)
            self.parts.append(ScannedComponent(X, each, exact))
        self.gains = np.full(len(X), np.nan)
        self.least = -math.inf
        self.most = np.full(rows.size, np.inf)

    def group(self, ends: Any = None) -> None:
        """Group the components to be scanned in the parts that end at `ends`; without them, for `scan_pairs`."""
        groups = sharing(self.X, [part.belief() for part in self.parts])
        made = []
        for group, learnt in groups:
            self.pause(0)
            made.append(ScannedGroup(self.X, [self.parts[c] for c in group], learnt, ends))
        made.sort(key=lambda group: group.weight)
        light = np.cumsum([group.weight for group in made]) <= _LIGHT
        self.heavy = [group for group, few in zip(made, light, strict=True) if not few]
        self.light = [group for group, few in zip(made, light, strict=True) if few]

    def prices(self) -> tuple[float, float]:
        """Return the multiplications of a pair in a scan of heavy and light groups, as shares of those in a sweep."""
        whole = sum(part.columns.size + SCORED for part in self.parts)
        heavy, light = (sum(each.products.price for each in groups) for groups in (self.heavy, self.light))
        return heavy / whole, light / whole

    def evaluate(self, rows: Any) -> None:
        """Compute the values of some rows, and from them the least that one of the largest can have."""
        total = np.zeros(rows.size)
        for part in self.parts:
            total += part.weight * part.gains(rows)
        self.gains[rows] = total
        known = self.gains[~np.isnan(self.gains)]
        self.least = float(np.sort(known)[-min(self.count, known.size)])

    def advance(self, heavy: int, light: int, tried: int) -> None:
        """Scan to these ends of the heavy and the light groups, and drop the rows whose bounds fall below the best."""
        steps = [
            (group, end) for groups, end in ((self.heavy, heavy), (self.light, light)) for group in groups
        ]
        begin, width = self.heavy[0].scanned, max(end - group.scanned for group, end in steps)
        step = max(_LEAST_ROWS, PAIRS // max(width, 1))
        for at in range(0, self.rows.size, step):
            self.pause(begin + (heavy - begin) * at // self.rows.size)
            for group, end in steps:
                if end > group.scanned:
                    group.scan(group.scanned, end, self.rows[at : at + step])
        for group, end in steps:
            group.scanned = end
        self.drop(np.sum([group.estimates(end, self.rows) for group, end in steps], axis=0), tried)

    def drop(self, bounds: Any, tried: int) -> None:
        """Evaluate some likely rows, and drop those whose upper bounds fall below the largest values.

        `bounds` (2, R) are upper bounds and likely values of the rows.
        """
        most = bounds[0] + _ROUNDING
        self.evaluate(self.rows[np.union1d(_largest(most, _FEWEST), _largest(bounds[1], tried))])
        left = (most >= self.least) & np.isnan(self.gains[self.rows])
        self.rows, self.most = self.rows[left], most[left]

    def sample(self, ends: Any) -> tuple[Any, Any]:
        """Bound some rows after each part of the pool, (E, S) twice, and evaluate the most likely ones of them.

        Returns
        -------
        tuple
            Bounds where the light groups are scanned to the first end, and to the last.
        """
        self.pause(0)
        some = np.ascontiguousarray(self.rows[:: -(-self.rows.size // _SAMPLED)])
        first, last = np.zeros((2, some.size)), np.zeros((2, some.size))
        for group in self.light:
            group.scan(0, ends[0], some)
            first += group.estimates(ends[0], some)
            group.scan(ends[0], ends[-1], some)
            last += group.estimates(ends[-1], some)
        bounds = np.zeros((ends.size, 2, some.size))
        for group in self.heavy:
            for e, (begin, end) in enumerate(zip([0, *ends[:-1]], ends, strict=True)):
                group.scan(begin, end, some)
                bounds[e] += group.estimates(end, some)
        self.evaluate(some[_largest(bounds[-1, 1] + last[1], max(_FEWEST, self.count))])
        most = np.minimum.accumulate(bounds[:, 0]) + _ROUNDING
        return most + first[0], most + last[0]

    def finish(self) -> None:
        """Evaluate the rows that are left, the largest bounds first, until these fall below the largest values."""
        order = np.argsort(-self.most, kind="stable")
        for begin in range(0, order.size, _CHUNK):
            chunk = order[begin : begin + _CHUNK]
            chunk = chunk[self.most[chunk] >= self.least]
            if not chunk.size:
                return
            self.pause(self.gains.size - 1)
            self.evaluate(self.rows[chunk])


def _largest(values: Any, count: int) -> Any:
    """Return the indices of the largest values, in no order."""
    return np.argpartition(-values, count - 1)[:count] if count < values.size else np.arange(values.size)


Plan = tuple[float, list[tuple[int, int]]]


def _planned(left: Any, ends: Any, prices: tuple[float, float]) -> Plan:
    """Plan the parts after the first: (pairs for each measured candidate, ends of the heavy and the light groups).

    Parameters
    ----------
    left
        (2, E) shares of the rows that are left after each end, with the light groups scanned to the first, and to the
        last.
    ends
        (E,) numbers of candidates, ascending; the first is scanned, and the last is the whole pool.
    prices
        Cost of a pair in a scan of the heavy and of the light groups, as a share of that in an exact evaluation; a
        price of 0 of the light ones says that there are none.
    """
    price, light = prices
    whole = int(ends[-1])
    waiting: list[Plan] = [(0.0, [])] * ends.size
    complete: list[Plan] = [(0.0, [])] * ends.size
    for i in range(ends.size - 1, -1, -1):
        for share, plans, scanned in ((left[1], complete, whole), (left[0], waiting, int(ends[0]))):
            best: Plan = share[i] * (whole + _OVERHEAD), []
            for j in range(i + 1, ends.size):
                cost = share[i] * (price * (ends[j] - ends[i]) + _OVERHEAD) + plans[j][0]
                if cost < best[0]:
                    best = cost, [(int(ends[j]), scanned), *plans[j][1]]
            plans[i] = best
        cost = left[0][i] * (light * (whole - ends[0]) + _OVERHEAD) + complete[i][0]
        if light and cost < waiting[i][0]:
            waiting[i] = cost, [(int(ends[i]), whole), *complete[i][1]]
    return waiting[0]


def _symmetric(search: _Search) -> bool:
    """Scan all pairs once, where all means are 0, and evaluate what remains; return whether that pays."""
    M = search.gains.size
    search.group()
    groups = search.heavy + search.light
    for group in groups:
        group.scan_pairs(search.pause)
    search.drop(np.sum([group.estimates(M, search.rows) for group in groups], axis=0), search.count)
    if search.rows.size > (EXHAUSTIVE - 0.5 * sum(search.prices())) * M:
        return False
    search.finish()
    return True


def _by_parts(search: _Search, allowed: float) -> bool:
    """Scan the pool in parts as a sample suggests, and evaluate what remains; return whether that pays.

    `allowed` is how many pairs of each measured candidate it may take, lest the sweeps of all values be quicker.
    """
    M, rows = search.gains.size, search.rows
    first = max(2, M // (_FIRST * BLOCK))
    growth = np.exp2(np.arange(2 * (M // (first * BLOCK)).bit_length() + 2) / 2)
    ends = np.unique(np.minimum(M, BLOCK * np.round(first * growth).astype(np.int64)))
    search.group(ends)
    bounds = search.sample(ends) if rows.size > 4 * _SAMPLED and ends.size > 1 else None

    def plan(hoped: float) -> Plan:
        if bounds is None:
            return 0.0, [(end, end) for end in ends[1:].tolist()]
        left = [np.maximum((each >= hoped * search.least).mean(axis=1), 0.5 / _SAMPLED) for each in bounds]
        return _planned(left, ends, search.prices())

    if plan(_HOPED)[0] > _DOUBT * allowed:
        return False
    search.advance(int(ends[0]), int(ends[0]), max(_FEWEST, M // _TRIED))
    pairs, steps = plan(1.0)
    if pairs > allowed:
        return False
    while steps and search.rows.size > _CHUNK:
        search.advance(*steps.pop(0), _FEWEST)
    search.finish()
    return True


def _every_gain(
    X: Any, components: Sequence[Component], exact: bool, forecast: SweepForecast, progress: Progress
) -> Any:
    """Compute what `largest_gains` returns with the values of all candidates; one of the sweeps has begun."""
    gains, prob, best = np.zeros(len(X)), [], []
    sweep = bounded_moments if exact else bounded_full
    for c, (weight, mean, covariance, _, columns) in enumerate(components):
        step = progress and partial(_progress_of_part, progress, c, len(components))
        if c == forecast.longest and forecast.begun is not None:
            kg, now, leader, *_ = forecast.begun.finish(step)
        else:
            own = X if columns.size == X.shape[1] else np.ascontiguousarray(X[:, columns])
            kg, now, leader, *_ = sweep(mean, covariance, own, step)
        gains += weight * kg
        prob.append(now)
        best.append(int(leader))
    return gains, prob, best


def _progress_of_part(
    progress: Callable[[int, int], None], part: int, parts: int, done: int, total: int
) -> None:
    progress(part * total + done, parts * total)


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
        all values turn out to be quicker; where this is clear from the start, they are the result.
    """
    M = len(X)

    def pause(done: int) -> None:
        if progress is not None:
            progress(done, M)

    level = 2 * rows.size > M and all(not mean.any() for _, mean, *_ in components)
    pairs = EXHAUSTIVE * M
    if not level and rows.size > 4 * _SAMPLED:
        pause(0)
        forecast = SweepForecast(X, components, exact)
        if forecast.is_best(rows.size):
            return _every_gain(X, components, exact, forecast, progress)
        pairs = forecast.pairs
        del forecast  # with the layouts of its trial
    search = _Search(X, components, exact, rows, count, pause)
    now = [part.prob for part in search.parts], [part.best for part in search.parts]
    pays = _symmetric(search) if level else _by_parts(search, (pairs + _OVERHEAD) * M / max(rows.size, 1))
    return (search.gains, *now) if pays else None
