"""The policies that look for the best candidate: even draws, mutual information, and who chooses when."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from mixtures import BENT
from scipy.stats import qmc
from situations import scores, world

from kgdesk import kernels
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.prior import mixture_prior
from kgdesk.model.policies import POLICIES, PolicyContext, policy
from kgdesk.model.policies.draws import QUASI_RANDOM_DRAWS, even_normals, halton

FOR_CHANGE = "Chosen for what it may change."
FOR_KNOWLEDGE = "Chosen to find out which candidate is best."


def averaged(M: int = 40, seed: int = 3, n: int = 12) -> PolicyContext:
    """Return a pool of two numbers with products and squares, as an averaged study sees it after n outcomes."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1.5, 1.5, (M, 2))
    X = np.column_stack([np.ones(M), x, x[:, 0] * x[:, 1], x**2 - 0.75])
    higher = np.array([False, False, False, True, True, True])
    rows = rng.integers(M, size=n)
    y = np.where(rng.random(n) < 0.4, 1.0, -1.0)
    belief = mixture_prior("moments", np.zeros(6), np.ones(6), higher, models=BENT).after(X[rows], y)
    return replace(world(), pool=X, belief=belief, successes=np.zeros(M), failures=np.zeros(M),
                   prior_precision=np.ones(6))  # fmt: skip


# --- even draws -----------------------------------------------------------------------------------------------


def test_the_points_are_those_of_halton_half_a_step_up() -> None:
    bases = [2, 3, 5, 7, 11]
    witness = qmc.Halton(5, scramble=False).random(QUASI_RANDOM_DRAWS)
    step = [base ** -float(len(np.base_repr(QUASI_RANDOM_DRAWS - 1, base))) for base in bases]
    points = np.column_stack([halton(QUASI_RANDOM_DRAWS, base) for base in bases])
    np.testing.assert_allclose(points, witness + 0.5 * np.array(step), atol=1e-15)


@pytest.mark.parametrize("size", [2, 5, 9])
def test_permuted_points_fill_the_cube_more_evenly_than_random_ones(size: int) -> None:
    bases = [2, 3, 5, 7, 11, 13, 17, 19, 23][:size]
    even = np.column_stack(
        [halton(QUASI_RANDOM_DRAWS, base, np.random.default_rng((1, base))) for base in bases]
    )
    assert even.min() > 0.0
    assert even.max() < 1.0
    by_chance = [
        qmc.discrepancy(np.random.default_rng(k).random((QUASI_RANDOM_DRAWS, size))) for k in range(5)
    ]
    assert qmc.discrepancy(even) < 0.5 * min(by_chance)
    for j, base in enumerate(bases[:4]):
        cells = np.bincount((even[:, j] * base).astype(int), minlength=base)
        assert cells.max() - cells.min() <= 1


@pytest.mark.parametrize("size", [1, 4, 16, 40])
def test_even_draws_have_the_moments_of_a_standard_normal(size: int) -> None:
    z = even_normals(size)
    assert z.shape == (QUASI_RANDOM_DRAWS, size)
    assert np.abs(z.mean(axis=0)).max() < 0.03
    assert np.abs(z.var(axis=0) - 1.0).max() < 0.05
    correlation = np.cov(z.T).reshape(size, size) - np.diag(z.var(axis=0, ddof=1))
    assert np.abs(correlation).max() < 0.15
    assert np.array_equal(np.sort(z[:, -1]), -np.sort(-z[:, -1])[::-1])
    cells = np.argsort(np.argsort(z[:, -1]))
    assert np.array_equal(np.sort(cells), np.arange(QUASI_RANDOM_DRAWS))
    assert np.array_equal(even_normals(size + 3)[:, : size - 1], z[:, :-1])


# --- information ----------------------------------------------------------------------------------------------


def without_deviations(draws: int, rows: int) -> tuple[np.ndarray, ...]:
    """Return the last arguments of `kernels.best_information` where no row has a deviation of its own."""
    return np.empty((0, rows)), np.zeros(draws, np.int64), np.zeros(draws, np.uint64), np.arange(rows)


def brute(W: np.ndarray, group: np.ndarray, X: np.ndarray) -> np.ndarray:
    p = 1.0 / (1.0 + np.exp(-(W @ X.T)))

    def h(q: np.ndarray) -> np.ndarray:
        return -(q * np.log(q) + (1 - q) * np.log1p(-q))

    return h(p.mean(axis=0)) - sum((group == g).mean() * h(p[group == g].mean(axis=0)) for g in set(group))


@pytest.mark.parametrize("M", [1, 7, 8, 9, 65])
@pytest.mark.parametrize("d", [1, 3, 8, 13])
def test_the_kernel_gives_the_mutual_information_with_the_group(M: int, d: int) -> None:
    rng = np.random.default_rng(10 * M + d)
    W, X = rng.normal(size=(50, d)), rng.normal(size=(M, d))
    group = np.sort(rng.integers(6, size=50))
    ends = np.flatnonzero(np.diff(group, append=-1)) + 1
    found = kernels.best_information(W, ends, X, *without_deviations(50, M))
    np.testing.assert_allclose(found, np.maximum(brute(W, group, X), 0.0), rtol=0, atol=1e-13)


def test_one_group_tells_nothing_and_log_odds_far_out_are_certain() -> None:
    W, X = np.array([[1e5], [-1e5], [1e5], [-1e5]]), np.array([[1.0], [0.0], [-2.0]])
    none = without_deviations(4, 3)
    np.testing.assert_array_equal(kernels.best_information(W, np.array([4]), X, *none), 0.0)
    sides = kernels.best_information(W[[0, 2, 1, 3]], np.array([2, 4]), X, *none)
    np.testing.assert_allclose(sides, [np.log(2.0), 0.0, np.log(2.0)], rtol=0, atol=1e-15)


def test_an_average_of_models_is_drawn_from_by_its_weights() -> None:
    here = averaged()
    W, best = here.even_draws.weights, here.even_draws.leaders
    assert np.array_equal(best, (W @ here.X.T).argmax(axis=1))
    linear = np.flatnonzero((W[:, 3:] == 0.0).all(axis=1)).size / QUASI_RANDOM_DRAWS
    assert abs(linear - here.belief.weights[0]) <= 1.5 / QUASI_RANDOM_DRAWS
    np.testing.assert_allclose(scores("information", here), brute(W, best, here.X), rtol=0, atol=1e-12)


def test_only_rows_in_stock_can_be_the_best_that_is_looked_for() -> None:
    here = world(M=30)
    gone = np.zeros(30, dtype=np.bool_)
    gone[np.argsort(-here.belief.predict(here.X))[:6]] = True
    seen = replace(here, in_stock=~gone)
    W, best = seen.even_draws.weights, seen.even_draws.leaders
    assert not gone[best].any()
    np.testing.assert_allclose(scores("information", seen), brute(W, best, here.X), rtol=0, atol=1e-12)
    for name in ("in-turns", "kg-then-turns"):
        assert scores(name, replace(seen, coming=11)).shape == (30,)


def test_information_is_never_more_than_the_doubt_about_the_outcome() -> None:
    here = world(M=60)
    p = np.clip(here.belief.predict(here.X), 1e-12, 1 - 1e-12)
    doubt = -(p * np.log(p) + (1 - p) * np.log1p(-p))
    found = scores("information", here)
    assert (found >= 0.0).all()
    assert (found <= doubt + 0.01).all()
    assert found.max() > 0.01


def test_where_all_draws_agree_the_knowledge_gradient_decides() -> None:
    here = world(belief=MomentBelief(np.array([1.0, -2.0, 0.5, 1.5]), 1e-9 * np.eye(4)))
    assert np.unique(here.even_draws.leaders).size == 1
    np.testing.assert_array_equal(scores("information", here), here.kg)


def test_a_large_pool_can_be_cancelled_between_its_parts() -> None:
    class Enough(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        seen.append((done, total))
        raise Enough

    seen: list[tuple[int, int]] = []
    here = replace(world(M=10_050, n=0), progress=cancel)
    with pytest.raises(Enough):
        scores("information", here)
    assert seen == [(10_000, 10_050)]
    whole = scores("information", replace(here, progress=None))
    part = replace(here, pool=here.X[10_000:], successes=np.zeros(50), failures=np.zeros(50), progress=None)
    assert whole[10_000:].shape == scores("information", part).shape


# --- who chooses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coming", range(1, 41))
def test_rules_that_join_two_take_the_scores_of_the_one_that_they_name(coming: int) -> None:
    here = world(coming=coming)
    kg, known = here.kg, scores("information", here)
    by_kg_in = {
        "in-turns": coming % 2 == 1,
        "kg-then-turns": coming <= 10 or coming % 2 == 0,
    }
    for name, by_kg in by_kg_in.items():
        np.testing.assert_array_equal(scores(name, here), kg if by_kg else known)
        assert policy(name).rule(here).words == (FOR_CHANGE if by_kg else FOR_KNOWLEDGE)


@pytest.mark.parametrize(
    "name",
    [name for name in POLICIES if name not in ("in-turns", "kg-then-turns")],
)
def test_every_other_policy_has_one_sentence_for_every_state(name: str) -> None:
    assert policy(name).rule(world()).words == POLICIES[name].words
