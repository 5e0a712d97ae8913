"""The futures that open runs leave: runs in progress, and the picks of a batch before the next one.

The outcomes of open runs depend on each other through the belief: their joint probability is that of the chain rule
in start order, not the product of the present marginals. Every future has its belief, made from the present one by
one-step updates; what a policy wants is averaged over the futures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.beliefs.protocol import Sweep
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief, Leader

    Array = NDArray[np.float64]

#: Up to so many open runs all futures are enumerated; beyond it they are drawn.
EXACT = 6
#: Number of futures drawn where there are more open runs: as many as the enumeration has at most.
SAMPLED_SCENARIOS = 2**EXACT


@dataclass(frozen=True)
class Scenario:
    """One future of the open runs.

    Parameters
    ----------
    weight
        Its probability, or its share of the futures drawn; the weights of all branches add up to 1.
    belief
        What is believed then.
    results
        Its outcomes, +1 or -1, in the order of the open runs.
    """

    weight: float
    belief: Belief
    results: tuple[int, ...] = ()


def scenarios(
    belief: Belief, X: Array, rows: Sequence[int], rng: np.random.Generator
) -> tuple[Scenario, ...]:
    """Return the futures of open runs, by the chain rule in their order.

    Parameters
    ----------
    belief
        The present one.
    X
        (U, d) distinct rows of the design matrix.
    rows
        Row of `X` of each open run, in start order; a row may occur more than once.
    rng
        Used for more than `EXACT` open runs only.

    Returns
    -------
    tuple of Branch
        All 2^n futures that have a probability greater than 0, or `SAMPLED_SCENARIOS` independent ones, equal ones as
        one branch.
    """
    drawn = len(rows) > EXACT
    scenarios_so_far = [Scenario(float(SAMPLED_SCENARIOS) if drawn else 1.0, belief)]
    for row in rows:
        scenarios_so_far = [
            child for branch in scenarios_so_far for child in _split(branch, X[row], rng if drawn else None)
        ]
    total = sum(branch.weight for branch in scenarios_so_far)
    return tuple(Scenario(b.weight / total, b.belief, b.results) for b in scenarios_so_far)


def _split(branch: Scenario, x: Array, rng: np.random.Generator | None) -> list[Scenario]:
    """Return what one more outcome makes of a branch, whose weight is a number of draws where there is a generator."""
    chance = min(max(float(branch.belief.predict(x[None, :])[0]), 0.0), 1.0)
    up = branch.weight * chance if rng is None else float(rng.binomial(int(branch.weight), chance))
    return [
        Scenario(weight, branch.belief.updated(x, y), (*branch.results, y))
        for y, weight in ((1, up), (-1, branch.weight - up))
        if weight > 0.0
    ]


def sweep_within(
    belief: Belief,
    X: Array,
    in_stock: NDArray[np.bool_],
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Return the knowledge-gradient sweep of the rows in stock: what is measured and what is chosen is one of them.

    Parameters
    ----------
    belief
        Any.
    X
        (U, d) distinct rows.
    in_stock
        (U,) bool, at least one.
    progress
        As in `kgdesk.model.beliefs.gaussian.Belief.sweep`.

    Returns
    -------
    Sweep
        Of all U rows. A row out of stock has its probability, the value 0 and the present best in both futures: it
        cannot be run.
    """
    if in_stock.all():
        return belief.sweep(X, progress)
    at = np.flatnonzero(in_stock)
    part = belief.sweep(X[at], progress)
    probability = belief.predict(X)
    probability[at] = part.probability
    kg = np.zeros(len(X))
    kg[at] = part.kg
    return _SweepWithin(kg, probability, int(at[part.best_now]), part.value_now, at, part)


@dataclass(frozen=True)
class _SweepWithin(Sweep):
    """A sweep of some rows of a pool, seen from the whole.

    Parameters
    ----------
    at
        The rows of the pool that were swept, ascending.
    part
        The sweep of these.
    """

    at: NDArray[np.int64]
    part: Sweep

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return the best row after a success and after a failure at a row, each with its probability then."""
        place = int(np.searchsorted(self.at, row))
        if place == len(self.at) or self.at[place] != row:
            now = self.best_now, self.value_now
            return now, now
        success, failure = self.part.after(place)
        return (int(self.at[success[0]]), success[1]), (int(self.at[failure[0]]), failure[1])

    @property
    def keeps_best(self) -> bool:
        """As the sweep of the rows that were swept knows it."""
        return self.part.keeps_best


def best_row(belief: Belief, X: Array, in_stock: NDArray[np.bool_]) -> tuple[int, float]:
    """Return the row in stock that would be recommended, and its predicted probability of success.

    By the belief's score; for moments, scores within 1e-9 of the largest are told apart by the exact probability.
    """
    at = np.flatnonzero(in_stock)
    score = belief.score(X if at.size == len(X) else X[at])
    near = nearly_best(score) if belief.kind == "moments" else [np.argmax(score)]
    rows = at[near]
    probability = belief.predict(X[rows])
    best = int(np.argmax(probability))
    return int(rows[best]), float(probability[best])


def nearly_best(score: Array) -> NDArray[np.int64]:
    """Return the places of the scores (U,) that lie within 1e-9 of the largest: rounding decides among these."""
    top = float(score.max())
    return np.flatnonzero(score >= top - 1e-9 * abs(top))


@dataclass(frozen=True, slots=True)
class Lookahead:
    """What one run at a row would change, for a row that need not be in stock.

    Parameters
    ----------
    gain
        Its value of testing, averaged over the branches.
    success, failure
        Best row after either outcome and its probability then, as believed in the first branch handed over.
    """

    gain: float
    success: tuple[int, float]
    failure: tuple[int, float]


def lookahead(
    row: int, belief: Belief, outlook: Sequence[Scenario], X: Array, in_stock: NDArray[np.bool_]
) -> Lookahead:
    """Return what one run at one row would change, without a sweep.

    Parameters
    ----------
    row
        Of `X`, in stock or not.
    belief
        The present one: both futures shown are its.
    outlook
        The branches that the gain is averaged over.
    X, in_stock
        As in `sweep_within`.
    """
    pool, run = X[in_stock], X[row : row + 1]
    gain = sum(
        branch.weight * float(repeated_runs_gain(branch.belief, pool, run, [1])[0, 0]) for branch in outlook
    )
    success, failure = (best_row(belief.updated(X[row], y), X, in_stock) for y in (1, -1))
    return Lookahead(gain, success, failure)
