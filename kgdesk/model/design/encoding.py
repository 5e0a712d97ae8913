"""Frozen encoding of attributes as columns of the design matrix: standardisation, levels, products and squares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.design.features import Features
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.design.pool import Attribute

    Array = NDArray[np.float64]

INTERCEPT = "intercept"


@dataclass(frozen=True, slots=True)
class DesignColumn:
    """One column of the design matrix and how it is computed.

    Parameters
    ----------
    name
        ``intercept``, the attribute's name, ``attribute=level``, ``a × b`` or ``a²``.
    attribute
        Source attribute; empty for the intercept and for a product.
    level
        Level of which the column is the 0/1 indicator; None for a number.
    centre, scale
        A number, or the product of two standardised ones, is encoded as (value - centre)/scale.
    factors
        Indices of the two numeric columns of a product, the same twice for a square; else empty.
    """

    name: str
    attribute: str = ""
    level: str | None = None
    centre: float = 0.0
    scale: float = 1.0
    factors: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the column as JSON values."""
        column = {
            "name": self.name,
            "attribute": self.attribute,
            "level": self.level,
            "centre": self.centre,
            "scale": self.scale,
        }
        return column | ({"factors": list(self.factors)} if self.factors else {})

    @classmethod
    def from_json(cls, data: Any) -> DesignColumn:
        """Deserialise the result of `as_json`."""
        factors = tuple(str(name) for name in data.get("factors", ()))
        if len(factors) not in (0, 2):
            raise ValueError(f"a product of {len(factors)} columns")
        return cls(
            data["name"],
            data["attribute"],
            data["level"],
            float(data["centre"]),
            float(data["scale"]),
            factors,
        )


@dataclass(frozen=True, slots=True)
class StatedEffect:
    """Prior of one weight of the design matrix, as a person states it: N(mean, deviation^2), in log-odds.

    Parameters
    ----------
    column
        Name of the column: a number's, or that of one level of a category.
    mean, deviation
        Of the weight of the column as it is encoded.
    """

    column: str
    mean: float
    deviation: float

    def as_json(self) -> dict[str, Any]:
        """Return the effect as JSON values."""
        return {"column": self.column, "mean": self.mean, "deviation": self.deviation}

    @classmethod
    def from_json(cls, data: Any) -> StatedEffect:
        """Deserialise the result of `as_json`.

        Raises
        ------
        ValueError
            A number is not finite, or the deviation not greater than 0.
        """
        made = cls(str(data["column"]), float(data["mean"]), float(data["deviation"]))
        if not (math.isfinite(made.mean) and 0.0 < made.deviation < math.inf):
            raise ValueError(f"the effect of {made.column!r}")
        return made


@dataclass(frozen=True)
class Scaling:
    """Frozen encoding of a design matrix: its columns in order.

    Parameters
    ----------
    columns
        In order: the intercept, the attributes in table order, then products of two numbers and squares.
    dropped
        Names of columns left out because all candidates share one value.
    raw
        Numbers were not standardised.
    features
        Features that members of an average use beside these columns, each with its frozen inducing candidates.
    stated
        Priors of single weights that a person has stated.
    """

    columns: tuple[DesignColumn, ...]
    dropped: tuple[str, ...] = ()
    raw: bool = False
    features: tuple[Features, ...] = ()
    stated: tuple[StatedEffect, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(column.name for column in self.columns)

    @property
    def higher(self) -> NDArray[np.bool_]:
        """(d,) bool: products and squares, which have their own prior precision."""
        return np.array([bool(column.factors) for column in self.columns], dtype=np.bool_)

    @property
    def squares(self) -> NDArray[np.bool_]:
        """(d,) bool: squares."""
        return np.array([len(set(column.factors)) == 1 for column in self.columns], dtype=np.bool_)

    def as_json(self) -> dict[str, Any]:
        """Return the encoding as JSON values."""
        facts = {
            "columns": [column.as_json() for column in self.columns],
            "dropped": list(self.dropped),
            "raw": self.raw,
        }
        more: dict[str, tuple[Any, ...]] = {"features": self.features, "stated": self.stated}
        return facts | {key: [each.as_json() for each in some] for key, some in more.items() if some}

    @classmethod
    def from_json(cls, data: Any) -> Scaling:
        """Deserialise the result of `as_json`.

        Raises
        ------
        ValueError
            A factor of a product is not an earlier numeric column, features are unknown or use other columns than
            those of attributes, or an effect is stated of no column of an attribute, or of one twice.
        """
        columns = tuple(DesignColumn.from_json(c) for c in data["columns"])
        numbers = {c.name for c in columns if c.attribute and c.level is None}
        if any(not numbers.issuperset(c.factors) for c in columns):
            raise ValueError("a product of columns that are not there")
        features = tuple(Features.from_json(each) for each in data.get("features", ()))
        own = attribute_columns(columns)
        if any(each.numbers != own[0] or each.categories not in (own[1], ()) for each in features):
            raise ValueError("features of columns that are not there")
        stated = tuple(StatedEffect.from_json(each) for each in data.get("stated", ()))
        named = [each.column for each in stated]
        if len(set(named)) < len(named) or not {c.name for c in columns if c.attribute}.issuperset(named):
            raise ValueError("effects of columns that are not there")
        return cls(columns, tuple(data["dropped"]), bool(data["raw"]), features, stated)


def attribute_columns(
    columns: Sequence[DesignColumn],
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the columns of the numbers, and those of the levels of each category, of a design matrix."""
    numbers = tuple(j for j, c in enumerate(columns) if c.attribute and c.level is None)
    levels: dict[str, list[int]] = {}
    for j, column in enumerate(columns):
        if column.level is not None:
            levels.setdefault(column.attribute, []).append(j)
    return numbers, tuple(tuple(each) for each in levels.values())


def encode(
    scaling: Scaling,
    attributes: Sequence[Attribute],
    values: Sequence[Sequence[float] | Sequence[str] | Array],
    *,
    ids: Sequence[str] | None = None,
) -> Array:
    """Encode attribute values, of candidates or of any other points, as rows of the design matrix.

    Parameters
    ----------
    scaling
        The frozen encoding.
    attributes
        Attributes of the pool, at least those that the encoding uses; others are ignored.
    values
        One column of k values per attribute: numbers in the attribute's unit (before any logarithm), or levels.
    ids
        k names for error messages; without them rows are counted from 1.

    Returns
    -------
    ndarray
        (k, d) float64, C-contiguous. Candidates of the pool get the same bits as from `design`.

    Raises
    ------
    BadInput
        A number that is not finite or not positive on a log scale, a level that no candidate has, columns of unequal
        length.
    """
    sizes = {len(column) for column in values}
    if len(sizes) != 1 or len(values) != len(attributes):
        raise BadInput("The columns of values differ in length: each attribute needs one value per row.")
    size = sizes.pop()

    def who(row: int) -> str:
        return (
            phrase("row {row}", row=row + 1) if ids is None else phrase("candidate “{name}”", name=ids[row])
        )

    by_name = {a.name: (a, v) for a, v in zip(attributes, values, strict=True)}
    missing = next((c.attribute for c in scaling.columns if c.attribute and c.attribute not in by_name), "")
    if missing:
        raise BadInput(phrase("There is no column “{missing}”: the study learns from it.", missing=missing))
    X = np.empty((size, len(scaling.columns)))
    with np.errstate(over="ignore"):
        _fill_columns(X, scaling, by_name, who)
    too_large = np.flatnonzero(~np.isfinite(X).all(axis=1))
    if too_large.size:
        raise BadInput(
            phrase(
                "A number of {row} is too large to calculate with: look whether it is right.",
                row=who(int(too_large[0])),
            )
        )
    _check_levels(scaling, by_name, who)
    X += 0.0  # a negative zero would make two rows of one candidate
    return X


def _fill_columns(X: Array, scaling: Scaling, by_name: dict[str, Any], who: Callable[[int], str]) -> None:
    """Fill the design matrix (k, d) from the attributes by name, each with its column of k values."""
    at: dict[str, int] = {}
    for j, column in enumerate(scaling.columns):
        if column.factors:
            first, second = (X[:, at[name]] for name in column.factors)
            X[:, j] = standardised(first * second, column)
        elif not column.attribute:
            X[:, j] = 1.0
        elif column.level is not None:
            attribute, listed = by_name[column.attribute]
            X[:, j] = [1.0 if value == column.level else 0.0 for value in listed]
        else:
            attribute, listed = by_name[column.attribute]
            array = numbers(attribute, cast("Sequence[float]", listed), who)
            X[:, j] = array if scaling.raw else standardised(array, column)
        at[column.name] = j


def _check_levels(scaling: Scaling, by_name: dict[str, Any], who: Callable[[int], str]) -> None:
    levels: dict[str, set[str]] = {}
    for column in scaling.columns:
        if column.level is not None:
            levels.setdefault(column.attribute, set()).add(column.level)
    for name, known in levels.items():
        listed = by_name[name][1]
        if not known.issuperset(listed):
            row = next(i for i, value in enumerate(listed) if value not in known)
            raise BadInput(
                phrase(
                    "“{listed}” in column “{name}” ({row}) is none of its levels: {choices}.",
                    listed=listed[row],
                    name=name,
                    row=who(row),
                    choices=", ".join(sorted(known)[:5]) + " …" * (len(known) > 5),
                )
            )


def numbers(attribute: Attribute, values: Sequence[float] | Array, who: Callable[[int], str]) -> Array:
    """Return the numbers of an attribute as float64, their natural logarithms where it is on a log scale.

    Raises
    ------
    BadInput
        One is not finite, or not greater than 0 on a log scale; `who` names the row.
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(
            phrase("Column “{name}” contains something that is not a number.", name=attribute.name)
        ) from None
    bad = ~np.isfinite(array)
    if bad.any():
        where = who(int(np.argmax(bad)))
        raise BadInput(
            phrase(
                "Column “{name}” has no finite number for {where}: fill it in.",
                name=attribute.name,
                where=where,
            )
        )
    if attribute.log:
        if (array <= 0).any():
            where = who(int(np.argmax(array <= 0)))
            raise BadInput(
                phrase(
                    "Column “{name}” is on a log scale but {where} has a value that is not greater than "
                    "0: choose the plain scale or correct the value.",
                    name=attribute.name,
                    where=where,
                )
            )
        array = np.log(array)
    return array


def standardised(array: Array, column: DesignColumn) -> Array:
    """Return (array - centre)/scale."""
    # Halving keeps the difference of two numbers near 1e308 finite and changes no bit of any other.
    return (array / 2 - column.centre / 2) / (column.scale / 2)


def centre_and_scale(array: Array) -> tuple[float, float]:
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
    )  # the rounding error of the mean matters if all numbers are nearly equal
    deviation = math.sqrt(math.fsum((rest * rest).tolist()) / unit.size)
    return mean * largest, deviation * largest
