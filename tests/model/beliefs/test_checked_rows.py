"""Rows of a pool that are checked once: every belief gives the bits that it gives for their array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from mixtures import BENT, learnt
from seldom import seldom

from kgdesk.errors import BadInput, OutOfRange
from kgdesk.model.beliefs.arrays import rows_of
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS
from kgdesk.model.beliefs.prior import MODELS, mixture_prior, prior_belief
from kgdesk.model.design.design_matrix import MOST_KEPT


def _priors(X: np.ndarray) -> list[Any]:
    """Return a prior of each kind about the columns of X, and mixtures of the two with a full covariance."""
    mean, precision = np.linspace(-0.3, 0.4, X.shape[1]), np.linspace(0.5, 2.0, X.shape[1])
    higher = np.arange(X.shape[1]) >= 3
    mixtures = [
        mixture_prior(kind, mean, precision, higher, models=models)
        for models in (BENT, MODELS)
        for kind in ("moments", "full")
    ]
    return [*(prior_belief(kind, mean, precision) for kind in BELIEFS), *mixtures]


def _bits(*values: Any) -> list[bytes]:
    return [np.asarray(value).tobytes() for value in values]


@pytest.mark.parametrize(("M", "n"), [(40, 0), (40, 1), (300, 17), *seldom((40, 17), (300, 0), (300, 1))])
def test_rows_that_are_checked_once_give_the_bits_of_their_array(M: int, n: int) -> None:
    rng = np.random.default_rng(M + n)
    X = rng.normal(size=(M, 5))
    X[:3, 1] = (0.0, -0.0, 0.0)
    X[1] = -X[0] * (X[0] == 0.0) + X[0]  # equal to row 0 but for the sign of a zero
    rows, at, y = rows_of(X), rng.integers(0, 6, size=n), rng.choice((-1.0, 1.0), size=n)
    for prior in _priors(X):
        before = prior.sweep(rows), prior.sweep(X)
        belief, other = posterior(prior, rows.take(at), y), posterior(prior, X[at], y)
        later, another = belief.updated(rows.take([7]), 1), other.updated(X[7], 1)
        for ours, theirs in ((belief, other), (later, another)):
            assert ours.digest == theirs.digest
            assert _bits(*ours.moments(rows)) == _bits(*theirs.moments(X))
            if n:
                assert _bits(*ours.moments(rows.take(at))) == _bits(*theirs.moments(X[at]))
            assert _bits(ours.predict(rows), ours.ranking_score(rows)) == _bits(
                theirs.predict(X), theirs.ranking_score(X)
            )
            assert _bits(*ours.interval(rows), ours.quantile(rows, 0.3)) == _bits(
                *theirs.interval(X), theirs.quantile(X, 0.3)
            )
        for ours, theirs in (
            before,
            (belief.sweep(rows), other.sweep(X)),
            (later.sweep(rows), another.sweep(X)),
        ):
            assert _bits(ours.kg, ours.probability) == _bits(theirs.kg, theirs.probability)
            assert (ours.best_now, ours.after(5)) == (theirs.best_now, theirs.after(5))


def test_what_a_belief_keeps_of_one_pool_is_not_taken_for_another() -> None:
    rng = np.random.default_rng(3)
    X, Z = rng.normal(size=(2, 30, 5))
    for prior in _priors(X):
        one, two = rows_of(X), rows_of(Z)
        mu, _ = prior.moments(one)
        mu[:] = np.nan  # a copy: the caller may write to it
        assert _bits(*prior.moments(two), *prior.moments(one)) == _bits(*prior.moments(Z), *prior.moments(X))


def test_checked_rows_are_a_copy_and_still_refused_where_they_do_not_fit() -> None:
    X = np.ones((4, 5))
    rows = rows_of(X)
    X[0, 0] = np.nan
    assert np.isfinite(rows.X).all()
    with pytest.raises(BadInput):
        rows_of(X)
    with pytest.raises(BadInput):
        rows_of(np.empty((0, 5)))
    far = rows_of(np.vstack([np.ones(5), np.full(5, 1e9)]))
    for prior in _priors(rows.X):
        for narrow in (rows_of(np.ones((4, 6))), rows_of(np.ones((4, 2)))):
            with pytest.raises(BadInput):
                prior.moments(narrow)
            with pytest.raises(BadInput):
                prior.sweep(narrow)
        for ask in (prior.moments, prior.predict, prior.sweep):
            with pytest.raises(OutOfRange):
                ask(far)
        with pytest.raises(OutOfRange):
            posterior(prior, far.take([1]), [1.0])
        with pytest.raises(BadInput):
            posterior(prior, rows.take([1, 2]), np.array([1.0, 0.5]))
        with pytest.raises(BadInput):
            prior.updated(rows.take([1]), 2)


def test_the_outcomes_of_a_large_pool_are_counted_without_its_order() -> None:
    rng = np.random.default_rng(8)
    X, at, y = rng.normal(size=(MOST_KEPT + 1, 2)), np.array([5, 9, 5]), np.array([1.0, 1.0, -1.0])
    X[9] = X[5]
    few, many = rows_of(X[:20]).take(at).counted(y), rows_of(X).take(at).counted(y)
    assert (
        [each.tolist() for each in few] == [each.tolist() for each in many] == [[X[5].tolist()], [2.0], [1.0]]
    )


def test_a_covariance_that_a_kernel_computed_is_checked_where_it_may_fail() -> None:
    for kind in ("full", "moments"):
        prior = prior_belief(kind, np.zeros(2), np.ones(2))
        with pytest.raises(BadInput):
            type(prior)._computed(np.zeros(2), np.array([[1.0, 2.0], [2.0, 1.0]]))
        with pytest.raises(BadInput):
            type(prior)._computed(np.zeros(2), np.array([[1.0, 0.0], [0.0, -1e-9]]))
        for product in (False, True):
            with pytest.raises(BadInput):
                type(prior)._computed(np.zeros(2), np.array([[1.0, np.nan], [np.nan, 1.0]]), product=product)


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_the_best_row_of_a_mixture_is_the_first_with_its_largest_prediction(kind: str) -> None:
    for n in (0, 1, 5, 12):
        belief, X = learnt(kind, n)
        doubled = np.vstack([X, X])  # every row ties with another one
        for rows in (X, doubled, rows_of(doubled), X[4:5]):
            chance = belief.predict(rows)
            assert belief.best(rows) == (int(np.argmax(chance)), float(chance.max()))
