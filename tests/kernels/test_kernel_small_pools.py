"""Moments and probabilities of few rows: bit-identical to the parallel kernels, without waiting for a sweep."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from mixtures import BENT

from kgdesk import kernels
from kgdesk.kernels import moments, predictions
from kgdesk.kernels.moments import SERIAL_BELOW
from kgdesk.kernels.parallel import PARALLEL_LOCK
from kgdesk.kernels.predictions import EXACT_SERIAL_BELOW
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS
from kgdesk.model.beliefs.prior import mixture_prior, prior_belief


def test_few_rows_give_the_bits_of_the_parallel_kernels() -> None:
    rng = np.random.default_rng(20261123)
    X = rng.normal(size=(SERIAL_BELOW - 1, 9)) * 10.0 ** rng.uniform(-3, 3, size=(SERIAL_BELOW - 1, 1))
    root, mean, precision = rng.normal(size=(9, 9)), rng.normal(size=9), rng.uniform(0.1, 9.0, size=9)
    full, diagonal = (mean, root @ root.T, X), (mean, precision, X)
    for few, parallel, given in (
        (kernels.pool_moments_full, moments.parallel_moments_full, full),
        (kernels.pool_moments_diagonal, moments.parallel_moments_diagonal, diagonal),
    ):
        for ours, theirs in zip(few(*given), parallel(*given), strict=True):
            assert ours.tobytes() == theirs.tobytes()
    mu, s2 = kernels.pool_moments_full(*full)
    assert kernels.predict_exact(mu, s2).tobytes() == predictions.parallel_exact(mu, s2).tobytes()
    assert kernels.predict_kappa(mu, s2).tobytes() == predictions.parallel_kappa(mu, s2).tobytes()
    chance = predictions.parallel_exact(mu, s2)[0]
    for rows in (EXACT_SERIAL_BELOW - 1, EXACT_SERIAL_BELOW):
        assert (kernels.predict_exact(np.full(rows, mu[0]), np.full(rows, s2[0])) == chance).all()


def _one_by_one(mean: np.ndarray, S: np.ndarray, x: np.ndarray) -> tuple[float, float]:
    """Return mean and variance of w.x in Python's floats, product by product in the order of the columns."""
    total = spread = 0.0
    for j in range(mean.size):
        t = 0.0
        for i in range(mean.size):
            t += float(S[i, j]) * float(x[i])
        spread += t * float(x[j])
        total += float(mean[j]) * float(x[j])
    return total, max(spread, 0.0)


@pytest.mark.parametrize("M", [1, 7, 8, SERIAL_BELOW + 12])
def test_eight_rows_at_a_time_give_the_bits_of_one(M: int) -> None:
    rng = np.random.default_rng(M)
    X, root, mean = rng.normal(size=(M, 5)), rng.normal(size=(5, 4)), rng.normal(size=5)
    S = root @ root.T
    X[-1] = np.linalg.svd(S)[0][:, -1]  # without variance but for rounding, which may be negative
    mu, s2 = kernels.pool_moments_full(mean, S, X)
    assert list(zip(mu.tolist(), s2.tolist(), strict=True)) == [_one_by_one(mean, S, x) for x in X]


def test_a_belief_is_learnt_and_asked_for_one_candidate_while_another_thread_sweeps() -> None:
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(SERIAL_BELOW - 1, 4)), rng.choice((-1.0, 1.0), size=SERIAL_BELOW - 1)
    chances: list[float] = []

    def ask() -> None:
        for kind in BELIEFS:
            priors = [prior_belief(kind, np.zeros(4), np.ones(4))]
            if kind != "diagonal":
                bent = np.array([False, False, True, True])
                priors.append(mixture_prior(kind, np.zeros(4), np.ones(4), bent, models=BENT))
            chances.extend(float(posterior(prior, X, y).predict(X[:1])[0]) for prior in priors)

    asking = threading.Thread(target=ask, daemon=True)
    with PARALLEL_LOCK:  # held for seconds by a sweep of many candidates
        asking.start()
        asking.join(timeout=60.0)
        assert len(chances) == 2 * len(BELIEFS) - 1
