"""Families of truths for contests of beliefs and policies: a pool, and the true chance of every candidate.

Each family draws one world from a seed. The truths come from no belief of kgdesk unless the name says so: heights,
places, widths and lengths are drawn, and smooth truths have Matern kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.design.pool import Attribute, Pool

if TYPE_CHECKING:
    from collections.abc import Callable

    Draw = Callable[[np.random.Generator], "World"]

Array = np.ndarray


@dataclass(frozen=True)
class World:
    """Candidates and their true chances of success (M,)."""

    pool: Pool
    chance: Array


def expit(a: Array) -> Array:
    """Return 1/(1 + exp(-a))."""
    return 1.0 / (1.0 + np.exp(-a))


def made(numbers: Array, levels: Array, chance: Array) -> World:
    """Return the world of numbers (M, k) and levels (M, c) of categories, whole numbers from 0."""
    attributes = [Attribute(f"x{j + 1}", "number") for j in range(numbers.shape[1])]
    attributes += [Attribute(f"c{j + 1}", "category") for j in range(levels.shape[1])]
    values = [tuple(map(float, column)) for column in numbers.T]
    values += [tuple(f"L{level}" for level in column) for column in levels.T]
    ids = tuple(f"C{row + 1}" for row in range(len(chance)))
    return World(Pool(ids, tuple(attributes), tuple(values), {}), chance)


def uniform(rng: np.random.Generator, count: int, d: int) -> Array:
    """Draw `count` points, uniform on [-1, 1]^d."""
    return rng.uniform(-1.0, 1.0, (count, d))


def standardised(x: Array) -> Array:
    """Return columns with mean 0 and standard deviation 1."""
    return (x - x.mean(axis=0)) / x.std(axis=0)


def no_levels(count: int) -> Array:
    """Return no categories for `count` candidates."""
    return np.empty((count, 0), dtype=int)


def shifted(a: Array, rate: float) -> Array:
    """Return chances of log-odds a + b, with b so that their mean is `rate`."""
    low, high = -40.0, 40.0
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if expit(a + middle).mean() < rate else (low, middle)
    return expit(a + low)


def ordinary(d: int, rate: float, deviation: float = 1.4, categories: int = 0, count: int = 120) -> Draw:
    """Straight truths whose log-odds have a given deviation over the pool, and a given share of successes."""

    def draw(rng: np.random.Generator) -> World:
        x, levels = uniform(rng, count, d), rng.integers(4, size=(count, categories))
        a = standardised(x) @ rng.standard_normal(d)
        for column in levels.T:
            a = a + rng.standard_normal(4)[column] * np.sqrt(4.0 / 3.0)
        return made(x, levels, shifted(a * deviation / a.std(), rate))

    return draw


def unit(d: int, intercept: float, count: int = 120) -> Draw:
    """Straight truths with weights N(0, 1) of standardised columns, as the paper's."""

    def draw(rng: np.random.Generator) -> World:
        x = uniform(rng, count, d)
        a = intercept + rng.standard_normal() + standardised(x) @ rng.standard_normal(d)
        return made(x, no_levels(count), expit(a))

    return draw


def titration(rng: np.random.Generator) -> World:
    """30 doses of which some in a row succeed: place, width and height drawn."""
    start, width, height = rng.integers(1, 24), rng.integers(3, 7), rng.uniform(0.75, 0.95)
    dose = np.arange(30.0)
    chance = np.where((dose >= start) & (dose < start + width), height, rng.uniform(0.01, 0.05))
    return made(dose[:, None], no_levels(30), chance)


def peak(d: int, width: float, count: int = 120) -> Draw:
    """One hill of Gaussian shape: the place drawn, on a base of 3 %."""

    def draw(rng: np.random.Generator) -> World:
        x, centre = uniform(rng, count, d), rng.uniform(-0.7, 0.7, d)
        away = ((x - centre) ** 2).sum(axis=1)
        return made(x, no_levels(count), 0.03 + 0.87 * np.exp(-away / (2.0 * width**2)))

    return draw


def smooth(d: int, twice: int, mean: float, count: int = 120) -> Draw:
    """Draw samples of a Gaussian process with a Matern kernel of smoothness `twice`/2: length drawn, variance 4."""

    def draw(rng: np.random.Generator) -> World:
        x, length = uniform(rng, count, d), rng.uniform(0.3, 0.9) * np.sqrt(d / 2.0)
        r = np.sqrt(((x[:, None] - x) ** 2).sum(axis=2)) / length
        s = np.sqrt(twice) * r
        kernel = (1.0 + s) * np.exp(-s) if twice == 3 else (1.0 + s + s * s / 3.0) * np.exp(-s)
        root = np.linalg.cholesky(4.0 * kernel + 1e-8 * np.eye(count))
        return made(x, no_levels(count), expit(mean + root @ rng.standard_normal(count)))

    return draw


def table(*sizes: int) -> Draw:
    """All combinations of categories: effects of levels, and interactions of pairs."""

    def draw(rng: np.random.Generator) -> World:
        levels = np.stack(np.meshgrid(*(np.arange(n) for n in sizes), indexing="ij"), axis=-1).reshape(
            -1, len(sizes)
        )
        a = np.full(len(levels), -2.0)
        for j, n in enumerate(sizes):
            a = a + 1.2 * rng.standard_normal(n)[levels[:, j]]
            for k in range(j):
                a = a + 1.2 * rng.standard_normal((n, sizes[k]))[levels[:, j], levels[:, k]]
        return made(np.empty((len(levels), 0)), levels, expit(a))

    return draw


def deviating(d: int, deviation: float, count: int = 120) -> Draw:
    """Straight truths with deviations of single candidates."""

    def draw(rng: np.random.Generator) -> World:
        x = uniform(rng, count, d)
        a = -1.0 + standardised(x) @ rng.standard_normal(d) / np.sqrt(d / 2.0)
        return made(x, no_levels(count), expit(a + deviation * rng.standard_normal(count)))

    return draw


#: Families by name.
FAMILIES: dict[str, Draw] = {
    "titration": titration,
    "ordinary 4, 30 %": ordinary(4, 0.3),
    "ordinary 8, 30 %": ordinary(8, 0.3),
    "ordinary 12, 30 %": ordinary(12, 0.3),
    "ordinary 8, 5 %": ordinary(8, 0.05),
    "ordinary 4 and 2 categories, 30 %": ordinary(4, 0.3, categories=2),
    "ordinary 4 and 2 categories, 5 %": ordinary(4, 0.05, categories=2),
    "unit 2": unit(2, 0.0),
    "unit 5": unit(5, 0.0),
    "unit 8": unit(8, 0.0),
    "unit 8, rare": unit(8, -3.0),
    "strong 8, 5 %": ordinary(8, 0.05, deviation=2.5),
    "narrow peak 2": peak(2, 0.3),
    "narrow peak 5": peak(5, 0.6),
    "narrow peak 10": peak(10, 1.0),
    "wide peak 2": peak(2, 0.7),
    "wide peak 5": peak(5, 1.2),
    "smooth 2": smooth(2, 5, -1.0),
    "smooth 2, rough": smooth(2, 3, -1.0),
    "smooth 5": smooth(5, 5, -1.0),
    "table 6 x 8": table(6, 8),
    "table 4 x 5 x 6": table(4, 5, 6),
    "deviating 4": deviating(4, 1.5),
}


def world(family: str, seed: int) -> World:
    """Draw the world of a family with this seed."""
    number = sorted(FAMILIES).index(family)
    return FAMILIES[family](np.random.default_rng((seed, number)))
