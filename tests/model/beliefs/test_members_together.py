"""A mixture whose members are fitted and updated together: to the last bit the mixture of its members' own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from mixtures import learnt, outcomes, prior
from mixtures import made as averaged_pool

from kgdesk.errors import BadInput, OutOfRange
from kgdesk.model.beliefs.arrays import rows_of
from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief
from kgdesk.model.beliefs.members import weighted_sum
from kgdesk.model.beliefs.mixture import AverageBelief


def one_by_one(belief: AverageBelief, X: np.ndarray, y: np.ndarray) -> AverageBelief:
    """Return the posterior mixture by fits of the members one after another."""
    fits = [c.belief.learnt(c.of(X), y) for c in belief.components]
    logs = np.array([log for _, log in fits])
    return belief.replaced([own for own, _ in fits], np.exp(logs - logs.max()))[0]


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize("n", [1, 2, 9, 40])
def test_the_posterior_is_that_of_the_members_fitted_one_by_one(n: int, repeated: bool) -> None:
    X, higher = averaged_pool(3, 30)
    X = np.vstack([X, X[:4]])  # rows that are the same
    before = prior("moments", higher)
    at, y = outcomes(X[:2] if repeated else X, n, seed=n)
    wanted = one_by_one(before, X[at], y)
    rows = rows_of(X)
    for measured in (X[at], rows.take(at), rows_of(X[at])):
        after = before.after(measured, y)
        assert after.digest == wanted.digest
        assert after.weights.tobytes() == wanted.weights.tobytes()
        again, another = after.after(X[:3], y[:1].repeat(3)), one_by_one(wanted, X[:3], y[:1].repeat(3))
        assert again.digest == another.digest  # a posterior is a prior as well


def test_what_a_kernel_computed_is_refused_where_it_is_not_finite() -> None:
    belief, _ = learnt("moments", 3)
    means, covariances = belief._together.layout.stack(belief.components)
    for place in (0, means.size - 1):
        means[place] = np.nan
        with pytest.raises(BadInput, match="mean"):
            belief.with_evidence((means, covariances), np.zeros(3))
        means[place] = 0.0
    covariances[-1] = np.inf
    with pytest.raises(BadInput, match="covariance"):
        belief.with_evidence((means, covariances), np.zeros(3))


def test_a_mixture_whose_member_cannot_be_fitted_or_updated_refuses_as_the_member_does() -> None:
    X, higher = averaged_pool(2, 12)
    before = prior("moments", higher)
    flat = MomentBelief(np.zeros(X.shape[1]), np.zeros((X.shape[1], X.shape[1])))
    first, second, last = before.components
    broken = replace(before, components=(first, replace(second, belief=flat), last))
    with pytest.raises(OutOfRange, match="could not be fitted"):
        broken.after(X[:2], [1.0, -1.0])
    skew = FullBelief(np.zeros(2), np.array([[1.0, 1.0 + 5e-7], [1.0 + 5e-7, 1.0]]))
    x = np.array([1e3, 1e3])
    with pytest.raises(BadInput) as wanted:
        skew.updated(x, 1)
    part = replace(before.components[0], columns=np.arange(2), belief=skew, weight=1.0)
    with pytest.raises(BadInput) as found:
        AverageBelief((part,), 2).updated(x, 1)
    assert str(found.value) == str(wanted.value)


@pytest.mark.parametrize("kind", ["moments", "full"])
@pytest.mark.parametrize("M", [20, 300, 600])
def test_what_a_mixture_says_of_a_pool_is_averaged_over_its_members(kind: str, M: int) -> None:
    belief, _ = learnt(kind)
    X, _ = averaged_pool(size=M, seed=5)
    parts = [(c.belief, np.ascontiguousarray(X[:, c.columns])) for c in belief.components]
    sweeps = [own.sweep(columns) for own, columns in parts]
    for pool in (X, rows_of(X), rows_of(np.vstack([X, X])).take(np.arange(M))):
        found: Any = belief.sweep(pool)
        for ours, of in ((found.kg, "kg"), (found.probability, "probability")):
            expected = weighted_sum(belief.weights, [getattr(s, of) for s in sweeps])
            np.testing.assert_allclose(ours, expected, rtol=0.0, atol=1e-13)
        assert found.best_now == int(np.argmax(found.probability))
        chance = weighted_sum(belief.weights, [own.predict(columns) for own, columns in parts])
        assert belief.predict(pool).tobytes() == chance.tobytes()


def test_the_weights_are_the_callers_to_change() -> None:
    belief, X = learnt("moments")
    before = belief.predict(X).tobytes()
    belief.weights[:] = 0.0
    assert belief.predict(X).tobytes() == before
