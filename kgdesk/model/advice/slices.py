"""The predicted probability of success around a point of the attributes: slices along one or two, and effects.

A point has one value per attribute of the pool, and need not be a candidate. Values are encoded by the study's own
frozen encoding, so that the curves follow its terms (squares, products). All predictions are of the trend
(`kgdesk.model.beliefs.mixture.AverageBelief.trend`): what the own runs of a single candidate have shown beyond that is
its own, and would be a spike in a curve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.log_odds import LEVEL, expit
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.design_matrix import encode
from kgdesk.model.policies.draws import PosteriorDraws

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief, CovarianceBelief
    from kgdesk.model.design.design_matrix import Scaling
    from kgdesk.model.design.pool import Attribute, Pool
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]
    Values = Sequence[float] | Sequence[str]
    #: One value per attribute of the pool, in the order of its columns.
    Point = tuple[float | str, ...]

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
        Position of the point that the slice passes through.
    curve
        The trend along the slice.
    """

    attribute: Attribute
    places: Array
    levels: tuple[str, ...]
    inside: NDArray[np.bool_]
    held: float
    curve: Curve


@dataclass(frozen=True, eq=False)
class PointSlices:
    """The trend at a point, and a slice through it for every attribute that varies.

    Parameters
    ----------
    probability, low, high
        Predicted probability of success at the point, with its interval, in 0..1.
    parts
        In table order.
    """

    probability: float
    low: float
    high: float
    parts: tuple[Slice, ...]


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


def point_of(pool: Pool, row: int) -> Point:
    """Return the attributes of a candidate, by its row in the pool."""
    return tuple(column[row] for column in pool.values)


def slices(
    belief: Belief, pool: Pool, scaling: Scaling, point: Point, level: float = LEVEL, count: int = POINTS
) -> PointSlices:
    """Compute the trend at a point, and along every attribute that varies; one prediction of all rows together.

    Parameters
    ----------
    belief, pool, scaling
        Those of the study.
    point
        Its attributes: the others of each slice are held there.
    level
        Probability content of the intervals, in 0..1.
    count
        Number of points of a curve over a number.
    """
    lines = []
    for j in varying(pool, scaling):
        attribute, column = pool.attributes[j], pool.values[j]
        moved: Values
        if attribute.kind == "category":
            levels = tuple(sorted({str(v) for v in column}))
            moved, places = levels, np.arange(len(levels), dtype=np.float64)
            inside, held = np.ones(len(levels), dtype=np.bool_), float(levels.index(str(point[j])))
        else:
            levels = ()
            numbers = np.asarray(column, dtype=np.float64)
            places = _grid(numbers, count, BEYOND, log=attribute.log)
            inside = (places >= numbers.min()) & (places <= numbers.max())
            moved, held = places.tolist(), float(point[j])
        lines.append((attribute, places, levels, inside, held, _moved(point, {j: moved})))
    rows = [[value] for value in point]
    for *_, columns in lines:
        for values, more in zip(rows, columns, strict=True):
            values.extend(more)
    whole = _curve(trend(belief), encode(scaling, pool.attributes, cast("Any", rows)), level)
    parts, start = [], 1
    for attribute, places, levels, inside, held, _ in lines:
        own = slice(start, start + places.size)
        curve = Curve(whole.probability[own], whole.low[own], whole.high[own], level)
        parts.append(Slice(attribute, places, levels, inside, held, curve))
        start += places.size
    probability, low, high = (float(values[0]) for values in (whole.probability, whole.low, whole.high))
    return PointSlices(probability, low, high, tuple(parts))


def surface(
    belief: Belief, pool: Pool, scaling: Scaling, point: Point, across: int, up: int, *, level: float = LEVEL
) -> Surface:
    """Compute the trend over two numeric attributes through a point.

    Parameters
    ----------
    belief, pool, scaling, point, level
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
    X = encode(scaling, pool.attributes, cast("Any", _moved(point, flat)))
    curve_values = _curve(trend(belief), X, level)
    shape = (y.size, x.size)
    curve = Curve(
        curve_values.probability.reshape(shape),
        curve_values.low.reshape(shape),
        curve_values.high.reshape(shape),
        level,
    )
    return Surface(*pair, x, y, curve)


def trend(belief: Belief) -> Belief:
    """Return a belief without what it has learnt of single candidates beyond their attributes."""
    return belief.trend if isinstance(belief, AverageBelief) else belief


@dataclass(frozen=True, slots=True)
class AttributeEffect:
    """Change of the predicted success by one attribute over its range.

    The two settings are those with the lowest and the highest prediction, in ascending or alphabetical order: the
    change has a sign, and two levels keep their places from one point to the next.

    Parameters
    ----------
    attribute
        The attribute.
    start, end
        The settings: two values in the range of the pool, or two levels.
    change, low, high
        Change of the probability of success from `start` to `end`, with its central interval, in -1..1.
    """

    attribute: Attribute
    start: float | str
    end: float | str
    change: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0.0 or self.high < 0.0


def attribute_effects(study: Study, level: float = LEVEL) -> tuple[AttributeEffect, ...]:
    """Compute the average effect of every attribute that varies, in table order: partial dependence with its interval.

    Each candidate keeps its other attributes. The average is over at most 300 candidates, drawn at random, fewer for
    many attributes. The interval holds the central `level` (0..1) of 1,000 posterior draws of the weights, of all
    models of an average.

    Source: J. H. Friedman, Greedy function approximation, Annals of Statistics 29 (2001), section 8.2.
    """
    pool = study.pool
    each = varying(pool, study.scaling)
    count = min(
        len(pool), max(_LEAST_AVERAGED, min(_MOST_AVERAGED, _PREDICTED // (_SETTINGS * len(each) or 1)))
    )
    rows = np.sort(_generator(study).choice(len(pool), count, replace=False))
    return _effects(study, [point_of(pool, int(row)) for row in rows], level)


def effects_at(study: Study, point: Point, level: float = LEVEL) -> tuple[AttributeEffect, ...]:
    """Compute the effect of every attribute that varies at one point, in table order, with intervals as above."""
    return _effects(study, [point], level)


def _generator(study: Study) -> np.random.Generator:
    return np.random.default_rng((*study.draw_seed, 3))


def _effects(study: Study, points: Sequence[Point], level: float) -> tuple[AttributeEffect, ...]:
    """Compute the effects of all attributes, averaged over points."""
    belief = trend(study.belief)
    draws = PosteriorDraws(belief, study.design.rows, lambda: cast("CovarianceBelief", belief).covariance)
    weights = draws.all_weights(_generator(study).standard_normal((_DRAWS, draws.size)))
    return tuple(
        _effect(study, j, points, belief, weights, level) for j in varying(study.pool, study.scaling)
    )


def _effect(
    study: Study, j: int, points: Sequence[Point], belief: Belief, weights: Array, level: float
) -> AttributeEffect:
    attribute, settings = study.pool.attributes[j], _settings(study.pool, j)
    columns = [
        [one for one in settings for _ in points]
        if k == j
        else [point[k] for point in points] * len(settings)
        for k in range(len(study.pool.attributes))
    ]
    X, each = encode(study.scaling, study.pool.attributes, cast("Any", columns)), len(points)
    mean = belief.predict(X).reshape(len(settings), each).mean(axis=1)
    pair = int(np.argmin(mean)), int(np.argmax(mean))
    pair = (min(pair), max(pair)) if pair[0] != pair[1] else (0, len(settings) - 1)
    seen = belief.seen(X) if isinstance(belief, AverageBelief) else X
    first, last = (_average(np.asarray(seen)[k * each : (k + 1) * each], weights) for k in pair)
    low, high = np.quantile(last - first, (0.5 - 0.5 * level, 0.5 + 0.5 * level))
    start, end = (settings[k] for k in pair)
    return AttributeEffect(
        attribute, start, end, float(mean[pair[1]] - mean[pair[0]]), float(low), float(high)
    )


def _average(X: Array, weights: Array) -> Array:
    """Return the success (K,) averaged over rows X (n, p) under each of the weights (K, p)."""
    return np.asarray(expit(np.einsum("kp,np->kn", weights, X)).mean(axis=1))


def _settings(pool: Pool, j: int) -> list[float] | list[str]:
    """Return the values of an attribute that are compared: levels, or evenly spaced values, by ratio on a log scale."""
    attribute, column = pool.attributes[j], pool.values[j]
    if attribute.kind == "category":
        return sorted({str(v) for v in column})
    numbers = np.unique(np.asarray(column, dtype=np.float64))
    if numbers.size > _SETTINGS:
        numbers = _grid(numbers, _SETTINGS, 0.0, log=attribute.log)
    return [float(v) for v in numbers]


def _moved(point: Point, moved: Mapping[int, Values]) -> list[list[Any]]:
    """Return the columns of a point with each setting of the attributes `moved` in turn, (settings,) each."""
    count = len(next(iter(moved.values())))
    return [list(moved[j]) if j in moved else [value] * count for j, value in enumerate(point)]


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
