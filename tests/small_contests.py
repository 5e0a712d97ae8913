"""Small contests, an exact belief on a grid of weights as reference, and a truth that raises an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import OutOfRange
from kgdesk.rehearsal.contest import Contest, players
from kgdesk.rehearsal.truths import Normal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]


def contest(
    X: Array,
    names: tuple[str, ...] = ("kg/moments", "random/diagonal"),
    *,
    pool: str = "small",
    truth: Truth | None = None,
    mean: Array | None = None,
    budget: int = 6,
    free_examples: bool = False,
) -> Contest:
    d = X.shape[1]
    start = np.zeros(d) if mean is None else mean
    none = np.empty(0, dtype=np.int64)
    return Contest(
        pool,
        X,
        start,
        np.ones(d),
        truth or Normal(start, np.eye(d)),
        players(names, "moments"),
        budget,
        free_examples,
        none,
        np.empty(0),
    )


def pool_of(rows: int = 15, d: int = 3, seed: int = 1) -> Array:
    x = np.random.default_rng(seed).normal(size=(rows, d - 1))
    return np.column_stack([np.ones(rows), x])


@dataclass(frozen=True)
class Grid:
    """Exact posterior of two weights with prior N(mean, I), on a fine grid."""

    X: Array
    chance: Array  # (G, U) of success for each weight on the grid
    mass: Array  # (G,)

    @classmethod
    def prior(cls, X: Array, mean: Array, points: int = 121, reach: float = 6.0) -> Grid:
        axis = np.linspace(-reach, reach, points)
        offset = np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1).reshape(-1, 2)
        mass = np.exp(-0.5 * (offset**2).sum(axis=1))
        chance = 1.0 / (1.0 + np.exp(-(offset + mean) @ X.T))
        return cls(X, chance, mass / mass.sum())

    def predict(self) -> Array:
        return self.mass @ self.chance

    def updated(self, row: int, y: float) -> Grid:
        likelihood = self.chance[:, row] if y > 0 else 1.0 - self.chance[:, row]
        mass = self.mass * likelihood
        return Grid(self.X, self.chance, mass / mass.sum())

    def value_of(self, row: int) -> float:
        """Return the expected largest probability after one run of a row."""
        p = float(self.predict()[row])
        best = [float(self.updated(row, y).predict().max()) for y in (1.0, -1.0)]
        return p * best[0] + (1.0 - p) * best[1]


@dataclass(frozen=True)
class Unplayable:
    """Truth whose runs raise an error."""

    def log_odds(self, X: NDArray[np.float64], rng: np.random.Generator, stages: int) -> NDArray[np.float64]:
        del X, rng, stages
        raise OutOfRange("The numbers in column “mass” are too large.")
