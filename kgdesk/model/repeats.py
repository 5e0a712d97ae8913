"""The value of running one candidate several times at once.

One noisy run may be worth almost nothing where five are worth much: the value of n runs rises slowly at first. The
count to take is the one with the largest value per run, KG(*) of Frazier and Powell (Decision Analysis 7, 2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.several import worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.outlook import Branch

    Array = NDArray[np.float64]

#: So many repeats are looked at.
MOST = 8


@dataclass(frozen=True, slots=True)
class Repeats:
    """What running one candidate 1, 2, 3, … times at once is worth.

    Parameters
    ----------
    values
        Expected gain in the best predicted probability by n runs at once, n = 1, 2, …, in 0..1.
    """

    values: tuple[float, ...]

    @property
    def count(self) -> int:
        """The number of runs with the largest value per run, the smallest of equal ones."""
        return 1 + int(np.argmax([value / n for n, value in enumerate(self.values, 1)]))

    @property
    def per_run(self) -> float:
        """The value of `count` runs, divided by it."""
        return self.values[self.count - 1] / self.count


def repeats(
    row: int, outlook: Sequence[Branch], X: Array, in_stock: NDArray[np.bool_], most: int = MOST
) -> Repeats:
    """Return the value of 1..most runs at once at one row.

    Parameters
    ----------
    row
        Of `X`.
    outlook
        The futures of the open runs, over which the values are averaged; one branch where there are none.
    X
        (U, d) distinct rows.
    in_stock
        (U,) bool: the best is one of these.
    most
        At least 1. The time grows with its square.
    """
    pool, run = X if in_stock.all() else X[in_stock], X[row : row + 1]
    values = np.zeros(most)
    for future in outlook:
        values += future.weight * worth(future.belief, pool, run, range(1, most + 1))[:, 0]
    return Repeats(tuple(values.tolist()))
