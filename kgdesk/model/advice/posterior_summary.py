"""Posterior summaries of a study: policy context, best candidate after each run, effects of the attributes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kgdesk.model import policies
from kgdesk.model.advice.predicted_values import predicted_values
from kgdesk.model.advice.suggestion import Estimate
from kgdesk.model.beliefs.log_odds import LEVEL, reach
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.beliefs.arrays import Array
    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.study.study import Study


def policy_context(
    study: Study,
    *,
    policy: str | policies.CustomPolicy | None = None,
    pick: int = 0,
    present: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> policies.PolicyContext:
    """Build the PolicyContext of the present state of a study.

    Parameters
    ----------
    study
        Any study.
    policy
        Another policy than the study's. If it names a belief, that belief starts from the same prior mean and precision
        as the study's and learns from the same outcomes.
    pick
        Index of the pick, which seeds draws and the breaking of ties.
    present
        Whether the belief is that in the block of the next run, and not in one that is not known yet.
    progress
        Called during sweeps; see `kgdesk.model.policies.PolicyContext`.
    """
    design = study.design
    rows, y = study.outcomes
    kind = policies.policy(policy or study.settings.policy).belief
    count = len(design.X)
    return policies.PolicyContext(
        belief=_belief_of(study, kind or study.settings.belief, present=present),
        pool=design.rows,
        successes=np.bincount(rows[y > 0], minlength=count).astype(np.float64),
        failures=np.bincount(rows[y < 0], minlength=count).astype(np.float64),
        prior_precision=study.prior.deviation**-2.0,
        coming=study.done + 1,
        budget=study.settings.budget,
        seed=policies.Seed(study.settings.seed, study.revision, pick),
        in_stock=study.stock.in_stock,
        runs_left=study.stock.runs_left,
        progress=progress,
    )


def _belief_of(study: Study, kind: str, *, present: bool) -> Belief:
    """Return the belief of a kind, from the same prior and outcomes as the study's."""
    seen = study.under(kind)
    return seen.present_belief if present else seen.belief


Shape = Literal["bend", "straight", "neither"]

#: Bayes factor above which the sentence only states “more than 100 to 1”.
MANY = 100

# Bayes factor below which the outcomes favour neither shape.
_WORTH_SAYING = 1.5


@dataclass(frozen=True, slots=True)
class BestAfter:
    """Recommended candidate in the state right after a run, by the outcomes as they stand; run 0 is before the first.

    Parameters
    ----------
    run
        Number of runs in that state.
    best
        The candidate, by the outcomes as they stand today.
    said
        What was recommended then, where an outcome was corrected or taken back since; else None.
    """

    run: int
    best: Estimate
    said: Estimate | None = None


def recommended(study: Study, level: float = LEVEL) -> Estimate:
    """Compute the recommended candidate in stock under the present belief: `Advice.recommended` without a sweep.

    `level` is the probability, 0..1, of its interval.
    """
    X, stock = study.design.X, study.stock
    row, probability = best_row(study.belief, X, stock.in_stock)
    low, high = study.belief.interval(X[row : row + 1], level)
    return Estimate(study.pool.ids[stock.best[row]], probability, float(low[0]), float(high[0]))


def predictions(study: Study, X: Array) -> dict[str, list[float]]:
    """Predict rows of the design matrix, (k, d) float64: lists of ``probability``, ``low``, ``high`` (90 %), 0..1.

    Where the study learns from measured values, `predicted_values` follow.
    """
    low, high = study.belief.interval(X)
    chances = {"probability": study.belief.predict(X).tolist(), "low": low.tolist(), "high": high.tolist()}
    return chances | predicted_values(study, X)


def candidate_columns(study: Study) -> dict[str, list[Any]]:
    """Return what is known of each candidate: ``candidate``, prediction, runs so far, and whether it is in stock."""
    counts = [study.tally.get(name, (0, 0)) for name in study.pool.ids]
    retired = {absence.candidate for absence in study.retired}
    return {
        "candidate": list(study.pool.ids),
        **predictions(study, study.design.X[study.design.row_of]),
        "successes": [won for won, _ in counts],
        "failures": [lost for _, lost in counts],
        "in_stock": [name not in retired for name in study.pool.ids],
    }


def best_after(study: Study, run: int, level: float = LEVEL) -> BestAfter:
    """Return the recommended candidate in the state right after a run, by the outcomes as they stand today."""
    said = recommended(study.as_of(run), level) if study.corrected_since(run) else None
    return BestAfter(run, recommended(study.after(run), level), said)


@dataclass(frozen=True, slots=True)
class ColumnEffect:
    """Effect of one column of the design matrix on the log-odds of success.

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


def effects(study: Study, level: float = LEVEL) -> tuple[ColumnEffect, ...]:
    """Compute the effect of every column but the intercept, in the order of the design matrix.

    `level` is the probability, 0..1, of the intervals.
    """
    z = reach(level)
    mean, sd = study.belief.mean, study.belief.deviation
    return tuple(
        ColumnEffect(
            c.name,
            float(m),
            float(m - z * s),
            float(m + z * s),
            math.nan if c.factors else float(m / c.scale),
        )
        for c, m, s in zip(study.scaling.columns, mean, sd, strict=True)
        if c.attribute or c.factors
    )


def curvature_evidence(study: Study) -> tuple[Shape, float] | None:
    """Return the shape that the outcomes favour and its Bayes factor; None if no averaged model can bend.

    The shape is ``bend`` (quadratic), ``straight`` (linear) or ``neither``. The Bayes factor, at least 1, does not
    include the prior weights of the models.
    """
    belief = study.belief
    if not isinstance(belief, AverageBelief) or not belief.bends:
        return None
    odds = belief.bend_odds
    shape: Shape = "bend"
    if odds < 1.0:
        shape, odds = "straight", 1.0 / max(odds, 1e-300)
    return ("neither", 1.0) if odds < _WORTH_SAYING else (shape, odds)


def favoured_terms(study: Study) -> str:
    """Return `curvature_evidence` as a sentence; empty if there is none."""
    evidence = curvature_evidence(study)
    if evidence is None:
        return ""
    shape, odds = evidence
    if shape == "neither":
        return phrase("The outcomes so far do not tell a bend from a straight line.")
    what = phrase("a bend") if shape == "bend" else phrase("a straight line")
    if odds > MANY:
        return phrase(
            "The outcomes alone, prior weights left out, favour {what}, more than {number} to 1.",
            what=what,
            number=MANY,
        )
    number = round(odds) if odds >= 9.95 else round(odds, 1)
    return phrase(
        "The outcomes alone, prior weights left out, favour {what}, {number} to 1.", what=what, number=number
    )


def many_terms(columns: int, higher: int, budget: int) -> str:
    """Return a warning if products and squares make more columns than runs are planned; else an empty string.

    Parameters
    ----------
    columns
        Number of columns of the design matrix without the intercept.
    higher
        Number of products and squares among them.
    budget
        Planned number of runs.
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


def many_columns(columns: int, budget: int) -> str:
    """Return a warning if there are more columns to learn from, products and squares aside, than runs are planned."""
    if columns <= budget:
        return ""
    return phrase(
        "{columns} columns to learn from are many for {runs} planned runs: what each one does will stay uncertain. "
        "Keep only those that may matter, or plan more runs.",
        columns=columns,
        runs=budget,
    )


#: Seconds from which on the time of a suggestion is a warning.
LONG = 10.0


def suggestion_seconds(candidates: int, columns: int, terms: str) -> float:
    """Estimate the time of a suggestion in the first third of a study on the reference computer, in seconds.

    The sum of four parts: 0.01, averaged terms 0.07; the sweep, 0.017 (candidates / 10,000)^1.5 (columns / 10)^0.9,
    averaged terms 0.4 (candidates / 10,000) (columns / 10)^0.25, for which only a shortlist of a large pool is
    computed; the variance of each candidate, 4 k (candidates / 10,000) (columns / 1,000)^2; and the fit to the
    outcomes, which does not depend on the number of candidates, 0.7 k (columns / 1,000)^3; k = 4 for averaged terms,
    else 1. The reference has two processors with AVX-512 that do nothing else; all of it was measured by
    tests/bench/bench_price.py. A busy computer takes longer. The sweep of one model leaves out candidates that cannot
    be the best; how many these are depends on the outcomes, so that the time in a given state may be three times as
    long or as short.

    Parameters
    ----------
    candidates
        Number of candidates with different attributes.
    columns
        Columns of the design matrix with products and squares, without the intercept.
    terms
        Terms of the model, as in `kgdesk.model.design.design_matrix.TERMS`.
    """
    size, wide = candidates / 1e4, columns / 1e3
    if terms.startswith("average"):
        begin, sweep, fits = 0.07, 0.4 * size * (columns / 10.0) ** 0.25, 4.0
    else:
        begin, sweep, fits = 0.01, 0.017 * size**1.5 * (columns / 10.0) ** 0.9, 1.0
    return float(begin + sweep + 4.0 * fits * size * wide**2 + 0.7 * fits * wide**3)


def price(seconds: float) -> str:
    """Return the sentence about the time of a suggestion; from `LONG` on it says what makes it shorter."""
    if seconds < 1.0:
        return phrase("A suggestion takes less than a second on this computer.")
    if seconds < LONG:
        return phrase("A suggestion takes about {seconds} s on this computer.", seconds=round(seconds))
    time = phrase("{seconds} s", seconds=int(round(seconds, -1 if seconds >= 30.0 else 0)))
    if seconds >= 120.0:
        time = phrase("{minutes} min", minutes=round(seconds / 60.0))
    return phrase(
        "A suggestion takes about {time} on this computer. Linear terms, fewer attributes or fewer candidates make it "
        "faster.",
        time=time,
    )


def terms_for(columns: int, numbers: int, budget: int) -> str:
    """Return the averaged terms for a planned number of runs: ``average``, without products if these are too many.

    Products are left out if there would be more than two columns per run: with ten numeric attributes the sweep is then
    three times as fast. Mean opportunity costs after 20 and 30 measurements (200 candidates, 60 runs of
    tests/rehearsal/bench_terms.py), with products against without them. Ten numbers: linear truths 0.041 and 0.031
    against 0.030 and 0.029; peaks 0.399 and 0.384 against 0.406 and 0.374; truths with a product 0.012 and 0.011
    against 0.045 and 0.021. Seven numbers, 35 columns for 30 runs, where leaving products out loses more: truths with a
    product 0.042 and 0.024 against 0.112 and 0.112.

    Parameters
    ----------
    columns, numbers
        Number of columns of the attributes, without the intercept, products and squares; and how many are numeric.
    budget
        Planned number of runs.
    """
    return "average" if columns + numbers * (numbers + 1) // 2 <= 2 * budget else "average-squares"


def left_out_products(columns: int, budget: int) -> str:
    """Return the sentence for a model without products, which would have this number of columns with them."""
    return phrase(
        "The model leaves products of two attributes out: with them it would have {columns} columns for {runs} "
        "planned runs.",
        columns=columns,
        runs=budget,
    )
