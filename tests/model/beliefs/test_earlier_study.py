"""The prior that learns from an earlier study, against long draws from the exact posterior."""

from __future__ import annotations

import numpy as np
import pytest

from kgdesk.model.beliefs.earlier import (
    IGNORANT,
    MOST_LEARNT,
    SPREADS,
    mixture_of,
    weight_of_earlier,
    with_earlier_study,
)
from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal.truths import believed

THEN = np.array([[1.0, -1.5], [1.0, -0.5], [1.0, 0.4], [1.0, 1.3], [1.0, 1.9], [1.0, 1.1]])
THEN_Y = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
NOW = np.array([[1.0, -1.2], [1.0, 0.3], [1.0, 1.6], [1.0, 1.5]])
ASKED = np.array([[1.0, -2.0], [1.0, 0.0], [1.0, 2.0]])
MEAN, DEVIATION = np.array([-0.5, 0.2]), np.array([1.0, 1.4])


def log_chances(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    return -np.logaddexp(0.0, -y * (w @ X.T)).sum(axis=1)


def exact(y: np.ndarray) -> tuple[dict[float | None, float], np.ndarray]:
    """Return weights by delta^2 and chances at `ASKED`, from half a million draws for each model."""
    rng = np.random.default_rng(3)
    evidence: dict[float | None, float] = {}
    chances = np.zeros(len(ASKED))
    for spread in (*SPREADS, None):
        before = MEAN + DEVIATION * rng.standard_normal((500_000, 2))
        after, logs = before, np.zeros(len(before))
        if spread is not None:
            logs = log_chances(before, THEN, THEN_Y)
            after = before + np.sqrt(spread) * DEVIATION * rng.standard_normal(before.shape)
        prior = np.exp(logs - logs.max())
        both = prior * np.exp(log_chances(after, NOW, y))
        share = IGNORANT if spread is None else (1.0 - IGNORANT) / len(SPREADS)
        evidence[spread] = share * float(both.sum() / prior.sum())
        chances += evidence[spread] * (both / both.sum()) @ (1.0 / (1.0 + np.exp(-after @ ASKED.T)))
    total = sum(evidence.values())
    return {key: value / total for key, value in evidence.items()}, chances / total


def ordinary() -> AverageBelief:
    return mixture_of(MomentBelief(MEAN, np.diag(DEVIATION**2)))


@pytest.mark.parametrize("y", [(-1.0, -1.0, 1.0, 1.0), (1.0, 1.0, -1.0, -1.0)], ids=["alike", "opposite"])
def test_weights_and_chances_are_those_of_the_exact_posterior(y: tuple[float, ...]) -> None:
    prior = ordinary()
    outcomes = np.array(y)
    after = with_earlier_study(prior, prior.after(THEN, THEN_Y)).after(NOW, outcomes)
    weights, chances = exact(outcomes)
    found = weight_of_earlier(after)
    assert found is not None
    for spread, weight in weights.items():
        assert abs(found[spread] - weight) < 0.02, (spread, found, weights)
    np.testing.assert_allclose(after.predict(ASKED), chances, atol=0.015)
    # Outcomes that agree make the earlier study count, and those that contradict it do not.
    assert (found[None] < IGNORANT) == (y[0] < 0)


def test_before_any_outcome_the_models_have_their_prior_weights_and_believe_what_they_should() -> None:
    prior = ordinary()
    fitted = prior.after(THEN, THEN_Y)
    learnt = with_earlier_study(prior, fitted, 0.3)
    assert weight_of_earlier(learnt) == pytest.approx(
        {0.0: 0.25, 0.25: 0.25, 1.0: 0.25, None: IGNORANT}, abs=1e-12
    )
    known = fitted.components[0].belief
    for part in learnt.components:
        if part.earlier is None:
            assert part.belief is prior.components[0].belief
            continue
        wider = part.earlier * np.diag(DEVIATION**2) + np.diag([0.3, 0.0])
        np.testing.assert_allclose(part.belief.covariance, known.covariance + wider, atol=1e-14)
        np.testing.assert_array_equal(part.belief.mean, known.mean)
    assert weight_of_earlier(prior) is None
    assert weight_of_earlier(MomentBelief.prior(2)) is None


def test_columns_that_only_the_earlier_study_has_are_integrated_out() -> None:
    # The witness keeps the column: chances where it is 0 follow from the other weights alone.
    third = np.column_stack([THEN, [0.5, -1.0, 1.0, -0.7, 0.2, 0.1]])
    whole = mixture_of(MomentBelief(np.r_[MEAN, 0.0], np.diag(np.r_[DEVIATION**2, 1.0])))
    fitted = whole.after(third, THEN_Y)
    learnt = with_earlier_study(ordinary(), fitted)
    same = next(c for c in learnt.components if c.earlier == 0.0)
    at = np.column_stack([ASKED, np.zeros(3)])
    np.testing.assert_allclose(same.belief.predict(ASKED), fitted.predict(at), atol=1e-14)


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_an_average_keeps_its_models_and_adds_the_heaviest_ones_of_the_earlier_study(kind: str) -> None:
    rng = np.random.default_rng(5)
    values = *(tuple(c) for c in rng.uniform(-1, 1, (2, 40)).tolist()), tuple("ABC"[i % 3] for i in range(40))
    pool = Pool(
        tuple(map(str, range(40))), (Attribute("a"), Attribute("b"), Attribute("g", "category")), values
    )
    scaling = fix_scaling(pool, terms="average")
    matrix = design(pool, scaling)
    prior = Settings(belief=kind, terms="average").settled().prior_of(scaling)
    assert isinstance(prior, AverageBelief)
    rows, y = rng.integers(40, size=14), np.where(rng.random(14) < 0.5, 1.0, -1.0)
    fitted = prior.after(matrix.rows.take(rows), y)
    learnt = with_earlier_study(prior, fitted)
    assert len(learnt.components) == len(prior.components) + MOST_LEARNT * len(SPREADS)
    heaviest = sorted(range(len(prior.components)), key=lambda c: -fitted.weights[c])[:MOST_LEARNT]
    carried = [c for c in learnt.components if c.earlier == 0.0]
    assert [c.terms for c in carried] == [prior.components[c].terms for c in sorted(heaviest)]
    # What each knows as it stands is what it knew after the earlier study, without the deviations of single rows.
    for mine, at in zip(carried, sorted(heaviest), strict=True):
        theirs = fitted.components[at]
        assert mine.deviations == 0
        count = theirs.columns.size - theirs.deviations
        np.testing.assert_array_equal(mine.belief.mean, theirs.belief.mean[:count])
    # It learns as any other average does: all at once, one step, in any order.
    more, outcome = rng.integers(40, size=6), np.where(rng.random(6) < 0.5, 1.0, -1.0)
    after = learnt.after(matrix.rows.take(more), outcome)
    if kind == "moments":  # the paper's full belief learns one by one
        assert after.digest == learnt.after(matrix.rows.take(more[::-1]), outcome[::-1]).digest
    assert abs(after.weights.sum() - 1.0) < 1e-12
    assert sum((weight_of_earlier(after) or {}).values()) == pytest.approx(1.0)
    assert after.updated(matrix.X[3], 1).weights.size == after.weights.size
    kg = after.sweep(matrix.rows).kg
    assert np.isfinite(kg).all()
    assert len(after.components) == len(learnt.components)
    believed(learnt).log_odds(matrix.X, np.random.default_rng(1), 1)


def test_a_straight_study_that_bends_nowhere_has_no_odds_of_a_bend() -> None:
    prior = mixture_of(MomentBelief.prior(3), "quadratic")
    assert with_earlier_study(prior, prior).bend_odds == 1.0


def test_full_beliefs_learn_as_well() -> None:
    prior = mixture_of(FullBelief(MEAN, np.diag(DEVIATION**2)))
    learnt = with_earlier_study(prior, prior.after(THEN, THEN_Y))
    assert learnt.kind == "full"
    assert learnt.predict(ASKED)[2] > prior.predict(ASKED)[2]
