"""Value of testing with its wording; by Monte Carlo: value of perfect information, and gain of ten more runs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.model import policies
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.design.design_matrix import Rows
from kgdesk.model.policies.scenarios import best_row
from kgdesk.text import Phrase, Quantity, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.policies.baseline_policies import Policy
    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ValueOfTesting:
    """Value of testing (knowledge gradient) of one run or of several at once, with the open runs it is averaged over.

    Parameters
    ----------
    gain
        Expected gain in the best predicted probability, in 0..1; may be slightly negative, since the sweep is an
        approximation.
    in_progress
        Number of runs in progress over whose outcomes the gain is averaged.
    picked
        Number of earlier picks of a batch over whose outcomes the gain is averaged.
    runs
        Number of runs at once whose value this is.
    """

    gain: float
    in_progress: int = 0
    picked: int = 0
    runs: int = 1

    @property
    def points(self) -> Quantity:
        """The gain in percentage points, without its condition."""
        return Quantity(self.gain, "points")

    @property
    def given(self) -> str:
        """The condition as a phrase, ``given 2 runs in progress``; empty if there are no open runs."""
        return given(self.in_progress, self.picked)

    @property
    def words(self) -> Phrase:
        """The value as a phrase: ``0.90 percentage points, given 2 runs in progress``."""
        return conditioned(phrase("{value} percentage points", value=self.points), self.given)

    def as_json(self) -> dict[str, Any]:
        """Return the condition in the shape that the command line prints beside ``kg``."""
        return {"in_progress": self.in_progress, "earlier_picks": self.picked}


def given(in_progress: int, picked: int = 0) -> str:
    """Return the condition of a value that is averaged over open runs, as a phrase; empty if there are none."""
    what = open_runs(in_progress, picked)
    return phrase("given {what}", what=what) if what else ""


def without(in_progress: int) -> str:
    """Return the phrase for a value that ignores the runs in progress; empty if there are none."""
    what = open_runs(in_progress)
    return phrase("without a look at {what}", what=what) if what else ""


def open_runs(in_progress: int, picked: int = 0) -> str:
    """Return the phrase for the open runs: runs in progress and earlier picks; empty if there are none."""
    running, earlier = _running(in_progress), _earlier(picked)
    if running and earlier:
        return phrase("{first} and {second}", first=running, second=earlier)
    return running or earlier


def conditioned(words: Phrase, condition: str) -> Phrase:
    """Append a condition to words; return them unchanged if it is empty."""
    return phrase("{words}, {condition}", words=words, condition=condition) if condition else words


def _running(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 run in progress") if count == 1 else phrase("{count} runs in progress", count=count)


def _earlier(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 earlier pick") if count == 1 else phrase("{count} earlier picks", count=count)


#: Draws of the weights: the standard error is a few per cent of the value, and 100,000 rows take a second.
DRAWS = 4096

# Draws between two calls of `goes_on`.
_PART = 256

# Third number of the seed. Picks are seeded by (seed, events, pick), and no pick has this index.
_STREAM = 1_000_003


@dataclass(frozen=True, slots=True)
class PerfectInformation:
    """Estimated value of perfect information, E_w[max_x s(w.x)] - E_w[s(w.x*)], x* the recommended row.

    Parameters
    ----------
    value
        In 0..1: the mean of the loss over the draws.
    error
        Standard error of `value`, in 0..1.
    """

    value: float
    error: float

    def as_json(self) -> dict[str, float]:
        """Return value and standard error in percentage points."""
        return {"points": 100.0 * self.value, "standard_error": 100.0 * self.error}


def perfect_information(
    seen: PolicyContext,
    seed: tuple[int, int],
    *,
    draws: int = DRAWS,
    goes_on: Callable[[], bool] = lambda: True,
) -> PerfectInformation | None:
    """Estimate the value of perfect information (the value at stake) by Monte Carlo over posterior draws.

    The mean over draws w of the loss max_x s(w.x) - s(w.x*): the maximum over the rows in stock, x* the recommended
    row in stock. The loss is paired and never negative; the standard error is that of its mean. For the belief
    `moments` and mixtures of it x* has the largest E_w[s(w.x)], so that this is the value of perfect information; the
    paper's beliefs recommend by an approximation, and it is the expected loss of that recommendation. Runs in progress
    are ignored: the value is that under the present belief. METHOD, "Where one step is not enough".

    Parameters
    ----------
    seen
        Belief, rows and stock.
    seed
        Seed of the study and number of events: the same state gives the same value to the last bit, for any number of
        threads.
    draws
        Number of draws, at least 2.
    goes_on
        Called between parts of the work; returning False cancels it.

    Returns
    -------
    PerfectInformation or None
        None if `goes_on` cancelled the work. O(draws M d) time, O(M d) memory besides the draws.
    """
    in_stock = seen.can_be_best
    chosen, _ = best_row(seen.belief, seen.X, in_stock)
    rows = seen.rows if in_stock.all() else seen.rows[in_stock]
    rng = np.random.default_rng((*seed, _STREAM))
    loss = np.empty(draws)
    for columns, weights, at in seen.draws.parts(rng.standard_normal((draws, seen.draws.size))):
        own = rows if columns.size == rows.shape[1] else np.ascontiguousarray(rows[:, columns])
        best = np.ascontiguousarray(seen.rows[chosen : chosen + 1, columns])
        for begin in range(0, at.size, _PART):
            if not goes_on():
                return None
            part = slice(begin, begin + _PART)
            W = np.ascontiguousarray(weights[part])
            # Both terms by the same kernel, with one order of summation: where x* is the best, its loss is exactly 0.
            loss[at[part]] = expit(kernels.drawn_maxima(W, own)) - expit(kernels.drawn_maxima(W, best))
    return PerfectInformation(float(loss.mean()), float(loss.std(ddof=1)) / math.sqrt(draws))


#: Runs that are rehearsed, how often, and among how many leading candidates.
MORE_RUNS, REHEARSALS, LEADERS = 10, 256, 300

# Third number of the seeds of rehearsals, as `_STREAM`.
_REHEARSED = 1_000_033


@dataclass(frozen=True, slots=True)
class MoreRuns:
    """What `MORE_RUNS` more runs would bring, rehearsed from the present belief.

    Parameters
    ----------
    gains
        Gain in the predicted probability of the recommended candidate in each rehearsal so far, 0..1 each.
    leaders
        Number of candidates with different attributes among which runs and the best were chosen.
    """

    gains: tuple[float, ...]
    leaders: int

    @property
    def whole(self) -> bool:
        """Whether all rehearsals are done."""
        return len(self.gains) >= REHEARSALS

    @property
    def value(self) -> float:
        """Mean gain, in 0..1."""
        return float(np.mean(self.gains)) if self.gains else math.nan

    @property
    def error(self) -> float:
        """Standard error of `value`, in 0..1."""
        count = len(self.gains)
        return float(np.std(self.gains, ddof=1)) / math.sqrt(count) if count > 1 else math.nan


def rehearse_more(
    seen: PolicyContext,
    policy: Policy,
    seed: tuple[int, int],
    known: Sequence[float] = (),
    goes_on: Callable[[], bool] = lambda: True,
) -> MoreRuns:
    """Rehearse ten more runs from a belief: the expected gain by choosing the best candidate then, and not now.

    In each rehearsal the weights are drawn from the posterior, the policy chooses among the 300 candidates with the
    largest upper limits, the outcomes follow the drawn weights, and the belief learns by one-step updates. The gain is
    the largest predicted probability at the end less that of the present best under the same belief: never negative,
    and by the tower property its mean is the expected gain of the true probability under the belief. Runs in progress
    are ignored.

    Parameters
    ----------
    seen, seed
        As in `perfect_information`.
    policy
        Chooses the runs, by the belief of `seen`.
    known
        Gains of an earlier call for the same state, which are reused.
    goes_on
        Called before each rehearsed run; returning False ends the computation with the gains so far.
    """
    rows = _leaders(seen)
    start = _Rehearsal.begin(seen, policy, rows)
    gains = list(known)
    while len(gains) < REHEARSALS:
        rng = np.random.default_rng((*seed, _REHEARSED, len(gains)))
        gain = _rehearsed(start, rng, goes_on)
        if gain is None:
            break
        gains.append(gain)
    return MoreRuns(tuple(gains), rows.size)


def _leaders(seen: PolicyContext) -> NDArray[np.int64]:
    """Return the rows in stock with the largest upper limits, and the present best, ascending; at most `LEADERS`."""
    at = np.flatnonzero(seen.can_be_best)
    if at.size <= LEADERS:
        return at
    best, _ = best_row(seen.belief, seen.pool, seen.can_be_best)
    hope = (seen.mu[at] + 2.0 * np.sqrt(seen.s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * seen.s2[at])
    hope[at == best] = np.inf
    return np.sort(at[np.argsort(-hope, kind="stable")[:LEADERS]])


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    """State of a rehearsal: context over the leading rows, these, the policy, and the row that was best at first."""

    seen: PolicyContext
    pool: Rows
    policy: Policy
    best: int

    @classmethod
    def begin(cls, seen: PolicyContext, policy: Policy, rows: NDArray[np.int64]) -> _Rehearsal:
        """Return the state before the first rehearsed run, over some rows in stock."""
        pool = Rows(np.ascontiguousarray(seen.X[rows], np.float64))
        left = None if seen.runs_left is None else seen.runs_left[rows]
        part = replace(
            seen, pool=pool, successes=seen.successes[rows], failures=seen.failures[rows], in_stock=None,
            runs_left=left, progress=None,
        )  # fmt: skip
        best, _ = best_row(seen.belief, pool, np.ones(rows.size, dtype=np.bool_))
        return cls(part, pool, policy, best)

    def after(self, row: int, y: int) -> _Rehearsal:
        """Return the state after an outcome."""
        seen, one = self.seen, np.zeros(len(self.seen.X))
        one[row] = 1.0
        then = replace(
            seen,
            belief=seen.belief.updated(self.pool.take([row]), y),
            successes=seen.successes + one * (y > 0),
            failures=seen.failures + one * (y < 0),
            coming=seen.coming + 1,
            runs_left=None if seen.runs_left is None else seen.runs_left - one.astype(np.int64),
        )
        return replace(self, seen=then)


def _rehearsed(state: _Rehearsal, rng: np.random.Generator, goes_on: Callable[[], bool]) -> float | None:
    """Return the gain of one rehearsal; None if it was cancelled."""
    truth = state.seen.draws.weights(rng.standard_normal((1, state.seen.draws.size)))[0]
    for _ in range(MORE_RUNS):
        if not goes_on():
            return None
        runnable = state.seen.runnable
        if not runnable.any():
            break
        seen = replace(state.seen, seed=rng)
        row = policies.choose(np.where(runnable, state.policy.scores(seen), -np.inf), seen)
        chance = float(expit(np.einsum("j,j->", truth, seen.X[row])))
        state = state.after(row, 1 if rng.random() < chance else -1)
    seen = state.seen
    final, value = best_row(seen.belief, seen.pool, seen.can_be_best)
    if final == state.best:
        return 0.0
    return max(value - float(seen.belief.predict(seen.X[state.best : state.best + 1])[0]), 0.0)
