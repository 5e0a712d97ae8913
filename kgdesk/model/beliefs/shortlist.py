"""Shortlist of a large pool: the rows whose knowledge gradient under mixtures is worth computing exactly.

Few rows become the best after an outcome, and they are easy to guess. If the best is chosen among a few hundred guessed
rows only, the value of every row is cheap to compute and never above the exact one. The rows with the largest of these
values are shortlisted. See METHOD, "Shortlists of large pools".
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.arrays import writable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.members import Member
    from kgdesk.model.design.design_matrix import Rows

    Array = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Progress = Callable[[int, int], None] | None

# Largest pool in which the knowledge gradient of every row is computed under a mixture.
_MOST_SWEPT = 5_000
# Rows on a shortlist: those with the largest values, the most probable ones, and the most uncertain ones.
_VALUABLE, _PROBABLE, _UNCERTAIN = 1024, 128, 128
# Number of rows guessed to become the best by each of several upper limits of the log-odds, and these limits, in
# standard deviations above the mean.
_GUESSED, _LIMITS = 64, (0.0, 0.5, 1.0, 2.0)
# Number of sampled rows after whose outcomes the best is searched among all rows: where uncertain rows lie around the
# edge of the pool, no upper limit finds it.
_SAMPLED = 128
# Rows with outcomes that are compared with each other apart from the pool, because of their own deviations.
_OWN_TOGETHER = 128
# Rows with outcomes for which the rows that can become the best are bounded together; the share of the pool above which
# leaving the others out takes longer than comparing them; and by how much, relatively, rounding may move a bound.
_BOUNDED_TOGETHER, _MOST_LEFT, _ROUNDING = 128, 0.5, (1e-8, 1e-12)
# Pairs of rows that one kernel call compares, in a fraction of a second: progress is reported between calls.
_PAIRS = 50_000_000


class MemberPool:
    """Rows of a pool under one member of a mixture.

    Parameters
    ----------
    member
        The member.
    X, places
        (M, p) rows with the columns of all members, see `AverageBelief.seen`, and their places (M,) among the rows that
        the member has been told of, -1 for all others.
    own
        (M,) variance that the own deviation of each row adds.
    """

    def __init__(self, member: Member, X: Array | Rows, places: Whole, own: Array) -> None:
        self._mean, self._covariance = writable(member.belief.mean), writable(member.belief.covariance)
        self._exact = member.belief.kind == "moments"
        rows, offsets = member.seen(X, places)
        self.X = writable(rows)
        self.mu, self.s2 = (writable(each) for each in member.belief.moments(self.X))
        if offsets.any():
            self.mu = self.mu + offsets
        self._own, self._deviates = own, bool(own.any())
        if self._deviates:
            self.s2 = self.s2 + own
        self.best = int(kernels.best_now(self.mu, self.s2, self._exact))

    def _rows(self, at: Whole | None) -> tuple[Array, Array, Array]:
        if at is None:
            return self.X, self.mu, self.s2
        return self.X[at], self.mu[at], self.s2[at]

    def gains(self, measured: Whole, among: Whole | None, pause: Callable[[], None]) -> tuple[Array, Whole]:
        """Compute the knowledge gradients (R,) of some rows, and the rows that are the best after their outcomes.

        `among` are the rows that the best is chosen from, None for all; `pause` is called between kernel calls.
        """
        every = np.arange(len(self.mu)) if among is None else among
        pool = self._rows(among)
        laid_out, extremes = self._whole if among is None else _laid_out(*pool)
        gains, winners = np.empty(measured.size), [np.empty(0, np.int64)]
        # Of rows that the best is chosen from as well, the kernel would take the deviation for that of another row.
        inside = np.isin(measured, every) if self._deviates else np.zeros(measured.size, dtype=np.bool_)
        outside = np.flatnonzero(~inside), max(16, _PAIRS // every.size)
        for places, step in (outside, (np.flatnonzero(inside), _OWN_TOGETHER)):
            for begin in range(0, places.size, step):
                pause()
                here = places[begin : begin + step]
                at = measured[here]
                own = np.flatnonzero(np.isin(every, at)) if inside[here[0]] else np.empty(0, np.int64)
                hidden = _without(laid_out, own) if own.size else laid_out
                steps = self._steps(at)
                index, value, score = kernels.futures(
                    self._mean, self._covariance, self.X[at], steps, pool, hidden, extremes, self._exact
                )
                index = every[index]
                if own.size == every.size:
                    score[:] = -np.inf  # the kernel was shown no row at all
                if self._deviates:
                    lines = self._lines(at) if own.size else self.s2[at, None]
                    self._add_own(at, lines, steps, index, value, score)
                gains[here] = steps[0] * value[0] + (1.0 - steps[0]) * value[1]
                winners.append(np.unique(index))
        return gains - self.value_now, np.unique(np.concatenate(winners))

    @cached_property
    def _whole(self) -> tuple[Any, Any]:
        return _laid_out(self.X, self.mu, self.s2)

    def gains_among_all(
        self, measured: Whole, likely: Whole, pause: Callable[[], None]
    ) -> tuple[Array, Whole]:
        """Compute what `gains` returns if the best is chosen from all rows, and leave out those that cannot be it.

        `likely` are rows that are good after many outcomes: the better they are, the fewer rows are compared.
        """
        gains, winners = np.empty(measured.size), [np.empty(0, np.int64)]
        reach = np.abs(_by_outcome(self._steps(measured)[1])).max(axis=1) * np.sqrt(self._shared[measured])
        order = np.argsort(-reach, kind="stable")  # those that move others by as much are bounded together
        for begin in range(0, measured.size, _BOUNDED_TOGETHER):
            at = order[begin : begin + _BOUNDED_TOGETHER]
            rows = measured[at]
            gains[at], best = self.gains(rows, self._possible(rows, likely), pause)
            winners.append(best)
        return gains, np.unique(np.concatenate(winners))

    @cached_property
    def _shared(self) -> Array:
        """Variance (M,) of w.x without what the own deviation of a row adds: an outcome at another row tells of it."""
        return np.asarray(np.maximum(self.s2 - self._own, 0.0))

    def _steps(self, rows: Whole) -> tuple[Array, ...]:
        """Return what `kernels.all_steps` computes for some rows: chances, the mean's steps, the variance's shrinks."""
        kind = kernels.MOMENTS if self._exact else kernels.CORRELATED
        found: tuple[Array, ...] = kernels.all_steps(self.mu[rows], self.s2[rows], kind)
        return found

    def _possible(self, rows: Whole, likely: Whole) -> Whole | None:
        """Return the rows that can be the best after an outcome at one of some rows; None for all.

        After an outcome at x the mean of row k moves by g t, |t| <= sqrt(s2_x s2_k), and its variance falls by f t^2. A
        row whose largest score is below the smallest one that the best of the likely rows has after any of these
        outcomes is never the best. The outcome's own row, whose deviation moves as well, is compared apart.
        """
        shown = np.setdiff1d(likely, rows) if self._deviates else likely
        if not shown.size:
            return None
        pool, steps = self._rows(shown), self._steps(rows)
        scores = kernels.futures(
            self._mean, self._covariance, self.X[rows], steps, pool, *_laid_out(*pool), self._exact
        )[2]
        move, shrink = map(_by_outcome, steps[1:])
        near, far = self._shared[rows], np.sqrt(self._shared)
        left = np.zeros(len(self.mu), dtype=np.bool_)
        for side in range(2):
            most = float((np.abs(move[:, side]) * np.sqrt(near)).max()) * far
            top = self.mu + most
            least = np.maximum(self.s2 - float((shrink[:, side] * near).max()) * self._shared, 0.0)
            bound = (top + _ROUNDING[1] * (np.abs(self.mu) + most)) / np.sqrt(
                1.0 + np.pi / 8.0 * np.where(top >= 0.0, least, self.s2)
            )
            floor = float(scores[side].min())
            left |= bound >= floor - _ROUNDING[0] * abs(floor)
        found = np.flatnonzero(left)
        return found if found.size <= _MOST_LEFT * len(self.mu) else None

    def _lines(self, at: Whole) -> Array:
        """Compute x'S x_k (A, A) of some rows, with the variance of the own deviation where k is x."""
        moved = np.einsum("aj,jk->ak", self.X[at], self._covariance)
        lines = np.einsum("ak,ik->ai", moved, self.X[at])
        lines[np.diag_indices(at.size)] += self._own[at]
        return np.asarray(lines)

    def _add_own(
        self, at: Whole, lines: Array, steps: tuple[Array, ...], index: Whole, value: Array, score: Array
    ) -> None:
        """Compare the best rows after the outcomes at some rows with these rows themselves.

        An outcome at a row tells about its deviation, which no other row has: the kernel does not know that, and is not
        shown these rows.

        Parameters
        ----------
        at
            (A,) the rows with outcomes.
        lines
            (A, A) the result of `_lines`: each row is compared with all of them; or (A, 1), the variances: with itself.
        steps
            The result of `_steps` for them.
        index, value, score
            (2, A) each, the best of all other rows as `kernels.futures` returns them; changed in place.
        """
        others = np.broadcast_to(at, lines.shape) if lines.shape[1] > 1 else at[:, None]
        move, shrink = map(_by_outcome, steps[1:])
        predict = kernels.predict_exact if self._exact else kernels.predict_kappa
        for side in range(2):
            g, f = move[:, side, None], shrink[:, side, None]
            mean = self.mu[others] + g * lines
            variance = np.maximum(self.s2[others] - f * lines * lines, 0.0)
            scores = mean / np.sqrt(1.0 + np.pi / 8.0 * variance)
            best = np.argmax(scores, axis=1)
            better = np.flatnonzero(scores[np.arange(at.size), best] > score[side])
            taken = better, best[better]
            index[side, better] = others[taken]
            value[side, better] = predict(mean[taken], variance[taken])

    @property
    def value_now(self) -> float:
        """Predicted probability of success of the row that is the best now."""
        predict = kernels.predict_exact if self._exact else kernels.predict_kappa
        at = slice(self.best, self.best + 1)
        return float(predict(self.mu[at], self.s2[at])[0])

    def guessed_winners(self) -> Whole:
        """Return rows, ascending, among which the best after an outcome at many rows is: present scores tell them."""
        deviation, scale = np.sqrt(self.s2), np.sqrt(1.0 + np.pi / 8.0 * self.s2)
        guessed = [largest((self.mu + limit * deviation) / scale, _GUESSED) for limit in _LIMITS]
        return np.unique(np.concatenate([[self.best], *guessed]))

    def likely_winners(self, pause: Callable[[], None]) -> Whole:
        """Return rows, ascending, among which the best after an outcome at any row is likely to be."""
        guessed = self.guessed_winners()
        sample = np.arange(0, len(self.X), -(-len(self.X) // _SAMPLED))
        return np.union1d(guessed, self.gains_among_all(sample, guessed, pause)[1])


def _by_outcome(steps: Array) -> Array:
    """Return steps of (2 R,) neighbouring outcomes as (R, 2): after a success and a failure at each row."""
    return steps.reshape(-1, 2)


def _laid_out(X: Array, mu: Array, s2: Array) -> tuple[Any, Any]:
    """Return rows and their extremes as `kernels.futures` takes them."""
    return kernels.in_blocks(X, mu, s2), kernels.pool_extremes(mu, s2, X)


def _without(layout: Any, rows: Whole) -> Any:
    """Return the layout of `kernels.in_blocks` with some rows, by index, that are never the best."""
    (flat, mean, scale), (flat32, mean32, scale32) = layout
    mean, mean32 = mean.copy(), mean32.copy()
    mean[rows], mean32[rows] = kernels.PADDING_MEAN, kernels.PADDING_MEAN
    return (flat, mean, scale), (flat32, mean32, scale32)


def needs_shortlist(count: int) -> bool:
    """Return whether a pool of `count` rows is so large that a mixture computes gains only for a shortlist."""
    return count > _MOST_SWEPT


def shortlist(
    members: Sequence[tuple[float, Callable[[], MemberPool]]],
    measured: Whole,
    progress: Progress = None,
) -> Whole:
    """Return the rows of a pool whose knowledge gradient may be the largest, ascending.

    Parameters
    ----------
    members
        The pool under each member of the mixture, with its weight: see `AverageBelief.pools`; where runs are open,
        under the members after each scenario of their outcomes.
    measured
        Indices of the rows that can be run.
    progress
        Called with (done, total) between parts of the work; an exception it raises cancels it.
    """
    values, chance, spread = (np.zeros(measured.size) for _ in range(3))
    for place, (weight, lay_out) in enumerate(members):
        pause = _pause(progress, place, len(members))
        pool = lay_out()
        values += weight * pool.gains(measured, pool.likely_winners(pause), pause)[0]
        scale = 1.0 + np.pi / 8.0 * pool.s2[measured]
        chance += weight * kernels.predict_kappa(pool.mu[measured], pool.s2[measured])
        spread += weight * pool.s2[measured] / scale
    chosen = largest(values, _VALUABLE), largest(chance, _PROBABLE), largest(spread, _UNCERTAIN)
    return measured[np.unique(np.concatenate(chosen))]


def gains_at(
    members: Sequence[tuple[float, Callable[[], MemberPool]]], rows: Whole, progress: Progress = None
) -> Array:
    """Compute the knowledge gradients (M,) of some rows under a mixture, the best chosen among all rows; else NaN.

    `members` and `progress` are as in `shortlist`.
    """
    gains = np.empty(0)
    for place, (weight, lay_out) in enumerate(members):
        pause = _pause(progress, place, len(members))
        pool = lay_out()
        if not place:
            gains = np.full(len(pool.mu), np.nan)
            gains[rows] = 0.0
        gains[rows] += weight * pool.gains_among_all(rows, pool.guessed_winners(), pause)[0]
    return gains


def largest(values: Array, count: int) -> Whole:
    """Return the indices of the `count` largest values (M,), in no order; all if there are no more."""
    return np.argpartition(-values, count - 1)[:count] if count < values.size else np.arange(values.size)


def _pause(progress: Progress, done: int, total: int) -> Callable[[], Any]:
    return (lambda: None) if progress is None else lambda: progress(done, total)
