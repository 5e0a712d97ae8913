"""The candidate nearest to a point of the attributes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.design.encoding import Scaling
    from kgdesk.model.design.pool import Pool

#: How many times the difference of the attribute counts that somebody has moved.
MOVED = 4.0
#: Difference, in standard deviations, up to which two numbers are equal.
_SAME = 1e-9


class Neighbours:
    """Candidates by their distance in scaled attributes; the columns are scaled once.

    A number counts by its difference in standard deviations over the pool, of logarithms on a log scale; two levels of
    a category are 1 apart. Attributes that do not vary do not count.

    Parameters
    ----------
    pool, scaling
        Those of a study.
    """

    def __init__(self, pool: Pool, scaling: Scaling) -> None:
        self._count = len(pool)
        self._logs = {j for j, attribute in enumerate(pool.attributes) if attribute.log}
        self._words: dict[int, NDArray[np.str_]] = {}
        self._numbers: dict[int, tuple[NDArray[np.float64], float]] = {}
        for j, (attribute, values) in enumerate(zip(pool.attributes, pool.values, strict=True)):
            if attribute.name in scaling.dropped:
                continue
            if attribute.kind == "category":
                self._words[j] = np.array([str(value) for value in values])
                continue
            placed = np.asarray(values, dtype=np.float64)
            placed = np.log(placed) if attribute.log else placed
            scale = float(placed.std())
            self._numbers[j] = placed / scale, scale

    def nearest(
        self, point: Sequence[float | str], moved: int | None = None, *, exactly: bool = False
    ) -> int:
        """Return the row of the nearest candidate; of several, the first.

        Parameters
        ----------
        point
            One value per attribute of the pool.
        moved
            Index of the attribute that somebody has moved, whose difference counts `MOVED` times.
        exactly
            Whether only candidates with this value of `moved` are considered; there must be one.
        """
        total = np.zeros(self._count)
        for j in (*self._numbers, *self._words):
            apart = self._apart(j, point[j])
            if j == moved:
                apart = np.where(apart > _SAME, np.inf, 0.0) if exactly else MOVED * apart
            total += apart * apart
        return int(np.argmin(total))

    def _apart(self, j: int, value: float | str) -> NDArray[np.float64]:
        if j in self._words:
            return np.asarray(self._words[j] != str(value), dtype=np.float64)
        placed, scale = self._numbers[j]
        at = math.log(float(value)) if j in self._logs else float(value)
        return np.abs(placed - at / scale)
