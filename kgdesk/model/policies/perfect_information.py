"""Value of perfect information (what is at stake), by Monte Carlo."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.policies.pool_sweep import best_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


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

    It is the mean over draws w of the loss max_x s(w.x) - s(w.x*), with the maximum over the rows in stock and x* the
    recommended one of them. Both terms use the same draw, so that the loss is never negative. Under the belief
    `moments` and mixtures of it x* has the largest E_w[s(w.x)], and the mean is the value of perfect information. The
    paper's beliefs recommend by an approximation, and it is the expected loss of that recommendation. Runs in progress
    are ignored: the value is that under the present belief. See METHOD, "Where one step is not enough".

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
    rows, best = np.flatnonzero(in_stock), np.array([chosen])
    rng = np.random.default_rng((*seed, _STREAM))
    loss = np.empty(draws)
    for part in seen.draws.parts(rng.standard_normal((draws, seen.draws.size))):
        for begin in range(0, part.at.size, _PART):
            if not goes_on():
                return None
            some = slice(begin, begin + _PART)
            # Both terms by the same kernel, with one order of summation: where x* is the best, its loss is exactly 0.
            loss[part.at[some]] = expit(part.maxima(some, rows)) - expit(part.maxima(some, best))
    return PerfectInformation(float(loss.mean()), float(loss.std(ddof=1)) / math.sqrt(draws))
