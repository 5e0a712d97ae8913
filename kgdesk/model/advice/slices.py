"""Slices of the predicted probability of success along one attribute or two: through a candidate, or averaged.

Attribute values are encoded by the study's own frozen encoding, so that the curves follow its terms (squares,
products).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.log_odds import LEVEL, expit
from kgdesk.model.design.design_matrix import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.design_matrix import Scaling
    from kgdesk.model.design.pool import Attribute, Pool
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]
    Values = Sequence[float] | Sequence[str]

#: Points of a curve over a numeric attribute; how far it extends beyond the candidates, as a share of their range.
POINTS = 61
BEYOND = 0.15
#: Points along each side of a map.
SIDE = 41
#: For the effects of attributes: number of values of a numeric one that are compared; draws of the weights; largest and
#: smallest number of candidates that an effect is averaged over; rows that are predicted for all attributes together.
_SETTINGS, _DRAWS, _MOST_AVERAGED, _LEAST_AVERAGED, _PREDICTED = 5, 1_000, 300, 50, 20_000


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
        Pool and scaling of the study.
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
        X = _encode_moved(pool, scaling, [row], {j: moved})
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
    curve_values = _curve(belief, _encode_moved(pool, scaling, [row], flat), level)
    shape = (y.size, x.size)
    curve = Curve(
        curve_values.probability.reshape(shape),
        curve_values.low.reshape(shape),
        curve_values.high.reshape(shape),
        level,
    )
    return Surface(*pair, x, y, curve)


@dataclass(frozen=True, slots=True)
class AttributeEffect:
    """Change of the predicted success by one attribute over its range, averaged over the pool.

    Each candidate keeps its other attributes. The two settings are those with the lowest and the highest averaged
    prediction. For a number the lower value comes first, so that the change has a sign; for a category the worse level.

    Parameters
    ----------
    attribute
        The attribute.
    start, end
        The settings: two values in the range of the pool, or two levels.
    change, low, high
        Change of the average probability of success from `start` to `end`, with its central interval, in -1..1.
    """

    attribute: Attribute
    start: float | str
    end: float | str
    change: float
    low: float
    high: float


def attribute_effects(study: Study, level: float = LEVEL) -> tuple[AttributeEffect, ...]:
    """Compute the effect of every attribute that varies, in table order: partial dependence with its interval.

    The average is over at most 300 candidates, drawn at random, fewer for many attributes. The interval holds the
    central `level` (0..1) of 1,000 posterior draws of the weights, of all models of an average.

    Source: J. H. Friedman, Greedy function approximation, Annals of Statistics 29 (2001), section 8.2.
    """
    pool, scaling = study.pool, study.scaling
    each = varying(pool, scaling)
    rng = np.random.default_rng((study.settings.seed, study.revision, 3))
    count = min(
        len(pool), max(_LEAST_AVERAGED, min(_MOST_AVERAGED, _PREDICTED // (_SETTINGS * len(each) or 1)))
    )
    rows = np.sort(rng.choice(len(pool), count, replace=False))
    draws = policy_context(study, policy="kg").draws
    Z = rng.standard_normal((_DRAWS, draws.size))
    return tuple(_effect(study, j, rows, lambda X: draws.log_odds(Z, X), level) for j in each)


def _effect(
    study: Study, j: int, rows: NDArray[np.int64], log_odds: Callable[[Array], Array], level: float
) -> AttributeEffect:
    attribute, settings = study.pool.attributes[j], _settings(study.pool, j)
    X = _encode_moved(study.pool, study.scaling, rows.tolist(), {j: settings})
    mean = study.belief.predict(X).reshape(len(settings), rows.size).mean(axis=1)
    pair = int(np.argmin(mean)), int(np.argmax(mean))
    if attribute.kind == "number":
        pair = (min(pair), max(pair)) if pair[0] != pair[1] else (0, len(settings) - 1)
    first, last = (expit(log_odds(X[k * rows.size : (k + 1) * rows.size])).mean(axis=1) for k in pair)
    low, high = np.quantile(last - first, (0.5 - 0.5 * level, 0.5 + 0.5 * level))
    start, end = (settings[k] for k in pair)
    return AttributeEffect(
        attribute, start, end, float(mean[pair[1]] - mean[pair[0]]), float(low), float(high)
    )


def _settings(pool: Pool, j: int) -> list[float] | list[str]:
    """Return the values of an attribute that are compared: levels, or evenly spaced values, by ratio on a log scale."""
    attribute, column = pool.attributes[j], pool.values[j]
    if attribute.kind == "category":
        return sorted({str(v) for v in column})
    numbers = np.unique(np.asarray(column, dtype=np.float64))
    if numbers.size > _SETTINGS:
        numbers = _grid(numbers, _SETTINGS, 0.0, log=attribute.log)
    return [float(v) for v in numbers]


def _encode_moved(pool: Pool, scaling: Scaling, rows: Sequence[int], moved: Mapping[int, Values]) -> Array:
    """Encode the candidates `rows` with each setting of the attributes `moved` in turn, (settings * rows, d)."""
    count = len(next(iter(moved.values())))
    values: list[Any] = [
        [one for one in moved[j] for _ in rows] if j in moved else [column[row] for row in rows] * count
        for j, column in enumerate(pool.values)
    ]
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
