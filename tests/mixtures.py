"""An average of straight and bent models, before and after a few outcomes, for the tests of the model."""

from __future__ import annotations

import numpy as np

from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import Model, mixture_prior
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool


def made(d: int = 2, size: int = 25, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(seed).uniform(-1, 1, (size, d))
    pool = Pool(
        tuple(f"C-{i}" for i in range(size)),
        tuple(Attribute(f"x{j}") for j in range(d)),
        tuple(tuple(c.tolist()) for c in x.T),
    )
    scaling = fix_scaling(pool, terms="average")
    return np.array(design(pool, scaling).X), scaling.higher


#: A straight model and two bent ones, without deviations of single candidates.
BENT = (Model("linear", weight=2.0), Model("quadratic"), Model("quadratic", higher=0.25))


def prior(kind: str, higher: np.ndarray, models: tuple[Model, ...] = BENT) -> AverageBelief:
    precision = np.where(higher, 4.0, 1.0)
    return mixture_prior(kind, np.zeros(higher.size), precision, higher, models=models)


def outcomes(X: np.ndarray, n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows = rng.integers(len(X), size=n)
    return rows, np.where(rng.random(n) < 0.4, 1.0, -1.0)


def learnt(kind: str, n: int = 12) -> tuple[AverageBelief, np.ndarray]:
    X, higher = made()
    rows, y = outcomes(X, n)
    after = posterior(prior(kind, higher), X[rows], y)
    assert isinstance(after, AverageBelief)
    return after, X
