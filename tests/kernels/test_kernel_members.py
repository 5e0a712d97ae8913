"""All members of a mixture in one call: to the last bit what the kernels of a single belief give for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from mixtures import BENT

from kgdesk import kernels
from kgdesk.model.beliefs.members import MemberLayout
from kgdesk.model.beliefs.prior import mixture_prior
from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from kgdesk.model.beliefs.mixture import AverageBelief

TOLERANCE = 1e-10, 500


def mixture(rng: np.random.Generator, d: int, kind: str = "moments") -> AverageBelief:
    """Return a prior mixture about some straight and some bent columns, in any order."""
    higher = rng.permutation(np.arange(d) >= max(1, d // 2))
    return mixture_prior(kind, rng.normal(size=d), np.exp(rng.normal(size=d)), higher, models=BENT)


def pool(rng: np.random.Generator, M: int, d: int, tied: bool) -> Rows:
    """Return rows; if tied, many are the same, in all columns or in some."""
    X = rng.normal(size=(M, d)) * 10.0 ** rng.uniform(-1, 1)
    if tied:
        X = np.round(X)
        X[rng.integers(M, size=M // 2)] = X[0]
    return Rows(np.ascontiguousarray(X))


def stacked(belief: AverageBelief) -> tuple[MemberLayout, Any, list[tuple[np.ndarray, np.ndarray]]]:
    """Return layout, flat arrays, and mean and covariance of each member."""
    members = MemberLayout(belief.components)
    each = [(np.array(c.belief.mean), np.array(c.belief.covariance)) for c in belief.components]
    return members, members.stack(belief.components), each


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_fit_of_all_members_is_that_of_each(seed: int, tied: bool) -> None:
    rng = np.random.default_rng((seed, tied))
    M, d, n = int(rng.integers(2, 40)), int(rng.integers(2, 14)), int(rng.integers(1, 60))
    rows, belief = pool(rng, M, d, tied), mixture(rng, d)
    members, stack, each = stacked(belief)
    at, y = rng.integers(M, size=n), rng.choice((-1.0, 1.0), size=n)
    for measured in (rows.take(at), Rows(rows.X[at])):  # from a pool whose order is kept, and by themselves
        *distinct, place = members.counted(measured)
        without = np.zeros(int(distinct[2].sum()))
        *fitted, used, logs, _, _ = kernels.fit_members(
            *stack, members.sizes, *distinct, without, without, place, y, *TOLERANCE
        )
        for c, (mean, S) in enumerate(members.parts((fitted[0], fitted[1]))):
            own = Rows(np.ascontiguousarray(rows.X[at][:, belief.components[c].columns])).counted(y)
            m, V, sweeps, log = kernels.fit_evidence(*each[c], *own, *TOLERANCE)
            assert (mean.tobytes(), S.tobytes()) == (m.tobytes(), (0.5 * V + 0.5 * V.T).tobytes())
            assert (used[c], logs[c]) == (sweeps, log)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_the_step_of_all_members_is_that_of_each(seed: int, exact: bool) -> None:
    rng = np.random.default_rng((seed, exact))
    d = int(rng.integers(2, 14))
    rows, belief = pool(rng, 3, d, tied=False), mixture(rng, d)
    members, stack, each = stacked(belief)
    predict = kernels.predict_exact if exact else kernels.predict_kappa
    for y in (1.0, -1.0):
        x = rows.X[1]
        own = [np.ascontiguousarray(x[c.columns])[None, :] for c in belief.components]
        mu, s2 = (np.ravel(part) for part in zip(*map(_moments, each, own), strict=True))
        *moved, chances, sound, _ = kernels.step_members(
            *stack, members.sizes, np.concatenate([each.ravel() for each in own]), mu, s2, y, exact
        )
        assert sound
        for c, (mean, S) in enumerate(members.parts((moved[0], moved[1]))):
            m, V = kernels.full_fold(*each[c], own[c], np.array([y]), exact)
            assert (mean.tobytes(), S.tobytes()) == (m.tobytes(), (0.5 * V + 0.5 * V.T).tobytes())
            chance = predict(mu[c : c + 1], s2[c : c + 1])[0]
            assert chances[c] == (chance if y > 0 else 1.0 - chance)
            if exact:
                assert kernels.step_one(mu[c], s2[c], y) == (chance, *kernels.moment_step(mu[c], s2[c], y))


def _moments(belief: tuple[np.ndarray, np.ndarray], X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    mu, s2 = kernels.pool_moments_full(*belief, X)
    return mu, s2


def test_a_step_says_where_its_covariance_is_none() -> None:
    one, mu, s2 = np.array([2]), np.zeros(1), np.ones(1)
    for S, sound in (
        (np.eye(2), True),
        (np.array([[-1.0, 0.0], [0.0, 1.0]]), False),
        (np.array([[1.0, 2.0], [2.0, 1.0]]), False),
    ):
        given = np.zeros(2), S.ravel(), one, np.array([0.0, 1e-3]), mu, s2, 1.0
        assert kernels.step_members(*given, False)[3] == sound


@pytest.mark.parametrize("M", [1, 8, 77])
def test_the_moments_of_all_members_are_those_of_each(M: int) -> None:
    rng = np.random.default_rng(M)
    rows, belief = pool(rng, M, 9, tied=False), mixture(rng, 9)
    members, stack, each = stacked(belief)
    mu, s2, far, wide = kernels.moments_of_members(*stack, members.sizes, *members.pool(rows), M)
    assert (far, wide) == (np.abs(mu).max(), s2.max())
    for c, part in enumerate(belief.components):
        own = _moments(each[c], np.ascontiguousarray(rows.X[:, part.columns]))
        assert (mu[c].tobytes(), s2[c].tobytes()) == tuple(every.tobytes() for every in own)
    for place in (0, M - 1):
        lost = rows.X.copy()
        lost[place] = np.nan
        *_, far, _ = kernels.moments_of_members(*stack, members.sizes, *members.pool(Rows(lost)), M)
        assert far == np.inf
