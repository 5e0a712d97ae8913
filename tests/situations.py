"""A pool with some outcomes, as a policy sees it, for the tests of the policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.prior import prior_belief
from kgdesk.model.policies import PolicyContext, Seed, policy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def world(
    kind: str = "moments", M: int = 24, d: int = 4, n: int = 9, precision: float = 0.6, **changes: Any
) -> PolicyContext:
    """Return a pool with n outcomes; changes are those of the fields of a situation."""
    rng = np.random.default_rng((M, d))
    X = np.column_stack([np.ones(M), rng.normal(size=(M, d - 1))])
    rows = rng.integers(M, size=n)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    q = np.full(d, precision)
    fields = {
        "belief": posterior(prior_belief(kind, np.zeros(d), q), X[rows], y),
        "pool": X,
        "successes": np.bincount(rows[y > 0], minlength=M).astype(float),
        "failures": np.bincount(rows[y < 0], minlength=M).astype(float),
        "prior_precision": q,
        "coming": n + 1,
        "budget": 30,
        "seed": Seed(0, n + 4, 0),
    }
    return PolicyContext(**{**fields, **changes})


def scores(name: str, situation: PolicyContext) -> Array:
    found = policy(name).scores(situation)
    assert found.dtype == np.float64
    assert found.shape == (situation.X.shape[0],)
    assert np.isfinite(found).all()
    return found
