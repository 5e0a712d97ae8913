"""The value of a run with its condition, and the expected value of perfect information."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.errors import Figure, Phrase, phrase
from kgdesk.model.beliefs.arrays import expit
from kgdesk.model.policies.scenarios import best_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ValueOfTesting:
    """Expected gain in the best predicted probability by one run, or by several at once, with its condition.

    Parameters
    ----------
    gain
        In 0..1; may be slightly negative, since the sweep is an approximation.
    in_progress
        Number of runs in progress over whose outcomes it is averaged.
    picked
        Number of earlier picks of a batch over whose outcomes it is averaged.
    runs
        Number of runs at once that it is the value of.
    """

    gain: float
    in_progress: int = 0
    picked: int = 0
    runs: int = 1

    @property
    def points(self) -> Figure:
        """The number in percentage points, without its condition."""
        return Figure(self.gain, "points")

    @property
    def given(self) -> str:
        """The condition, as ``given 2 runs in progress``; empty where there is none."""
        return given(self.in_progress, self.picked)

    @property
    def words(self) -> Phrase:
        """Number, unit and condition: ``0.90 percentage points, given 2 runs in progress``."""
        return conditioned(phrase("{value} percentage points", value=self.points), self.given)

    def as_json(self) -> dict[str, Any]:
        """Return the condition in the shape that the command line prints beside ``kg``."""
        return {"in_progress": self.in_progress, "earlier_picks": self.picked}


def given(in_progress: int, picked: int = 0) -> str:
    """Return the condition of a value that is averaged over outcomes to come; empty where there are none."""
    what = open_runs(in_progress, picked)
    return phrase("given {what}", what=what) if what else ""


def without(in_progress: int) -> str:
    """Return that a value does not look at runs that were in progress; empty where there were none."""
    what = open_runs(in_progress)
    return phrase("without a look at {what}", what=what) if what else ""


def open_runs(in_progress: int, picked: int = 0) -> str:
    """Return the number of runs whose outcomes are still to come, in words; empty where there are none."""
    running, earlier = _running(in_progress), _earlier(picked)
    if running and earlier:
        return phrase("{first} and {second}", first=running, second=earlier)
    return running or earlier


def conditioned(words: Phrase, condition: str) -> Phrase:
    """Return words with a condition behind them, where there is one."""
    return phrase("{words}, {condition}", words=words, condition=condition) if condition else words


def _running(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 run in progress") if count == 1 else phrase("{count} runs in progress", count=count)


def _earlier(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 earlier pick") if count == 1 else phrase("{count} earlier picks", count=count)


#: So many draws of the weights: the standard error is a few per cent of the value, and 100,000 rows take a second.
DRAWS = 4096

# Draws between two questions whether to go on.
_PART = 256

# The generators of picks are seeded by (seed, events, pick): no pick has this index.
_STREAM = 1_000_003


@dataclass(frozen=True, slots=True)
class PerfectInformation:
    """An estimate of E_w[max_x s(w.x)] - E_w[s(w.x*)], x* the recommended row.

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
    """Estimate what is still at stake from draws of the weights.

    Of each draw w the loss max_x s(w.x) - s(w.x*) is taken: the maximum over the rows in stock, x* the row in stock
    that is recommended. It is never negative, and the standard error is that of its mean: what both terms have in
    common cancels. For the belief `moments` and mixtures of it x* has the largest E_w[s(w.x)], so that the value is
    that of perfect information; the paper's beliefs recommend by an approximation, and it is the expected loss of that.
    Runs in progress have no part in it: it is the value given the present belief.

    Parameters
    ----------
    seen
        Belief, rows and stock.
    seed
        Of the study, and the number of events: the same state gives the same value to the last bit, whatever the
        number of threads.
    draws
        At least 2.
    goes_on
        Asked between parts of the work; False ends it.

    Returns
    -------
    PerfectInformation or None
        None where `goes_on` ended the work. O(draws M d) time, O(M d) memory beside the draws.
    """
    in_stock = np.ones(len(seen.X), dtype=np.bool_) if seen.in_stock is None else seen.in_stock
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
            # Both terms by one kernel, which adds in one order: where x* is the best of a draw, its loss is 0.
            loss[at[part]] = expit(kernels.drawn_maxima(W, own)) - expit(kernels.drawn_maxima(W, best))
    return PerfectInformation(float(loss.mean()), float(loss.std(ddof=1)) / math.sqrt(draws))
