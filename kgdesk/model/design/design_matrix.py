"""Design matrix of a pool: scaling of attributes, products and squares, duplicate and collinear columns.

Column 1 is the intercept; numbers are standardised with mean and population standard deviation of the pool, frozen
when the study is created; a category gives one 0/1 column per level without a reference level, which under an isotropic
prior would be an arbitrary favourite. METHOD, "Design matrix" and "Terms".
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.design.encoding import (
    INTERCEPT,
    DesignColumn,
    Scaling,
    attribute_columns,
    centre_and_scale,
    encode,
    numbers,
)
from kgdesk.model.design.features import PAIRS, RADIUS, SMOOTH, features_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from kgdesk.model.design.pool import Pool

    Array = NDArray[np.float64]
    #: Distinct rows (R, d) in a canonical order, with the numbers of successes and of failures (R,) of each.
    Counted = tuple[Array, Array, Array]

__all__ = [
    "AVERAGED",
    "INTERCEPT",
    "TERMS",
    "Design",
    "DesignColumn",
    "Rows",
    "Scaling",
    "collinear",
    "columns_of",
    "design",
    "design_findings",
    "encode",
    "findings",
    "fix_scaling",
]

#: Terms of the design matrix besides the attributes themselves, by name: (products of pairs, squares).
TERMS: dict[str, tuple[bool, bool]] = {
    "linear": (False, False),
    "interactions": (True, False),
    "squares": (False, True),
    "quadratic": (True, True),
    "average": (True, True),
    "average-squares": (False, True),
}
#: Terms that average models with and without products and squares.
AVERAGED = frozenset({"average", "average-squares"})
#: Features of the pool that averaged models use: kinds and lengths, as in `kgdesk.model.design.features.Features`.
FEATURES: tuple[tuple[str, float], ...] = ((RADIUS, 0.0), (SMOOTH, 0.7), (SMOOTH, 1.5), (PAIRS, 0.0))
# A smaller standard deviation has lost digits and may be 0.
_SMALLEST = 1e-300
# A product of standardised numbers with a smaller standard deviation over the pool is constant up to rounding.
_FLAT = 1e-9
# Rows that are reduced to a triangle at once.
_TOGETHER = 4096


@dataclass(frozen=True)
class Design:
    """Design matrix of a pool of M candidates, with duplicate rows merged.

    Parameters
    ----------
    X
        (U, d) float64 distinct rows, in order of first occurrence. Equal candidates are one alternative for the
        knowledge gradient.
    row_of
        (M,) row in `X` of each candidate.
    first_of
        (U,) first candidate of each row.
    scaling
        Encoding that the columns were computed with.
    """

    X: Array
    row_of: NDArray[np.int64]
    first_of: NDArray[np.int64]
    scaling: Scaling

    @functools.cached_property
    def rows(self) -> Rows:
        """`X` as beliefs take it without further checks."""
        return Rows(self.X)


def fix_scaling(pool: Pool, *, raw: bool = False, terms: str = "linear") -> Scaling:
    """Compute the frozen encoding of a pool: columns, means and standard deviations.

    Parameters
    ----------
    pool
        The candidates.
    raw
        Do not standardise numbers.
    terms
        One of `TERMS`: ``linear`` has the attributes alone, ``interactions`` also the products of pairs of standardised
        numbers, ``squares`` and ``average-squares`` squares, ``quadratic`` and ``average`` both; each is centred over
        the pool and standardised.

    Returns
    -------
    Scaling
        Intercept first, then the attributes in table order, products of pairs, squares; constant columns dropped and
        named.

    Raises
    ------
    BadInput
        A number is not finite, or not positive on a log scale; numbers are too small to distinguish; or products are
        requested of numbers that are not standardised.
    """
    columns = [DesignColumn(INTERCEPT)]
    dropped = []
    taken = {INTERCEPT, *(attribute.name for attribute in pool.attributes)}
    for attribute, values in zip(pool.attributes, pool.values, strict=True):
        if attribute.kind == "category":
            levels = sorted({str(v) for v in values})
            if len(levels) == 1:
                dropped.append(attribute.name)
                continue
            for level in levels:
                # A table may hold the words and their 0/1 columns as well, called by the same name.
                name = _free(f"{attribute.name}={level}", taken)
                columns.append(DesignColumn(name, attribute.name, level))
            continue
        array = numbers(attribute, cast("Sequence[float]", values), _named(pool))
        if np.all(array == array[0]):
            dropped.append(attribute.name)
            continue
        centre, scale = (0.0, 1.0) if raw else centre_and_scale(array)
        if scale < _SMALLEST:
            raise BadInput(
                phrase(
                    "The numbers in column “{name}” are too small to tell apart: use another unit.",
                    name=attribute.name,
                )
            )
        columns.append(DesignColumn(attribute.name, attribute.name, None, centre, scale))
    plain = Scaling(tuple(columns), tuple(dropped), raw)
    scaling = _with_terms(pool, plain, *TERMS[terms])
    _refuse_double_names(scaling.names)
    return _with_features(pool, scaling) if terms in AVERAGED else scaling


def _free(name: str, taken: set[str]) -> str:
    """Return a name that no other column has, and take it: the name itself, or with a number."""
    free = next(
        each for each in (name, *(f"{name} ({n})" for n in range(2, len(taken) + 3))) if each not in taken
    )
    taken.add(free)
    return free


def _with_features(pool: Pool, scaling: Scaling) -> Scaling:
    """Return the encoding with the features of the pool that averaged models use."""
    X = np.unique(encode(scaling, pool.attributes, pool.values), axis=0)
    attributes = attribute_columns(scaling.columns)
    found = (features_of(X, *attributes, *each) for each in FEATURES)
    return replace(scaling, features=tuple(each for each in found if each is not None))


def _refuse_double_names(names: Sequence[str]) -> None:
    """Raise BadInput if two columns of the design matrix have the same name."""
    if len(set(names)) != len(names):
        double = next(n for n in names if names.count(n) > 1)
        raise BadInput(
            phrase(
                "Two columns of the design matrix would be called “{double}”: rename one heading.",
                double=double,
            )
        )


def _with_terms(pool: Pool, plain: Scaling, products: bool, squares: bool) -> Scaling:
    """Return the encoding with products of pairs of its numbers and with their squares added."""
    if not products and not squares:
        return plain
    if plain.raw:
        raise BadInput(
            phrase(
                "Products and squares are made of standardised numbers: standardise them (leave out --raw), "
                "or keep to linear terms."
            )
        )
    X = encode(plain, pool.attributes, pool.values)
    at = [j for j, column in enumerate(plain.columns) if column.attribute and column.level is None]
    pairs = [(j, k) for n, j in enumerate(at) for k in at[n + 1 :]] if products else []
    columns, dropped = list(plain.columns), list(plain.dropped)
    taken = {*plain.names, *(attribute.name for attribute in pool.attributes)}
    for j, k in pairs + [(j, j) for j in at if squares]:
        first, second = plain.columns[j].name, plain.columns[k].name
        name = f"{first}²" if j == k else f"{first} × {second}"
        centre, scale = centre_and_scale(X[:, j] * X[:, k])
        # The square of a number with two values is linear in it: curvature is not identifiable.
        if scale < _FLAT or (j == k and np.unique(X[:, j]).size == 2):
            dropped.append(name)
        else:
            columns.append(DesignColumn(_free(name, taken), "", None, centre, scale, (first, second)))
    return Scaling(tuple(columns), tuple(dropped))


def columns_of(scaling: Scaling, terms: str) -> NDArray[np.int64]:
    """Return the indices of the columns of an encoding that a model with other terms of `TERMS` uses."""
    products, squares = TERMS[terms]
    return np.array(
        [
            j
            for j, column in enumerate(scaling.columns)
            if not column.factors or (squares if len(set(column.factors)) == 1 else products)
        ],
        dtype=np.int64,
    )


def _named(pool: Pool) -> Callable[[int], str]:
    return lambda row: phrase("candidate “{name}”", name=pool.ids[row])


def design(pool: Pool, scaling: Scaling) -> Design:
    """Build the design matrix of a pool by a frozen encoding."""
    X = encode(scaling, pool.attributes, pool.values, ids=pool.ids)
    _, first, where = np.unique(X, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    first = first[order]
    return Design(np.ascontiguousarray(X[first]), rank[where.reshape(-1)], first, scaling)


def findings(pool: Pool, scaling: Scaling, matrix: Design) -> tuple[str, ...]:
    """Return warnings about the columns, as sentences: dropped, duplicate, collinear, not standardised."""
    listed = {attribute.name for attribute in pool.attributes}
    warnings = [
        phrase("“{name}” is the same for every candidate and was left out.", name=name)
        if name in listed
        else phrase("“{name}” says nothing that the attributes alone do not, and was left out.", name=name)
        for name in scaling.dropped
    ]
    doubles = len(pool) - matrix.first_of.size
    if doubles:
        warnings.append(
            phrase(
                "{count} of {all} candidates have the same attributes as another one: they share one belief and "
                "count as one alternative.",
                count=doubles,
                all=len(pool),
            )
        )
    return (*warnings, *design_findings(matrix))


def design_findings(matrix: Design) -> tuple[str, ...]:
    """Return warnings that need the design matrix: collinear columns, and attributes that are not standardised."""
    warnings = [
        phrase("“{name}” follows from the other columns: its effect cannot be told apart.", name=name)
        for name in collinear(matrix)
    ]
    if matrix.scaling.raw:
        warnings.append(
            phrase(
                "The attributes are not standardised: columns with large numbers will outweigh the others, and the "
                "value of testing may be zero almost everywhere."
            )
        )
    return tuple(warnings)


def collinear(matrix: Design) -> tuple[str, ...]:
    """Return the names of columns that are linear combinations of earlier ones.

    The levels of a category add up to the intercept by design; this is not reported.
    """
    columns = matrix.scaling.columns
    R = _triangle(matrix.X)
    basis, known = np.zeros((len(R), len(R))), 0
    named = []
    last_level = {c.attribute: j for j, c in enumerate(columns) if c.level is not None}
    for j, column in enumerate(columns):
        v = R[:, j]
        norm = float(np.sqrt(np.sum(v * v)))
        for _ in range(2):  # twice is enough for orthogonality to rounding
            v = v - basis[:known].T @ (basis[:known] @ v)
        rest = float(np.sqrt(np.sum(v * v)))
        if rest <= 1e-9 * norm:
            if last_level.get(column.attribute) != j:
                named.append(column.name)
        else:
            basis[known] = v / rest
            known += 1
    return tuple(named)


def _triangle(X: Array) -> Array:
    """Return R (at most d, d) of X = QR (U, d), columns scaled: as many linear combinations, in far fewer rows."""
    size = np.max(np.abs(X), axis=0)
    size[size == 0.0] = 1.0
    R: Array = np.empty((0, X.shape[1]))
    for begin in range(0, len(X), _TOGETHER):
        part = np.vstack([R, X[begin : begin + _TOGETHER] / size])
        R = np.asarray(np.linalg.qr(part, mode="r"), dtype=np.float64)
    return R


#: Most rows whose moments beliefs keep; most rows whose canonical order is kept: for more it costs more than it saves.
MOST_KEPT, MOST_ORDERED = 20_000, 1_000


class Rows:
    """Rows of a design matrix that need no further checks, however many beliefs are asked about them.

    Parameters
    ----------
    X
        (M, d) float64, C-contiguous, finite; not to be written to, but writable: else it is another type to Numba.
    whole, at
        Rows that these were taken from, and the indices (M,) of these there.
    """

    def __init__(self, X: Array, whole: Rows | None = None, at: NDArray[np.int64] | None = None) -> None:
        self.X, self.whole, self.at = X, whole, at
        self._laid_out: dict[Any, Any] = {}

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.X)

    def take(self, at: ArrayLike) -> Rows:
        """Return some of the rows, by their indices (n,): as those that were measured, each any number of times."""
        rows = np.asarray(at, dtype=np.int64)
        return Rows(self.X[rows], self, rows)

    def only(self, columns: NDArray[np.int64]) -> Rows:
        """Return the rows with some of the columns, (c,) ascending; the same object for the same columns."""
        if columns.size == self.X.shape[1]:
            return self
        found: Rows = self.laid_out(columns.tobytes(), lambda: self._only(columns))
        return found

    def laid_out(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what `make` returns, kept by a key: the rows in another layout."""
        if key not in self._laid_out:
            self._laid_out[key] = make()
        return self._laid_out[key]

    def _only(self, columns: NDArray[np.int64]) -> Rows:
        if self.whole is None or self.at is None or len(self.whole) > MOST_KEPT:
            return Rows(np.ascontiguousarray(self.X[:, columns]))
        return self.whole.only(columns).take(self.at)

    @property
    def source(self) -> tuple[Rows, NDArray[np.int64] | None]:
        """Rows whose canonical order is kept, and which of them these are; None: all."""
        keeps = self.whole is not None and len(self.whole) <= MOST_ORDERED
        return (self.whole, self.at) if self.whole is not None and keeps else (self, None)

    def counted(self, y: Array) -> Counted:
        """Return the distinct ones of these rows in canonical order, with the counts of outcomes y (M,), +1 or -1."""
        source, at = self.source
        distinct, place = source.order
        up, down = (
            np.bincount(place if at is None else place[at], side, len(distinct)).astype(np.float64)
            for side in (y > 0, y < 0)
        )
        used = np.flatnonzero(up + down)
        return distinct[used], up[used], down[used]

    @functools.cached_property
    def order(self) -> tuple[Array, NDArray[np.int64]]:
        """Distinct rows (R, d) in canonical order, and the place (M,) of each row among them."""
        distinct, place = np.unique(self.X + 0.0, axis=0, return_inverse=True)  # + 0.0: no negative zeros
        return np.ascontiguousarray(distinct), place.reshape(-1)
