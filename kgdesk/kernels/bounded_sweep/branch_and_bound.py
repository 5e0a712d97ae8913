"""Branch-and-bound knowledge gradient of every candidate: the values of the exhaustive sweeps, for large pools.

Few candidates are the best after any hypothetical outcome (one of the two outcomes at one measured candidate).
Hypothetical outcomes are grouped by their effect on the mean, and each group eliminates the candidates that cannot be
the best after any of its outcomes: see `kgdesk.kernels.bounded_sweep.group_bounds`, and METHOD, "Fewer pairs, the same
answer". Where too many candidates survive, the exhaustive sweep is faster and is used instead.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import njit, prange

from kgdesk.kernels.argmax import best_now
from kgdesk.kernels.bounded_sweep.batch_scan import contenders_of, empty_batch, load_outcomes
from kgdesk.kernels.bounded_sweep.group_bounds import (
    candidates_of_group,
    raise_lower_bounds,
    search_family,
    sieve,
)
from kgdesk.kernels.bounded_sweep.partition import (
    GROUP_SIZE,
    axes,
    boxes,
    empty_box,
    group_summary,
    leading_coordinates,
    partition_all,
    whitened_rows,
)
from kgdesk.kernels.linear_algebra import covariance_root
from kgdesk.kernels.lookahead_simd import CORRELATED, INDEPENDENT, MOMENTS, all_steps
from kgdesk.kernels.moments import parallel_moments_diagonal, parallel_moments_full
from kgdesk.kernels.parallel import PARALLEL_LOCK, serialized
from kgdesk.kernels.pool_blocks import EIGHTH_PI
from kgdesk.kernels.sweep import BOUNDED_FROM, by_pairs, sweep_diagonal

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[int, int], None] | None

# First trial: a sample of at most _LARGEST_SAMPLE candidates (few enough for the single-threaded sweep) and at most one
# in _SAMPLED_ONE_IN is swept, and the candidates that are the best after some outcome are counted. The bounded sweep is
# tried if they are a share of at most MOST_WINNERS. Measured in pools of 4,000 to 25,000: before the first outcome
# nearly every sampled candidate is one, and no bound pays; after ten outcomes at most one in eight is, and the bounded
# sweep was faster in every case from 6,000 candidates on.
_LARGEST_SAMPLE, _SAMPLED_ONE_IN, MOST_WINNERS = 256, 20, 0.25
# Likely winners: the best candidates now, one in _LIKELY_ONE_IN but at least _LIKELY_WINNERS.
_LIKELY_WINNERS, _LIKELY_ONE_IN = 200, 100
# (largest pool, number of groups of GROUP_SIZE per family).
_GROUPS_PER_FAMILY = ((8_000, 8), (130_000, 64), (math.inf, 512))
# The elite, whose scores are the first lower bounds: the _ELITE_NOW best candidates now, and the winners after about
# _ELITE_OUTCOMES hypothetical outcomes.
_ELITE_NOW, _ELITE_OUTCOMES = 16, 128
_CANDIDATES_PER_TASK = 1024
# Limit of the serial halvings of all hypothetical outcomes, before the parts are partitioned in parallel.
_MOST_HALVINGS = 3
# Second trial: the bounded sweep goes on if parts of it need less than this share of the exhaustive sweep's
# multiplications. A part is a family, or _TRIAL_GROUPS groups of a larger one; _FEW_TRIALS parts are searched, _TRIALS
# for more than _MANY_CANDIDATES.
_MOST_WORK_SHARE, _TRIAL_GROUPS, _FEW_TRIALS, _TRIALS = 1.0, 64, 2, 4
# Families between two calls of `progress`; fewer above _MANY_CANDIDATES, where each takes longer and more memory.
_FAMILIES_PER_STEP, _FAMILIES_PER_LONG_STEP, _MANY_CANDIDATES = 64, 8, 50_000


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _raise_bounds(chosen, given, pool, outcomes):
    """Raise the lower bounds of the chosen hypothetical outcomes to the best score among the given candidates.

    Returns the best candidate after each chosen outcome. Tasks write the bounds of different outcomes only.
    """
    lower, best = outcomes[2], np.empty(chosen.size, np.int64)
    for task in prange((chosen.size + GROUP_SIZE - 1) // GROUP_SIZE):
        batch = empty_batch(pool[3].shape[1], pool[6].size > 0)
        whose, after, score = (
            np.empty(_CANDIDATES_PER_TASK, np.int32),
            np.empty(_CANDIDATES_PER_TASK, np.int32),
            np.empty(_CANDIDATES_PER_TASK),
        )
        low, high = task * GROUP_SIZE, min((task + 1) * GROUP_SIZE, chosen.size)
        load_outcomes(chosen, low, high, outcomes, pool, batch)
        whose, after, score, filled = contenders_of(
            pool, given, given.size, outcomes, batch, whose, after, score
        )
        for n in range(filled):
            outcome = low + after[n]
            if score[n] >= lower[chosen[outcome]]:
                lower[chosen[outcome]], best[outcome] = score[n], whose[n]
    return best


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _search_families(chosen, family, order, rows, pool, outcomes, sums, exact, best, allowed):
    """Search the chosen families (n,); return the work of each (n,), in multiplications.

    All candidates are first bounded against eight families at a time, one per SIMD lane.
    """
    X, q = pool[3], pool[6]
    d, flat = X.shape[1], X.reshape(-1)
    eights, work, every = (chosen.size + 7) // 8, np.empty(chosen.size), np.empty(0, np.int32)
    marks = np.empty((eights, X.shape[0]), np.uint8)
    for eight in prange(eights):
        box, starts = empty_box(sums[0].shape[1], d, q.size > 0), np.full(8, order.size)
        for c in range(min(8, chosen.size - 8 * eight)):
            starts[c] = chosen[8 * eight + c] * family
        boxes(sums, starts, order.size, family, q, box)
        sieve(rows, flat, d, every, box, marks[eight])
    for n in prange(chosen.size):
        left = np.empty(X.shape[0] + 1, np.int32)
        given = left[: candidates_of_group(marks[n // 8], n % 8, every, left)]
        low, high = chosen[n] * family, min((chosen[n] + 1) * family, order.size)
        work[n] = search_family(
            order, low, high, family, given, rows, pool, outcomes, sums, exact, best, allowed
        )
    return work


def _largest_first(now: Any, count: int) -> Any:
    """Return the indices (int32) of the `count` largest scores `now` (M,), largest first."""
    best = np.argpartition(-now, min(count, now.size) - 1)[:count]
    return best[np.argsort(-now[best])].astype(np.int32)


def _elite(pool: Any, outcomes: Any, elite: Any) -> Any:
    """Return the given elite together with the best candidates after a sample of the hypothetical outcomes."""
    chosen = np.arange(0, outcomes[0].size, max(1, outcomes[0].size // _ELITE_OUTCOMES), dtype=np.int32)
    with PARALLEL_LOCK:
        raise_lower_bounds(chosen // 2, elite, pool, outcomes)
        winners = _raise_bounds(chosen, np.arange(len(pool[3]), dtype=np.int32), pool, outcomes)
    return np.concatenate((elite, np.setdiff1d(winners, elite).astype(np.int32)))


def _prepared(mean: Any, covariance: Any, q: Any, X: Any, exact: bool) -> Any:
    """Compute the look-ahead steps and layouts of a pool: (prob, pool, outcomes, rows, size, elite).

    prob (M,) is Pr(+1 | x) now; `pool` and `outcomes` as in `batch_scan.load_outcomes`; `rows` as in `partition`,
    flattened; size (p + 1,) weighs the sides of boxes; `elite` has the candidates of the first lower bounds.
    """
    diagonal = bool(q.size)
    with PARALLEL_LOCK:
        if diagonal:
            mu, s2 = parallel_moments_diagonal(mean, q, X)
            prob, move, shrink = all_steps(mu, s2, INDEPENDENT)
            root = np.diag(1.0 / np.sqrt(q))
        else:
            mu, s2 = parallel_moments_full(mean, covariance, X)
            prob, move, shrink = all_steps(mu, s2, MOMENTS if exact else CORRELATED)
            root = covariance_root(covariance)
        likely = _largest_first(
            mu * np.abs(mu) / (1.0 + EIGHTH_PI * s2), max(_LIKELY_WINNERS, len(X) // _LIKELY_ONE_IN)
        )
        T = axes(root, X, likely)
        leading = leading_coordinates(X[likely] if len(X) > _MANY_CANDIDATES else X[:0], T)
        rows, pool32 = whitened_rows(T, root, diagonal, leading, X, mu, s2)
    # A side of a box loosens the bound of a candidate in proportion to its coordinate, so the sides are weighted by the
    # coordinates of likely winners.
    size = np.abs(rows[likely, : leading + 1]).mean(axis=0)
    most, spread = float(np.abs(mu).max()), 1.0 + EIGHTH_PI * float(s2.max())
    pool = pool32, mu, s2, X, mean, covariance, q, most, spread
    outcomes = move, shrink, np.full(move.size, -np.inf)
    return prob, pool, outcomes, rows.reshape(-1), size, _elite(pool, outcomes, likely[:_ELITE_NOW])


class GroupSweep:
    """Bounded sweep of a pool; its creation searches a part of the outcomes to estimate the work of all.

    Parameters
    ----------
    mean, covariance, q
        The belief: the covariance of a full one and an empty q, or the precision q of a diagonal one and an empty
        covariance.
    X
        (M, d) pool.
    exact
        Whether probabilities are exact integrals instead of s(kappa mu).

    Attributes
    ----------
    share
        Estimated multiplications relative to those of the exhaustive sweep, which is faster above `_MOST_WORK_SHARE`.
    """

    def __init__(self, mean: Any, covariance: Any, q: Any, X: Any, exact: bool) -> None:
        self._prob, self._pool, self._outcomes, rows, size, elite = _prepared(mean, covariance, q, X, exact)
        self._exact, (M, d) = exact, X.shape
        self._family = GROUP_SIZE * next(many for most, many in _GROUPS_PER_FAMILY if most >= M)
        self._order = np.arange(2 * M, dtype=np.int32)
        with PARALLEL_LOCK:
            halvings = min(_MOST_HALVINGS, (numba.get_num_threads() - 1).bit_length())
            partition_all(self._order, self._family, self._outcomes[0], rows, size, halvings)
            raise_lower_bounds(np.arange(M, dtype=np.int32), elite, self._pool, self._outcomes)
            self._sums = group_summary(self._order, self._outcomes, rows, size.size, q, X)
        self._best, self._rows = (np.empty(2 * M, np.int32), np.empty(2 * M)), rows
        # A few families need most of the work, so the parts of a trial are spread evenly over all families.
        self._trial = min(self._family, GROUP_SIZE * _TRIAL_GROUPS)
        parts, count = (
            (self._order.size + self._trial - 1) // self._trial,
            _TRIALS if M > _MANY_CANDIDATES else _FEW_TRIALS,
        )
        self._tried = np.unique((2 * np.arange(count) + 1) * parts // (2 * count))
        whole = self._tried.size * self._trial * M * (3.0 * d + 16.0 if q.size else d + 16.0) / 2.0
        self.share = float(self._search(self._tried, self._trial, _MOST_WORK_SHARE * whole).sum()) / whole

    def _search(self, chosen: Any, family: int, allowed: float = math.inf) -> Any:
        # Neighbouring families take about as long, and prange gives each thread a contiguous run: interleaved, the
        # threads finish at about the same time.
        threads = numba.get_num_threads()
        chosen = np.concatenate([chosen[k::threads] for k in range(threads)])
        with PARALLEL_LOCK:
            return _search_families(
                chosen, family, self._order, self._rows, self._pool, self._outcomes, self._sums, self._exact,
                self._best, allowed,
            )  # fmt: skip

    def finish(self, progress: Progress) -> Any:
        """Search the other families and return the seven arrays of the exhaustive sweep; can be called once."""
        others = np.arange((self._order.size + self._family - 1) // self._family)
        if self._trial == self._family:
            others = np.delete(others, self._tried)
        M = self._prob.size
        batch = _FAMILIES_PER_LONG_STEP if M > _MANY_CANDIDATES else _FAMILIES_PER_STEP
        for begin in range(0, others.size, batch):
            if progress is not None:
                progress(begin, others.size)
            self._search(others[begin : begin + batch], self._family)
        if progress is not None:
            progress(others.size, others.size)
        mu, s2 = self._pool[1], self._pool[2]
        del self._pool, self._outcomes, self._rows, self._sums  # they take twice the memory of the pool
        (index, value), prob = self._best, self._prob
        best = best_now(mu, s2, self._exact)
        up, down = np.ascontiguousarray(value[::2]), np.ascontiguousarray(value[1::2])
        kg = prob * up + (1.0 - prob) * down - prob[best]
        return kg, prob, best, index[::2].astype(np.int64), up, index[1::2].astype(np.int64), down


def sweep_by_groups(mean: Any, covariance: Any, q: Any, X: Any, exact: bool, progress: Progress) -> Any:
    """Compute the seven arrays of an exhaustive sweep by branch and bound; None where that sweep is faster."""
    groups = GroupSweep(mean, covariance, q, X, exact)
    return groups.finish(progress) if groups.share <= _MOST_WORK_SHARE else None


NOTHING, NO_MATRIX = np.empty(0), np.empty((0, 0))
_exhaustive_diagonal, _exhaustive = serialized(sweep_diagonal), serialized(by_pairs)


def share_of_winners(sweep: Callable[[Any], Any], X: Any) -> float:
    """Return the share of a sample of X (M, d) that are the best after at least one outcome.

    `sweep` is the exhaustive sweep of the belief. 1 for pools smaller than `BOUNDED_FROM`.
    """
    if len(X) < BOUNDED_FROM:
        return 1.0
    some = np.ascontiguousarray(X[:: -(-len(X) // min(_LARGEST_SAMPLE, len(X) // _SAMPLED_ONE_IN))])
    found = sweep(some)
    return float(np.union1d(found[3], found[5]).size / len(some))


def bounded_diagonal(mean: Any, precision: Any, X: Any, progress: Progress = None) -> Any:
    """Compute the knowledge gradient under a diagonal belief: the arrays of `kgdesk.kernels.sweep.sweep_diagonal`.

    Equal to the exhaustive sweep up to rounding; by branch and bound where that is faster. `progress` is called with
    (done, total) between batches of families; an exception that it raises cancels the sweep.
    """
    pays = share_of_winners(partial(_exhaustive_diagonal, mean, precision), X) <= MOST_WINNERS
    found = sweep_by_groups(mean, NO_MATRIX, precision, X, False, progress) if pays else None
    return found or _exhaustive_diagonal(mean, precision, X)


def bounded_full(mean: Any, covariance: Any, X: Any, progress: Progress = None) -> Any:
    """Compute the arrays of `kgdesk.kernels.sweep.sweep_full` as `bounded_diagonal` does."""
    return _bounded(mean, covariance, X, False, progress)


def bounded_moments(mean: Any, covariance: Any, X: Any, progress: Progress = None) -> Any:
    """Compute the arrays of `kgdesk.kernels.sweep.sweep_moments` as `bounded_diagonal` does."""
    return _bounded(mean, covariance, X, True, progress)


def _bounded(mean: Any, covariance: Any, X: Any, exact: bool, progress: Progress) -> Any:
    # The first trial uses the Laplace step: exact moments give as many winners and take twice as long.
    pays = share_of_winners(partial(_exhaustive, mean, covariance, exact=False), X) <= MOST_WINNERS
    found = sweep_by_groups(mean, covariance, NOTHING, X, exact, progress) if pays else None
    return found or _exhaustive(mean, covariance, X, exact)
