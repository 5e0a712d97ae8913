"""Bounds of the scores of candidates that a search has not scanned yet, after classes of hypothetical outcomes.

After an outcome at x the mean of candidate k moves by g t, t = x'S x_k, and its variance shrinks by f t^2. By
Cauchy-Schwarz |t| is at most the product of the deviations of both; `ProductColumns` bounds -t better, which decides on
failures.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels.parallel import serialized
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI
from kgdesk.kernels.simd import njit_internal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

# Classes of hypothetical outcomes by reach and shrink, and of failures by what bounds them where t is negative: for a
# pool up to `_SMALL` candidates, and for a larger one. Classes of failures by shrink.
_SMALL, _FEW, _MANY, _BY_SHRINK = 30_000, ((32, 3), (3, 3, 2, 3)), ((48, 4), (4, 4, 4, 4)), (16,)
# Beyond any step.
_ANY = 1e150
# Items for each class of which the classes are quantiles.
_QUANTILES_OF = 16
# Classes of outcomes per parallel task of `rest_scores`.
_CELLS = 16
# Relative slack of the values of a class.
_SLACK = 1e-12


@njit_internal
def _reachable(mu, far, norm, square, low, high, group):
    """Bound the signed squared scores of candidates with s2 from low to high, and at most the other numbers."""
    r, share, fixed, slope, lift, ratio = group
    step = max(fixed + slope * norm + lift * square, 0.0)
    u = mu + min(r * far, step)
    v = max(low - min(share * far * far, ratio * step * step), 0.0) if u >= 0.0 else high
    return u * abs(u) / (1.0 + EIGHTH_PI * v)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def rest_scores(candidates, blocks, ends, classes):
    """Bound the kappa scores of the candidates from each of some places on after any outcome of a class, (E, G).

    With s = max(fixed + slope norm_k + lift norm_k^2, 0) an outcome of the class moves the mean of k by at most
    min(r far_k, s), and takes at most min(share far_k^2, ratio s^2) from its variance.

    Parameters
    ----------
    candidates
        (M, 5): mean and variance of w.x, an upper bound of its deviation without rounding, norm and squared norm.
    blocks
        (B, 6): largest mean, deviation, norm and squared norm, smallest and largest variance of each block of `BLOCK`
        candidates.
    ends
        (E,) ascending places of candidates, multiples of `BLOCK`; the last is M.
    classes
        (G, 6): r, share, fixed, slope, lift and ratio, the largest of each class.
    """
    M, groups = len(candidates), len(classes)
    out = np.full((ends.size, groups), -math.inf)
    for task in prange((groups + _CELLS - 1) // _CELLS):
        best = np.zeros(ends.size, np.int64)
        best[:-1] = ends[:-1]
        for n in range(task * _CELLS, min((task + 1) * _CELLS, groups)):
            group, top = (
                (classes[n, 0], classes[n, 1], classes[n, 2], classes[n, 3], classes[n, 4], classes[n, 5]),
                -math.inf,
            )
            for e in range(ends.size - 2, -1, -1):
                # The best candidate of the class before is a good one of this class, too.
                mu, s2, far, norm, square = candidates[best[e]]
                top = max(top, _reachable(mu, far, norm, square, s2, s2, group))
                for block in range(ends[e] // BLOCK, (ends[e + 1] + BLOCK - 1) // BLOCK):
                    mu, far, norm, square, low, high = blocks[block]
                    if _reachable(mu, far, norm, square, low, high, group) > top:
                        for k in range(block * BLOCK, min((block + 1) * BLOCK, M)):
                            mu, s2, far, norm, square = candidates[k]
                            score = _reachable(mu, far, norm, square, s2, s2, group)
                            if score > top:
                                best[e], top = k, score
                out[e, n] = math.copysign(math.sqrt(abs(top)), top)
    return out


@njit(cache=True, nogil=True)
def _placed(value, below, cells):
    """Give each of N items the number of values in below[cell] (G, n), ascending, that its value exceeds."""
    for i in range(value.size):
        edges, low, high = below[cells[i]], 0, below.shape[1]
        while low < high:
            middle = (low + high) // 2
            if value[i] > edges[middle]:
                low = middle + 1
            else:
                high = middle
        cells[i] = cells[i] * (below.shape[1] + 1) + low


@njit(cache=True, nogil=True)
def _raise_largest(value, cells, largest):
    """Raise the largest value (G,) of each cell to those of N items."""
    for i in range(value.size):
        largest[cells[i]] = max(largest[cells[i]], value[i])


_rest_scores = serialized(rest_scores)


def classes(values: Any, counts: Any) -> Any:
    """Divide N items into classes of like values, by one value within the classes of the one before.

    Parameters
    ----------
    values
        (N,) each.
    counts
        Number of parts by each of them: quantiles of a sample, finer towards the largest.

    Returns
    -------
    tuple
        (N,) class of each item, and the largest of each value in each class.
    """
    cells, total = np.zeros(values[0].size, np.int64), 1
    some = slice(None, None, cells.size // (_QUANTILES_OF * math.prod(counts)) + 1)
    for value, count in zip(values, counts, strict=True):
        cell, own = cells[some], value[some]
        sizes, order, rank = np.bincount(cell, minlength=total), np.lexsort((own, cell)), np.empty(cell.size)
        rank[order] = np.arange(cell.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        part = count * (1.0 - np.sqrt(1.0 - (rank + 0.5) / sizes[cell]))
        edges = np.full((total, count), -np.inf)
        np.maximum.at(edges, (cell, part.astype(np.int64)), own)
        below = np.maximum.accumulate(edges, axis=1)[:, :-1]
        _placed(value, below, cells)
        total *= count
    occupied = np.bincount(cells, minlength=total) > 0
    cells = (np.cumsum(occupied) - 1)[cells]
    largest = np.full((len(values), int(occupied.sum())), -np.inf)
    for high, value in zip(largest, values, strict=True):
        _raise_largest(value, cells, high)
    return cells, largest


def _in_parts(candidates: Any, ends: Any, column: int) -> Any:
    """Return what `rest_scores` needs of the candidates (M, 5): those of each part by falling values of a column >= 0.

    A bound that grows with the column is then close within a block, and few blocks are left to look into.
    """
    part, key = np.searchsorted(ends, np.arange(len(candidates)), side="right"), candidates[:, column]
    candidates = candidates[np.argsort(part - key * (0.5 / max(float(key.max()), 1e-300)))]
    starts = np.arange(0, len(candidates), BLOCK)
    high, s2 = np.maximum.reduceat(candidates, starts), candidates[:, 1]
    return (
        candidates,
        np.column_stack([high[:, [0, 2, 3, 4]], np.minimum.reduceat(s2, starts), high[:, 1]]),
        ends,
    )


def _beyond(given: Any, bounds: Any) -> Any:
    """Bound the scores beyond each end after some classes of hypothetical outcomes, (E, G); see `rest_scores`."""
    return _rest_scores(*given, np.column_stack(np.broadcast_arrays(*bounds)).astype(np.float64))


class RestBounds:
    """Bounds of the scores of the candidates that follow each end of an order, under one belief.

    Hypothetical outcomes of like reach and shrink are a class, whose outcomes share one bound.

    Parameters
    ----------
    order, ends
        (M,) order of the scan, and ends of its parts.
    moments
        (mu, s2, far), (M,) each: mean and variance of w.x, and an upper bound of its deviation without rounding.
    outcomes
        (reach, share), (2 M,) each: after a hypothetical outcome, a success and a failure at each candidate, the mean
        of k moves by at most reach far_k, and its variance loses at most share far_k^2.
    steps
        (move, shrink), (2 M,) each: step and shrink of each hypothetical outcome.
    lowest
        (bounds (M, 3) or None, norm (M,)) of `ProductColumns`.
    """

    def __init__(self, order: Any, ends: Any, moments: Any, outcomes: Any, steps: Any, lowest: Any) -> None:
        (mu, s2, far), (move, shrink), (bounds, norm) = moments, steps, lowest
        candidates = np.column_stack([mu, s2, far, norm, norm * norm])[order]
        by_reach, by_least = _FEW if order.size <= _SMALL else _MANY
        cells, (reach, share) = classes(outcomes, by_reach)
        self._cells = [cells.reshape(-1, 2)]
        given = _in_parts(candidates, ends, 2)
        tables = [_beyond(given, (reach, share, _ANY, 0, 0, 1))]
        g, f = -move[1::2], shrink[1::2]
        if bounds is not None and g.min() > 1.0 / _ANY:
            # A failure at x raises the mean of k where t is negative; elsewhere only the variance shrinks.
            values = [*(g[:, None] * bounds).T, f / (g * g)]
            given = _in_parts(candidates, ends, 3)
            low, above = classes([each + _SLACK * np.abs(each) for each in values], by_least)
            still, (share,) = classes([outcomes[1][1::2]], _BY_SHRINK)
            self._cells += [low, still]
            tables += [_beyond(given, (_ANY, _ANY, *above)), _beyond(given, (0, share, _ANY, 0, 0, 1))]
        self._beyond = {end: [table[e] for table in tables] for e, end in enumerate(ends.tolist())}
        self._widest = {end: float(s2[order[end:]].max(initial=0.0)) for end in self._beyond}

    def scores(self, scanned: int, rows: Any) -> tuple[Any, float]:
        """Return the largest kappa score and the largest variance that order[scanned:] can have after some outcomes.

        The scores are (2, R), after a success and after a failure at each of some rows.
        """
        wide, *low = (
            table[cells[rows].T] for table, cells in zip(self._beyond[scanned], self._cells, strict=True)
        )
        if low:
            wide[1] = np.minimum(wide[1], np.maximum(*low))
        return wide, self._widest[scanned]
