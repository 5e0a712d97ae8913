"""Scenarios of open runs: joint hypothetical outcomes of runs in progress and of the earlier picks of a batch.

The outcomes of open runs depend on each other through the belief: their joint probability follows the chain rule in
start order, and is not the product of the present marginals. The belief of a scenario follows from the present one by
one-step updates; knowledge gradients are averaged over scenarios. See METHOD, "Pending experiments".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief

    Array = NDArray[np.float64]


#: Most open runs for which all scenarios are enumerated; for more they are sampled.
EXACT = 6

#: Number of sampled scenarios: as many as the enumeration has at most.
SAMPLED_SCENARIOS = 2**EXACT


@dataclass(frozen=True)
class Scenario:
    """One joint outcome of the open runs.

    Parameters
    ----------
    weight
        Its probability, or its share of the sample; the weights of all scenarios add up to 1.
    belief
        Belief after these outcomes.
    results
        Outcomes, +1 or -1, in the order of the open runs.
    """

    weight: float
    belief: Belief
    results: tuple[int, ...] = ()


def scenarios(
    belief: Belief, X: Array, rows: Sequence[int], rng: np.random.Generator
) -> tuple[Scenario, ...]:
    """Enumerate or sample the scenarios of open runs, by the chain rule in their order.

    Parameters
    ----------
    belief
        Present belief.
    X
        (U, d) distinct rows of the design matrix.
    rows
        Row of `X` of each open run, in start order; a row may occur more than once.
    rng
        Used only for more than `EXACT` open runs.

    Returns
    -------
    tuple of Scenario
        All 2^n scenarios of positive probability, or `SAMPLED_SCENARIOS` independent ones, equal ones merged.
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
    """Split a scenario by one more outcome; with a generator, its weight is a number of samples, split binomially."""
    chance = min(max(float(branch.belief.predict(x[None, :])[0]), 0.0), 1.0)
    up = branch.weight * chance if rng is None else float(rng.binomial(int(branch.weight), chance))
    return [
        Scenario(weight, branch.belief.updated(x, y), (*branch.results, y))
        for y, weight in ((1, up), (-1, branch.weight - up))
        if weight > 0.0
    ]


@dataclass(frozen=True, slots=True)
class Lookahead:
    """One-step look-ahead of a run at one row, which need not be in stock.

    Parameters
    ----------
    gain
        Value of testing, averaged over the scenarios.
    success, failure
        (row, probability) of the best row after either outcome under the present belief.
    """

    gain: float
    success: tuple[int, float]
    failure: tuple[int, float]


def lookahead(
    row: int, belief: Belief, outlook: Sequence[Scenario], X: Array, in_stock: NDArray[np.bool_]
) -> Lookahead:
    """Compute the one-step look-ahead of a run at one row, without a sweep.

    Parameters
    ----------
    row
        Row of `X`, in stock or not.
    belief
        Present belief, under which the best rows after either outcome are found.
    outlook
        Scenarios that the gain is averaged over.
    X, in_stock
        As in `sweep_within`.
    """
    pool, run = X[in_stock], X[row : row + 1]
    gain = sum(
        branch.weight * float(repeated_runs_gain(branch.belief, pool, run, [1])[0, 0]) for branch in outlook
    )
    success, failure = (best_row(belief.updated(X[row], y), X, in_stock) for y in (1, -1))
    return Lookahead(gain, success, failure)
