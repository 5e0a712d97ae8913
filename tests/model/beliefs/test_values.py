"""Beliefs fitted to measured values, against long draws from the exact posterior (SciPy)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy import optimize, special, stats
from seldom import seldom

from kgdesk.kernels import ABOVE, BELOW, EXACT, FAILURE, SUCCESS
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.members import Member
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import mixture_prior
from kgdesk.model.beliefs.values import MISTAKE, Readings, fitted_to_values
from kgdesk.model.design.design_matrix import Rows

LOW, HIGH = 0.02, 10.0


@dataclass
class SmallStudy:
    """A study of at most 24 runs, with values, limits, outcomes and mistyped values."""

    prior: MomentBelief
    X: np.ndarray
    readings: Readings
    pool: np.ndarray


def small_study(seed: int, *, mistyped: float = 0.0) -> SmallStudy:
    rng = np.random.default_rng(seed)
    d, n = int(rng.integers(2, 6)), int(rng.integers(1, 25))
    X, pool = (np.column_stack([np.ones(size), rng.standard_normal((size, d - 1))]) for size in (n, 50))
    mean, S = np.eye(d)[0] * -1.0, np.diag(np.r_[4.0, np.full(d - 1, 3 / d)])
    u = rng.choice([0.1, 2.0, 50.0]) * (X @ rng.multivariate_normal(mean, S) + rng.logistic(size=n))
    kinds, share = np.full(n, EXACT), rng.random(n)
    bare = share < 0.1
    kinds[bare], limited = np.where(u[bare] > 0, SUCCESS, FAILURE), share > 0.9
    kinds[limited] = rng.choice([ABOVE, BELOW], limited.sum())
    u[limited] -= np.sign(kinds[limited]) * np.abs(u[limited]) * rng.random(limited.sum())
    wrong = (rng.random(n) < mistyped) & (kinds == EXACT)
    u[wrong] *= rng.choice([10.0, -1.0], wrong.sum())
    u[bare] = 0.0
    return SmallStudy(MomentBelief(mean, S), X, Readings(kinds, u), pool)


def log_posterior(study: SmallStudy, points: np.ndarray, mistake: float) -> np.ndarray:
    """Return log prior and likelihood of points (w, log c), (N, d + 1), without constants."""
    w, log_c, u, kinds = points[:, :-1], points[:, -1], study.readings.u, study.readings.kinds
    spread, apart = study.readings.spread, w - study.prior.mean
    inside = (log_c >= np.log(LOW * spread)) & (log_c <= np.log(HIGH * spread))
    f, z = w @ study.X.T, u * np.exp(-np.clip(log_c, -300, 300))[:, None]
    value = np.log1p(-mistake) + stats.logistic.logpdf(z - f) - log_c[:, None]
    if mistake:
        value = np.logaddexp(value, np.log(mistake) + stats.cauchy.logpdf(u, scale=spread))
    s = special.log_expit
    of = {EXACT: value, SUCCESS: s(f), FAILURE: s(-f), ABOVE: s(f - z), BELOW: s(z - f)}
    logs = np.select([kinds == kind for kind in of], list(of.values())).sum(axis=1)
    logs -= 0.5 * np.einsum("nj,jk,nk->n", apart, np.linalg.inv(study.prior.covariance), apart)
    return np.where(inside, logs, -np.inf)


def drawn_chances(study: SmallStudy, mistake: float, draws: int = 60_000) -> np.ndarray:
    """Return the chances of the pool by importance sampling around maxima of the posterior, and around the prior."""
    d, rng, spread = study.prior.mean.size, np.random.default_rng(1), study.readings.spread
    proposals, wide = [], np.eye(d + 1)
    for at in (0.1, 0.3, 1.0, 3.0):
        best = optimize.minimize(
            lambda point: -max(log_posterior(study, point[None], mistake)[0], -1e10),
            np.append(study.prior.mean, np.log(at * spread)),
        )
        near = 0.8 * (best.hess_inv + best.hess_inv.T) + 1e-9 * np.eye(d + 1)
        proposals.append(stats.multivariate_t(best.x, near, df=4))
    wide[:d, :d] = 1.2 * study.prior.covariance
    middle = np.append(study.prior.mean, np.log(0.3 * spread))
    proposals += [stats.multivariate_normal(middle, wide)] * 2
    points = np.vstack([each.rvs(draws // len(proposals), random_state=rng) for each in proposals])
    logs = special.logsumexp([each.logpdf(points) for each in proposals], axis=0)
    weights = log_posterior(study, points, mistake) - logs
    weights = np.exp(weights - weights.max())
    weights /= weights.sum()
    assert 1.0 / (weights @ weights) > 2_000, "too few effective draws for a witness"
    return np.asarray(weights @ special.expit(points[:, :-1] @ study.pool.T))


@pytest.mark.parametrize(
    "seeds", [range(3), *seldom(range(3, 10), *(range(at, at + 10) for at in range(10, 100, 10)))]
)
@pytest.mark.parametrize(("mistyped", "mistake"), [(0.0, 0.0), (0.06, MISTAKE)])
def test_chances_agree_with_long_draws_from_the_exact_posterior(
    seeds: range, mistyped: float, mistake: float
) -> None:
    errors = []
    for seed in seeds:
        study = small_study(seed, mistyped=mistyped)
        if not study.readings.has_values:
            continue
        fit = fitted_to_values(study.prior, study.X, study.readings, mistake=mistake)
        errors.append(np.abs(fit.belief.predict(study.pool) - drawn_chances(study, mistake)))
    assert np.mean(errors) < 0.01, np.mean(errors)
    assert np.max(errors) < 0.05, [np.max(each) for each in errors]


def average(size: int = 40) -> tuple[AverageBelief, np.ndarray]:
    rng = np.random.default_rng(5)
    x = rng.uniform(-1, 1, (size, 2))
    X = np.column_stack([np.ones(size), x, x[:, 0] * x[:, 1], x**2])
    higher = np.array([False, False, False, True, True, True])
    return mixture_prior("moments", np.zeros(6), np.where(higher, 4.0, 1.0), higher), X


def test_the_order_of_the_runs_does_not_change_a_bit() -> None:
    prior, X = average()
    rng = np.random.default_rng(0)
    rows = rng.integers(len(X), size=25)
    u, kinds = rng.normal(0, 20, 25), rng.choice([EXACT, EXACT, SUCCESS, BELOW], 25)
    u[kinds == SUCCESS] = 0.0
    fits = []
    for order in (np.arange(25), rng.permutation(25)):
        fit = fitted_to_values(prior, Rows(X).take(rows[order]), Readings(kinds[order], u[order]))
        fits.append((fit.belief.digest, fit.mistakes[np.argsort(order)].tolist()))
    assert fits[0] == fits[1]


def test_runs_without_values_give_what_yes_and_no_give() -> None:
    prior, X = average()
    y = np.where(np.arange(20) % 3 == 0, 1.0, -1.0)
    kinds = np.where(y > 0, SUCCESS, FAILURE)
    limits = Readings(
        np.where(y > 0, ABOVE, BELOW), np.zeros(20)
    )  # beyond the threshold: the same as an outcome
    by_outcomes = prior.after(X[:20], y).predict(X)
    assert not Readings(kinds, np.zeros(20)).has_values
    assert fitted_to_values(prior, X[:20], limits).belief.predict(X) == pytest.approx(by_outcomes, abs=0.002)


def test_a_value_far_from_the_threshold_teaches_more_than_its_side() -> None:
    prior, X = average()
    u = np.where(X[:20, 1] > 0, -2.0, -60.0)  # none succeeds, but those with a large first number nearly do
    fit = fitted_to_values(prior, X[:20], Readings(np.full(20, EXACT), u))
    sides = prior.after(X[:20], np.full(20, -1.0)).predict(X)
    large = X[:, 1] > 0.3
    assert fit.belief.predict(X)[large].min() > 2 * sides[large].mean()


def test_one_mistyped_value_is_found_and_moves_the_chances_little() -> None:
    prior, X = average()
    rng = np.random.default_rng(2)
    u = 20 * (2 * X[:25, 1] - 1 + rng.logistic(size=25) / 2)
    wrong = u.copy()
    wrong[7] = 540.0
    kinds = np.full(25, EXACT)
    without, rest = np.delete(u, 7), np.delete(X[:25], 7, axis=0)
    right = fitted_to_values(prior, rest, Readings(kinds[1:], without))
    mistyped = fitted_to_values(prior, X[:25], Readings(kinds, wrong))
    assert mistyped.mistakes[7] > 0.95
    assert np.delete(mistyped.mistakes, 7).max() < 0.3
    assert mistyped.belief.predict(X) == pytest.approx(right.belief.predict(X), abs=0.03)
    believed = fitted_to_values(prior, X[:25], Readings(kinds, wrong), mistake=0.0).belief.predict(X)
    assert np.abs(believed - right.belief.predict(X)).max() > 0.1


@pytest.mark.parametrize("wrong", [-1e300, 1e9, 1.7e308])
def test_an_absurd_value_is_a_mistake_and_no_fault(wrong: float) -> None:
    prior, X = average()
    u = 20 * np.random.default_rng(2).logistic(size=15)
    rest = fitted_to_values(prior, X[1:15], Readings(np.full(14, EXACT), u[1:]))
    u[0] = wrong
    fit = fitted_to_values(prior, X[:15], Readings(np.full(15, EXACT), u))
    assert fit.mistakes[0] > 0.99
    assert fit.belief.predict(X) == pytest.approx(rest.belief.predict(X), abs=0.05)


def test_predicted_values_are_near_the_true_ones() -> None:
    prior, X = average()
    rng = np.random.default_rng(3)
    truth = 10 * (3 * X[:, 1] - 1)
    u = truth + 10 * rng.logistic(size=len(X))
    fit = fitted_to_values(prior, X[:30], Readings(np.full(30, EXACT), u[:30]))
    mean, low, high = fit.distances(X[30:])
    assert np.abs(mean - truth[30:]).mean() < 10.0
    assert np.mean((low < u[30:]) & (u[30:] < high)) >= 0.7
    assert (low < mean).all()
    assert (mean < high).all()


def test_units_do_not_matter() -> None:
    prior, X = average()
    u = np.random.default_rng(4).normal(0, 20, 15)
    kinds = np.full(15, EXACT)
    large, small = (fitted_to_values(prior, X[:15], Readings(kinds, u * unit)) for unit in (1.0, 2.0**-20))
    assert large.belief.predict(X) == pytest.approx(small.belief.predict(X), abs=1e-9)


def test_values_at_the_threshold_are_no_fault() -> None:
    prior, X = average()
    fit = fitted_to_values(prior, X[:3], Readings(np.full(3, EXACT), np.zeros(3)))
    assert fit.belief.predict(X[:3]) == pytest.approx(np.full(3, 0.5), abs=0.2)


def with_blank_columns(prior: MomentBelief, X: np.ndarray, count: int) -> tuple[MomentBelief, np.ndarray]:
    """Return a prior and rows with further columns that are 0 in every row and so change nothing."""
    d = prior.mean.size
    S = np.eye(d + count)
    S[:d, :d] = prior.covariance
    return MomentBelief(np.r_[prior.mean, np.zeros(count)], S), np.pad(X, ((0, 0), (0, count)))


@pytest.mark.parametrize("seed", range(6))
def test_a_fit_by_weights_and_one_by_runs_agree(seed: int) -> None:
    study = small_study(seed, mistyped=0.06)
    d, n = study.prior.mean.size, len(study.X)
    X = np.vstack([study.X] * 3)  # more runs than columns, some of the same candidate
    readings = Readings(np.tile(study.readings.kinds, 3), np.outer([1.0, 0.9, 1.2], study.readings.u).ravel())
    assert readings.has_values
    assert 3 * n > d
    by_weights = fitted_to_values(study.prior, X, readings)
    by_runs = fitted_to_values(*with_blank_columns(study.prior, X, 3 * n), readings)
    mean, covariance = by_runs.belief.mean[:d], by_runs.belief.covariance[:d, :d]
    assert by_weights.belief.mean == pytest.approx(mean, rel=1e-10, abs=1e-10)
    assert by_weights.belief.covariance == pytest.approx(covariance, rel=1e-10, abs=1e-10)
    assert by_weights.mistakes == pytest.approx(by_runs.mistakes, rel=1e-10, abs=1e-10)
    assert by_weights.unit == pytest.approx(by_runs.unit, rel=1e-10)


def test_values_are_learnt_under_a_prior_that_says_next_to_nothing() -> None:
    rng = np.random.default_rng(3)
    X = np.column_stack([np.ones(15), rng.standard_normal((15, 3))])
    X, f = np.vstack([X, X]), X @ np.array([-1.0, 1.0, 0.5, 0.0])
    readings = Readings(np.full(30, EXACT), np.tile(f, 2) + rng.logistic(size=30))
    told, vague = (
        fitted_to_values(MomentBelief(np.zeros(4), np.eye(4) * v), X, readings) for v in (1e2, 1e6)
    )
    assert vague.belief.predict(X) == pytest.approx(told.belief.predict(X), abs=1e-3)


@pytest.mark.parametrize(("columns", "rows", "runs"), [(3, 5, 8), (6, 30, 45), (20, 12, 20)])
def test_deviations_are_integrated_out_as_if_each_row_had_a_column(
    columns: int, rows: int, runs: int
) -> None:
    rng = np.random.default_rng(columns)
    X = np.column_stack([np.ones(rows), rng.standard_normal((rows, columns - 1))])
    own, mean, S = 1.5, 0.3 * rng.standard_normal(columns), np.diag(rng.uniform(0.2, 2.0, columns))
    at = np.concatenate([np.arange(rows), rng.integers(rows, size=runs - rows)])
    f = X @ rng.multivariate_normal(mean, S) + own * rng.standard_normal(rows)
    u, kinds = 5.0 * (f[at] + rng.logistic(size=runs)), np.full(runs, EXACT)
    kinds[::5] = np.where(u[::5] > 0, SUCCESS, FAILURE)
    u[::5] = 0.0
    every = np.arange(columns)
    member = Member("linear", every, MomentBelief(mean, S), 1.0, 1.0, np.diagonal(S), deviation=own)
    fit = fitted_to_values(AverageBelief((member,), columns), X[at], Readings(kinds, u))
    wide, both = np.hstack([X, np.eye(rows)]), np.eye(columns + rows) * own**2
    both[:columns, :columns] = S
    told = fitted_to_values(MomentBelief(np.append(mean, np.zeros(rows)), both), wide[at], Readings(kinds, u))
    assert isinstance(fit.belief, AverageBelief)
    (mu,), (s2,) = fit.belief.moments_of_members(X)
    expected = told.belief.moments(wide)
    np.testing.assert_allclose(mu, expected[0], atol=1e-9)
    np.testing.assert_allclose(s2, expected[1], atol=1e-9)
    np.testing.assert_allclose(fit.belief.components[0].belief.mean, told.belief.mean[:columns], atol=1e-9)
    np.testing.assert_allclose(fit.distances(X), told.distances(wide), atol=1e-8)
    np.testing.assert_allclose(fit.mistakes, told.mistakes, atol=1e-9)
    assert isinstance(told.belief, MomentBelief)
    shared = wide @ told.belief.covariance[:, :columns]  # with the weights
    known = fit.belief.components[0].told
    assert known is not None
    covariance = fit.belief.components[0].belief.covariance
    np.testing.assert_allclose(known.rows[fit.belief.places(X)] @ covariance, shared, atol=1e-9)
