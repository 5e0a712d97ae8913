"""Random states of a search: beliefs of one to three components after some outcomes, and their pool."""

from __future__ import annotations

import numpy as np

from kgdesk.model.beliefs import average as averages
from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief, posterior
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings

Parts = list[tuple[float, np.ndarray, np.ndarray, np.ndarray | None, np.ndarray]]
State = tuple[np.ndarray, Parts, bool]


def unrelated(rng: np.random.Generator) -> State:
    """Return a random mixture of one to three components about columns of their own, whose priors are not known."""
    M, d, count = int(rng.integers(130, 900)), int(rng.integers(1, 12)), int(rng.integers(1, 4))
    exact, n = bool(rng.integers(2)), int(rng.choice([0, 0, 1, 3, 10, 40]))
    scale = float(rng.choice([0.1, 1.0, 1.0, 3.0, 30.0]))
    weights = rng.dirichlet(np.ones(count)) if count > 1 else np.ones(1)
    grid = bool(rng.integers(3) == 0)  # many exact ties: opposite rows, equal lengths
    parts: Parts = []
    pools = []
    for weight in weights.tolist():
        own = rng.integers(-1, 2, (M, d)).astype(float) if grid else rng.normal(size=(M, d))
        X = np.ascontiguousarray(np.column_stack([np.ones(M), own * scale]))
        mean = np.zeros(d + 1)
        mean[0] = rng.choice([0.0, 0.0, -3.0])
        belief = (MomentBelief if exact else FullBelief)(mean, np.diag(rng.choice([0.1, 1.0, 1.0], d + 1)))
        rows = X[rng.integers(M, size=n)]
        after = posterior(belief, rows, np.where(rng.random(n) < 0.4, 1.0, -1.0)) if n else belief
        assert isinstance(after, MomentBelief | FullBelief)
        at = np.arange(d + 1) + len(pools) * (d + 1)
        parts.append((weight, np.array(after.mean), np.array(after.covariance), None, at))
        pools.append(X)
    return np.ascontiguousarray(np.hstack(pools)), parts, exact


def averaged(rng: np.random.Generator) -> State:
    """Return the average of straight and bent models of a random pool: numbers, a category, grids, related numbers."""
    M, d, n = int(rng.integers(130, 900)), int(rng.integers(1, 8)), int(rng.choice([0, 0, 1, 3, 10, 40]))
    x = rng.integers(0, 4, (M, d)).astype(float) if rng.integers(3) == 0 else rng.uniform(-1.0, 1.0, (M, d))
    if rng.integers(3) == 0:  # related numbers: products of unlike weights
        x = x @ rng.normal(size=(d, d)) + 0.3 * rng.normal(size=(M, d))
    elif d > 1 and rng.integers(5) == 0:  # one number in two units: several columns are the same product
        x[:, 1] = 2.0 * x[:, 0]
    attributes, values = [Attribute(f"x{j}") for j in range(d)], [tuple(c.tolist()) for c in x.T]
    if rng.integers(2):
        attributes.append(Attribute("kind", "category"))
        values.append(tuple(f"level {k}" for k in rng.integers(3, size=M)))
    pool = Pool(tuple(f"C{i}" for i in range(M)), tuple(attributes), tuple(values))
    terms = "average" if rng.integers(3) else "average-squares"
    scaling = fix_scaling(pool, terms=terms)
    X = np.array(design(pool, scaling).X)
    kind = str(rng.choice(["moments", "full"]))
    settings = Settings(
        belief=kind,
        terms=terms,
        prior_precision=float(rng.choice([0.3, 1.0, 4.0])),
        prior_intercept=float(rng.choice([0.0, -2.0])),
    ).settled()
    belief = settings.prior_of(scaling)
    rows = X[rng.integers(len(X), size=n)]
    after = posterior(belief, rows, np.where(rng.random(n) < 0.4, 1.0, -1.0)) if n else belief
    if not isinstance(after, averages.AverageBelief):
        return unrelated(rng)
    parts: Parts = [
        (c.weight, np.array(c.belief.mean), np.array(c.belief.covariance), c.prior_variance, c.columns)
        for c in after.components
    ]
    return X, parts, kind == "moments"


def state(rng: np.random.Generator) -> State:
    return unrelated(rng) if rng.integers(2) else averaged(rng)
