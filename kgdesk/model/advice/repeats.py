"""KG(*): the candidate and the number of its runs at once with the largest value per run over the pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.scenarios import Scenario
from kgdesk.model.advice.suggestion import VISIBLE
from kgdesk.model.policies.kg_star import row_information
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain
from kgdesk.model.policies.value_of_testing import ValueOfTesting
from kgdesk.text import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.policies import PolicyContext
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]


#: Largest number of repeats considered.
MOST = 8


@dataclass(frozen=True, slots=True)
class RepeatValues:
    """Value of running one candidate 1, 2, 3, … times at once.

    Parameters
    ----------
    values
        Expected gain in the best predicted probability by n runs at once, n = 1, 2, …, in 0..1.
    """

    values: tuple[float, ...]

    @property
    def count(self) -> int:
        """Number of runs with the largest value per run; the smallest among ties."""
        return 1 + int(np.argmax([value / n for n, value in enumerate(self.values, 1)]))

    @property
    def per_run(self) -> float:
        """The value of `count` runs, divided by it."""
        return self.values[self.count - 1] / self.count


def repeat_values(
    row: int, outlook: Sequence[Scenario], X: Array, in_stock: NDArray[np.bool_], most: int = MOST
) -> RepeatValues:
    """Compute the value of 1..most runs at once at one row.

    Parameters
    ----------
    row
        Row of `X`.
    outlook
        Scenarios of the open runs, over which the values are averaged; one scenario if there are none.
    X
        (U, d) distinct rows.
    in_stock
        (U,) bool: the rows among which the best is chosen.
    most
        Largest number of runs, at least 1; the cost is quadratic in it.
    """
    pool, run = X if in_stock.all() else X[in_stock], X[row : row + 1]
    values = np.zeros(most)
    for future in outlook:
        values += future.weight * repeated_runs_gain(future.belief, pool, run, range(1, most + 1))[:, 0]
    return RepeatValues(tuple(values.tolist()))


#: Maximum number of (row, candidate) pairs for which all counts are evaluated.
_MOST_PAIRS = 20_000

#: Maximum number of rows that are evaluated.
_MOST_ROWS = 24

#: Factor on the pruning limit: the bound holds for exact beliefs, and these are approximations.
_SLACK = 0.8


@dataclass(frozen=True, slots=True)
class RepeatSuggestion:
    """Suggestion to run one candidate several times at once, because that has more value per run.

    Parameters
    ----------
    candidate
        Name of the candidate.
    count
        Number of runs.
    together
        Value of testing of all `count` runs at once, in 0..1.
    alone
        The largest value of testing of a single run of any candidate, in 0..1.
    """

    candidate: str
    count: int
    together: float
    alone: float

    @property
    def per_run(self) -> float:
        """The value of all runs, divided by their number."""
        return self.together / self.count

    @property
    def value(self) -> ValueOfTesting:
        """The value of all runs at once; no run is in progress."""
        return ValueOfTesting(self.together, runs=self.count)

    @property
    def offer(self) -> Phrase:
        """Sentence that offers these runs as an alternative to a suggested run of another candidate."""
        return phrase(
            "Or run {candidate} {count} times at once: worth {value} points.",
            candidate=self.candidate,
            count=self.count,
            value=self.value.points,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        return {
            "candidate": self.candidate,
            "runs": self.count,
            "value": self.together,
            "value_of_one": self.alone,
            "offer": str(self.offer),
        }


def best_row_to_repeat(
    seen: PolicyContext,
    rows: NDArray[np.int64],
    most: int = MOST,
    *,
    runs_left: Sequence[int] = (),
    floor: float = 0.0,
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[int, RepeatValues] | None:
    """Find the row with the largest value per run of 2..most runs at once, with the values of its counts.

    Parameters
    ----------
    seen
        The present state, without open runs.
    rows
        Rows that can be run.
    most
        Largest number of runs, at least 2.
    runs_left
        Number of runs that the candidate of each of the rows can still have; empty: any number.
    floor
        Value per run, in 0..1: rows whose bound is below it are skipped.
    goes_on
        Called between rows; returning False ends the search, and the best row so far is returned.

    Returns
    -------
    (row, RepeatValues) or None
        None if several runs have no larger value per run than one at any row. In pools of up to 800 rows the 24 rows
        with the largest bounds are evaluated, or fewer if the bound ends the search; in larger pools fewer, but at
        least one.
    """
    in_stock = seen.can_be_best
    bound = row_information(seen, rows, in_stock)
    best: tuple[int, RepeatValues] | None = None
    outlook = (Scenario(1.0, seen.belief),)
    for at in np.argsort(-bound, kind="stable")[
        : min(_MOST_ROWS, max(1, _MOST_PAIRS // len(seen.X)))
    ].tolist():
        limit = floor if best is None else max(floor, best[1].per_run)
        if bound[at] / 2 <= _SLACK * limit or not goes_on():
            break
        count = min(most, runs_left[at]) if runs_left else most
        values_of_row = repeat_values(int(rows[at]), outlook, seen.X, in_stock, count)
        if values_of_row.count > 1 and (best is None or values_of_row.per_run > best[1].per_run):
            best = int(rows[at]), values_of_row
    return best


def suggest_repeats(
    study: Study, policy: str, suggestion: Suggestion, goes_on: Callable[[], bool] = lambda: True
) -> RepeatSuggestion | None:
    """Return the candidate to run several times at once in a study without open runs; None if the gain is too small.

    Parameters
    ----------
    study
        The study; its budget limits the number of runs.
    policy
        Name of the policy. The policy ``kg`` considers every candidate that can be run, any other one only the
        suggested candidate.
    suggestion
        The suggested single run, to compare with.
    goes_on
        As in `best_row_to_repeat`.
    """
    limit = study.settings.run_limit
    most = min(MOST, study.settings.budget - study.done, MOST if limit is None else limit)
    if most < 2:
        return None
    row, alone = int(study.design.row_of[study.pool.row(suggestion.candidate)]), suggestion.kg
    if policy == "kg":
        rows = np.flatnonzero(study.stock.open)
        rows = rows[[not study.groups.alone(study.pool.ids[i]) for i in study.stock.next[rows]]]
        runs_left = [study.tried.left(study.pool.ids[i]) for i in study.stock.next[rows]]
        seen = policy_context(study)
        best = (
            best_row_to_repeat(seen, rows, most, runs_left=runs_left, floor=1.25 * alone, goes_on=goes_on)
            if rows.size
            else None
        )
        if best is None:
            return None
        row, values_of_row = best
    else:
        most = min(most, study.tried.left(suggestion.candidate))
        if study.groups.alone(suggestion.candidate) or most < 2:
            return None
        values_of_row = repeat_values(
            row, (Scenario(1.0, study.belief),), study.design.X, study.stock.in_stock, most
        )
    together = values_of_row.values[values_of_row.count - 1]
    if values_of_row.count == 1 or values_of_row.per_run < 1.25 * alone or together < VISIBLE:
        return None
    return RepeatSuggestion(study.pool.ids[study.stock.next[row]], values_of_row.count, together, alone)
