"""What was found so far: the best candidate now and after each run, and what the attributes do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgdesk.errors import phrase
from kgdesk.model.average import AverageBelief
from kgdesk.model.explanation import Estimate
from kgdesk.model.logodds import LEVEL, reach
from kgdesk.model.outlook import best_row

if TYPE_CHECKING:
    from kgdesk.model.study import Study

Shape = Literal["bend", "straight", "neither"]

#: Odds beyond which the number itself says nothing more.
MANY = 100
# Below these odds nothing is said.
_WORTH_SAYING = 1.5


@dataclass(frozen=True, slots=True)
class BestAfter:
    """The best candidate as it was believed when a run had just been recorded; run 0 is before the first."""

    run: int
    best: Estimate


def recommended(study: Study, level: float = LEVEL) -> Estimate:
    """Return the best candidate in stock as believed now: the same as `Advice.recommended`, without a sweep.

    `level` is the share of the probability, 0..1, that its interval holds.
    """
    X, stock = study.design.X, study.stock
    row, probability = best_row(study.belief, X, stock.in_stock)
    low, high = study.belief.interval(X[row : row + 1], level)
    return Estimate(study.pool.ids[stock.best[row]], probability, float(low[0]), float(high[0]))


def best_after(study: Study, run: int, level: float = LEVEL) -> BestAfter:
    """Return the best candidate as believed right after a run; later corrections do not change it."""
    return BestAfter(run, recommended(study.as_of(run), level))


@dataclass(frozen=True, slots=True)
class Effect:
    """What one column of the design matrix does to the log-odds of success.

    Parameters
    ----------
    column
        Its name.
    mean, low, high
        Weight with its central interval, per standard deviation of the attribute (per presence of a level).
    per_unit
        Weight per unit of the attribute as listed; the same as `mean` for a level, not a number for products and
        squares.
    """

    column: str
    mean: float
    low: float
    high: float
    per_unit: float


def effects(study: Study, level: float = LEVEL) -> tuple[Effect, ...]:
    """Return the effect of every column but the intercept, in the order of the design matrix.

    `level` is the share of the probability, 0..1, that the intervals hold.
    """
    z = reach(level)
    mean, sd = study.belief.mean, study.belief.deviation
    return tuple(
        Effect(
            c.name,
            float(m),
            float(m - z * s),
            float(m + z * s),
            math.nan if c.factors else float(m / c.scale),
        )
        for c, m, s in zip(study.scaling.columns, mean, sd, strict=True)
        if c.attribute or c.factors
    )


def bend(study: Study) -> tuple[Shape, float] | None:
    """Return whether the outcomes speak for a bend, and their odds; None where terms are not averaged.

    The odds, at least 1, are those of the outcomes alone, whatever the models weighed before.
    """
    belief = study.belief
    if not isinstance(belief, AverageBelief):
        return None
    odds = belief.bend_odds
    shape: Shape = "bend"
    if odds < 1.0:
        shape, odds = "straight", 1.0 / max(odds, 1e-300)
    return ("neither", 1.0) if odds < _WORTH_SAYING else (shape, odds)


def favoured(study: Study) -> str:
    """Return `bend` as a sentence; nothing where terms are not averaged."""
    told = bend(study)
    if told is None:
        return ""
    shape, odds = told
    if shape == "neither":
        return phrase("The outcomes so far do not tell a bend from a straight line.")
    what = phrase("a bend") if shape == "bend" else phrase("a straight line")
    if odds > MANY:
        return phrase("The outcomes so far favour {what}, more than {number} to 1.", what=what, number=MANY)
    number = round(odds) if odds >= 9.95 else round(odds, 1)
    return phrase("The outcomes so far favour {what}, {number} to 1.", what=what, number=number)


def many_terms(columns: int, higher: int, budget: int) -> str:
    """Return a sentence where products and squares make more columns than runs are planned; else nothing.

    Parameters
    ----------
    columns
        Of the design matrix, the intercept left out.
    higher
        How many of them are products and squares.
    budget
        Planned runs.
    """
    if not higher or columns <= budget:
        return ""
    return phrase(
        "{columns} columns, {higher} of them products and squares, are many for {runs} planned runs: leave "
        "attributes out, choose linear terms, or plan more runs.",
        columns=columns,
        higher=higher,
        runs=budget,
    )
