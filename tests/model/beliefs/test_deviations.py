"""Members with deviations of single candidates and with features, against one weight for every candidate of the pool.

The witness has no columns: the log-odds of all candidates are the weights, with the member's prior covariance between
them, and every outcome is at a unit vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief
from kgdesk.model.beliefs.members import Member
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import MODELS, Model, mixture_prior
from kgdesk.model.beliefs.shortlist import gains_at
from kgdesk.model.design.design_matrix import Design, design, fix_scaling
from kgdesk.model.design.encoding import Scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import POLICIES, PolicyContext, Seed
from kgdesk.model.policies.perfect_information import perfect_information
from kgdesk.model.policies.pool_sweep import sweep_within
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from kgdesk.model.beliefs.belief import Belief

KINDS = {"moments": MomentBelief, "full": FullBelief}


def pool(size: int, seed: int = 1) -> Pool:
    rng = np.random.default_rng(seed)
    x, levels = rng.uniform(-1, 1, (size, 2)), rng.integers(3, size=size)
    attributes = Attribute("a"), Attribute("b"), Attribute("g", "category")
    values = *(tuple(c.tolist()) for c in x.T), tuple(f"L{level}" for level in levels)
    return Pool(tuple(f"C-{i}" for i in range(size)), attributes, values)


def begun(size: int = 60, kind: str = "moments") -> tuple[AverageBelief, Design, Scaling]:
    scaling = fix_scaling(pool(size), terms="average")
    prior = Settings(belief=kind, terms="average").settled().prior_of(scaling)
    assert isinstance(prior, AverageBelief)
    return prior, design(pool(size), scaling), scaling


def outcomes(size: int, count: int, seed: int = 2) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows = rng.integers(size, size=count)
    rows[1] = rows[0]  # one candidate twice
    return rows, np.where(rng.random(count) < 0.4, 1.0, -1.0)


def dense(prior: AverageBelief, c: int, X: np.ndarray, kind: str) -> Belief:
    """Return the prior of member c with one weight for every row of X."""
    member, S = prior.components[c], np.asarray(prior.seen(X))
    rows = S[:, member.columns]
    covariance = rows @ member.belief.covariance @ rows.T + np.diag(prior.own_variances(X)[c])
    return KINDS[kind](rows @ member.belief.mean, covariance + 1e-11 * np.eye(len(X)))


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_every_member_is_the_belief_with_one_weight_for_every_candidate(kind: str) -> None:
    prior, matrix, _ = begun(kind=kind)
    X = matrix.X
    rows, y = outcomes(len(X), 14)
    after = prior.after(matrix.rows.take(rows), y)
    assert {c.terms for c in after.components} == {
        "linear",
        "quadratic",
        "radius",
        "smooth 0.7",
        "smooth 1.5",
        "pairs",
    }
    mu, s2 = after.moments_of_members(matrix.rows)
    logs = []
    for c, member in enumerate(after.components):
        told, log = dense(prior, c, X, kind).learnt(np.eye(len(X))[rows], y)
        logs.append(log)
        expected = told.moments(np.eye(len(X)))
        np.testing.assert_allclose(mu[c], expected[0], atol=1e-8, err_msg=member.terms)
        np.testing.assert_allclose(s2[c], expected[1], atol=1e-8, err_msg=member.terms)
        gains = gains_at([(1.0, after.pools(matrix.rows)[c][1])], np.arange(len(X)))
        np.testing.assert_allclose(
            gains, told.knowledge_gradient(np.eye(len(X))), atol=1e-9, err_msg=member.terms
        )
    share = np.array([c.share for c in prior.components]) * np.exp(np.array(logs) - max(logs))
    np.testing.assert_allclose(after.weights, share / share.sum(), atol=1e-7)


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_where_every_candidate_is_measured_none_is_told_of_as_if_it_had_no_deviation(kind: str) -> None:
    # One candidate far out stays the best after its own failure unless its deviation falls with it.
    for seed in (1, 7, 41):
        rng = np.random.default_rng(seed)
        X = np.column_stack([np.ones(18), rng.standard_normal((18, 5))])
        X[6, 1:] *= 2.5
        mean = np.array([-3.0 * (seed % 3 > 0), 0.0, 0.0, 0.0, 0.0, 0.0])
        own = KINDS[kind](mean, np.eye(6))
        prior = AverageBelief((Member("linear", np.arange(6), own, 1.0, 1.0, np.ones(6), deviation=1.8),), 6)
        whole = KINDS[kind](X @ mean, X @ X.T + 1.8**2 * np.eye(18))
        np.testing.assert_allclose(
            prior.sweep(X).kg, whole.knowledge_gradient(np.eye(18)), atol=1e-9, err_msg=str(seed)
        )


def test_one_more_outcome_is_one_step_of_every_member() -> None:
    prior, matrix, _ = begun()
    X = matrix.X
    rows, y = outcomes(len(X), 14)
    after = prior.after(matrix.rows.take(rows), y)
    for row in (int(rows[0]), int(np.setdiff1d(np.arange(len(X)), rows)[0])):  # a measured one, and another
        then = after.updated(X[row], 1)
        mu, s2 = then.moments_of_members(X)
        for c in range(len(prior.components)):
            told, _ = dense(prior, c, X, "moments").learnt(np.eye(len(X))[rows], y)
            expected = told.updated(np.eye(len(X))[row], 1).moments(np.eye(len(X)))
            np.testing.assert_allclose(mu[c], expected[0], atol=1e-8)
            np.testing.assert_allclose(s2[c], expected[1], atol=1e-8)


def test_the_order_of_outcomes_and_the_way_rows_are_given_change_no_bit() -> None:
    prior, matrix, _ = begun()
    rows, y = outcomes(len(matrix.X), 14)
    after = prior.after(matrix.rows.take(rows), y)
    assert prior.after(matrix.X[rows[::-1]], y[::-1]).digest == after.digest
    assert np.array_equal(after.predict(matrix.rows), after.predict(np.array(matrix.X)))
    assert after.updated(matrix.rows.take([5]), -1).digest == after.updated(matrix.X[5], -1).digest


def test_a_deviation_is_of_its_own_candidate_alone() -> None:
    X = np.column_stack([np.ones(4), [0.0, 1.0, 2.0, 3.0]])
    none = np.zeros(2, np.bool_)
    prior = mixture_prior("moments", [0, 0], [1e9, 1e9], none, models=[Model("linear", deviation=1.5)])
    after = prior.after(X[[1, 1, 1]], [1.0, 1.0, 1.0])
    chances = after.predict(X)
    assert chances[1] > 0.75
    np.testing.assert_allclose(chances[[0, 2, 3]], 0.5, atol=1e-6)
    elsewhere = after.predict(np.array([[1.0, 1.5]]))  # no candidate of the pool
    assert elsewhere[0] == pytest.approx(0.5, abs=1e-6)
    low, high = after.interval(X)
    assert high[0] - low[0] > 0.75


def test_rows_named_beforehand_change_no_prediction() -> None:
    prior, matrix, _ = begun()
    rows, y = outcomes(len(matrix.X), 14)
    after = prior.after(matrix.rows.take(rows), y)
    wide = after.with_deviations_of(matrix.X[:20])
    assert wide.measured is not None
    assert after.measured is not None
    assert len(wide.measured) > len(after.measured)
    np.testing.assert_allclose(wide.predict(matrix.rows), after.predict(matrix.rows), atol=1e-12)
    assert wide.with_deviations_of(matrix.X[:20]) is wide


def test_several_runs_at_once_share_the_deviation_of_their_candidate() -> None:
    prior, matrix, _ = begun(30)
    X = matrix.X
    rows, y = outcomes(len(X), 10)
    after, run = prior.after(matrix.rows.take(rows), y), np.array([int(rows[0]), 3, 4])
    found = repeated_runs_gain(after, X, X[run], [1, 4])
    expected = np.zeros((2, 3))
    for c, member in enumerate(after.components):
        told, _ = dense(prior, c, X, "moments").learnt(np.eye(len(X))[rows], y)
        expected += member.weight * repeated_runs_gain(told, np.eye(len(X)), np.eye(len(X))[run], [1, 4])
    np.testing.assert_allclose(found, expected, atol=1e-9)
    np.testing.assert_allclose(found[0], after.sweep(matrix.rows).kg[run], atol=1e-9)


def context(belief: AverageBelief, matrix: Design) -> PolicyContext:
    none = np.zeros(len(matrix.X))
    return PolicyContext(belief, matrix.rows, none, none, np.ones(matrix.X.shape[1]), 11, 30, Seed(1, 2, 3))


def test_draws_have_the_distribution_of_the_mixture() -> None:
    prior, matrix, _ = begun()
    rows, y = outcomes(len(matrix.X), 14)
    seen = context(prior.after(matrix.rows.take(rows), y), matrix)
    Z = np.random.default_rng(4).standard_normal((20_000, seen.draws.size))
    log_odds = np.array([seen.log_odds_of_draw(z) for z in Z])
    mu, s2 = seen.moments
    assert np.abs(log_odds.mean(axis=0) - mu).max() < 0.08
    assert np.abs(log_odds.var(axis=0) / s2 - 1.0).max() < 0.08
    leaders = seen.leaders_of(Z)
    assert np.array_equal(leaders, log_odds.argmax(axis=1))
    np.testing.assert_allclose(seen.draws.values_at(Z, leaders), log_odds.max(axis=1), atol=1e-12)
    unmeasured = np.setdiff1d(np.arange(len(matrix.X)), rows)[:2]
    elsewhere = seen.draws.log_odds(Z, matrix.X[unmeasured])
    assert np.abs(elsewhere.var(axis=0) / s2[unmeasured] - 1.0).max() < 0.08
    chances = 1.0 / (1.0 + np.exp(-log_odds))
    best = seen.belief.best(matrix.rows)[0]
    stake = perfect_information(seen, (1, 2))
    assert stake is not None
    assert abs(stake.value - float((chances.max(axis=1) - chances[:, best]).mean())) < 5 * stake.error


def test_information_is_that_of_the_even_draws() -> None:
    prior, matrix, _ = begun()
    rows, y = outcomes(len(matrix.X), 14)
    seen = context(prior.after(matrix.rows.take(rows), y), matrix)
    drawn, spread = seen.even_draws, seen.draws.own_spread()
    own = spread[drawn.part] * kernels.own_deviates(drawn.keys, np.arange(len(matrix.X)))
    log_odds = drawn.weights @ seen.seen_rows.T + own
    assert np.array_equal(drawn.leaders, log_odds.argmax(axis=1))
    chances = 1.0 / (1.0 + np.exp(-log_odds))

    def entropy(p: np.ndarray) -> np.ndarray:
        return -(p * np.log(p) + (1 - p) * np.log1p(-p))

    parts = [(drawn.leaders == k, (drawn.leaders == k).mean()) for k in np.unique(drawn.leaders)]
    left = sum(share * entropy(chances[at].mean(axis=0)) for at, share in parts)
    found = POLICIES["information"].scores(seen)
    np.testing.assert_allclose(found, entropy(chances.mean(axis=0)) - left, atol=1e-11)


@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_scores_the_pool(name: str) -> None:
    prior, matrix, _ = begun(30)
    rows, y = outcomes(len(matrix.X), 10)
    scores = POLICIES[name].scores(context(prior.after(matrix.rows.take(rows), y), matrix))
    assert scores.shape == (len(matrix.X),)
    assert np.isfinite(scores).all()


def test_the_sweep_says_what_is_the_best_after_either_outcome() -> None:
    prior, matrix, _ = begun()
    rows, y = outcomes(len(matrix.X), 14)
    after = prior.after(matrix.rows.take(rows), y)
    stocked = np.arange(len(matrix.X)) % 4 != 0
    swept = sweep_within(after, matrix.rows, stocked)
    row = int(np.flatnonzero(stocked)[3])
    for told, outcome in zip(swept.after(row), (1, -1), strict=True):
        then = after.updated(matrix.X[row], outcome)
        best, value = then.best(matrix.rows.take(np.flatnonzero(stocked)))
        assert told == (np.flatnonzero(stocked)[best], pytest.approx(value, abs=1e-9))


def test_the_features_of_a_study_are_frozen_in_its_encoding() -> None:
    _, matrix, scaling = begun()
    again = Scaling.from_json(scaling.as_json())
    assert again == scaling
    for ours, theirs in zip(scaling.features, again.features, strict=True):
        assert np.array_equal(ours.columns(matrix.X), theirs.columns(matrix.X))
        assert np.array_equal(ours.columns(matrix.X)[7:8], ours.columns(matrix.X[7:8]))


@pytest.mark.parametrize("kind", ["smooth", "pairs"])
def test_features_and_what_they_leave_make_up_the_kernel(kind: str) -> None:
    _, matrix, scaling = begun(40)
    features = next(each for each in scaling.features if each.kind == kind)
    phi, own = features.columns(matrix.X), features.own(matrix.X)
    kernel = features.kernel(own, own)
    np.testing.assert_allclose(np.diag(kernel), features.variance(own), atol=1e-12)
    left = features.left_over(matrix.X, phi)
    np.testing.assert_allclose((phi * phi).sum(axis=1) + left, np.diag(kernel), atol=1e-6)
    np.testing.assert_allclose(phi @ phi.T, kernel, atol=2e-3 + left.max())


def broken(name: str) -> dict:
    told = begun(20)[2].as_json()
    one = told["features"][1]
    changes = {
        "unknown kind": {"kind": "wavy"},
        "no points": {"points": []},
        "short point": {"points": [[0.0]]},
        "length of 0": {"length": 0.0},
        "not finite": {"points": [[float("nan")] * len(one["points"][0])]},
        "other columns": {"numbers": [2, 1]},
    }
    one.update(changes[name])
    return told


@pytest.mark.parametrize(
    "name", ["unknown kind", "no points", "short point", "length of 0", "not finite", "other columns"]
)
def test_features_that_make_no_sense_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"features|points"):
        Scaling.from_json(broken(name))


def test_at_most_twelve_members_with_weights_that_add_up_to_one() -> None:
    prior, _, _ = begun()
    assert len(prior.components) == len(MODELS) <= 12
    assert prior.weights.sum() == pytest.approx(1.0)
    with pytest.raises(BadInput, match="moments or full"):
        mixture_prior("diagonal", np.zeros(2), np.ones(2), np.zeros(2, np.bool_))
