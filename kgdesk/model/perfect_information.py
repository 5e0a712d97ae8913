"""The value of perfect information: what is still at stake, the expected loss of taking the present best now.

No number of runs is worth more than being told the weights. So this bounds what all runs together can still gain, where
the knowledge gradient says what the next one alone does: it may be next to nothing while much is at stake.

Not to be taken for `kgdesk.model.policies.row_information`, the value of knowing w.x of a single row.

References
----------
Raiffa and Schlaifer, Applied Statistical Decision Theory (1961), the expected value of perfect information.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import kernels
from kgdesk.model.logodds import expit
from kgdesk.model.outlook import best_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.policies.situation import Situation

    Array = NDArray[np.float64]

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
    seen: Situation,
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
