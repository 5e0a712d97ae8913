"""Columns of a pool that are products of others, and bounds of t = x'S x_k that follow from it.

Where columns are products and squares of some numbers, t is a quadratic form in the numbers z of candidate k, and the
eigenvalues of its matrix bound it better than Cauchy-Schwarz: most of t is the square of x's numbers times z, so that t
is much less negative than it is positive.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels.parallel import serialized
from kgdesk.kernels.pool_blocks import BLOCK
from kgdesk.kernels.simd import WIDTH, load, multiply_add, njit_internal, store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    #: (factor, factor, centre, scale) of each column that is (x_a x_b - centre)/scale.
    Products = dict[int, tuple[int, int, float, float]]

# Most columns among whose products the others are sought.
_MOST_FACTORS = 40
#: Rows of a sample that shows which columns may be products; largest relative deviation of a product in any row.
LOOKED_AT, SAME = 64, 1e-9
# Relative error of an eigenvalue, and of one rounding.
_SLACK, _EPS = 1e-12, 2.0**-52
# Vectors of measured candidates per parallel task; measured candidates whose products with S are in memory at once.
_VECTORS, _CHUNK = 8, 8192
# Candidates of which the typical norm is the median, at least.
_MEDIAN_OF = 4096


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
    """Deflate the form in lane n along a direction v: (strength, bound of the part left out, mean of the rest).

    v is scaled to length 1, or made 0 where it has no length. The part left out is slope s + strength s^2, s = v.z,
    which is at least -slope^2/(4 strength); where that is worse than |slope| times the typical |z|, b keeps its slope.
    The mean is that of the eigenvalues that remain.
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


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def largest_deviation(X, columns, factors, scaling):
    """Return the largest |x_a x_b - centre - scale x_j| of some columns j over each `BLOCK` rows of X (M, d), (B, n).

    Parameters
    ----------
    X
        (M, d).
    columns, factors, scaling
        (n,) int64 j; (n, 2) int64 a and b; (n, 2) centre and scale.
    """
    M, tasks = len(X), (len(X) + BLOCK - 1) // BLOCK
    off = np.zeros((tasks, columns.size))
    for task in prange(tasks):
        for i in range(task * BLOCK, min(M, (task + 1) * BLOCK)):
            for n in range(columns.size):
                value = (
                    X[i, factors[n, 0]] * X[i, factors[n, 1]]
                    - scaling[n, 0]
                    - scaling[n, 1] * X[i, columns[n]]
                )
                off[task, n] = max(off[task, n], abs(value))
    return off


_quadratic_forms, _deviation = serialized(quadratic_forms), serialized(largest_deviation)


def product_columns(X: Array, plain: Bools) -> Products:
    """Return the columns that are (x_a x_b - centre)/scale of two of the plain ones, verified in every row."""
    some = X[np.linspace(0, len(X) - 1, LOOKED_AT).astype(np.int64)]
    factors = np.flatnonzero(plain & (np.ptp(some, axis=0) > 0.0))
    if not 0 < factors.size <= _MOST_FACTORS:
        return {}
    a, b = (factors[at] for at in np.triu_indices(factors.size))
    made = some[:, a] * some[:, b]
    centred = made - made.mean(axis=0)
    size = np.maximum(np.sqrt(np.square(centred).sum(axis=0)), 1e-300)
    columns, pairs, scaling = np.flatnonzero(~plain & (np.ptp(some, axis=0) > 0.0)), [], []
    for j in columns.tolist():
        n = int(np.argmax(np.abs((some[:, j] - some[:, j].mean()) @ centred) / size))
        low, high = int(np.argmin(some[:, j])), int(np.argmax(some[:, j]))
        scale = float((made[high, n] - made[low, n]) / (some[high, j] - some[low, j]))
        pairs.append((int(a[n]), int(b[n])))
        scaling.append((float(made[low, n]) - scale * float(some[low, j]), scale))
    if not columns.size:
        return {}
    off = _deviation(X, columns, np.array(pairs), np.array(scaling)).max(axis=0)
    return {
        j: (*pair, *own)
        for j, pair, own, worst in zip(columns.tolist(), pairs, scaling, off.tolist(), strict=True)
        if own[1] and worst <= SAME * (abs(own[0]) + abs(own[1]))
    }


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
        self._products, self._most = products, most
        self._factors = sorted({f for a, b, *_ in products.values() for f in (a, b)})
        self._numbers = np.ascontiguousarray(X[:, self._factors])
        self.norm = np.sqrt(np.square(self._numbers).sum(axis=1))
        self._typical = float(np.median(self.norm[:: self.norm.size // _MEDIAN_OF + 1]))

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
        form = places, terms, scaling, others, np.array([rest.min(axis=0), rest.max(axis=0)]), SAME * most
        rounding = 8.0 * (columns.size + 2) * _EPS * float(most @ np.sqrt(np.diagonal(covariance)))
        bounds = np.empty((len(X), 3))
        for at in range(0, len(X), _CHUNK):
            chunk = slice(at, at + _CHUNK)
            bounds[chunk] = _quadratic_forms(X[chunk] @ covariance, self._numbers[chunk], form, self._typical)
        bounds[:, 0] += rounding * size
        return bounds
