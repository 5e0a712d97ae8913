"""What was found so far: the best candidate now and after each run, and what the attributes do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.model.belief import Z90
from kgdesk.model.explanation import Estimate
from kgdesk.model.outlook import best_row

if TYPE_CHECKING:
    from kgdesk.model.study import Study


@dataclass(frozen=True, slots=True)
class BestAfter:
    """The best candidate as it was believed when a run had just been recorded; run 0 is before the first."""

    run: int
    best: Estimate


def recommended(study: Study) -> Estimate:
    """Return the best candidate in stock as believed now: the same as `Advice.recommended`, without a sweep."""
    X, stock = study.design.X, study.stock
    row, probability = best_row(study.belief, X, stock.in_stock)
    low, high = study.belief.interval(X[row : row + 1])
    return Estimate(study.pool.ids[stock.best[row]], probability, float(low[0]), float(high[0]))


def best_after(study: Study, run: int) -> BestAfter:
    """Return the best candidate as believed right after a run; later corrections do not change it."""
    return BestAfter(run, recommended(study.as_of(run)))


@dataclass(frozen=True, slots=True)
class Effect:
    """What one column of the design matrix does to the log-odds of success.

    Parameters
    ----------
    column
        Its name.
    mean, low, high
        Weight with its central 90 % interval, per standard deviation of the attribute (per presence of a level).
    per_unit
        Weight per unit of the attribute as listed; the same as `mean` for a level.
    """

    column: str
    mean: float
    low: float
    high: float
    per_unit: float


def effects(study: Study) -> tuple[Effect, ...]:
    """Return the effect of every column but the intercept, in table order."""
    mean, sd = study.belief.mean, study.belief.deviation
    return tuple(
        Effect(c.name, float(m), float(m - Z90 * s), float(m + Z90 * s), float(m / c.scale))
        for c, m, s in zip(study.scaling.columns, mean, sd, strict=True)
        if c.attribute
    )
