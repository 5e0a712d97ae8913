"""Mixture of linear and quadratic models: evidence weights, predictions, quantiles, look-ahead, draws."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import numpy as np
import pytest
from counts import counted
from mixtures import BENT, learnt, made, outcomes, prior

from kgdesk.errors import BadInput
from kgdesk.kernels.parallel import PARALLEL_LOCK
from kgdesk.model.advice.scenarios import scenarios
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import mixture_prior
from kgdesk.model.policies import POLICIES, PolicyContext, Seed
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import StoppingState, WithinOfBest

KINDS = ("moments", "full")


def test_the_prior_has_a_linear_model_and_two_bent_ones_with_precisions_4_and_1() -> None:
    _, higher = made()
    linear, tight, loose = prior("moments", higher).components
    assert (linear.terms, tight.terms, loose.terms) == ("linear", "quadratic", "quadratic")
    assert linear.belief.mean.size == 3
    assert np.diagonal(tight.belief.covariance).tolist() == [1.0] * 3 + [0.25] * 3
    assert np.diagonal(loose.belief.covariance).tolist() == [1.0] * 6
    assert (linear.term_precision, tight.term_precision, loose.term_precision) == (None, 4.0, 1.0)


@pytest.mark.parametrize("kind", KINDS)
def test_weights_are_the_shares_times_the_evidence(kind: str) -> None:
    after, X = learnt(kind)
    rows, y = outcomes(X, 12)
    before = prior(kind, made()[1])
    logs = [c.belief.learnt(c.of(X[rows]), y)[1] for c in before.components]
    share = np.array([c.share for c in before.components]) * np.exp(logs)
    np.testing.assert_allclose(after.weights, share / share.sum(), rtol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_components_learn_as_they_would_alone(kind: str) -> None:
    after, X = learnt(kind)
    rows, y = outcomes(X, 12)
    for alone, part in zip(prior(kind, made()[1]).components, after.components, strict=True):
        expected = posterior(alone.belief, part.of(X[rows]), y)
        assert part.belief.digest == expected.digest


def test_the_evidence_of_the_full_belief_is_the_product_of_its_predictions_in_order() -> None:
    X, higher = made()
    rows, y = outcomes(X, 12)
    belief = prior("full", higher)
    for row, sign in zip(rows, y, strict=True):
        belief = belief.updated(X[row], int(sign))
    np.testing.assert_allclose(belief.weights, learnt("full")[0].weights, rtol=1e-10)


def test_the_order_of_the_outcomes_changes_no_bit_of_the_moments_average() -> None:
    X, higher = made()
    rows, y = outcomes(X, 20)
    order = np.random.default_rng(1).permutation(20)
    one, two = (posterior(prior("moments", higher), X[r], s) for r, s in ((rows, y), (rows[order], y[order])))
    assert one.digest == two.digest


def test_weights_of_the_moments_average_are_those_of_weighted_draws() -> None:
    X, higher = made()
    rows, y = outcomes(X, 15)
    after = posterior(prior("moments", higher), X[rows], y)
    assert isinstance(after, AverageBelief)
    rng = np.random.default_rng(9)
    likelihood = []
    for part in prior("moments", higher).components:
        W = rng.standard_normal((400_000, part.columns.size)) * part.belief.deviation
        likelihood.append(np.exp(-np.logaddexp(0.0, -y * (W @ part.of(X[rows]).T)).sum(axis=1)).mean())
    share = np.array([c.share for c in after.components]) * np.array(likelihood)
    np.testing.assert_allclose(after.weights, share / share.sum(), rtol=0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_probabilities_are_averaged_by_weight(kind: str) -> None:
    after, X = learnt(kind)
    expected = sum(c.weight * c.belief.predict(c.of(X)) for c in after.components)
    np.testing.assert_allclose(after.predict(X), expected, rtol=1e-14)


@pytest.mark.parametrize("kind", KINDS)
def test_one_outcome_moves_the_weights_by_its_predicted_probability(kind: str) -> None:
    after, X = learnt(kind)
    for y in (1, -1):
        p = np.array([c.belief.predict(c.of(X[4:5]))[0] for c in after.components])
        share = after.weights * (p if y > 0 else 1.0 - p)
        np.testing.assert_allclose(after.updated(X[4], y).weights, share / share.sum(), rtol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_kg_values_are_those_of_the_components_averaged_by_weight(kind: str) -> None:
    after, X = learnt(kind)
    expected = sum(c.weight * c.belief.knowledge_gradient(c.of(X)) for c in after.components)
    # Each is a difference of probabilities, which are rounded to 1.1e-16: more so where exp and log round differently.
    np.testing.assert_allclose(after.knowledge_gradient(X), expected, rtol=1e-13, atol=4e-16)


@pytest.mark.parametrize("kind", KINDS)
def test_both_futures_are_those_of_the_updated_mixture(kind: str) -> None:
    after, X = learnt(kind)
    sweep = after.sweep(X)
    everything = np.ones(len(X), dtype=np.bool_)
    assert (sweep.best_now, sweep.value_now) == pytest.approx(best_row(after, X, everything), rel=1e-12)
    for i in range(len(X)):
        for y, told in zip((1, -1), sweep.after(i), strict=True):
            assert told == pytest.approx(best_row(after.updated(X[i], y), X, everything), abs=1e-9)


def test_the_futures_of_a_row_are_told_while_another_thread_calculates() -> None:
    after, X = learnt("moments")
    sweep = after.sweep(X)
    sweep.after(0)
    told: list[object] = []
    with PARALLEL_LOCK:
        asking = threading.Thread(target=lambda: told.append(sweep.after(7)), daemon=True)
        asking.start()
        asking.join(60)
    assert told == [after.sweep(X).after(7)]


def test_intervals_are_quantiles_of_the_mixture_of_normals() -> None:
    after, X = learnt("moments", 30)
    rng = np.random.default_rng(4)
    component = rng.choice(3, 300_000, p=after.weights)
    low, high = after.interval(X)
    mu, s2 = (
        np.array(each) for each in zip(*(c.belief.moments(c.of(X)) for c in after.components), strict=True)
    )
    for i in (0, 7, 19):
        a = mu[component, i] + np.sqrt(s2[component, i]) * rng.standard_normal(component.size)
        for end, level in ((low[i], 0.05), (high[i], 0.95)):
            assert np.mean(1 / (1 + np.exp(-a)) < end) == pytest.approx(level, abs=0.003)


def test_a_mixture_of_one_model_is_that_model() -> None:
    X, higher = made()
    rows, y = outcomes(X, 12)
    after = posterior(prior("moments", higher), X[rows], y)
    assert isinstance(after, AverageBelief)
    part = after.components[1]
    alone = AverageBelief((replace(part, weight=1.0, share=1.0),), after.size)
    plain = part.belief
    np.testing.assert_allclose(alone.predict(X), plain.predict(X), rtol=1e-15)
    for ours, theirs in zip(alone.interval(X), plain.interval(X), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9)
    one, two = alone.sweep(X), plain.sweep(X)
    np.testing.assert_allclose(one.kg, two.kg, rtol=1e-12, atol=1e-14)
    for i in range(len(X)):
        for ours, theirs in zip(one.after(i), two.after(i), strict=True):
            assert ours == pytest.approx(theirs, abs=1e-9)
    np.testing.assert_allclose(alone.covariance, plain.covariance, rtol=1e-12)


def test_mean_and_covariance_are_those_of_draws() -> None:
    after, X = learnt("moments")
    seen = situation(after, X)
    W = seen.draws.weights(seen.normals(200_000))
    error = 5 * after.deviation / np.sqrt(200_000)
    assert (np.abs(W.mean(axis=0) - after.mean) <= error).all()
    np.testing.assert_allclose(np.cov(W.T), after.covariance, atol=0.03)
    mu, s2 = after.moments(X)
    np.testing.assert_allclose(mu, X @ after.mean, atol=1e-12)
    np.testing.assert_allclose(s2, np.einsum("ij,jk,ik->i", X, after.covariance, X), rtol=1e-9)


def situation(belief: AverageBelief, X: np.ndarray) -> PolicyContext:
    none = np.zeros(len(X))
    return PolicyContext(
        belief, X, none, none, np.ones(X.shape[1]), 5, 30, np.random.default_rng(2), np.arange(len(X)) < 20
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("policy", list(POLICIES))
def test_every_policy_scores_a_mixture(policy: str, kind: str) -> None:
    after, X = learnt(kind)
    scores = POLICIES[policy].scores(situation(after, X))
    assert scores.shape == (len(X),)
    assert np.isfinite(scores).all()


def test_leaders_are_the_best_rows_in_stock_of_the_drawn_weights() -> None:
    after, X = learnt("moments")
    seen = situation(after, X)
    Z = seen.normals(500)
    W = seen.draws.weights(Z)
    assert seen.leaders_of(Z).tolist() == np.argmax(W @ X[:20].T, axis=1).tolist()
    np.testing.assert_allclose(seen.log_odds_of_draw(Z[3]), X @ W[3], atol=1e-12)


def test_the_chance_to_be_near_the_best_is_that_of_draws_of_the_mixture() -> None:
    after, X = learnt("moments")
    chance = WithinOfBest(0.05, 0.9, draws=4000).chance(StoppingState(situation(after, X)))
    seen = situation(after, X)
    W = seen.draws.weights(np.random.default_rng(77).standard_normal((20_000, seen.draws.size)))
    p = 1 / (1 + np.exp(-(W @ X[:20].T)))
    best = int(np.argmax(after.predict(X[:20])))
    assert chance == pytest.approx(np.mean(p.max(axis=1) - p[:, best] <= 0.05), abs=0.04)


@pytest.mark.parametrize("kind", KINDS)
def test_futures_of_open_runs_follow_the_chain_rule(kind: str) -> None:
    after, X = learnt(kind)
    found = scenarios(after, X, [3, 9], np.random.default_rng(0))
    assert sum(branch.weight for branch in found) == pytest.approx(1.0)
    for branch in found:
        first, second = branch.results
        then = after.updated(X[3], first)
        p, q = float(after.predict(X[3:4])[0]), float(then.predict(X[9:10])[0])
        expected = (p if first > 0 else 1 - p) * (q if second > 0 else 1 - q)
        assert branch.weight == pytest.approx(expected, rel=1e-9)
        assert branch.belief.digest == then.updated(X[9], second).digest


@pytest.mark.parametrize("kind", KINDS)
def test_counts_of_repeats_add_up_to_1_and_one_run_is_one_outcome(kind: str) -> None:
    after, X = learnt(kind)
    told = counted(after, X[5], 3)
    for n, futures in enumerate(told, 1):
        assert len(futures) == n + 1
        assert sum(branch.weight for branch in futures) == pytest.approx(1.0, abs=1e-9)
    failure, success = told[0]
    p = float(after.predict(X[5:6])[0])
    assert (failure.weight, success.weight) == pytest.approx((1 - p, p), abs=1e-9)
    np.testing.assert_allclose(
        success.belief.predict(X), after.updated(X[5], 1).predict(X), rtol=0, atol=1e-9
    )


def test_the_json_of_a_mixture_names_terms_and_weight_of_every_component() -> None:
    after, _ = learnt("moments")
    told = json.loads(json.dumps(after.as_json()))
    assert told["kind"] == "average"
    assert [c["terms"] for c in told["components"]] == ["linear", "quadratic", "quadratic"]
    assert sum(c["weight"] for c in told["components"]) == pytest.approx(1.0)
    for part, own in zip(told["components"], after.components, strict=True):
        again = MomentBelief(part["mean"], part["covariance"])
        assert (part["kind"], again.digest) == ("moments", own.belief.digest)


def test_the_digest_feels_every_weight_and_component() -> None:
    after, X = learnt("moments")
    assert after.digest == learnt("moments")[0].digest
    assert len({after.digest, learnt("full")[0].digest, after.updated(X[0], 1).digest}) == 3


def test_odds_of_a_bend_are_those_of_the_outcomes_alone() -> None:
    _, higher = made(d=3)
    assert prior("moments", higher).bend_odds == pytest.approx(1.0)


@pytest.mark.parametrize("kind", KINDS)
def test_without_favour_the_models_weigh_what_they_would_from_a_prior_without_odds_of_a_bend(
    kind: str,
) -> None:
    X, higher = made(5, 60)
    before = prior(kind, higher)
    straight, *bent = before.components
    assert bent[0].weight == pytest.approx(16.0 * straight.weight / 2.0)
    count = sum(one.weight for one in BENT)
    plain = tuple(
        replace(part, share=one.weight / count, weight=one.weight / count, favour=1.0)
        for part, one in zip(before.components, BENT, strict=True)
    )
    rows, y = outcomes(X, 20)
    after, other = (posterior(each, X[rows], y) for each in (before, replace(before, components=plain)))
    assert isinstance(after, AverageBelief)
    assert isinstance(other, AverageBelief)
    for now, expected in ((after, other), (after.updated(X[0], 1), other.updated(X[0], 1))):
        assert now.weights[0] < 0.5 * expected.weights[0]
        np.testing.assert_allclose(now.without_favour.weights, expected.weights, rtol=1e-9)
        np.testing.assert_allclose(now.without_favour.predict(X), expected.predict(X), rtol=1e-9)
    assert other.without_favour is other


def test_what_is_stated_is_drawn_without_favour_and_the_best_is_chosen_with_it() -> None:
    X, higher = made(5, 60)
    rows, y = outcomes(X, 20)
    belief = posterior(prior("moments", higher), X[rows], y)
    none = np.zeros(len(X))
    seen = PolicyContext(belief, X, none, none, np.ones(X.shape[1]), 21, 30, Seed(1, 21, 0))
    assert isinstance(seen.stated.belief, AverageBelief)
    assert seen.stated.belief is belief.without_favour
    assert seen.stated.stated is seen.stated
    best, _ = best_row(belief, X, seen.can_be_best)
    draws = seen.stated.draws
    Z = np.random.default_rng((3, 21)).standard_normal((2000, draws.size))
    chances = 1.0 / (1.0 + np.exp(-np.array([draws.scores(z) for z in Z])))
    near = float(np.mean(chances.max(axis=1) - chances[:, best] <= 0.05))
    assert WithinOfBest(0.05, 0.9, seed=3).chance(StoppingState(seen)) == pytest.approx(near, abs=1e-12)


def test_outcomes_of_a_peak_favour_a_bend_and_those_of_a_slope_a_straight_line() -> None:
    X, higher = made(2, 60)
    middle = (X[:, 1:3] ** 2).sum(axis=1) < 1.0
    slope = X[:, 1] > 0.0
    odds = []
    for truth in (middle, slope):
        y = np.where(truth, 1.0, -1.0)
        after = posterior(prior("moments", higher), X, y)
        assert isinstance(after, AverageBelief)
        odds.append(after.bend_odds)
    assert odds[0] > 1000.0
    assert odds[1] < 1.0


def test_many_outcomes_of_one_row_leave_finite_weights() -> None:
    X, higher = made()
    after = posterior(prior("moments", higher), np.repeat(X[:1], 5000, axis=0), np.ones(5000))
    assert isinstance(after, AverageBelief)
    assert after.weights.sum() == pytest.approx(1.0)
    assert np.isfinite(after.predict(X)).all()


def test_the_diagonal_belief_cannot_be_averaged() -> None:
    for refused in ({"belief": "diagonal"}, {"policy": "kg/diagonal"}):
        with pytest.raises(BadInput, match="moments or full"):
            Settings(terms="average", **refused)
    with pytest.raises(BadInput, match="moments or full"):
        mixture_prior("diagonal", np.zeros(3), np.ones(3), np.array([False, False, True]))


def test_without_products_and_squares_and_features_there_are_only_linear_models() -> None:
    belief = Settings(terms="average").prior(3, np.zeros(3, dtype=np.bool_))
    assert {c.terms for c in belief.components} == {"linear"}
    assert [c.deviation for c in belief.components] == [0.0, 0.8, 1.8]
    assert belief.bend_odds == 1.0
