"""Slices of the predicted probability of success through a candidate, along one attribute or two.

Attribute values are encoded by the study's own frozen encoding, so that the curves follow its terms (squares,
products).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import LEVEL
from kgdesk.model.design.design_matrix import encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief
    from kgdesk.model.design.design_matrix import Scaling
    from kgdesk.model.design.pool import Attribute, Pool

    Array = NDArray[np.float64]
    Values = Sequence[float] | Sequence[str]

#: Points of a curve over a numeric attribute; its extension beyond the candidates, as a share of their range.
POINTS = 61
BEYOND = 0.15
#: Points along each side of a map.
SIDE = 41


@dataclass(frozen=True, eq=False)
class Curve:
    """Predicted probability of success with credible interval along one line.

    Parameters
    ----------
    probability, low, high
        (n,) float64 in 0..1: predicted probability of success and a central interval of it.
    level
        Probability, 0..1, of the interval.
    """

    probability: Array
    low: Array
    high: Array
    level: float = LEVEL


@dataclass(frozen=True, eq=False)
class Slice:
    """Slice along one attribute, with all others fixed.

    Parameters
    ----------
    attribute
        The attribute that varies.
    places
        (n,) float64: values of a number, rising; 0..n-1 for the levels of a category.
    levels
        Names of the levels; empty for a number.
    inside
        (n,) bool: within the range of the candidates.
    held
        Position of the candidate whose other attributes are held fixed.
    curves
        One curve per belief.
    """

    attribute: Attribute
    places: Array
    levels: tuple[str, ...]
    inside: NDArray[np.bool_]
    held: float
    curves: tuple[Curve, ...]


@dataclass(frozen=True, eq=False)
class Surface:
    """Slice along two numeric attributes, with all others fixed.

    Parameters
    ----------
    across, up
        The two attributes.
    x, y
        (n,) values of each, rising; evenly spaced, by ratio on a log scale.
    curve
        Arrays of shape (n, n): rows along `y`, columns along `x`.
    """

    across: Attribute
    up: Attribute
    x: Array
    y: Array
    curve: Curve


def varying(pool: Pool, scaling: Scaling) -> tuple[int, ...]:
    """Return the indices of the attributes that differ between candidates."""
    return tuple(j for j, a in enumerate(pool.attributes) if a.name not in scaling.dropped)


def slices(
    beliefs: Sequence[Belief], pool: Pool, scaling: Scaling, row: int, level: float = LEVEL
) -> tuple[Slice, ...]:
    """Compute a slice through one candidate for every attribute that varies, in table order.

    Parameters
    ----------
    beliefs
        At least one; each slice has one curve per belief.
    pool, scaling
        Of the study.
    row
        Row in the pool of the candidate whose other attributes are held fixed.
    level
        Probability content of the intervals, in 0..1.
    """
    result = []
    for j in varying(pool, scaling):
        attribute, column = pool.attributes[j], pool.values[j]
        moved: Values
        if attribute.kind == "category":
            levels = tuple(sorted({str(v) for v in column}))
            moved, places = levels, np.arange(len(levels), dtype=np.float64)
            inside, held = np.ones(len(levels), dtype=np.bool_), float(levels.index(str(column[row])))
        else:
            levels = ()
            numbers = np.asarray(column, dtype=np.float64)
            places = _grid(numbers, POINTS, BEYOND, log=attribute.log)
            inside = (places >= numbers.min()) & (places <= numbers.max())
            moved, held = places.tolist(), float(numbers[row])
        X = _moved(pool, scaling, row, {j: moved})
        curves = tuple(_curve(belief, X, level) for belief in beliefs)
        result.append(Slice(attribute, places, levels, inside, held, curves))
    return tuple(result)


def surface(
    belief: Belief, pool: Pool, scaling: Scaling, row: int, across: int, up: int, *, level: float = LEVEL
) -> Surface:
    """Compute the surface over two numeric attributes through one candidate.

    Parameters
    ----------
    belief, pool, scaling, row, level
        As in `slices`.
    across, up
        Indices of two different numeric attributes of the pool.

    Raises
    ------
    BadInput
        `across` and `up` are equal, or one of them is a category.
    """
    pair = (pool.attributes[across], pool.attributes[up])
    if across == up or any(a.kind != "number" for a in pair):
        raise BadInput("A map needs two different attributes that are numbers.")
    x, y = (
        _grid(np.asarray(pool.values[j], dtype=np.float64), SIDE, 0.0, log=a.log)
        for j, a in zip((across, up), pair, strict=True)
    )
    flat = {across: np.tile(x, y.size).tolist(), up: np.repeat(y, x.size).tolist()}
    curve_values = _curve(belief, _moved(pool, scaling, row, flat), level)
    shape = (y.size, x.size)
    curve = Curve(
        curve_values.probability.reshape(shape),
        curve_values.low.reshape(shape),
        curve_values.high.reshape(shape),
        level,
    )
    return Surface(*pair, x, y, curve)


def _moved(pool: Pool, scaling: Scaling, row: int, moved: Mapping[int, Values]) -> Array:
    count = len(next(iter(moved.values())))
    values = [moved.get(j, column[row : row + 1] * count) for j, column in enumerate(pool.values)]
    return encode(scaling, pool.attributes, values)


def _grid(numbers: Array, count: int, beyond: float, *, log: bool) -> Array:
    """Return an ascending grid over the candidates' range and beyond; both ends of the range are grid points."""
    ends = np.array([numbers.min(), numbers.max()])
    if log:
        ends = np.log(ends)
    more = beyond * (ends[1] - ends[0])
    # An attribute without negative values, such as a time or an amount, is not extrapolated below 0.
    start = max(ends[0] - more, 0.0) if ends[0] >= 0.0 and not log else ends[0] - more
    side = int(count * beyond / (1.0 + 2.0 * beyond))
    middle = np.linspace(ends[0], ends[1], count - 2 * side)
    grid = np.concatenate(
        (
            np.linspace(start, ends[0], side if start < ends[0] else 0, endpoint=False),
            middle,
            np.linspace(ends[1] + more, ends[1], side, endpoint=False)[::-1],
        )
    )
    if log:
        grid = np.exp(grid)
    # exp(log(x)) differs from x by rounding: set the ends of the range exactly.
    grid[-side - middle.size], grid[-side - 1] = numbers.min(), numbers.max()
    return grid


def _curve(belief: Belief, X: Array, level: float) -> Curve:
    return Curve(belief.predict(X), *belief.interval(X, level), level)
