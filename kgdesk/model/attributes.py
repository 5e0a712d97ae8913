"""From a table of attributes to the design matrix whose rows the belief sees.

Column 1 is the intercept; numbers are standardised with mean and population standard deviation of the pool, frozen
when the study is made; a category gives one column per level and no level is a reference, because under an isotropic
prior a reference level would be an arbitrary favourite.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.pool import Attribute, Pool

    Array = NDArray[np.float64]

INTERCEPT = "intercept"
# Below this a deviation has lost digits and may be 0.
_SMALLEST = 1e-300


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the design matrix and how it is made.

    Parameters
    ----------
    name
        ``intercept``, the attribute's name, or ``attribute=level``.
    attribute
        The attribute that it comes from; empty for the intercept.
    level
        The level whose presence it marks; None for a number.
    centre, scale
        A number enters as (value - centre)/scale.
    """

    name: str
    attribute: str = ""
    level: str | None = None
    centre: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True)
class Scaling:
    """The frozen recipe of a design matrix.

    Parameters
    ----------
    columns
        In order; the first is the intercept.
    dropped
        Names of columns left out because all candidates share one value.
    raw
        Numbers were not standardised.
    """

    columns: tuple[Column, ...]
    dropped: tuple[str, ...] = ()
    raw: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(column.name for column in self.columns)

    def as_json(self) -> dict[str, Any]:
        """Return the recipe as JSON values."""
        columns = [
            {"name": c.name, "attribute": c.attribute, "level": c.level, "centre": c.centre, "scale": c.scale}
            for c in self.columns
        ]
        return {"columns": columns, "dropped": list(self.dropped), "raw": self.raw}

    @classmethod
    def from_json(cls, data: Any) -> Scaling:
        """Read what `as_json` wrote."""
        columns = tuple(
            Column(c["name"], c["attribute"], c["level"], float(c["centre"]), float(c["scale"]))
            for c in data["columns"]
        )
        return cls(columns, tuple(data["dropped"]), bool(data["raw"]))


@dataclass(frozen=True)
class Design:
    """The design matrix of a pool.

    Parameters
    ----------
    X
        (U, d) float64: the distinct rows, in the order in which they first occur. Equal candidates are one
        alternative for the knowledge gradient.
    row_of
        (M,) for each candidate its row in `X`.
    first_of
        (U,) for each row the first candidate that has it.
    scaling
        How the columns were made.
    """

    X: Array
    row_of: NDArray[np.int64]
    first_of: NDArray[np.int64]
    scaling: Scaling


def _numbers(attribute: Attribute, values: Sequence[float], ids: Sequence[str]) -> Array:
    array = np.asarray(values, dtype=np.float64)
    bad = ~np.isfinite(array)
    if bad.any():
        where = ids[int(np.argmax(bad))]
        raise BadInput(f"Column “{attribute.name}” has no finite number for candidate “{where}”: fill it in.")
    if attribute.log:
        if (array <= 0).any():
            where = ids[int(np.argmax(array <= 0))]
            raise BadInput(
                f"Column “{attribute.name}” is on a log scale but candidate “{where}” has a value that is not "
                "greater than 0: choose the plain scale or mend the value."
            )
        array = np.log(array)
    return array


def _centre_and_scale(array: Array) -> tuple[float, float]:
    """Return mean and population standard deviation; exact sums, and no overflow for values near 1e308."""
    largest = float(np.max(np.abs(array)))
    if largest == 0.0:
        return 0.0, 0.0
    largest = 2.0 ** (math.frexp(largest)[1] - 1)  # dividing by a power of two costs no digit
    unit = array / largest
    mean = math.fsum(unit.tolist()) / unit.size
    rest = unit - mean
    rest -= (
        math.fsum(rest.tolist()) / unit.size
    )  # the mean is rounded too, which numbers of one size would feel
    deviation = math.sqrt(math.fsum((rest * rest).tolist()) / unit.size)
    return mean * largest, deviation * largest


def fix_scaling(pool: Pool, *, raw: bool = False) -> Scaling:
    """Settle how the attributes of a pool become columns.

    Parameters
    ----------
    pool
        The candidates.
    raw
        Leave numbers as they are.

    Returns
    -------
    Scaling
        Intercept first, then the attributes in table order; constant columns dropped and named.

    Raises
    ------
    BadInput
        A number is not finite, a log scale meets a value that is not positive, or numbers are too small to tell apart.
    """
    columns = [Column(INTERCEPT)]
    dropped = []
    for attribute, values in zip(pool.attributes, pool.values, strict=True):
        if attribute.kind == "category":
            levels = sorted({str(v) for v in values})
            if len(levels) == 1:
                dropped.append(attribute.name)
                continue
            columns += [Column(f"{attribute.name}={level}", attribute.name, level) for level in levels]
            continue
        array = _numbers(attribute, cast("Sequence[float]", values), pool.ids)
        if np.all(array == array[0]):
            dropped.append(attribute.name)
            continue
        centre, scale = (0.0, 1.0) if raw else _centre_and_scale(array)
        if scale < _SMALLEST:
            raise BadInput(
                f"The numbers in column “{attribute.name}” are too small to tell apart: use another unit."
            )
        columns.append(Column(attribute.name, attribute.name, None, centre, scale))
    names = [c.name for c in columns]
    if len(set(names)) != len(names):
        double = next(n for n in names if names.count(n) > 1)
        raise BadInput(f"Two columns of the design matrix would be called “{double}”: rename one heading.")
    return Scaling(tuple(columns), tuple(dropped), raw)


def design(pool: Pool, scaling: Scaling) -> Design:
    """Build the design matrix of a pool by a frozen recipe."""
    by_name = {a.name: (a, v) for a, v in zip(pool.attributes, pool.values, strict=True)}
    X = np.empty((len(pool), len(scaling.columns)))
    for j, column in enumerate(scaling.columns):
        if not column.attribute:
            X[:, j] = 1.0
            continue
        attribute, values = by_name[column.attribute]
        if column.level is not None:
            X[:, j] = [1.0 if value == column.level else 0.0 for value in values]
        else:
            array = _numbers(attribute, cast("Sequence[float]", values), pool.ids)
            X[:, j] = array if scaling.raw else _standardised(array, column)
    X += 0.0  # a negative zero would make two rows of one candidate
    _, first, where = np.unique(X, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    first = first[order]
    return Design(np.ascontiguousarray(X[first]), rank[where.reshape(-1)], first, scaling)


def _standardised(array: Array, column: Column) -> Array:
    # Halving keeps the difference of two numbers near 1e308 finite and changes no bit of any other.
    return (array / 2 - column.centre / 2) / (column.scale / 2)


def findings(pool: Pool, scaling: Scaling, made: Design) -> tuple[str, ...]:
    """Say in sentences what a person should know about the columns: dropped, duplicate, collinear, raw."""
    found = [f"“{name}” is the same for every candidate and was left out." for name in scaling.dropped]
    doubles = len(pool) - made.first_of.size
    if doubles:
        found.append(
            f"{doubles} of {len(pool)} candidates have the same attributes as another one: "
            "they share one belief and count as one alternative."
        )
    return (*found, *design_findings(made))


def design_findings(made: Design) -> tuple[str, ...]:
    """Say in sentences what only the design matrix shows: collinear columns, and attributes left as they are."""
    found = [
        f"“{name}” follows from the other columns: its effect cannot be told apart."
        for name in collinear(made)
    ]
    if made.scaling.raw:
        found.append(
            "The attributes are not standardised: columns with large numbers will outweigh the others, "
            "and the value of testing may be zero almost everywhere."
        )
    return tuple(found)


def collinear(made: Design) -> tuple[str, ...]:
    """Name the columns that are a linear combination of earlier ones.

    That the levels of a category add up to the intercept is by design and is not named.
    """
    columns = made.scaling.columns
    X = made.X
    basis: list[Array] = []
    named = []
    last_level = {c.attribute: j for j, c in enumerate(columns) if c.level is not None}
    for j, column in enumerate(columns):
        v = X[:, j].astype(np.float64)
        size = float(np.max(np.abs(v)))
        v = v / size if size else v
        norm = float(np.sqrt(np.sum(v * v)))
        for _ in range(2):  # twice is enough for orthogonality to rounding
            for b in basis:
                v = v - b * np.sum(b * v)
        rest = float(np.sqrt(np.sum(v * v)))
        if rest <= 1e-9 * norm:
            if last_level.get(column.attribute) != j:
                named.append(column.name)
        else:
            basis.append(v / rest)
    return tuple(named)
