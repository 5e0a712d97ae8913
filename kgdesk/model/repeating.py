"""Which candidate to run how often: the largest value per run over the whole pool, KG(*).

One noisy run of a candidate is often worth almost nothing where several are worth much, and the knowledge gradient,
which looks one run ahead, never sees it. What several runs at once are worth costs far more to find than what one is.
So the rows are ordered by a bound first: no number of runs is worth more than knowing w.x of that row for certain, and
the value of that knowledge is an expectation over one normal number (Frazier and Powell, Decision Analysis 7, 2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.outlook import Branch
from kgdesk.model.policies.knowing import knowing
from kgdesk.model.repeats import MOST, Repeats, repeats

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.policies import Situation

#: Rows times candidates whose counts are worked out in full.
_WORK = 20_000
_MOST_ROWS = 24
#: The bound holds for exact beliefs; these are approximations.
_SLACK = 0.8


@dataclass(frozen=True, slots=True)
class Repeating:
    """A candidate that is worth more per run when it is run several times at once.

    Parameters
    ----------
    candidate
        Its name.
    count
        Number of runs.
    together
        Value of testing of them all, in 0..1.
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

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "candidate": self.candidate,
            "runs": self.count,
            "value": self.together,
            "value_of_one": self.alone,
        }


def most_per_run(
    seen: Situation,
    rows: NDArray[np.int64],
    most: int = MOST,
    *,
    least: float = 0.0,
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[int, Repeats] | None:
    """Return the row with the largest value per run by 2..most runs at once, and what its counts are worth.

    Parameters
    ----------
    seen
        The present state, without open runs.
    rows
        Rows that can be run.
    most
        At least 2.
    least
        A value per run, in 0..1: rows that cannot reach it are passed over.
    goes_on
        Asked between rows; False ends the search with what there is.

    Returns
    -------
    (row, Repeats) or None
        None if no row is worth more per run by several than by one. On pools of up to 800 rows the 24 rows with the
        largest bounds are worked out unless the bound ends the search before; on larger pools fewer, at least one.
    """
    in_stock = np.ones(len(seen.X), dtype=np.bool_) if seen.in_stock is None else seen.in_stock
    bound = knowing(seen, rows, in_stock)
    best: tuple[int, Repeats] | None = None
    outlook = (Branch(1.0, seen.belief),)
    for at in np.argsort(-bound, kind="stable")[: min(_MOST_ROWS, max(1, _WORK // len(seen.X)))].tolist():
        limit = least if best is None else max(least, best[1].per_run)
        if bound[at] / 2 <= _SLACK * limit or not goes_on():
            break
        told = repeats(int(rows[at]), outlook, seen.X, in_stock, most)
        if told.count > 1 and (best is None or told.per_run > best[1].per_run):
            best = int(rows[at]), told
    return best
