"""Columns of members that are no polynomials: smooth functions, products with categories, the sum of all squares.

A smooth function is a Gaussian process over the attributes. Its values at a few inducing candidates are the weights of
the belief; what these leave of a candidate's variance counts as its own deviation (METHOD, "Members of the average").
The inducing candidates are chosen by a pivoted Cholesky factorisation of the kernel over the pool and frozen when the
study is made. Source: Quinonero-Candela and Rasmussen, JMLR 6 (2005), section 5 (FITC).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Kinds of `Features`.
SMOOTH, PAIRS, RADIUS = "smooth", "pairs", "radius"
#: Most inducing candidates: a belief of some dozens of columns is quick.
MOST_POINTS = 40
# The factorisation ends where what is left of the kernel is this share of it: the rest is a deviation of no account.
_LEAST_LEFT = 1e-3
# Added to the diagonal of the kernel of the inducing candidates, so that rounding leaves it positive definite.
_JITTER = 1e-9


@dataclass(frozen=True)
class Features:
    """Columns phi(x), computed from the attributes' columns of the design matrix.

    Parameters
    ----------
    kind
        ``smooth``: kernel exp(-|z - z'|^2 / (2 l^2 k)) over k standardised numbers, times exp(-m / (2 l)) where m
        categories differ. ``pairs``: the sum, over pairs of attributes of which at least one is a category, of the
        products of their kernels z z' and [same level], divided by the number of pairs. ``radius``: one column, the sum
        of the squares of all numbers, standardised.
    length
        l; 0 for the other kinds.
    numbers
        Columns of the numbers.
    categories
        Columns of the levels of each category.
    points
        Rows of the inducing candidates, restricted to the columns of `numbers` and then of `categories`; for
        ``radius`` one row, centre and scale.
    """

    kind: str
    length: float
    numbers: tuple[int, ...]
    categories: tuple[tuple[int, ...], ...]
    points: tuple[tuple[float, ...], ...]

    @property
    def name(self) -> str:
        """Kind and length, as ``smooth 0.7``."""
        return f"{self.kind} {self.length:g}" if self.length else self.kind

    @property
    def size(self) -> int:
        """Number of columns."""
        return len(self.points)

    def columns(self, X: Array) -> Array:
        """Compute phi (M, size) of rows X (M, d) of the design matrix."""
        own = self.own(X)
        if self.kind == RADIUS:
            centre, scale = self.points[0]
            return np.ascontiguousarray(((own * own).sum(axis=1) - centre)[:, None] / scale)
        kernel, root = self.kernel(own, self._points), self._root
        phi = np.empty((len(X), self.size))
        # Forward substitution, column by column: sums in one order, so that equal rows get equal bits.
        for i in range(self.size):
            done = np.einsum("mj,j->m", phi[:, :i], root[i, :i])
            phi[:, i] = (kernel[:, i] - done) / root[i, i]
        return phi

    def left_over(self, X: Array, phi: Array) -> Array:
        """Compute what the columns phi (M, size) leave of the kernel's variance of each row X (M, d), (M,)."""
        if self.kind == RADIUS:
            return np.zeros(len(X))
        return np.asarray(np.maximum(self.variance(self.own(X)) - (phi * phi).sum(axis=1), 0.0))

    def as_json(self) -> dict[str, Any]:
        """Return the features as JSON values."""
        return {
            "kind": self.kind,
            "length": self.length,
            "numbers": list(self.numbers),
            "categories": [list(levels) for levels in self.categories],
            "points": [list(point) for point in self.points],
        }

    @classmethod
    def from_json(cls, data: Any) -> Features:
        """Deserialise the result of `as_json`.

        Raises
        ------
        ValueError
            An unknown kind, no points, or points of another length.
        """
        numbers = tuple(int(j) for j in data["numbers"])
        categories = tuple(tuple(int(j) for j in levels) for levels in data["categories"])
        points = tuple(tuple(float(value) for value in point) for point in data["points"])
        made = cls(str(data["kind"]), float(data["length"]), numbers, categories, points)
        width = 2 if made.kind == RADIUS else len(numbers) + sum(map(len, categories))
        sound = all(math.isfinite(value) for point in points for value in (*point, made.length))
        if made.kind not in (SMOOTH, PAIRS, RADIUS) or not points or not sound:
            raise ValueError(f"features of kind {made.kind!r}")
        if any(len(point) != width for point in points) or (made.kind == SMOOTH and made.length <= 0.0):
            raise ValueError(f"points of {made.name}")
        return made

    def own(self, X: Array) -> Array:
        """Return the columns of `numbers` and `categories` (M, c) of rows X (M, d)."""
        return X[:, [*self.numbers, *(j for levels in self.categories for j in levels)]]

    @cached_property
    def _points(self) -> Array:
        return np.array(self.points)

    @cached_property
    def _root(self) -> Array:
        """Lower Cholesky factor (size, size) of the kernel of the points; without BLAS, for equal bits everywhere."""
        K = self.kernel(self._points, self._points)
        K[np.diag_indices_from(K)] += _JITTER
        L = np.zeros_like(K)
        for i in range(len(K)):
            for j in range(i + 1):
                left = K[i, j] - math.fsum((L[i, :j] * L[j, :j]).tolist())
                L[i, j] = math.sqrt(max(left, _JITTER)) if i == j else left / L[j, j]
        return L

    def _alike(self, A: Array, B: Array) -> list[Array]:
        """Return whether rows of A (n, c) and B (m, c) have the same level, (n, m) 0.0 or 1.0 for each category."""
        begin, alike = len(self.numbers), []
        for levels in self.categories:
            end = begin + len(levels)
            alike.append(np.einsum("nl,ml->nm", A[:, begin:end], B[:, begin:end]))
            begin = end
        return alike

    def kernel(self, A: Array, B: Array) -> Array:
        """Compute the kernel (n, m) of rows A (n, c) and B (m, c), restricted to `numbers` and `categories`."""
        alike = self._alike(A, B)
        if self.kind == SMOOTH:
            distance = np.zeros((len(A), len(B)))
            for j in range(len(self.numbers)):
                apart = A[:, j : j + 1] - B[:, j]
                distance += apart * apart
            exponent = distance / (2.0 * self.length**2 * max(len(self.numbers), 1))
            for same in alike:
                exponent += (1.0 - same) / (2.0 * self.length)
            return np.exp(-exponent)
        factors = [A[:, j : j + 1] * B[:, j] for j in range(len(self.numbers))]
        total = np.zeros((len(A), len(B)))
        for place, same in enumerate(alike):
            for other in (*factors, *alike[place + 1 :]):
                total += same * other
        return total / _pairs(len(factors), len(alike))

    def variance(self, A: Array) -> Array:
        """Compute the kernel (n,) of each of the rows A (n, c) with itself."""
        if self.kind == SMOOTH:
            return np.ones(len(A))
        numbers, categories = len(self.numbers), len(self.categories)
        squares = (A[:, :numbers] ** 2).sum(axis=1)
        pairs = categories * (categories - 1) // 2
        return np.asarray((categories * squares + pairs) / _pairs(numbers, categories))


def _pairs(numbers: int, categories: int) -> int:
    return categories * numbers + categories * (categories - 1) // 2


def features_of(
    X: Array,
    numbers: tuple[int, ...],
    categories: tuple[tuple[int, ...], ...],
    kind: str,
    length: float = 0.0,
) -> Features | None:
    """Choose the features of a kind for a pool; None where the attributes allow none.

    Parameters
    ----------
    X
        (M, d) rows of the pool.
    numbers, categories, kind, length
        As in `Features`.
    """
    if kind == RADIUS:
        if len(numbers) < 2:
            return None
        total = (X[:, numbers] ** 2).sum(axis=1)
        centre, scale = float(total.mean()), float(total.std())
        return Features(RADIUS, 0.0, numbers, (), ((centre, scale),)) if scale > 1e-9 else None
    if not (numbers or categories) or (kind == PAIRS and not _pairs(len(numbers), len(categories))):
        return None
    bare = Features(kind, length, numbers, categories, ())
    own = bare.own(X)
    return Features(kind, length, numbers, categories, tuple(map(tuple, own[_pivots(bare, own)].tolist())))


def _pivots(bare: Features, own: Array) -> list[int]:
    """Return the rows that a pivoted Cholesky factorisation of the kernel takes, at most `MOST_POINTS`.

    Each is the row with the largest variance left by those before it; the first of equal ones. Source: Harbrecht,
    Peters and Schneider, Applied Numerical Mathematics 62 (2012).
    """
    left = bare.variance(own)
    least, factor, chosen = _LEAST_LEFT * float(left.max()), np.zeros((len(own), MOST_POINTS)), list[int]()
    while len(chosen) < MOST_POINTS and float(left.max()) > least:
        row, count = int(np.argmax(left)), len(chosen)
        kernel = bare.kernel(own, own[row : row + 1])[:, 0]
        done = np.einsum("mj,j->m", factor[:, :count], factor[row, :count])
        factor[:, count] = (kernel - done) / math.sqrt(left[row])
        left = np.maximum(left - factor[:, count] ** 2, 0.0)
        left[row] = 0.0
        chosen.append(row)
    return chosen
