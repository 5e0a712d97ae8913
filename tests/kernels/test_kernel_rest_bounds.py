"""Bounds of the candidates that a search has not scanned: no score and no product exceeds them, and they are close."""

from __future__ import annotations

import numpy as np
import pytest
from mixtures import learnt, made, prior
from search_states import Parts, averaged, state

from kgdesk.kernels.bounded_sweep import rest_bounds
from kgdesk.kernels.bounded_sweep.components import ScannedComponent, ScannedGroup
from kgdesk.kernels.bounded_sweep.product_columns import ProductColumns, product_columns, quadratic_forms
from kgdesk.kernels.bounded_sweep.rest_bounds import classes
from kgdesk.kernels.bounded_sweep.shared_features import sharing
from kgdesk.kernels.pool_blocks import BLOCK, in_blocks
from kgdesk.kernels.sweep import extremes, futures
from kgdesk.model.beliefs.average import AverageBelief
from kgdesk.model.beliefs.gaussian import posterior


def grouped(X: np.ndarray, parts: Parts, exact: bool, ends: np.ndarray) -> ScannedGroup:
    """Return the group with most components, arranged for a scan in parts."""
    each = [ScannedComponent(X, part, exact) for part in parts]
    group, known = max(sharing(X, [part.belief() for part in each]), key=lambda one: len(one[0]))
    return ScannedGroup(X, [each[c] for c in group], known, ends)


@pytest.mark.parametrize("small", [0, 30_000])
def test_no_candidate_that_is_left_scores_more_than_its_bound(
    small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rest_bounds, "_SMALL", small)
    rng = np.random.default_rng(20262611)
    close = quadratic = 0
    for _ in range(40):
        X, parts, exact = state(rng)
        ends = np.unique(np.minimum(len(X), [0, BLOCK, 2 * BLOCK, 4 * BLOCK, len(X)]))
        group = grouped(X, parts, exact, ends)
        order, rows = np.argsort(group.products.arrays[3], kind="stable"), np.arange(0, len(X), 3)
        quadratic += group.products.products is not None
        for part in group.parts:
            measured = np.ascontiguousarray(part.X[rows]), part.mu[rows], part.s2[rows]
            for end in ends[:-1].tolist():
                rest = order[end:]
                pool = np.ascontiguousarray(part.X[rest]), part.mu[rest], part.s2[rest]
                reach = extremes(pool[1], pool[2], pool[0])
                score = futures(part.mean, part.covariance, measured, pool, in_blocks(*pool), reach, exact)[3]
                bound, widest = part._rest.scores(end, rows)
                assert (bound + 1e-9 * (1.0 + np.abs(bound)) >= score).all()
                assert widest == pool[2].max()
                close += int((bound <= score + 0.3 * (1.0 + np.abs(score))).sum())
    assert quadratic > 5
    assert close > 5_000


def test_no_product_is_less_than_the_bound_by_the_norm_of_the_numbers() -> None:
    rng = np.random.default_rng(20262612)
    bounded = 0
    while bounded < 30:
        X, parts, exact = averaged(rng)
        group = grouped(X, parts, exact, np.array([BLOCK, len(X)]))
        if group.products.products is None:
            continue
        for part in group.parts:
            columns = group.products.products
            bounds = columns.bounds(part.X, part.covariance, part.columns, part._size)
            if bounds is None:
                assert (part.columns < part.columns.size).all()  # the straight model has no products
                continue
            t = part.X @ part.covariance @ part.X.T
            bound = (
                bounds[:, :1] + np.outer(bounds[:, 1], columns.norm) + np.outer(bounds[:, 2], columns.norm**2)
            )
            assert (bound >= -t).all()
            bounded += 1


def test_the_bound_by_eigenvalues_is_closer_than_cauchy_schwarz_after_many_outcomes() -> None:
    X, higher = made(6, 2000)
    rng = np.random.default_rng(1)
    rows = rng.integers(len(X), size=25)
    after = posterior(prior("moments", higher), X[rows], np.where(rng.random(25) < 0.4, 1.0, -1.0))
    assert isinstance(after, AverageBelief)
    bent = after.components[-1]
    S = np.array(bent.belief.covariance)
    plain = np.ones(X.shape[1], bool)
    plain[higher] = False
    products = product_columns(X, plain)
    assert len(products) == 6 + 15
    columns = ProductColumns(X, products, np.abs(X).max(axis=0))
    size = np.abs(X) @ np.sqrt(np.diagonal(S))
    bounds = columns.bounds(X, S, bent.columns, size)
    assert bounds is not None
    t = X @ S @ X.T
    bound = bounds[:, :1] + np.outer(bounds[:, 1], columns.norm) + np.outer(bounds[:, 2], columns.norm**2)
    deviation = np.sqrt(np.diagonal(t))
    by_norms = deviation * deviation.max()
    assert np.median(bound.max(axis=1) / (-t).max(axis=1)) < 3.0
    assert np.median(bound.max(axis=1) / by_norms) < 0.7


@pytest.mark.parametrize("p", [1, 2, 5])
def test_a_quadratic_form_is_bounded_below_wherever_its_numbers_lie(p: int) -> None:
    """Random forms with and without a direction in which they are positive, and with no second-order term at all."""
    rng = np.random.default_rng(p)
    pairs = [(a, b) for a in range(p) for b in range(a, p)]
    places, first = np.arange(p), p
    terms = np.array([(first + q, a, b) for q, (a, b) in enumerate(pairs)])
    scaling = np.column_stack([rng.normal(size=len(pairs)), rng.choice([-2.0, 0.5, 1.0], len(pairs))])
    Y = rng.normal(size=(37, p + len(pairs) + 1)) * rng.choice([1e-3, 1.0, 30.0], (37, 1))
    Y[::5, p:-1] = 0.0
    own, z = rng.normal(size=(37, p)), rng.normal(size=(500, p)) * 2.0
    others, extents = np.array([Y.shape[1] - 1]), np.array([[-0.5], [2.0]])
    form = places, terms, scaling, others, extents, np.zeros(Y.shape[1])
    out = quadratic_forms(Y, own, form, 2.0)
    made_of = np.column_stack([z[:, a] * z[:, b] for a, b in pairs])
    k = np.column_stack([z, (made_of - scaling[:, 0]) / scaling[:, 1], rng.uniform(-0.5, 2.0, 500)])
    norm = np.sqrt(np.square(z).sum(axis=1))
    bound = out[:, :1] + np.outer(out[:, 1], norm) + np.outer(out[:, 2], norm**2)
    least = -(Y @ k.T)
    assert (bound >= least - 1e-9 * (1.0 + np.abs(least))).all()
    assert np.isfinite(out).all()
    assert np.median(bound.max(axis=1) / least.max(axis=1)) < 4.0


def test_belief_columns_without_a_factor_of_a_product_are_not_bounded_by_it() -> None:
    after, X = learnt("moments")
    bent = after.components[-1]
    plain = np.zeros(X.shape[1], bool)
    plain[:3] = True
    products = product_columns(X, plain)
    columns = ProductColumns(X, products, np.abs(X).max(axis=0))
    kept = np.setdiff1d(np.arange(X.shape[1]), [1])
    S = np.ascontiguousarray(np.array(bent.belief.covariance)[np.ix_(kept, kept)])
    own = np.ascontiguousarray(X[:, kept])
    assert products
    assert columns.bounds(own, S, kept, np.ones(len(X))) is None


def test_classes_have_the_largest_value_of_their_items() -> None:
    rng = np.random.default_rng(4)
    values = [rng.normal(size=9000), rng.exponential(size=9000), np.ones(9000)]
    cells, largest = classes(values, (6, 4, 3))
    assert largest.shape == (3, cells.max() + 1)
    assert 12 < largest.shape[1] <= 24  # equal values are in one class
    for value, most in zip(values, largest, strict=True):
        for cell in range(largest.shape[1]):
            assert most[cell] == value[cells == cell].max()
    # By the first value the classes lie one beside the other.
    by_first, _ = classes(values[:1], (6,))
    lows = [values[0][by_first == c].min() for c in range(6)]
    highs = [values[0][by_first == c].max() for c in range(6)]
    assert all(high < low for high, low in zip(highs, lows[1:], strict=False))
