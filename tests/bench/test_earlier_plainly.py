"""The plain NumPy of the bench of earlier studies: its step, its mixture and its log."""

from __future__ import annotations

import numpy as np
import pytest
from earlier_plainly import Mixture, Normal, chance, play, table
from scipy.integrate import quad

from kgdesk.model.beliefs.gaussian import MomentBelief


def problem() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    A = rng.standard_normal((3, 3))
    return rng.standard_normal(3), 0.3 * A @ A.T + 0.1 * np.eye(3), rng.standard_normal((6, 3))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_one_outcome_has_the_moments_of_the_belief_by_moments(sign: float) -> None:
    mean, S, X = problem()
    one = Normal(mean, S, 1.0)
    one.learn(X[0], sign)
    witness = MomentBelief.fitted(MomentBelief(mean, S), X[:1], np.array([sign]))
    np.testing.assert_allclose(one.mean, witness.mean, atol=1e-4)
    np.testing.assert_allclose(one.S, witness.covariance, atol=1e-4)
    mu, deviation = float(X[0] @ mean), float(np.sqrt(X[0] @ S @ X[0]))
    density = lambda a: np.exp(-0.5 * ((a - mu) / deviation) ** 2) / deviation / np.sqrt(2.0 * np.pi)  # noqa: E731
    seen, _ = quad(lambda a: float(chance(np.array(sign * a)) * density(a)), mu - 12.0, mu + 12.0)
    assert one.log_weight == pytest.approx(np.log(seen), abs=1e-4)


def test_the_gradient_of_a_mixture_is_what_its_outcomes_would_change() -> None:
    mean, S, X = problem()

    def members() -> list[Normal]:
        return [Normal(mean, S, 0.25), Normal(-mean, 2.0 * S, 0.75)]

    now = Mixture(members())
    expected = []
    for row in X:
        value = -now.predict(X).max()
        for sign in (1.0, -1.0):
            then = Mixture(members())
            for one in then.members:
                one.learn(row, sign)
            seen = sum(np.exp(one.log_weight) for one in then.members)
            value += seen * then.predict(X).max()
        expected.append(value)
    np.testing.assert_allclose(now.gradient(X), expected, atol=1e-12)


def test_a_world_is_the_same_again_and_is_compared_with_the_same_world_only() -> None:
    one = play(47_200_002)
    assert play(47_200_002) == one
    other = {"seed": 47_200_003, "costs": one["costs"]}
    theirs = [
        {"seed": 47_200_002, "terms": "linear", "costs": one["costs"]},
        {"seed": 47_200_003, "terms": "linear", "costs": {"none": [0.5] * 3, "half": [0.25] * 3}},
        {"seed": 47_200_003, "terms": "average", "costs": {"none": [9.0] * 3, "half": [9.0] * 3}},
    ]
    assert table([one], theirs) == "Worlds that both have played: 1. Two are needed to compare them."
    said = table([one, other], theirs)
    assert said.startswith("2 worlds\n")
    gap = 1000.0 * 0.5 * (one["costs"]["half"][0] - 0.25)
    assert f"| half | plain NumPy less kgdesk | {gap:+.0f} +- {abs(gap):.0f} |" in said
