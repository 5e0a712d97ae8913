"""Which candidates can be run, which can be suggested now, and which can be recommended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from kgdesk.model.attributes import Design
    from kgdesk.model.pool import Pool


@dataclass(frozen=True)
class Stock:
    """The distinct rows of a design matrix by what can be done with them.

    A row is in stock while one of its candidates is. The recommended candidate, V(s) in the knowledge gradient and
    the best after either outcome are maxima over the rows in stock: what was tried and used up cannot be chosen any
    more, while a candidate that somebody merely skipped, or that is being run, can. Only open rows are suggested.

    Parameters
    ----------
    in_stock
        (U,) bool.
    open
        (U,) bool: in stock and not skipped for now. Where everything in stock is skipped, all of it is open: a
        skip says "not now", and never that nothing is left to do.
    best
        (U,) the candidate that names a row as the best: its first in stock.
    next
        (U,) the candidate that names a row as the next to run: its first in stock that is not skipped.
    waits
        Nothing can start beside the runs in progress; what is open then is what could start after one of them.
    """

    in_stock: NDArray[np.bool_]
    open: NDArray[np.bool_]
    best: NDArray[np.int64]
    next: NDArray[np.int64]
    waits: bool = False


def take_stock(
    pool: Pool,
    design: Design,
    retired: AbstractSet[str],
    skipped: AbstractSet[str],
    barred: AbstractSet[str] = frozenset(),
) -> Stock:
    """Return the stock of a pool without the retired candidates and, for suggestions, without the skipped ones.

    Parameters
    ----------
    pool, design
        Of the study.
    retired, skipped
        Names of candidates. If nothing is left, everything is: the decisions of a person never get there.
    barred
        Names of those that cannot run beside the runs in progress.
    """
    count = len(design.X)
    if not retired and not skipped and not barred:
        whole = np.ones(count, dtype=np.bool_)
        return Stock(whole, whole, design.first_of, design.first_of)
    kept = np.array([name not in retired for name in pool.ids])
    if not kept.any():
        kept[:] = True
    wanted = kept & np.array([name not in skipped for name in pool.ids])
    if not wanted.any():
        wanted = kept
    free = wanted & np.array([name not in barred for name in pool.ids])
    if not free.any() and barred:  # rather a candidate that was skipped than none
        free = kept & np.array([name not in barred for name in pool.ids])
    waits = not free.any()
    wanted = wanted if waits else free
    in_stock, best = _first(design.row_of, kept, count, design.first_of)
    is_open, following = _first(design.row_of, wanted, count, best)
    return Stock(in_stock, is_open, best, following, waits)


def _first(
    row_of: NDArray[np.int64], which: NDArray[np.bool_], count: int, otherwise: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which rows have a candidate, and the first one of each; `otherwise` names the rows that have none."""
    candidates = np.flatnonzero(which)
    rows, first = np.unique(row_of[candidates], return_index=True)
    present = np.zeros(count, dtype=np.bool_)
    present[rows] = True
    named = np.array(otherwise, dtype=np.int64)
    named[rows] = candidates[first]
    return present, named
