"""What is believed about every candidate in one state of a study, and one candidate explained by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import joined
from kgdesk.model.explanation import RESOLUTION, Future, Reason, Suggestion, allowing_for, sentence
from kgdesk.model.outlook import Branch, futures_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.believing import Sweep
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]


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

    def explain(self, candidate: int, rule: Reason) -> Suggestion:
        """Return the numbers of one candidate, a row of the pool, both its futures and the sentence by a rule.

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
        futures = [
            Future(study.pool.ids[study.stock.best[best]], value, best != sweep.best_now)
            for best, value in (success, failure)
        ]
        if rule == "sharpens":
            if float(self.kg.max()) <= RESOLUTION:
                rule = "nothing_left"
            elif any(f.changes for f in futures):
                rule = "changes_best"
        return Suggestion(
            candidate=study.pool.ids[candidate],
            kg=kg,
            probability=float(self.probability[candidate]),
            low=float(self.low[candidate]),
            high=float(self.high[candidate]),
            if_success=futures[0],
            if_failure=futures[1],
            reason=rule,
            why=joined(sentence(self.policy, rule, futures[0], futures[1]), allowing_for(self.open_runs)),
        )
