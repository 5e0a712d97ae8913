"""Bounds of the scores of candidates that a search has not scanned yet, after classes of hypothetical outcomes.

After an outcome at x the mean of candidate k moves by g t, t = x'S x_k. By Cauchy-Schwarz |t| is at most the product of
the deviations of both. Where columns are products and squares of some numbers, t is a quadratic form in the numbers of
k, and the eigenvalues of its matrix say more: most of t is the square of the product of both candidates' numbers, so
that t is much less negative than it is positive.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels.cache_layers import serialized
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI
from kgdesk.kernels.simd import WIDTH, load, multiply_add, njit_internal, store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.kernels.bounded_sweep.shared_features import Products

    Array = NDArray[np.float64]

# Classes of hypothetical outcomes by reach and shrink, and of failures by what bounds them where t is negative: for a
# pool up to `_SMALL` candidates, and for a larger one. Classes of failures by shrink.
_SMALL, _FEW, _MANY, _BY_SHRINK = 30_000, ((32, 3), (3, 3, 2, 3)), ((48, 4), (4, 4, 4, 4)), (16,)
# Beyond any step.
_ANY = 1e150
# Items of which the classes are quantiles.
_QUANTILES_OF = 4096
# Classes of outcomes per parallel task of `rest_scores`; vectors of measured candidates per task of `quadratic_forms`.
_CELLS, _VECTORS = 16, 8
# Measured candidates whose products with the covariance are in memory at once.
_CHUNK = 8192
# Relative error of a product of columns, of a bound, and of one rounding.
_SAME, _SLACK, _EPS = 1e-9, 1e-12, 2.0**-52


@njit_internal
def _reachable(mu, far, norm, square, low, high, group):
    """Bound the signed squared scores of candidates with s2 from low to high, the others up to mu, far and so on."""
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


@njit_internal
def _squared(a, p, out):
    """Square symmetric matrices (p, p), one in each lane: entry (i, j) at WIDTH (i p + j)."""
    for i in range(p):
        for j in range(i, p):
            total = load(a, WIDTH * i * p) * load(a, WIDTH * j * p)
            for k in range(1, p):
                total = multiply_add(load(a, WIDTH * (i * p + k)), load(a, WIDTH * (j * p + k)), total)
            store(out, WIDTH * (i * p + j), total)
            store(out, WIDTH * (j * p + i), total)


@njit_internal
def _times(a, p, x, out):
    """Multiply the matrices of `_squared` by vectors (p,), entry i at WIDTH i."""
    for i in range(p):
        total = load(a, WIDTH * i * p) * load(x, 0)
        for k in range(1, p):
            total = multiply_add(load(a, WIDTH * (i * p + k)), load(x, WIDTH * k), total)
        store(out, WIDTH * i, total)


@njit_internal
def _deflated(a, p, v, strength):
    """Subtract `strength` (one of each lane) times v v' from the matrices of `_squared`."""
    for i in range(p):
        own = load(v, WIDTH * i) * load(strength, 0)
        for j in range(p):
            at = WIDTH * (i * p + j)
            store(a, at, load(a, at) - own * load(v, WIDTH * j))


@njit_internal
def _load_form(a, b, x, n, p, y, number, form):
    """Write the form y.k of a candidate k into lane n of `a` (matrix), `b` and `x`; return an upper bound of the rest.

    y.k = b.z + z'A z - rest, where z are the numbers of k.
    """
    places, terms, scaling, others, extents, slack = form
    rest = 0.0
    for j in range(y.size):
        rest += slack[j] * abs(y[j])
    for i in range(n, WIDTH * p * p, WIDTH):
        a[i] = 0.0
    for q in range(len(terms)):
        value = y[terms[q, 0]] / scaling[q, 1]
        rest += value * scaling[q, 0]
        a[WIDTH * (terms[q, 1] * p + terms[q, 2]) + n] += 0.5 * value
        a[WIDTH * (terms[q, 2] * p + terms[q, 1]) + n] += 0.5 * value
    for o in range(others.size):
        rest -= min(y[others[o]] * extents[0, o], y[others[o]] * extents[1, o])
    for j in range(p):
        x[WIDTH * j + n], b[WIDTH * j + n] = number[j], y[places[j]]
    return rest


@njit_internal
def _split(a, p, b, v, n, typical):
    """Split off what is positive along a direction v in lane n: (its strength, the bound that it adds, the middle).

    v is scaled to length 1, or made 0 where it has none. With s = v.z at least -slope^2/(4 strength) is lost by
    leaving out slope s + strength s^2; where that is more than |slope| times the typical |z|, b keeps its slope. The
    middle is the mean of the eigenvalues that remain.
    """
    size = trace = along = slope = 0.0
    for i in range(n, WIDTH * p, WIDTH):
        size += v[i] * v[i]
    scale = 1.0 / math.sqrt(size) if size > 1e-280 else 0.0
    for i in range(p):
        v[WIDTH * i + n] *= scale
        trace += a[WIDTH * i * (p + 1) + n]
        slope += v[WIDTH * i + n] * b[WIDTH * i + n]
    for i in range(p):
        for j in range(p):
            along += v[WIDTH * i + n] * v[WIDTH * j + n] * a[WIDTH * (i * p + j) + n]
    strength = max(along - ((trace - along) / (p - 1) if p > 1 else 0.0), 0.0) if scale else 0.0
    lost = 0.0
    if abs(slope) < 4.0 * strength * typical:
        lost = slope * slope / (4.0 * strength)
        for i in range(n, WIDTH * p, WIDTH):
            b[i] -= slope * v[i]
    return strength, lost, (trace - strength) / p


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def quadratic_forms(Y, numbers, form, typical):
    """Bound the least value that a linear function of the columns takes over candidates, by the norm of their numbers.

    Some columns are products of p numbers that are columns, too, so that y.k = b.z + z'A z - rest, where z are the
    numbers of k. What A has along one direction v beyond its mean is split off, and with it v.b:
    slope s + strength s^2 >= -slope^2/(4 strength). No other eigenvalue is farther from their mean than the root of the
    sum of their eighth powers.

    Parameters
    ----------
    Y, numbers
        (N, c) functions, and (N, p) numbers of the candidates that these belong to: A times these is the direction.
    form
        (places (p,) columns of the numbers; terms (q, 3), a column and the two numbers that are its factors; scaling
        (q, 2), its centre and scale; others (o,), the remaining columns; extents (2, o), their smallest and largest;
        slack (c,), the error of each column).
    typical
        Norm of the numbers of a typical candidate.

    Returns
    -------
    NDArray
        (N, 3): -y.k <= first + second |z| + third |z|^2, without rounding.
    """
    N, p = numbers.shape
    out = np.empty((N, 3))
    for task in prange((N + WIDTH * _VECTORS - 1) // (WIDTH * _VECTORS)):
        a, square, fourth = np.empty(WIDTH * p * p), np.empty(WIDTH * p * p), np.empty(WIDTH * p * p)
        b, x, v = np.empty(WIDTH * p), np.empty(WIDTH * p), np.empty(WIDTH * p)
        strength, middle = np.empty(WIDTH), np.empty(WIDTH)
        for first in range(WIDTH * _VECTORS * task, min(WIDTH * _VECTORS * (task + 1), N), WIDTH):
            for n in range(WIDTH):
                i = min(first + n, N - 1)
                out[i, 0] = _load_form(a, b, x, n, p, Y[i], numbers[i], form)
            _times(a, p, x, v)
            for n in range(min(WIDTH, N - first)):
                strength[n], lost, middle[n] = _split(a, p, b, v, n, typical)
                out[first + n, 0] += lost
            _deflated(a, p, v, strength)
            for n in range(WIDTH):
                for i in range(n, WIDTH * p * p, WIDTH * (p + 1)):
                    a[i] -= middle[n]
            _squared(a, p, square)
            _squared(square, p, fourth)
            for n in range(min(WIDTH, N - first)):
                slope = powers = 0.0
                for i in range(n, WIDTH * p, WIDTH):
                    slope += b[i] * b[i]
                for i in range(n, WIDTH * p * p, WIDTH):
                    powers += fourth[i] * fourth[i]
                largest = math.sqrt(math.sqrt(math.sqrt(powers)))
                largest += _SLACK * (largest + abs(middle[n]) + strength[n])
                out[first + n, 1], out[first + n, 2] = math.sqrt(slope), max(largest - middle[n], 0.0)
    return out


_rest_scores, _quadratic_forms = serialized(rest_scores), serialized(quadratic_forms)


class ProductColumns:
    """Columns of a pool that are products of others, its numbers, and bounds of t = x'S x_k from below by these.

    Parameters
    ----------
    X
        (M, d) pool.
    products
        The columns that are products.
    most
        (d,) largest magnitude in each column.
    """

    def __init__(self, X: Array, products: Products, most: Array) -> None:
        self._X, self._products, self._most = X, products, most
        self._factors = sorted({f for a, b, *_ in products.values() for f in (a, b)})
        self._numbers = np.ascontiguousarray(X[:, self._factors])
        self.norm = np.sqrt(np.square(self._numbers).sum(axis=1))
        self._typical = float(np.median(self.norm[:: self.norm.size // _QUANTILES_OF + 1]))

    def bounds(self, X: Array, covariance: Array, columns: Any, size: Array) -> Array | None:
        """Return (M, 3): -t <= bounds_0 + bounds_1 norm_k + bounds_2 norm_k^2; None where no column is a product.

        Parameters
        ----------
        X, covariance, columns
            (M, c), S (c, c), and the c columns of the pool that these are.
        size
            (M,) sum of |x_j| sqrt(S_jj).
        """
        own = {int(j): k for k, j in enumerate(columns.tolist())}
        made = {own[j]: each for j, each in self._products.items() if j in own}
        if not made or any(f not in own for f in self._factors):
            return None
        numbers = {f: n for n, f in enumerate(self._factors)}
        terms = np.array([(j, numbers[a], numbers[b]) for j, (a, b, *_) in made.items()])
        scaling, places = np.array([each[2:] for each in made.values()]), np.array([own[f] for f in numbers])
        others = np.setdiff1d(np.arange(columns.size), np.concatenate([places, terms[:, 0]]))
        rest, most = X[:, others], self._most[columns]
        most[terms[:, 0]] += np.abs(scaling).sum(axis=1) / np.abs(scaling[:, 1])
        form = places, terms, scaling, others, np.array([rest.min(axis=0), rest.max(axis=0)]), _SAME * most
        rounding = 8.0 * (columns.size + 2) * _EPS * float(most @ np.sqrt(np.diagonal(covariance)))
        bounds = np.empty((len(X), 3))
        for at in range(0, len(X), _CHUNK):
            chunk = slice(at, at + _CHUNK)
            bounds[chunk] = _quadratic_forms(X[chunk] @ covariance, self._numbers[chunk], form, self._typical)
        bounds[:, 0] += rounding * size
        return bounds


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
    some = slice(None, None, cells.size // _QUANTILES_OF + 1)
    for value, count in zip(values, counts, strict=True):
        cell, own = cells[some], value[some]
        sizes, order, rank = np.bincount(cell, minlength=total), np.lexsort((own, cell)), np.empty(cell.size)
        rank[order] = np.arange(cell.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        part = count * (1.0 - np.sqrt(1.0 - (rank + 0.5) / sizes[cell]))
        edges = np.full((total, count), -np.inf)
        np.maximum.at(edges, (cell, part.astype(np.int64)), own)
        below = np.maximum.accumulate(edges, axis=1)[:, :-1]
        place = below[0].searchsorted(value) if total == 1 else (value[:, None] > below[cells]).sum(axis=1)
        cells, total = cells * count + place, total * count
    occupied = np.bincount(cells, minlength=total) > 0
    cells = (np.cumsum(occupied) - 1)[cells]
    largest = np.full((len(values), int(occupied.sum())), -np.inf)
    for high, value in zip(largest, values, strict=True):
        np.maximum.at(high, cells, value)
    return cells, largest


def _in_parts(candidates: Any, ends: Any, key: Any) -> Any:
    """Return what `rest_scores` needs of the candidates (M, 5): those of each part with the largest key first."""
    part = np.searchsorted(ends, np.arange(key.size), side="right")
    candidates = candidates[np.lexsort((-key, part))]
    starts = np.arange(0, key.size, BLOCK)
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
    mu, s2, far
        (M,) mean and variance of w.x, and an upper bound of its deviation without rounding.
    move, shrink
        (2 M,) step and shrink of each hypothetical outcome, a success and a failure at each candidate.
    lowest
        (bounds (M, 3) or None, norm (M,)) of `ProductColumns`.
    """

    def __init__(self, order: Any, ends: Any, moments: Any, outcomes: Any, steps: Any, lowest: Any) -> None:
        (mu, s2, far), (move, shrink), (bounds, norm) = moments, steps, lowest
        candidates = np.column_stack([mu, s2, far, norm, norm * norm])[order]
        by_reach, by_least = _FEW if order.size <= _SMALL else _MANY
        cells, (reach, share) = classes(outcomes, by_reach)
        self._cells = [cells.reshape(-1, 2)]
        given = _in_parts(candidates, ends, candidates[:, 2])
        tables = [_beyond(given, (reach, share, _ANY, 0, 0, 1))]
        g, f = -move[1::2], shrink[1::2]
        if bounds is not None and g.min() > 1.0 / _ANY:
            # A failure at x raises the mean of k where t is negative; elsewhere only the variance shrinks.
            values = [*(g[:, None] * bounds).T, f / (g * g)]
            _, slope, lift, _ = (float(np.median(each)) for each in values)
            given = _in_parts(
                candidates, ends, candidates[:, 0] + candidates[:, 3:] @ np.array([slope, lift])
            )
            low, above = classes([each + _SLACK * np.abs(each) for each in values], by_least)
            still, (share,) = classes([outcomes[1][1::2]], _BY_SHRINK)
            self._cells += [low, still]
            tables += [_beyond(given, (_ANY, _ANY, *above)), _beyond(given, (0, share, _ANY, 0, 0, 1))]
        self._beyond = {end: [table[e] for table in tables] for e, end in enumerate(ends.tolist())}

    def scores(self, scanned: int, rows: Any) -> Any:
        """Bound the largest kappa score of order[scanned:] after either outcome at some rows, (2, R)."""
        wide, *low = (
            table[cells[rows].T] for table, cells in zip(self._beyond[scanned], self._cells, strict=True)
        )
        if low:
            wide[1] = np.minimum(wide[1], np.maximum(*low))
        return wide
