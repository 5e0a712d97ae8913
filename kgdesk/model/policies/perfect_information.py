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

# Draws between two calls of `goes_on`, and the fewest that an estimate rests on.
_PART = 256

# Standard errors above a limit from which a value counts as larger: fewer draws do then.
_CLEAR = 5.0

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
    draws
        Number of draws; fewer than asked for if the value is clearly above a limit.

    Examples
    --------
    >>> stake = campaign.at_stake
    >>> 0.0 < stake.error < stake.value < 1.0, stake.draws
    (True, 4096)
    """

    value: float
    error: float
    draws: int = DRAWS

    def as_json(self) -> dict[str, float]:
        """Return value and standard error in percentage points."""
        return {"points": 100.0 * self.value, "standard_error": 100.0 * self.error}


def perfect_information(
    seen: PolicyContext,
    seed: tuple[int, int],
    *,
    draws: int = DRAWS,
    above: float | None = None,
    goes_on: Callable[[], bool] = lambda: True,
) -> PerfectInformation | None:
    """Estimate the value of perfect information (the value at stake) by Monte Carlo over posterior draws.

    It is the mean over draws w of the loss max_x s(w.x) - s(w.x*), with the maximum over the rows in stock and x* the
    recommended one of them. Both terms use the same draw, so that the loss is never negative. Under the belief
    `moments` x* has the largest E_w[s(w.x)], and the mean is the value of perfect information. The paper's beliefs
    recommend by an approximation, and mixtures draw from another weighting than the one that recommends
    (`PolicyContext.stated`): there it is the expected loss of that recommendation. Runs in progress are ignored: the
    value is that under the present belief. See METHOD, "Where one step is not enough".

    Parameters
    ----------
    seen
        Belief, rows and stock.
    seed
        Seed of the study and number of runs that it learns from: the same state gives the same value to the last bit,
        for any number of threads.
    draws
        Number of draws, at least 2.
    above
        Limit in 0..1: the value is only to be compared with limits up to this one, and 256, 512, ... draws are enough
        once it is five standard errors above. A value at or below a limit always rests on all draws.
    goes_on
        Called between parts of the work; returning False cancels it.

    Returns
    -------
    PerfectInformation or None
        None if `goes_on` cancelled the work. O(draws M d) time, O(M d) memory besides the draws.
    """
    in_stock = seen.can_be_best
    chosen, _ = best_row(seen.belief, seen.X, in_stock)
    rows, best, drawn = np.flatnonzero(in_stock), np.array([chosen]), seen.stated.draws
    rng = np.random.default_rng((*seed, _STREAM))
    loss = np.empty(draws)
    done = 0
    while True:
        more = draws if above is None else min(max(done, _PART), draws - done)
        for part in drawn.parts(rng.standard_normal((more, drawn.size))):
            for begin in range(0, part.at.size, _PART):
                if not goes_on():
                    return None
                some = slice(begin, begin + _PART)
                # By the same kernel, with one order of summation: where x* is the best, its loss is exactly 0.
                loss[done + part.at[some]] = expit(part.maxima(some, rows)) - expit(part.maxima(some, best))
        done += more
        value, error = float(loss[:done].mean()), float(loss[:done].std(ddof=1)) / math.sqrt(done)
        if done == draws or (above is not None and value - _CLEAR * error > above):
            return PerfectInformation(value, error, done)
