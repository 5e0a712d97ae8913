"""Results of knowledge gradient sweeps over a pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    #: Row and its predicted probability of success.
    Leader = tuple[int, float]


@dataclass(frozen=True)
class Sweep:
    """Result of a knowledge gradient sweep over a pool of M rows.

    Parameters
    ----------
    kg
        (M,) knowledge gradient: expected gain in the largest predicted probability by measuring each row once, in
        0..1; slightly negative values come from the approximation and are not clipped.
    probability
        (M,) predicted probability of success now.
    best_now, value_now
        Row with the largest predicted probability and that probability, V(s) in the paper.
    """

    kg: Array
    probability: Array
    best_now: int
    value_now: float

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row.

        Only the first call may start a parallel kernel; later ones are safe while another thread runs one.
        """
        raise NotImplementedError

    @property
    def keeps_best(self) -> bool:
        """Whether no outcome at any row makes another row the best; False if this has not been computed."""
        return self.keeps_best_at(np.arange(len(self.kg)))

    def keeps_best_at(self, rows: NDArray[np.int64]) -> bool:
        """Whether no outcome at any of some rows makes another row the best; False if this has not been computed."""
        del rows
        return False


@dataclass(frozen=True)
class LookaheadSweep(Sweep):
    """Sweep that has computed the best row after either outcome at every row.

    Parameters
    ----------
    success_best, success_value, failure_best, failure_value
        (M,) the best row after a success or a failure at each row, and its predicted probability then.
    """

    success_best: NDArray[np.int64]
    success_value: Array
    failure_best: NDArray[np.int64]
    failure_value: Array

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row."""
        success = int(self.success_best[row]), float(self.success_value[row])
        return success, (int(self.failure_best[row]), float(self.failure_value[row]))

    def keeps_best_at(self, rows: NDArray[np.int64]) -> bool:
        """Whether no outcome at any of some rows makes another row the best."""
        both = self.success_best, self.failure_best
        return all(bool((best[rows] == self.best_now).all()) for best in both)
