"""Knowledge gradient sweep of a pool in which some rows are out of stock, and its best row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.shortlist import needs_shortlist, shortlist
from kgdesk.model.beliefs.sweep import Sweep
from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.sweep import Leader

    Array = NDArray[np.float64]


def sweep_within(
    belief: Belief,
    X: Array | Rows,
    in_stock: NDArray[np.bool_],
    progress: Callable[[int, int], None] | None = None,
    *,
    runnable: NDArray[np.bool_] | None = None,
    shortlisted: NDArray[np.int64] | None = None,
) -> Sweep:
    """Compute the knowledge gradient of the rows that can be run, with the best row chosen among those in stock.

    Parameters
    ----------
    belief
        Any belief.
    X
        (U, d) distinct rows, an array or `Rows`.
    in_stock
        (U,) bool, at least one: the rows among which the best is chosen.
    progress
        As in `kgdesk.model.beliefs.belief.Belief.sweep`.
    runnable
        (U,) bool, a subset of `in_stock`: the rows that can be run; None for all of them.
    shortlisted
        Rows whose values are computed if the pool is too large for all of them; None: those of `shortlist_of` for this
        belief.

    Returns
    -------
    Sweep
        Results for all U rows. A row that cannot be run has the value 0, and the present best row after either outcome.
        A row whose value is not computed has the value NaN.
    """
    measured = in_stock if runnable is None else runnable
    if shortlisted is None:
        shortlisted = shortlist_of([(1.0, belief)], X, in_stock, measured, progress)
    if measured.all():
        return _swept(belief, X, shortlisted, progress)
    at, X = np.flatnonzero(in_stock), X.X if isinstance(X, Rows) else X
    listed = None if shortlisted is None else np.searchsorted(at, shortlisted)
    part = _swept(belief, X[at], listed, progress)
    probability = belief.predict(X)
    probability[at] = part.probability
    kg = np.zeros(len(X))
    kg[at] = part.kg
    kg[~measured] = 0.0
    return _SweepWithin(kg, probability, int(at[part.best_now]), part.value_now, at, part, measured)


def _swept(
    belief: Belief,
    X: Array | Rows,
    rows: NDArray[np.int64] | None,
    progress: Callable[[int, int], None] | None,
) -> Sweep:
    return (
        belief.sweep(X, progress, rows=rows)
        if isinstance(belief, AverageBelief)
        else belief.sweep(X, progress)
    )


def shortlist_of(
    beliefs: Sequence[tuple[float, Belief]],
    X: Array | Rows,
    in_stock: NDArray[np.bool_],
    runnable: NDArray[np.bool_],
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.int64] | None:
    """Return the rows whose values are worth computing, ascending; None if the values of all rows are computed.

    Parameters
    ----------
    beliefs
        Beliefs after the outcomes of the open runs, with the weights of these scenarios.
    X, in_stock, runnable, progress
        As in `sweep_within`.
    """
    mixtures = [(weight, belief) for weight, belief in beliefs if isinstance(belief, AverageBelief)]
    at = np.flatnonzero(in_stock)
    if not mixtures or not needs_shortlist(at.size):
        return None
    pool = X if at.size == len(X) else _taken(X, at)
    members = [member for weight, belief in mixtures for member in belief.pools(pool, weight)]
    return at[shortlist(members, np.flatnonzero(runnable[at]), progress)]


@dataclass(frozen=True)
class _SweepWithin(Sweep):
    """Sweep of a subset of a pool, in the indices of the whole pool.

    Parameters
    ----------
    at
        Rows of the pool that were swept, ascending.
    part
        Sweep of these rows.
    measured
        (U,) which rows can be run.
    """

    at: NDArray[np.int64]
    part: Sweep
    measured: NDArray[np.bool_]

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row."""
        if not self.measured[row]:
            now = self.best_now, self.value_now
            return now, now
        success, failure = self.part.after(int(np.searchsorted(self.at, row)))
        return (int(self.at[success[0]]), success[1]), (int(self.at[failure[0]]), failure[1])

    def keeps_best_at(self, rows: NDArray[np.int64]) -> bool:
        """Whether no outcome at any of some rows makes another row the best; False if not computed."""
        runs = rows[self.measured[rows]]
        return self.part.keeps_best_at(np.searchsorted(self.at, runs))


def best_row(belief: Belief, X: Array | Rows, in_stock: NDArray[np.bool_]) -> tuple[int, float]:
    """Return the recommended row of X (U, d), one of `in_stock` (U,), and its predicted probability of success.

    It is the arg max of the belief's score. Under the moments belief scores within 1e-9 (relative) of the largest are
    ties, broken by the exact probability.
    """
    at = np.flatnonzero(in_stock)
    pool = X if at.size == len(X) else _taken(X, at)
    if isinstance(belief, AverageBelief):
        index, value = belief.best(pool)
        return int(at[index]), value
    score = belief.ranking_score(pool)
    near = nearly_best(score) if belief.kind == "moments" else np.array([np.argmax(score)])
    rows = at[near]
    probability = belief.predict(_taken(X, rows))
    best = int(np.argmax(probability))
    return int(rows[best]), float(probability[best])


def _taken(X: Array | Rows, at: NDArray[np.int64]) -> Array | Rows:
    return X.take(at) if isinstance(X, Rows) else X[at]


def nearly_best(score: Array) -> NDArray[np.int64]:
    """Return the indices of the scores (U,) within 1e-9 (relative) of the largest, whose order may be rounding."""
    top = float(score.max())
    return np.flatnonzero(score >= top - 1e-9 * abs(top))
