"""What is believed about every candidate in one state of a study, and one candidate explained by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.explanation import RESOLUTION, Future, Reason, Suggestion
from kgdesk.model.outlook import Branch, futures_of
from kgdesk.model.value import ValueOfTesting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.believing import Sweep
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]

#: Probabilities this close are not told apart.
_ALIKE = 1e-9


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """What is believed about every candidate in one state of a study, and what is still open.

    Parameters
    ----------
    revision
        The number of events that it was computed for; advice of another revision is stale.
    policy
        The name of what chooses, ``POLICY`` or ``POLICY/BELIEF``.
    belief, belief_digest
        The study's belief: all numbers here come from it.
    kg, probability, low, high
        (M,) per candidate, in the order of the pool; probabilities in 0..1, as believed now. KG values are averaged
        over the outcomes of the open runs and 0 for what is out of stock.
    sweep
        Of the present belief over the rows in stock.
    outlook
        The futures of the open runs; the present one alone where there are none.
    open_runs
        The candidates that are being run, in start order, and the earlier picks of a batch.
    """

    revision: int
    policy: str
    belief: str
    belief_digest: str
    kg: Array
    probability: Array
    low: Array
    high: Array
    study: Study
    sweep: Sweep
    outlook: tuple[Branch, ...]
    open_runs: tuple[str, ...]

    @property
    def in_progress(self) -> int:
        """Number of runs in progress, whose outcomes the values of testing are averaged over."""
        return len(self.study.pending)

    @property
    def picked(self) -> int:
        """Number of earlier picks of a batch, whose outcomes the values of testing are averaged over as well."""
        return len(self.open_runs) - self.in_progress

    @property
    def all_alike(self) -> bool:
        """Whether several alternatives are in stock and all have the same probability: none is the best then."""
        probability = self.sweep.probability[self.study.stock.in_stock]
        return len(probability) > 1 and float(np.ptp(probability)) < _ALIKE

    @property
    def most_informative(self) -> tuple[str, ValueOfTesting]:
        """The candidate with the largest value of testing of those that can be suggested now, and that value."""
        stock, rows = self.study.stock, self.study.design.row_of
        kg = np.full(len(stock.open), -np.inf)
        kg[rows] = self.kg
        row = int(np.argmax(np.where(stock.open, kg, -np.inf)))
        return self.study.pool.ids[stock.next[row]], self._valued(float(kg[row]))

    def value_of(self, candidate: str) -> ValueOfTesting:
        """Return the value of testing a candidate with its condition; 0 for what is out of stock."""
        return self._valued(float(self.kg[self.study.pool.row(candidate)]))

    def _valued(self, gain: float) -> ValueOfTesting:
        return ValueOfTesting(gain, self.in_progress, self.picked)

    def explain(self, candidate: int, rule: Reason) -> Suggestion:
        """Return the numbers of one candidate, a row of the pool, and both its futures, to be worded by a rule.

        A rule of the knowledge gradient is told apart here: whether anything is left, and whether the best changes.
        """
        study, sweep = self.study, self.sweep
        row = int(study.design.row_of[candidate])
        kg = float(self.kg[candidate])
        if study.stock.in_stock[row]:
            success, failure = sweep.after(row)
        else:
            told = futures_of(row, study.belief, self.outlook, study.design.X, study.stock.in_stock)
            kg, success, failure = told.gain, told.success, told.failure
        alike = self.all_alike
        futures = [
            Future(study.pool.ids[study.stock.best[best]], value, alike or best != sweep.best_now)
            for best, value in (success, failure)
        ]
        if rule == "sharpens":
            if float(self.kg.max()) <= RESOLUTION:
                rule = "nothing_left"
            elif any(f.changes for f in futures):
                rule = "changes_best"
        keeps_best = rule == "nothing_left" and not self.open_runs and sweep.keeps_best
        return Suggestion(
            candidate=study.pool.ids[candidate],
            kg=kg,
            probability=float(self.probability[candidate]),
            low=float(self.low[candidate]),
            high=float(self.high[candidate]),
            if_success=futures[0],
            if_failure=futures[1],
            reason=rule,
            policy=self.policy,
            now=sweep.value_now,
            in_progress=self.in_progress,
            picked=self.picked,
            outdone=float(self.kg.max()) > kg + RESOLUTION,
            keeps_best=keeps_best,
        )
